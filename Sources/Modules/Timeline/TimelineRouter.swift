import Domain

/// Leads from the timeline to other screens, through closures: the timeline knows none of them.
@MainActor
public struct TimelineRouter: TimelineWireframe {
  private let showPostScreen: (Post, Profile) -> Void
  private let selectPost: (Post?, Profile) -> Void
  private let showAccountsScreen: () -> Void
  private let showAccount: (Int) -> Void
  private let showLoginScreen: () -> Void

  /// - Parameters:
  ///   - showPost: shows a post to whom the source says is reading.
  ///   - select: told of the post that is selected, for what stands beside the list.
  ///   - stepAccount: shows the account so many further down the list of accounts.
  public init(
    showPost: @escaping (Post, Profile) -> Void, select: @escaping (Post?, Profile) -> Void = { _, _ in },
    showAccounts: @escaping () -> Void, stepAccount: @escaping (Int) -> Void, showLogin: @escaping () -> Void
  ) {
    showPostScreen = showPost
    selectPost = select
    showAccountsScreen = showAccounts
    showAccount = stepAccount
    showLoginScreen = showLogin
  }

  func showPost(_ post: Post, as profile: Profile) { showPostScreen(post, profile) }
  func didSelect(_ post: Post?, as profile: Profile) { selectPost(post, profile) }
  func showAccounts() { showAccountsScreen() }
  func showNextAccount() { showAccount(1) }
  func showPreviousAccount() { showAccount(-1) }
  func showLogin() { showLoginScreen() }
}
