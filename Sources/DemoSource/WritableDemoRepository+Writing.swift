import Domain
import FoundationEssentials

/// What a server does with what is sent to it, played by the demo. Its requests fail as the account's script says.
extension WritableDemoRepository: RemotePublishing, ActionRepository {
  nonisolated var kinds: Set<UserAction.Kind> {
    let kinds = Set(UserAction.Kind.allCases)
    return people.lists == nil ? kinds.subtracting([.addToList]) : kinds
  }

  func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    PublishingCapabilities(
      limits: limits, canQuote: true, canSchedule: false, keyLifetime: keepsKeys ? .infinity : nil,
      defaultVisibility: .public)
  }

  func publish(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost {
    do throws(PublishingFailure) {
      return try await send(draft, key: key)
    } catch {
      throw error.reason
    }
  }

  func send(_ draft: Draft, key: String) async throws(PublishingFailure) -> PublishedPost {
    let failure: PublishingFailure?
    let post: PublishedPost
    do throws(TimelineError) {
      failure = try await playWriting()
      if let failure, !failure.mayHaveArrived { throw failure.reason }
      post = try await take(draft, key: key)
    } catch {
      throw PublishingFailure(error, mayHaveArrived: false)
    }
    if let failure { throw failure }
    return post
  }

  private func take(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost {
    if keepsKeys, let known = sent[key], let post = own.first(where: { $0.id == known }) { return .post(post) }
    let length = PostLength(draft.text, warning: draft.warning, limits: limits)
    if length.overflow != nil {
      throw refusal("Text is longer than \(limits.characters) characters.")
    }
    guard !draft.isBlank else { throw refusal("Text can’t be blank.") }
    if case .edit(let subject) = draft.purpose { return .post(try edit(subject.id, draft)) }
    let post = try await post(of: draft)
    own.insert(post, at: 0)
    sent[key] = post.id
    if let timeline = try await base.overview(.cached).timelines.first?.id {
      news.notify(.inserted([post], in: timeline))
    }
    await notifyParent(of: post)
    return .post(post)
  }

  func upload(
    _ media: DraftMedia, progress: @escaping @Sendable (Double) -> Void
  ) async throws(TimelineError) -> String {
    if let failure = try await playWriting() { throw failure.reason }
    progress(1)
    return media.path
  }

  func source(of post: PostID) async throws(TimelineError) -> PostSource {
    if let draft = edited[post] { return PostSource(text: draft.text, warning: draft.warning) }
    guard let written = own.first(where: { $0.id == post }) else {
      let thread = try await base.thread(of: PostRef(account: account, id: post), .cached)
      return PostSource(text: thread.post.text.plain, warning: thread.post.warning ?? "")
    }
    return PostSource(text: written.text.plain, warning: written.warning ?? "")
  }

  func ownPosts(since moment: Date) async throws(TimelineError) -> [Post] {
    if !keepsKeys, let failure = try await playWriting() { throw failure.reason }
    return own.filter { $0.createdAt.map { $0 >= moment } ?? true }
  }

  /// The people of its posts, by the beginnings of their handles and of the words of their names.
  func people(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile] {
    let typed = typed.drop { $0 == "@" }.lowercased()
    guard !typed.isEmpty, limit > 0 else { return [] }
    var found: [Profile] = []
    for post in try await base.allPosts() {
      for person in post.people where !person.handle.isEmpty && person.isFound(by: typed) {
        if !found.contains(where: { $0.handle == person.handle }) { found.append(person) }
        if found.count == limit { return found }
      }
    }
    return found
  }

  func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String] {
    guard var known = KnownTags(beginning: typed) else { return [] }
    for post in try await own + base.allPosts() { known.add(tagsIn: post.text.plain) }
    return known.names(limit: limit)
  }

  func perform(_ action: UserAction) async throws(StoreError) {
    if action.post == nil { return await performOnOthers(action) }
    guard let id = action.post, let before = await post(id) else { return }
    let actions = done[id] ?? []
    done[id] = actions.filter { $0.slot == nil || $0.slot != action.slot } + [action]
    if case .delete = action { deleted.insert(id) }
    mark(action, id)
    notify(of: before)
    if case .delete = action { await notifyParent(of: before) }
    do throws(TimelineError) {
      try await base.playRequest()
    } catch {
      done[id] = actions
      deleted.remove(id)
      if let inverse = action.inverse { mark(inverse, id) }
      notify(of: before)
      refused.notify(RefusedAction(action, error: error))
    }
  }

  nonisolated func refusals() -> AsyncStream<RefusedAction> { refused.listen() }

  func lists() async throws(TimelineError) -> [ListedTimeline] {
    (people.lists ?? []).map { ListedTimeline(.list($0), title: $0) }
  }
}

extension WritableDemoRepository {
  func refusal(_ words: String) -> TimelineError { .refused(host: DemoStep.defaultHost, message: words) }

  private func post(of draft: Draft) async throws(TimelineError) -> Post {
    var quote: Quote?
    if case .quote(let subject) = draft.purpose {
      quote =
        await post(subject.id).map { .shown($0) } ?? .unavailable(id: subject.id, reason: .notInSource)
    }
    var replyTo: DraftSubject?
    if case .reply(let subject) = draft.purpose { replyTo = subject }
    return Post(
      id: PostID("written-\(own.count + 1)"), account: account, author: profile, createdAt: clock.now,
      text: LinkDetector.text(draft.text), replyTo: replyTo?.id, replyToAuthor: replyTo?.author, quote: quote,
      warning: draft.warning.isEmpty ? nil : draft.warning, counts: Counts(replies: 0, reposts: 0, likes: 0),
      media: draft.media.map { media in
        Media(kind: .image, description: media.description.isEmpty ? nil : media.description)
      },
      poll: draft.poll.map { poll in
        Poll(
          options: poll.options.filter { !$0.isEmpty }.map { .init(title: $0, votes: 0) }, isClosed: false,
          endsAt: clock.now.addingTimeInterval(Double(poll.duration)), voters: 0, allowsSeveral: poll.allowsSeveral)
      },
      visibility: draft.visibility ?? .public, viewer: ViewerState())
  }

  private func edit(_ id: PostID, _ draft: Draft) throws(TimelineError) -> Post {
    guard let written = own.first(where: { $0.id == id }) else {
      throw .postUnavailable(id: id, reason: .notInSource)
    }
    edited[id] = draft
    guard let post = now(written) else { throw .postUnavailable(id: id, reason: .deleted) }
    news.notify(.changed(post))
    return post
  }

  func post(_ id: PostID) async -> Post? {
    if let written = own.first(where: { $0.id == id }) { return written }
    return (try? await base.post(id)) ?? nil
  }

  func notify(of post: Post) {
    news.notify(now(post).map { .changed($0) } ?? .deleted(post.ref))
  }
}

extension Post {
  /// Those whose names are known first.
  fileprivate var people: [Profile] {
    [author, repost?.by, replyToAuthor].compactMap(\.self) + (notification?.people ?? []) + mentions.map(\.profile)
  }
}

extension Profile {
  /// - Parameter typed: in lower case.
  fileprivate func isFound(by typed: String) -> Bool {
    handle.lowercased().hasPrefix(typed) || name.lowercased().hasPrefix(typed)
      || name.split(whereSeparator: \.isWhitespace).contains { $0.lowercased().hasPrefix(typed) }
  }
}
