import ScreenSupport
import Settings
import TerminalKit

/// The dependencies that all coordinators share.
@MainActor
struct CoordinatorDependencies {
  let configuration: Configuration
  let environment: AppEnvironment
  let terminal: TerminalServices
  let services: AppServices
  let settings: Observed<UserSettings>
  let navigator: Navigator
}
