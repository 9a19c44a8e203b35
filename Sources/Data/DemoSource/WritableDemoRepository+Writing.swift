import Domain
import DraftChecks
import FoundationEssentials

/// Simulates a server that publishes posts and performs user actions. Requests fail as scripted in `accounts.json`.
extension WritableDemoRepository: RemotePublishing, ActionRepository {
  nonisolated var kinds: Set<UserAction.Kind> {
    let kinds = Set(UserAction.Kind.allCases)
    return initialRelationships.lists == nil ? kinds.subtracting([.addToList]) : kinds
  }

  func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    PublishingCapabilities(
      limits: limits, canQuote: true, canSetQuotePolicy: true, keyLifetime: supportsIdempotency ? .infinity : nil,
      defaultVisibility: .public, defaultQuotePolicy: management.isProfileChanged ? management.profile.quotePolicy : nil
    )
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
      failure = try await simulateWriteRequest()
      if let failure, !failure.mayHaveArrived { throw failure.reason }
      post = try await accept(draft, key: key)
    } catch {
      throw PublishingFailure(error, mayHaveArrived: false)
    }
    if let failure { throw failure }
    return post
  }

  private func accept(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost {
    if supportsIdempotency, let known = postsByKey[key], let post = writtenPosts.first(where: { $0.id == known }) {
      return .post(post)
    }
    let length = PostLength(draft.text, warning: draft.warning, limits: limits)
    if length.overflow != nil {
      throw refusedError("Text is longer than \(limits.characters) characters.")
    }
    guard !draft.isBlank else { throw refusedError("Text can’t be blank.") }
    if case .edit(let subject) = draft.purpose { return .post(try edit(subject.id, draft)) }
    if let moment = draft.publishAt { return .scheduled(at: try schedule(draft, at: moment, key: key)) }
    let post = try await insertPost(of: draft, at: clock.now)
    postsByKey[key] = post.id
    return .post(post)
  }

  /// Publishes a draft.
  func insertPost(of draft: Draft, at moment: Date) async throws(TimelineError) -> Post {
    var post = try await post(of: draft)
    post.createdAt = moment
    writtenPosts.insert(post, at: 0)
    if let timeline = try await base.overview(.cached).timelines.first?.id {
      changeBroadcast.notify(.inserted([post], in: timeline))
    }
    if post.visibility == .direct { changeBroadcast.notify(.outdated(.conversations)) }
    await notifyParent(of: post)
    return post
  }

  func upload(
    _ media: DraftMedia, progress: @escaping @Sendable (Double) -> Void
  ) async throws(TimelineError) -> String {
    if let failure = try await simulateWriteRequest() { throw failure.reason }
    progress(1)
    return media.path
  }

  func source(of post: PostID) async throws(TimelineError) -> PostSource {
    if let draft = edited[post] { return PostSource(text: draft.text, warning: draft.warning) }
    guard let written = writtenPosts.first(where: { $0.id == post }) else {
      let thread = try await base.thread(of: PostRef(account: account, id: post), .cached)
      return PostSource(text: thread.post.text.plain, warning: thread.post.warning ?? "")
    }
    return PostSource(text: written.text.plain, warning: written.warning ?? "")
  }

  func ownPosts(since moment: Date) async throws(TimelineError) -> [Post] {
    if !supportsIdempotency, let failure = try await simulateWriteRequest() { throw failure.reason }
    return writtenPosts.filter { $0.createdAt.map { $0 >= moment } ?? true }
  }

  /// The accounts in the posts whose handle, name or any word of the name starts with `typed`.
  func profiles(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile] {
    let typed = typed.drop { $0 == "@" }.lowercased()
    guard !typed.isEmpty, limit > 0 else { return [] }
    var found: [Profile] = []
    for post in try await base.allPosts() {
      for profile in post.involvedProfiles where !profile.handle.isEmpty && profile.isFound(by: typed) {
        if !found.contains(where: { $0.handle == profile.handle }) { found.append(profile) }
        if found.count == limit { return found }
      }
    }
    return found
  }

  func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String] {
    guard var known = TagSuggestions(startingWith: typed) else { return [] }
    for post in try await writtenPosts + base.allPosts() { known.add(tagsIn: post.text.plain) }
    return known.names(limit: limit)
  }

  /// Shows an action on a post immediately. If the simulated request fails, reverts it and reports it through
  /// `refusals()`.
  func perform(_ action: UserAction) async throws(StoreError) {
    if case .cancelScheduled(let post) = action { return scheduled.removeAll { $0.id == post } }
    switch action {
    case .readConversation(let id), .removeConversation(let id): return await performConversationAction(action, id)
    default: break
    }
    if action.post == nil { return await performAccountAction(action) }
    guard let id = action.post, let before = await post(id) else { return }
    let actions = performedActions[id] ?? []
    performedActions[id] = actions.filter { $0.slot == nil || $0.slot != action.slot } + [action]
    if case .delete = action { deleted.insert(id) }
    mark(action, id)
    notify(of: before)
    if case .delete = action { await notifyParent(of: before) }
    do throws(TimelineError) {
      try await base.simulateRequest()
    } catch {
      performedActions[id] = actions
      deleted.remove(id)
      if let inverse = action.inverse { mark(inverse, id) }
      notify(of: before)
      return refuse(action, on: now(before), error: error)
    }
    userChanges.confirm(action, at: clock.now)
  }

  func refuse(_ action: UserAction, on post: Post? = nil, error: TimelineError) {
    userChanges.revert(action)
    refusalBroadcast.notify(RefusedAction(action, on: post, error: error))
  }

  nonisolated func refusals() -> AsyncStream<RefusedAction> { refusalBroadcast.subscribe() }

  func lists() async throws(TimelineError) -> [ListedTimeline] {
    management.lists.compactMap { list in list.id.map { ListedTimeline(.list($0), title: list.title) } }
  }
}

extension WritableDemoRepository {
  func refusedError(_ message: String) -> TimelineError { .refused(host: DemoStep.defaultHost, message: message) }

  private func post(of draft: Draft) async throws(TimelineError) -> Post {
    var quote: Quote?
    if case .quote(let subject) = draft.purpose {
      quote =
        await post(subject.id).map { .shown($0) } ?? .unavailable(id: subject.id, reason: .notInSource)
    }
    var replyTo: DraftSubject?
    if case .reply(let subject) = draft.purpose { replyTo = subject }
    return Post(
      id: PostID("written-\(writtenPosts.count + 1)"), account: account, author: profile, createdAt: clock.now,
      text: LinkDetector.text(draft.text), replyTo: replyTo?.id, replyToAuthor: replyTo?.author, quote: quote,
      warning: draft.warning.isEmpty ? nil : draft.warning, counts: Counts(replies: 0, reposts: 0, likes: 0),
      media: draft.media.map { media in
        Media(kind: .image, description: media.description.isEmpty ? nil : media.description)
      },
      poll: draft.poll.map { poll in
        Poll(
          options: poll.options.filter { !$0.isEmpty }.map { .init(title: $0, votes: 0) }, isClosed: false,
          endsAt: clock.now.addingTimeInterval(Double(poll.duration)), voters: 0, allowsMultiple: poll.allowsMultiple)
      },
      visibility: draft.visibility ?? .public, viewer: ViewerState())
  }

  private func edit(_ id: PostID, _ draft: Draft) throws(TimelineError) -> Post {
    guard let written = writtenPosts.first(where: { $0.id == id }) else {
      throw .postUnavailable(id: id, reason: .notInSource)
    }
    edited[id] = draft
    guard let post = now(written) else { throw .postUnavailable(id: id, reason: .deleted) }
    changeBroadcast.notify(.changed(post))
    return post
  }

  func post(_ id: PostID) async -> Post? {
    if let written = writtenPosts.first(where: { $0.id == id }) { return written }
    return (try? await base.post(id)) ?? nil
  }

  func notify(of post: Post) {
    changeBroadcast.notify(now(post).map { .changed($0) } ?? .deleted(post.ref))
  }
}

extension Post {
  /// The accounts that appear in the post. Mentions, which may lack a display name, come last.
  fileprivate var involvedProfiles: [Profile] {
    [author, repost?.by, replyToAuthor].compactMap(\.self) + (notification?.profiles ?? []) + mentions.map(\.profile)
  }
}

extension Profile {
  /// - Parameter typed: in lower case.
  fileprivate func isFound(by typed: String) -> Bool {
    handle.lowercased().hasPrefix(typed) || name.lowercased().hasPrefix(typed)
      || name.split(whereSeparator: \.isWhitespace).contains { $0.lowercased().hasPrefix(typed) }
  }
}
