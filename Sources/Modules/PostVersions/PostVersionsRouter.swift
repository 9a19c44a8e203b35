/// Opens other screens from the versions of a post through closures.
@MainActor
public struct PostVersionsRouter: PostVersionsWireframe {
  private let showLoginScreen: () -> Void

  public init(showLogin: @escaping () -> Void) {
    showLoginScreen = showLogin
  }

  func showLogin() { showLoginScreen() }
}
