import Domain
import PostCell

/// Opens the screens that a post leads to.
@MainActor
public protocol PostWireframe {
  func showPost(_ post: Post)
  /// Shows a screen that a post links to, other than its thread.
  func show(_ destination: PostDestination)
  /// Shows the form to sign in to the account again.
  func showLogin()
}

/// Opens screens through closures, so that modules do not depend on each other.
@MainActor
public struct PostRouter: PostWireframe {
  private let showPostScreen: (Post) -> Void
  private let showDestination: (PostDestination) -> Void
  private let showLoginScreen: () -> Void

  public init(
    showPost: @escaping (Post) -> Void, show: @escaping (PostDestination) -> Void = { _ in },
    showLogin: @escaping () -> Void = {}
  ) {
    showPostScreen = showPost
    showDestination = show
    showLoginScreen = showLogin
  }

  public func showPost(_ post: Post) { showPostScreen(post) }
  public func show(_ destination: PostDestination) { showDestination(destination) }
  public func showLogin() { showLoginScreen() }
}
