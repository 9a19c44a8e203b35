import Domain

/// Leads from a post to the others of its thread.
@MainActor
public struct PostDetailRouter: PostDetailWireframe {
  private let showPostScreen: (PostID) -> Void
  private let showLoginScreen: () -> Void

  public init(showPost: @escaping (PostID) -> Void, showLogin: @escaping () -> Void) {
    showPostScreen = showPost
    showLoginScreen = showLogin
  }

  func showPost(_ id: PostID) { showPostScreen(id) }
  func showLogin() { showLoginScreen() }
}
