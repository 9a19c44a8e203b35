import Domain

/// Leads from a post to the others of its thread, and to other accounts.
@MainActor
public struct PostDetailRouter: PostDetailWireframe {
  private let showPostScreen: (Post) -> Void
  private let showAccountsScreen: () -> Void
  private let showAccount: (Int) -> Void
  private let showLoginScreen: () -> Void

  /// - Parameter stepAccount: shows the account so many further down the list of accounts.
  public init(
    showPost: @escaping (Post) -> Void, showAccounts: @escaping () -> Void, stepAccount: @escaping (Int) -> Void,
    showLogin: @escaping () -> Void
  ) {
    showPostScreen = showPost
    showAccountsScreen = showAccounts
    showAccount = stepAccount
    showLoginScreen = showLogin
  }

  func showPost(_ post: Post) { showPostScreen(post) }
  func showAccounts() { showAccountsScreen() }
  func showNextAccount() { showAccount(1) }
  func showPreviousAccount() { showAccount(-1) }
  func showLogin() { showLoginScreen() }
}
