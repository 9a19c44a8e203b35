import Domain
import PostCell

/// Opens posts, profiles and hashtags through closures.
@MainActor
public struct ServerSearchRouter: ServerSearchWireframe {
  private let showPostScreen: (Post) -> Void
  private let showDestination: (PostDestination) -> Void
  private let showAccountsScreen: () -> Void
  private let showAccount: (Int) -> Void
  private let showLoginScreen: () -> Void

  /// - Parameters:
  ///   - show: shows a profile, a hashtag or another screen that a post links to.
  ///   - stepAccount: shows the account that is so many positions further in the list of accounts.
  public init(
    showPost: @escaping (Post) -> Void, show: @escaping (PostDestination) -> Void,
    showAccounts: @escaping () -> Void, stepAccount: @escaping (Int) -> Void, showLogin: @escaping () -> Void
  ) {
    showPostScreen = showPost
    showDestination = show
    showAccountsScreen = showAccounts
    showAccount = stepAccount
    showLoginScreen = showLogin
  }

  func showPost(_ post: Post) { showPostScreen(post) }
  func show(_ destination: PostDestination) { showDestination(destination) }
  func showAccounts() { showAccountsScreen() }
  func showNextAccount() { showAccount(1) }
  func showPreviousAccount() { showAccount(-1) }
  func showLogin() { showLoginScreen() }
}
