import Domain
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Builds the profile screen and connects its components.
@MainActor
public enum ProfileAssembly {
  public static func make(dependencies: ProfileDependencies, router: ProfileRouter) -> any ViewController {
    let presenter = ProfilePresenter(dependencies: dependencies, router: router)
    let viewController = ProfileViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// The dependencies of the profile screen.
@MainActor
public struct ProfileDependencies {
  /// The profile as far as it is known. It has at least a handle.
  let person: Profile
  /// The account that reads.
  let account: Account
  /// The capabilities of the source.
  let capabilities: SourceCapabilities
  /// The screens that the source supports.
  let navigation: NavigationCapabilities
  /// The posts of all screens of the account.
  let cache: PostCache
  /// Performs the user's actions on posts and accounts.
  let actor: PostActionService
  /// Whether posts can be written in the account.
  let canWrite: Bool
  /// The revealed content warnings on all screens of the account.
  let revealed: RevealedWarnings
  let loadProfile: any LoadProfileUseCase
  /// The changes of the source while a file is still being read.
  let changes: @Sendable () -> AsyncStream<SourceChange>
  let openLink: any OpenLinkUseCase
  let clipboard: any Clipboard
  /// The user's pager and editor.
  let programs: any TextPrograms
  /// The density of posts.
  let density: Observed<Density>
  /// The key bindings, for hints.
  let keymap: Observed<Keymap>
  /// The style of times.
  let time: Observed<TimeStyle>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog

  public init(
    person: Profile, account: Account, capabilities: SourceCapabilities, navigation: NavigationCapabilities,
    cache: PostCache,
    actor: PostActionService? = nil, canWrite: Bool = false,
    revealed: RevealedWarnings = RevealedWarnings(), loadProfile: any LoadProfileUseCase,
    changes: @escaping @Sendable () -> AsyncStream<SourceChange>, openLink: any OpenLinkUseCase,
    clipboard: any Clipboard, programs: any TextPrograms = NoTextPrograms(),
    density: Observed<Density> = Observed(.comfortable), keymap: Observed<Keymap> = Observed(.standard),
    time: Observed<TimeStyle> = Observed(.ages), clock: any WallClock, runner: TaskRunner, log: any EventLog
  ) {
    self.person = person
    self.account = account
    self.capabilities = capabilities
    self.navigation = navigation
    self.cache = cache
    self.actor = actor ?? PostActionService()
    self.canWrite = canWrite
    self.revealed = revealed
    self.loadProfile = loadProfile
    self.changes = changes
    self.openLink = openLink
    self.clipboard = clipboard
    self.programs = programs
    self.density = density
    self.keymap = keymap
    self.time = time
    self.clock = clock
    self.runner = runner
    self.log = log
  }
}
