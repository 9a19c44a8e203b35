import Domain
import EmptyState
import PostCell
import ScreenSupport
import TerminalKit

/// Builds the screen of the notifications that a server holds back, and connects its components.
@MainActor
public enum NotificationRequestsAssembly {
  /// - Parameter announce: Shows a notice on whichever screen is in front: requests continue when this one is closed.
  public static func make(
    services: AppServices, session: AccountSession, router: any PostWireframe,
    announce: @escaping @MainActor (_ text: String, _ isFailure: Bool) -> Void
  ) -> any ViewController {
    let presenter = NotificationRequestsPresenter(
      services: services, session: session, router: router, announce: announce)
    let viewController = NotificationRequestsViewController(presenter: presenter, keymap: services.keymap)
    presenter.view = viewController
    return viewController
  }

  /// The empty views of the screen, for the tour.
  public static var emptyViews: [EmptyStateViewModel] { [NotificationRequestsText.notOffered] }
}
