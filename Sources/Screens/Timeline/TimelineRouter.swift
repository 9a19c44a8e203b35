import Domain
import PostCell

/// Opens other screens through closures. The module does not depend on theirs.
@MainActor
public struct TimelineRouter: TimelineWireframe {
  private let showPostScreen: (Post, Profile, SearchQuery?) -> Void
  private let showDestination: (PostDestination, Profile) -> Void
  private let searchServer: (SearchQuery, Profile) -> Void
  private let selectPost: (Post?, Profile, SearchQuery?) -> Void
  private let showLoginScreen: () -> Void
  private let goBackToAccount: (AccountID) -> Bool

  /// - Parameters:
  ///   - showPost: shows a post as the given user.
  ///   - show: shows a screen that a post links to, other than its thread.
  ///   - searchServer: shows the results of a server search.
  ///   - select: called with the selected post, for the pane next to the list.
  ///   - goBack: shows an account at its last position. Returns whether it still exists.
  public init(
    showPost: @escaping (Post, Profile, SearchQuery?) -> Void,
    show: @escaping (PostDestination, Profile) -> Void = { _, _ in },
    searchServer: @escaping (SearchQuery, Profile) -> Void = { _, _ in },
    select: @escaping (Post?, Profile, SearchQuery?) -> Void = { _, _, _ in },
    showLogin: @escaping () -> Void,
    goBack: @escaping (AccountID) -> Bool = { _ in false }
  ) {
    showPostScreen = showPost
    showDestination = show
    self.searchServer = searchServer
    selectPost = select
    showLoginScreen = showLogin
    goBackToAccount = goBack
  }

  func showPost(_ post: Post, as profile: Profile, matchedBy query: SearchQuery?) {
    showPostScreen(post, profile, query)
  }

  func show(_ destination: PostDestination, as profile: Profile) { showDestination(destination, profile) }

  func showServerMatches(of query: SearchQuery, as profile: Profile) { searchServer(query, profile) }

  func didSelect(_ post: Post?, as profile: Profile, matchedBy query: SearchQuery?) {
    selectPost(post, profile, query)
  }

  func showLogin() { showLoginScreen() }
  func goBack(to account: AccountID) -> Bool { goBackToAccount(account) }
}
