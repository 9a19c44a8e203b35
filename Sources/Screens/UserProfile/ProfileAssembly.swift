import Domain
import ScreenSupport
import TerminalKit

/// Builds the profile screen and connects its components.
@MainActor
public enum ProfileAssembly {
  /// - Parameters:
  ///   - known: the profile as far as it is known. It has at least a handle.
  ///   - changes: the changes of the source while a file is still being read.
  public static func make(
    of known: Profile, profiles: any ProfileRepository,
    changes: @escaping @Sendable () -> AsyncStream<SourceChange>, services: AppServices, session: AccountSession,
    router: any PostWireframe
  ) -> any ViewController {
    ListScreen(
      ProfilePresenter(
        of: known, profiles: profiles, changes: changes, services: services, session: session, router: router),
      services: services)
  }
}
