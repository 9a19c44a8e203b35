import ScreenSupport
import Settings
import TerminalKit

/// What all coordinators need.
@MainActor
struct CoordinatorDependencies {
  let configuration: Configuration
  let environment: AppEnvironment
  let terminal: TerminalServices
  let services: AppServices
  let settings: Observed<UserSettings>
  let navigator: Navigator
}
