import Domain
import EmptyState
import FoundationEssentials
import PostCell
import ScreenSupport
import TerminalKit
import TimelineCore

/// Searches the server, and decides what to show of the results.
@MainActor
final class ServerSearchPresenter: PostRouting {
  /// A row: a profile, a hashtag or a post.
  enum Match {
    case profile(Profile)
    case tag(ServerMatches.Tag)
    case post(Post)
    case link(ServerMatches.SharedLink)
  }

  private static let offered: Set<EmptyStateAction> = [.retry, .signInAgain, .switchAccount, .back]

  weak var view: (any ServerSearchView)?
  let services: AppServices
  let session: AccountSession
  let router: any PostWireframe

  private let search: ServerSearch
  private lazy var loader = ScreenLoader<[Match]>(
    services, of: session.account, render: { [weak self] in self?.render() }, reload: { [weak self] in self?.reload() })
  private var selection = 0
  private var contentSwitch = ContentSwitch()
  /// The time for which the ages in the list were computed.
  private var agesShownAt: Date?
  /// Requests the relationships with the listed profiles after a delay.
  private var relationshipLoad: Task<Void, Never>?
  /// The cursor of the next page of a list; nil if it is complete.
  private var nextPage: RemoteCursor?
  private var pageLoad: Task<Void, Never>?
  /// Why the next page could not be loaded, or nil.
  private var pageFailure: TimelineError?

  init(_ search: ServerSearch, services: AppServices, session: AccountSession, router: any PostWireframe) {
    self.search = search
    self.services = services
    self.session = session
    self.router = router
    if case .profiles(let listed) = search { loader.update(listed.profiles.map(Match.profile)) }
    session.revealed.add(self)
    session.actions.relationships.add(self)
    services.pictures.add(self)
  }

  deinit {
    relationshipLoad?.cancel()
    pageLoad?.cancel()
  }

  private var now: Date { services.clock.now }

  private var matches: [Match] { loader.content ?? [] }

  func match(at index: Int) -> Match? {
    matches.indices.contains(index) ? matches[index] : nil
  }

  private var subject: EmptyReason.Subject {
    .init(owner: "", contentName: search.contentName, origin: session.account.origin)
  }
}

// MARK: - Rendering

extension ServerSearchPresenter {
  private func render() {
    guard let view else { return }
    view.showHeader(ListHeader(title: search.title, reader: session.account.profile))
    contentSwitch.show(screenContent, on: view) { view.show($0) }
    showStatus()
    updateNotice()
  }

  /// Decides between the matches, the empty view and the loading view.
  private var screenContent: ScreenContent<ServerSearchViewModel> {
    if loader.content == nil, let error = loader.failure?.error, search.isMissing(error) {
      return .empty(search.notOffered)
    }
    return loader.screenContent(subject, offered: Self.offered) { matches in
      matches.isEmpty ? .empty(search.noMatches) : .content(viewModel(of: matches))
    }
  }

  private func viewModel(of matches: [Match]) -> ServerSearchViewModel {
    agesShownAt = now
    let keys = PostCellViewModel.KeyNames(services.keymap.value)
    var above: String?
    let rows = matches.enumerated().map { index, match in
      let kind = ServerSearchText.heading(of: match)
      defer { above = kind }
      return ServerSearchRow(
        id: "\(kind) \(index)", heading: kind == above ? nil : kind, content: cell(of: match, keys))
    }
    return ServerSearchViewModel(rows: rows, selection: selection, footer: footer)
  }

  private var footer: String {
    guard nextPage != nil else { return search.footer }
    return pageFailure.map { "No more people could be loaded: \($0.clause)" } ?? "Loading more people…"
  }

  private func cell(of match: Match, _ keys: PostCellViewModel.KeyNames) -> ServerSearchRow.Content {
    switch match {
    case .profile(let profile):
      .profile(
        name: profile.displayName, handle: "@\(profile.handle)", bio: profile.details?.bio ?? "",
        relationship: profile.isSame(as: session.account.profile)
          ? "you" : ServerSearchText.text(of: relationship(with: profile), at: now))
    case .tag(let tag): .tag(name: "#\(tag.name)", facts: ServerSearchText.facts(of: tag))
    case .link(let link):
      .link(
        title: Link(url: link.url, text: link.title).displayLabel(), facts: ServerSearchText.facts(of: link),
        summary: link.card?.summary ?? "", url: link.url)
    case .post(let post):
      .post(
        services.pictures.addImages(
          of: post,
          to: PostCellViewModel(
            post, now: now, query: search.query, isRevealed: session.revealed.contains(post), keys: keys,
            time: services.time.value)))
    }
  }

  private func showStatus() {
    view?.showStatus(matches.isEmpty ? "" : "\(selection + 1) of \(matches.count)")
  }

  private func updateNotice() {
    let loading =
      switch search {
      case .matches, .profiles: "Searching \(subject.source) for \(subject.contentName)…"
      case .list, .heldNotifications, .trends, .suggestions: "Loading \(subject.contentName) from \(subject.source)…"
      }
    view?.updateNotice(
      matches.isEmpty ? nil : loader.notice(subject, shown: "matches", loading: loading, offered: Self.offered))
  }
}

// MARK: - Loading

extension ServerSearchPresenter {
  /// Loads the matches. The current ones stay until the response arrives.
  private func load(isRefresh: Bool) {
    switch search {
    case .profiles: render()
    case .matches(let query, _, let searchServer):
      loader.load { () async throws(TimelineError) in
        try await searchServer(query.text, isRefresh: isRefresh)
      } accept: { [weak self] in
        self?.accept($0)
      }
    case .heldNotifications(let request, let repository):
      loader.load { () async throws(TimelineError) in
        try await repository.notifications(in: request)
      } accept: { [weak self] in
        self?.accept(ServerMatches(posts: $0))
      }
    case .list(let list):
      pageLoad?.cancel()
      pageLoad = nil
      loader.load { () async throws(TimelineError) in
        try await list.profiles.page(after: nil)
      } accept: { [weak self] in
        self?.acceptFirst($0)
      }
    case .trends(let server):
      loader.load { () async throws(TimelineError) in
        try await server.trends(isRefresh ? .fresh : .cached)
      } accept: { [weak self] in
        self?.acceptTrends($0)
      }
    case .suggestions(let server):
      loader.load { () async throws(TimelineError) in
        try await server.suggestions(isRefresh ? .fresh : .cached)
      } accept: { [weak self] in
        self?.show($0.map(Match.profile))
        self?.loadRelationships(with: $0)
      }
    }
  }

  private func acceptTrends(_ response: ServerMatches) {
    show(response.tags.map(Match.tag) + response.links.map(Match.link) + response.posts.map(Match.post))
    session.cache.setPosts(response.posts, for: self)
  }

  private func acceptFirst(_ page: ProfileListPage) {
    (nextPage, pageFailure) = (page.next, nil)
    show(page.profiles.map(Match.profile))
    loadRelationships(with: page.profiles)
    loadNextPage()
  }

  /// The number of rows below the selection from which the next page is loaded.
  private static let rowsAhead = 20

  /// Loads the next page of a list if the selection is near its end.
  private func loadNextPage() {
    guard case .list(let list) = search, let cursor = nextPage, pageLoad == nil,
      selection >= matches.count - Self.rowsAhead
    else { return }
    pageFailure = nil
    pageLoad = services.runner.start(for: self) { [weak self] in
      let result: Result<ProfileListPage, TimelineError>
      do throws(TimelineError) {
        result = .success(try await list.profiles.page(after: cursor))
      } catch {
        result = .failure(error)
      }
      guard let self, !Task.isCancelled else { return }
      pageLoad = nil
      accept(result)
    }
  }

  private func accept(_ result: Result<ProfileListPage, TimelineError>) {
    switch result {
    case .success(let page):
      nextPage = page.next
      loader.update(matches + page.profiles.map(Match.profile))
      loadRelationships(with: page.profiles)
    case .failure(let error): pageFailure = error
    }
    render()
    if pageFailure == nil { loadNextPage() }
  }

  /// Profiles and hashtags come first: they are few, and short queries usually mean them.
  private func accept(_ response: ServerMatches) {
    show(response.profiles.map(Match.profile) + response.tags.map(Match.tag) + response.posts.map(Match.post))
    session.cache.setPosts(response.posts, for: self)
  }

  private func show(_ matches: [Match]) {
    loader.show(matches, asOf: now)
    selection = min(selection, max(0, matches.count - 1))
  }
}

// MARK: - User events

extension ServerSearchPresenter: ServerSearchPresentation {
  func viewDidLoad() { load(isRefresh: false) }

  func viewDidAppear() {
    loader.screenDidAppear { load(isRefresh: false) }
    refreshAges()
    loadRelationships()
    reloadRelationships()
    loadNextPage()
  }

  func viewWillDisappear() {
    loader.screenWillDisappear()
    relationshipLoad?.cancel()
    relationshipLoad = nil
    services.pictures.hide(from: self)
    pageLoad?.cancel()
    pageLoad = nil
  }

  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
    refreshAges()
    reloadRelationships()
    loadNextPage()
  }

  /// Rebuilds the list if the ages of its posts are older than a minute.
  private func refreshAges() {
    if let agesShownAt, now.timeIntervalSince(agesShownAt) >= 60 { render() }
  }

  func openRow(at index: Int) {
    switch match(at: index) {
    case .profile(let profile): router.show(.profile(profile))
    case .tag(let tag): router.show(.tag(tag.name))
    // A notification without a post opens its account.
    case .post(let post) where !post.isPost: post.notification?.profiles.first.map { router.show(.profile($0)) }
    case .post(let post): router.showPost(post)
    case .link(let link): openLink(link.url)
    case nil: break
    }
  }

  /// The people of a notification are already known.
  var canReload: Bool {
    if case .profiles = search { false } else { true }
  }

  func reload() { load(isRefresh: true) }
}

// MARK: - Suggestions

extension ServerSearchPresenter {
  func canRemoveSuggestion(at index: Int) -> Bool {
    guard case .suggestions = search, case .profile? = match(at: index) else { return false }
    return true
  }

  /// Removes the row at once, and shows it again if that fails. After a lost response the list is loaded again.
  func removeSuggestion(at index: Int) {
    guard case .suggestions(let server) = search, case .profile(let profile)? = match(at: index) else { return }
    var remaining = matches
    remaining.remove(at: index)
    update(remaining)
    services.runner.start { [weak self] in
      do throws(TimelineError) {
        try await server.removeSuggestion(of: profile)
      } catch {
        self?.restore(profile, at: index, error)
      }
    }
  }

  private func restore(_ profile: Profile, at index: Int, _ error: TimelineError) {
    var restored = matches
    restored.insert(.profile(profile), at: min(index, restored.count))
    update(restored)
    guard error.mayHaveArrived else {
      return showNotice("\(profile.label) is still suggested: \(error.clause)".asSentence, isFailure: true)
    }
    showNotice("Not confirmed, \(profile.label): \(error.clause)".asSentence, isFailure: true)
    reload()
  }

  private func update(_ matches: [Match]) {
    loader.update(matches)
    selection = min(selection, max(0, matches.count - 1))
    render()
  }
}

// MARK: - Profiles

extension ServerSearchPresenter: RelationshipObserver {
  func profileActions(at index: Int) -> ProfileActionAvailability? {
    guard case .profile(let profile)? = match(at: index) else { return nil }
    let actions = session.actions
    let relationship = relationship(with: profile)
    var availability = ProfileActionAvailability(
      on: profile, by: session.account.profile, actions.kinds, relationship)
    // Until the source reports the relationship, people who requested to follow the user still do.
    if relationship == nil, case .profiles(let listed) = search, listed.areRequesting {
      availability?.flags.insert(.requestedBy)
    }
    availability?.isRelationshipUnknown = actions.isRelationshipUnknown(of: profile.actionTargetID)
    availability?.setLists(of: profile.actionTargetID, actions)
    return availability
  }

  func removingAction(at index: Int) -> ProfileAction? {
    guard case .list(let shown) = search, case .profile(let profile)? = match(at: index) else { return nil }
    // The list says so if the relationship is unknown.
    let flags = relationship(with: profile)?.flags ?? [.muting, .blocking]
    switch shown.list {
    case .muted where flags.contains(.muting): return .mute(nil)
    case .blocked where flags.contains(.blocking): return .block(false)
    default: return nil
    }
  }

  func perform(_ action: ProfileAction, onProfileAt index: Int) {
    guard case .profile(let profile)? = match(at: index) else { return }
    if action == .report { return router.show(.report(profile, nil)) }
    if action == .note { return router.show(.note(profile)) }
    action.userAction(on: profile).map { session.actions.perform($0, about: profile.label) }
  }

  func relationshipsDidChange() {
    if matches.contains(where: { if case .profile = $0 { true } else { false } }) { render() }
  }

  private func relationship(with profile: Profile) -> Relationship? {
    session.actions.relationships[profile.actionTargetID]
  }

  /// Requests the relationships with the people of a notification. A failure is not shown: the list is complete.
  private func loadRelationships() {
    guard case .profiles(let listed) = search, !listed.profiles.isEmpty, relationshipLoad == nil else { return }
    relationshipLoad = services.runner.start(for: self) { [weak self, clock = services.clock] in
      if listed.loadDelay > 0 {
        guard (try? await clock.sleep(seconds: listed.loadDelay)) != nil, !Task.isCancelled else { return }
      }
      guard let self else { return }
      loadRelationships(with: listed.profiles)
    }
  }

  /// Requests the known relationships with the people around the selection again, if they were reported minutes ago.
  private func reloadRelationships() {
    let rows = max(0, selection - Self.rowsAhead)..<min(matches.count, selection + Self.rowsAhead)
    guard !rows.isEmpty else { return }
    let profiles = matches[rows].compactMap { if case .profile(let profile) = $0 { profile } else { nil } }
    loadRelationships(
      with: profiles.filter { session.actions.relationships[reported: $0.actionTargetID] != nil })
  }

  private func loadRelationships(with profiles: [Profile]) {
    session.actions.loadRelationships(with: profiles) { [weak self] in self?.render() }
  }
}

// MARK: - Posts

extension ServerSearchPresenter: PostListPresenter {
  /// nil if the row is not a post.
  func post(at index: Int) -> Post? {
    if case .post(let post)? = match(at: index) { post } else { nil }
  }

  func index(of entry: PostKey) -> Int? {
    matches.firstIndex { if case .post(let post) = $0 { post.key == entry } else { false } }
  }

  func openPost(at index: Int) { openRow(at: index) }
  func actionsDidChange(on post: Post) { render() }

  func showNotice(_ text: String, isFailure: Bool) {
    view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
  }
}

extension ServerSearchPresenter: PostCacheObserver, RevealedWarningsObserver, PostPicturesObserver {
  func picturesDidChange(of posts: Set<PostRef>?) {
    let isShown = matches.contains { match in
      if case .post(let shown) = match { posts?.contains(shown.ref) ?? true } else { false }
    }
    if isShown { render() }
  }

  func postDidChange(_ post: Post) {
    change { $0.ref == post.ref || $0.ref == post.formerRef ? $0.updated(from: post) : $0 }
  }

  func postWasDeleted(_ ref: PostRef) {
    change { $0.ref == ref ? nil : $0 }
  }

  func warningDidChange(of post: PostRef) {
    let isShown = matches.contains { if case .post(let shown) = $0 { shown.ref == post } else { false } }
    if isShown { render() }
  }

  private func change(_ change: (Post) -> Post?) {
    guard let matches = loader.content else { return }
    let left = matches.compactMap { match -> Match? in
      guard case .post(let post) = match else { return match }
      return change(post).map(Match.post)
    }
    update(left)
  }
}
