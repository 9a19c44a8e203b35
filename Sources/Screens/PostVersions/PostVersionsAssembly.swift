import Domain
import ScreenSupport
import TerminalKit

/// Builds the screen of a post's versions and connects its components.
@MainActor
public enum PostVersionsAssembly {
  /// - Parameter post: The current version as far as it is known.
  public static func make(
    of post: Post, _ loadVersions: any LoadVersionsUseCase, services: AppServices, session: AccountSession,
    router: any PostWireframe
  ) -> any ViewController {
    let presenter = PostVersionsPresenter(
      of: post, loadVersions, services: services, session: session, router: router)
    let viewController = PostVersionsViewController(presenter: presenter, keymap: services.keymap)
    presenter.view = viewController
    return viewController
  }
}
