import TerminalKit

/// Builds the screen and wires its parts.
@MainActor
public enum LoginAssembly {
  public static func make(dependencies: LoginDependencies, router: LoginRouter) -> any ViewController {
    let presenter = LoginPresenter(dependencies: dependencies, router: router)
    let viewController = LoginViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}
