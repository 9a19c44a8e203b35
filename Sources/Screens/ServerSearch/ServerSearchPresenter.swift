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

  /// The matches, and the cursor of the next page of a list; nil if it is complete.
  struct Matches {
    var all: [Match] = []
    var nextPage: RemoteCursor?
  }

  weak var view: (any ListScreenView<ServerSearchRow>)?
  let services: AppServices
  let session: AccountSession
  let router: any PostWireframe

  private let search: ServerSearch
  private(set) lazy var loader = ScreenLoader<Matches>(for: self, services, of: session.account)
  /// The time for which the ages in the list were computed.
  private var agesShownAt: Date?
  /// Requests the relationships with the listed profiles after a delay.
  private var relationshipLoad: Task<Void, Never>?
  private var pageLoad: Task<Void, Never>?
  /// The reason that the next page could not be loaded; nil if it could.
  private var pageFailure: TimelineError?

  init(_ search: ServerSearch, services: AppServices, session: AccountSession, router: any PostWireframe) {
    self.search = search
    self.services = services
    self.session = session
    self.router = router
    if case .profiles(let listed) = search { loader.update(Matches(all: listed.profiles.map(Match.profile))) }
    session.revealed.add(self)
    session.actions.relationships.add(self)
    services.pictures.add(self)
  }

  deinit {
    relationshipLoad?.cancel()
    pageLoad?.cancel()
  }

  private var now: Date { services.clock.now }

  private var matches: [Match] { loader.content?.all ?? [] }

  private func match(at index: Int) -> Match? {
    matches.indices.contains(index) ? matches[index] : nil
  }
}

// MARK: - Rows

extension ServerSearchPresenter: LoadingListPresenter {
  var title: String { "Search" }
  var header: ListHeader { ListHeader(title: search.title, reader: session.account.profile) }
  var rowNames: RowNames { RowNames("match", firstCommand: ServerSearchCommands.first) }
  var shownName: String { "matches" }
  var offered: Set<EmptyStateAction> { [.retry, .signInAgain, .switchAccount, .back] }

  var subject: EmptyReason.Subject {
    .init(owner: "", contentName: search.contentName, origin: session.account.origin)
  }

  var loadingText: String {
    switch search {
    case .matches, .profiles: "Searching \(subject.source) for \(subject.contentName)…"
    case .list, .heldNotifications, .trends, .suggestions: "Loading \(subject.contentName) from \(subject.source)…"
    }
  }

  var screenContent: ScreenContent<ListRows<ServerSearchRow>> {
    if loader.content == nil, let error = loader.failure?.error, search.isMissing(error) {
      return .empty(search.notOffered)
    }
    return loader.screenContent(subject, offered: offered) { list(of: $0) }
  }

  func list(of matches: Matches) -> ScreenContent<ListRows<ServerSearchRow>> {
    guard !matches.all.isEmpty else { return .empty(search.noMatches) }
    agesShownAt = now
    let keys = PostCellViewModel.KeyNames(services.keymap.value)
    var above: String?
    let rows = matches.all.enumerated().map { index, match in
      let kind = ServerSearchText.heading(of: match)
      defer { above = kind }
      return ServerSearchRow(
        id: "\(kind) \(index)", heading: kind == above ? nil : kind, content: cell(of: match, keys))
    }
    return .content(ListRows(rows, footer: footer))
  }

  private var footer: String {
    guard loader.content?.nextPage != nil else { return search.footer }
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
}

// MARK: - Loading

extension ServerSearchPresenter {
  /// Profiles and hashtags come first: they are few, and short queries usually mean them.
  func request(isReload: Bool) async throws(TimelineError) -> Matches {
    let freshness: Freshness = isReload ? .fresh : .cached
    switch search {
    case .profiles(let listed): return Matches(all: listed.profiles.map(Match.profile))
    case .matches(let query, let server):
      let found = try await server.matches(of: query.text, isReload ? .fresh : .cached)
      return Matches(
        all: found.profiles.map(Match.profile) + found.tags.map(Match.tag) + found.posts.map(Match.post))
    case .heldNotifications(let request, let repository):
      return Matches(all: try await repository.notifications(in: request).map(Match.post))
    case .list(let list):
      pageLoad?.cancel()
      pageLoad = nil
      let page = try await list.profiles.page(after: nil)
      return Matches(all: page.profiles.map(Match.profile), nextPage: page.next)
    case .trends(let server):
      let trends = try await server.trends(freshness)
      return Matches(all: trends.tags.map(Match.tag) + trends.links.map(Match.link) + trends.posts.map(Match.post))
    case .suggestions(let server):
      return Matches(all: try await server.suggestions(freshness).map(Match.profile))
    }
  }

  func accept(_ matches: Matches) {
    pageFailure = nil
    loader.show(matches)
    let posts = matches.all.compactMap { if case .post(let post) = $0 { post } else { nil } }
    session.cache.setPosts(posts, for: self)
    switch search {
    case .list, .suggestions:
      loadRelationships(with: matches.all.compactMap { if case .profile(let profile) = $0 { profile } else { nil } })
      loadNextPage()
    case .profiles, .matches, .heldNotifications, .trends: break
    }
  }

  /// The number of rows below the selection from which the next page is loaded.
  private static let rowsAhead = 20

  /// Loads the next page of a list if the selection is near its end.
  private func loadNextPage() {
    guard case .list(let list) = search, let cursor = loader.content?.nextPage, pageLoad == nil,
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
      loader.update(Matches(all: matches + page.profiles.map(Match.profile), nextPage: page.next))
      loadRelationships(with: page.profiles)
    case .failure(let error): pageFailure = error
    }
    render()
    if pageFailure == nil { loadNextPage() }
  }
}

// MARK: - User events

extension ServerSearchPresenter {
  /// The people of a notification are already known.
  var canReload: Bool {
    if case .profiles = search { false } else { true }
  }

  func viewDidLoad() {
    if canReload { load(isReload: false) }
  }

  func viewDidAppear() {
    loader.screenDidAppear { load(isReload: false) }
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

  func didSelectRow(at index: Int) {
    refreshAges()
    reloadRelationships()
    loadNextPage()
  }

  /// Rebuilds the list if the ages of its posts are older than a minute.
  private func refreshAges() {
    if let agesShownAt, now.timeIntervalSince(agesShownAt) >= 60 { render() }
  }

  /// Opens the profile, hashtag, page or post in a row.
  func openPost(at index: Int) {
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
}

// MARK: - Commands

extension ServerSearchPresenter {
  func commands(at index: Int?) -> [RowCommand] {
    guard let index, let row = selectedRow else { return [] }
    return commands(for: row, at: index) + undoCommands
  }

  private func commands(for row: ServerSearchRow, at index: Int) -> [RowCommand] {
    func open(_ title: String) -> RowCommand {
      RowCommand(PostCommands.open, title, hint: "open", .open { self.openPost(at: index) })
    }
    switch row.content {
    case .post(let post): return postCommands(for: post, at: index)
    case .profile: return [open("open the profile")] + profileCommands(at: index)
    case .tag: return [open("open the hashtag")]
    case .link(_, _, _, let url):
      let title = "open the page in the browser"
      return [open(title), RowCommand(PostCommands.openInBrowser, title, .perform { self.openLink(url) })]
    }
  }

  private func profileCommands(at index: Int) -> [RowCommand] {
    let actions = profileActions(at: index).map { availability in
      ProfileActionCommands.availableCommands(
        on: availability, isShown: true, current: { self.profileActions(at: index) }
      ) { self.perform($0, onProfileAt: index) }.map(RowCommand.init)
    }
    return (actions ?? []) + [removal(at: index)].compactMap(\.self)
  }

  private func removal(at index: Int) -> RowCommand? {
    if let action = removingAction(at: index) {
      let title = action == .mute(nil) ? "unmute" : "unblock"
      return RowCommand(
        ServerSearchCommands.remove, title, hint: title, .perform { self.perform(action, onProfileAt: index) })
    }
    guard case .suggestions = search else { return nil }
    return RowCommand(
      ProfileActionCommands.dismiss, "remove this suggestion", hint: "remove",
      .perform { self.removeSuggestion(at: index) })
  }

  func unavailableCommands(at index: Int?) -> [UnavailableCommand] {
    PostCommands.unavailableCommands(for: selectedRow?.post, at: selection, presenter: self)
      + SourceCommands.unavailable
  }
}

/// The commands of server search results, in addition to those of all lists.
public enum ServerSearchCommands {
  public static let first = Command(
    "first-found", "first match", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)

  /// In the lists of muted and blocked accounts.
  static let remove = Command(
    "remove-from-list", "unmute or unblock", synonyms: ["remove", "delete"], keys: ["x"], in: .write)

  public static let all = [first, remove]
}

// MARK: - Suggestions

extension ServerSearchPresenter {
  /// Removes the row immediately, and shows it again if that fails. After a lost response the list is loaded again.
  private func removeSuggestion(at index: Int) {
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
    loader.update(Matches(all: matches, nextPage: loader.content?.nextPage))
    render()
  }
}

// MARK: - Profiles

extension ServerSearchPresenter: RelationshipObserver {
  private func profileActions(at index: Int) -> ProfileActionAvailability? {
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

  private func removingAction(at index: Int) -> ProfileAction? {
    guard case .list(let shown) = search, case .profile(let profile)? = match(at: index) else { return nil }
    // The list says so if the relationship is unknown.
    let flags = relationship(with: profile)?.flags ?? [.muting, .blocking]
    switch shown.list {
    case .muted where flags.contains(.muting): return .mute(nil)
    case .blocked where flags.contains(.blocking): return .block(false)
    default: return nil
    }
  }

  private func perform(_ action: ProfileAction, onProfileAt index: Int) {
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

  func actionsDidChange(on post: Post) { render() }
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
    guard loader.content != nil else { return }
    let left = matches.compactMap { match -> Match? in
      guard case .post(let post) = match else { return match }
      return change(post).map(Match.post)
    }
    update(left)
  }
}
