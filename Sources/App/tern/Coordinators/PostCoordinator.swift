import Domain
import PostDetail
import Runtime
import ScreenSupport
import ServerSearch
import Settings
import TerminalKit
import Timeline
import TimelineCore

/// Opens posts, the timelines that list them, and the screens that posts lead to.
@MainActor
final class PostCoordinator {
  /// The time that a post must be shown in the detail pane before its thread is requested from the server, in seconds.
  private static let threadLoadDelay = 1.0

  let dependencies: CoordinatorDependencies
  let openAccounts: OpenAccounts
  let writing: WritingCoordinator
  weak var accounts: (any AccountNavigation)?
  let recentSearches: SearchHistory
  let savedSearches: SavedSearches
  /// The timelines that are shown as tabs.
  let tabTitles: Observed<[String]>
  let jumps = JumpList()
  let positionQueue: SerialQueue
  /// The statistics screen while it is open.
  weak var statisticsScreen: (any ViewController)?
  /// The open timelines of all accounts.
  var merged: OpenMergedTimelines
  private let follower: SelectionFollower

  init(_ dependencies: CoordinatorDependencies, openAccounts: OpenAccounts, writing: WritingCoordinator) {
    self.dependencies = dependencies
    self.openAccounts = openAccounts
    self.writing = writing
    let (runner, settings) = (dependencies.services.runner, dependencies.settings.value)
    let remember = SaveSearches(session: dependencies.environment.session)
    recentSearches = SearchHistory(remember: remember, runner: runner)
    savedSearches = SavedSearches(remember: remember, runner: runner, configured: settings.searches) {
      [weak navigator = dependencies.navigator] error in
      navigator?.announce("Your searches could not be saved: \(error.path): \(error.reason)".asSentence)
    }
    tabTitles = Observed(settings.timelines)
    positionQueue = SerialQueue(runner: runner)
    merged = OpenMergedTimelines(
      options: TimelineOptionsStore(cache: openAccounts.cache) { [settings = dependencies.settings] in
        settings.value.readingPreferences
      })
    follower = SelectionFollower(
      navigator: dependencies.navigator, clock: dependencies.services.clock, runner: runner)
    services.pictures.source = { [weak self] in self?.showPicture(ofAccount: $0) }
    openAccounts.onRefusal = { [weak self] refusal, account in
      guard let self else { return false }
      return reopenReport(refusal, of: account) || keepNote(refusal, of: account)
    }
  }

  var navigator: Navigator { dependencies.navigator }
  var services: AppServices { dependencies.services }
}

extension PostCoordinator {
  /// Opens the screens that a post of the account leads to.
  func router(_ context: PostScreenContext) -> PostRouter {
    let account = context.account
    return PostRouter(
      showPost: { [weak self] in self?.showPost($0, context) }, show: { [weak self] in self?.show($0, context) },
      showLogin: { [weak self] in self?.accounts?.showLogin(to: account) })
  }

  /// Identifies the screen of a post. The query is part of it because its matches are highlighted, and the notification
  /// because its people are shown.
  private struct PostDetailID: Hashable {
    let ref: PostRef
    let notification: String?
    let query: SearchQuery?

    init(_ post: Post, _ context: PostScreenContext) {
      (ref, notification, query) = (post.ref, post.notification?.id, context.query)
    }
  }

  /// - Parameter isDetail: whether the detail pane shows the post because it is selected. Its thread is then loaded
  ///   with a delay.
  private func makePost(_ post: Post, _ context: PostScreenContext, isDetail: Bool = false) -> any ViewController {
    let subject = PostDetailSubject(
      post.ref, knownPost: post, query: context.query, reloadDelay: isDetail ? Self.threadLoadDelay : 0)
    return makePost(subject, as: PostDetailID(post, context), context)
  }

  /// - Parameter id: identifies the screen in the panes.
  func makePost(
    _ subject: PostDetailSubject, as id: AnyHashable, _ context: PostScreenContext
  ) -> any ViewController {
    PostDetailAssembly.make(
      of: subject, threads: context.source.threads, services: services, session: context.session,
      router: router(context), leave: { [weak navigator] in navigator?.removeDetail(id) })
  }

  func showPost(_ post: Post, _ context: PostScreenContext) {
    navigator.showDetail(PostDetailID(post, context)) { makePost(post, context) }
  }

  func select(_ post: Post?, _ context: PostScreenContext) {
    navigator.deferUntilIdle { [weak self] in
      self?.follower.follow(
        post.map { post in
          Selection(id: PostDetailID(post, context)) { self?.makeDetail(of: post, context) }
        })
    }
  }

  /// The content of the detail pane for an entry of a timeline: the post with its thread, or the profiles of a
  /// notification without a post.
  private func makeDetail(of entry: Post, _ context: PostScreenContext) -> any ViewController {
    guard !entry.isPost, let notification = entry.notification else {
      return makePost(entry, context, isDetail: true)
    }
    return makeProfileList(ListedProfiles(of: notification, loadDelay: Self.threadLoadDelay), context)
  }
}
