import TerminalKit

/// Builds the screen and wires its parts.
@MainActor
public enum TimelineAssembly {
  public static func make(dependencies: TimelineDependencies, router: TimelineRouter) -> any ViewController {
    let presenter = TimelinePresenter(dependencies: dependencies, router: router)
    let viewController = TimelineViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}
