import Domain
import EmptyState
import ScreenSupport
import TerminalKit

/// Builds the screen of a server's announcements or of its description.
@MainActor
public enum ServerInfoAssembly {
  public static func make(
    _ subject: ServerInfoSubject, server: any ServerFeatureRepository, services: AppServices, session: AccountSession,
    router: any PostWireframe
  ) -> any ViewController {
    let presenter = ServerInfoPresenter(
      subject, server: server, services: services, session: session, router: router)
    let viewController = ServerInfoViewController(presenter: presenter, keymap: services.keymap)
    presenter.view = viewController
    return viewController
  }

  /// The empty views of the screen, for the tour.
  public static func emptyViews(at host: String) -> [EmptyStateViewModel] {
    [ServerInfoSubject.announcements.empty(host), ServerInfoSubject.announcements.missing(host)]
  }
}

/// What the screen shows.
public enum ServerInfoSubject: Hashable, Sendable {
  case announcements
  /// The server's description of itself, with its rules and limits.
  case description
}
