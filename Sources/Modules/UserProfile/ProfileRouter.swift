import Domain
import PostCell

/// Opens other screens from a profile through closures.
@MainActor
public struct ProfileRouter: ProfileWireframe {
  private let showPostScreen: (Post) -> Void
  private let showDestination: (PostDestination) -> Void
  private let showAccountsScreen: () -> Void
  private let showAccount: (Int) -> Void
  private let showLoginScreen: () -> Void

  /// - Parameters:
  ///   - show: Opens a destination of a post other than its thread.
  ///   - stepAccount: Opens the account at an offset from the current one in the list of accounts.
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
