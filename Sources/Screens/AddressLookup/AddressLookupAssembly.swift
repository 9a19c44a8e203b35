import Domain
import ScreenSupport
import TerminalKit

/// Builds the screen that opens the post or profile at an address, or the public timeline of a server.
@MainActor
public enum AddressLookupAssembly {
  /// - Parameters:
  ///   - address: nil to let the user type one.
  ///   - server: the server that fetches posts and profiles; nil if the account has none.
  public static func make(
    _ address: FediverseAddress?, server: (any ServerFeatureRepository)?, services: AppServices,
    session: AccountSession,
    router: AddressLookupRouter
  ) -> any ViewController {
    let presenter = AddressLookupPresenter(
      address, server: server, services: services, session: session, router: router)
    let viewController = AddressLookupViewController(presenter: presenter, keymap: services.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// The screens that a lookup leads to.
@MainActor
public struct AddressLookupRouter {
  let open: @MainActor (FoundAddress) -> Void
  let openTimeline: @MainActor (PublicTimeline) -> Void
  let leave: @MainActor () -> Void
  let showLogin: @MainActor () -> Void
  let announce: @MainActor (_ text: String, _ isFailure: Bool) -> Void

  /// - Parameters:
  ///   - open: replaces the screen with what was found.
  ///   - openTimeline: replaces the screen with the timeline of a server.
  ///   - leave: closes the screen.
  ///   - showLogin: shows the form to sign in to the account again.
  ///   - announce: shows a notice after the screen has closed.
  public init(
    open: @escaping @MainActor (FoundAddress) -> Void,
    openTimeline: @escaping @MainActor (PublicTimeline) -> Void = { _ in }, leave: @escaping @MainActor () -> Void,
    showLogin: @escaping @MainActor () -> Void,
    announce: @escaping @MainActor (_ text: String, _ isFailure: Bool) -> Void = { _, _ in }
  ) {
    self.announce = announce
    self.open = open
    self.openTimeline = openTimeline
    self.leave = leave
    self.showLogin = showLogin
  }
}
