import Domain
import PostCell

/// Leads from the timeline to other screens, through closures: the timeline knows none of them.
@MainActor
public struct TimelineRouter: TimelineWireframe {
  private let showPostScreen: (Post, Profile, SearchQuery?) -> Void
  private let showDestination: (PostDestination, Profile) -> Void
  private let searchServer: (SearchQuery, Profile) -> Void
  private let selectPost: (Post?, Profile, SearchQuery?) -> Void
  private let showAccountsScreen: () -> Void
  private let showAccount: (Int) -> Void
  private let showLoginScreen: () -> Void
  private let goBackToAccount: (AccountID) -> Bool

  /// - Parameters:
  ///   - showPost: shows a post to whom the source says is reading.
  ///   - show: shows what a post leads to beside its thread.
  ///   - searchServer: shows what the server finds.
  ///   - select: told of the post that is selected, for what stands beside the list.
  ///   - stepAccount: shows the account so many further down the list of accounts.
  ///   - goBack: shows an account as it was left, where it is still there.
  public init(
    showPost: @escaping (Post, Profile, SearchQuery?) -> Void,
    show: @escaping (PostDestination, Profile) -> Void = { _, _ in },
    searchServer: @escaping (SearchQuery, Profile) -> Void = { _, _ in },
    select: @escaping (Post?, Profile, SearchQuery?) -> Void = { _, _, _ in },
    showAccounts: @escaping () -> Void, stepAccount: @escaping (Int) -> Void, showLogin: @escaping () -> Void,
    goBack: @escaping (AccountID) -> Bool = { _ in false }
  ) {
    showPostScreen = showPost
    showDestination = show
    self.searchServer = searchServer
    selectPost = select
    showAccountsScreen = showAccounts
    showAccount = stepAccount
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

  func showAccounts() { showAccountsScreen() }
  func showNextAccount() { showAccount(1) }
  func showPreviousAccount() { showAccount(-1) }
  func showLogin() { showLoginScreen() }
  func goBack(to account: AccountID) -> Bool { goBackToAccount(account) }
}
