import TerminalKit

/// Builds the screen and wires its parts.
@MainActor
public enum PostDetailAssembly {
  public static func make(dependencies: PostDetailDependencies, router: PostDetailRouter) -> any ViewController {
    let presenter = PostDetailPresenter(dependencies: dependencies, router: router)
    let viewController = PostDetailViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}
