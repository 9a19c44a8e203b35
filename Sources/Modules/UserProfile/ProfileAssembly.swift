import Domain
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Builds the screen and wires its parts.
@MainActor
public enum ProfileAssembly {
  public static func make(dependencies: ProfileDependencies, router: ProfileRouter) -> any ViewController {
    let presenter = ProfilePresenter(dependencies: dependencies, router: router)
    let viewController = ProfileViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// What the screen of one person works with.
@MainActor
public struct ProfileDependencies {
  /// As far as they are known: by their handle at least.
  let person: Profile
  /// Who reads.
  let account: Account
  /// What can be asked of the source.
  let capabilities: SourceCapabilities
  /// What can be opened of its posts.
  let reach: NavigationCapabilities
  /// The posts that the account's screens hold.
  let cache: PostCache
  /// Does what the person wants done with them.
  let actor: PostActionService
  /// Whether posts can be written in the account.
  let canWrite: Bool
  /// The warnings that have been lifted on the account's screens.
  let revealed: RevealedWarnings
  let loadPerson: any LoadProfileUseCase
  /// What happens in the source, for where it is still being read.
  let changes: @Sendable () -> AsyncStream<SourceChange>
  let openLink: any OpenLinkUseCase
  let clipboard: any Clipboard
  /// The person's pager and editor.
  let programs: any TextPrograms
  /// How much room posts take.
  let density: Observed<Density>
  /// Names the keys.
  let keymap: Observed<Keymap>
  /// How posts say when they were written.
  let time: Observed<TimeStyle>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog

  public init(
    person: Profile, account: Account, capabilities: SourceCapabilities, reach: NavigationCapabilities,
    cache: PostCache,
    actor: PostActionService? = nil, canWrite: Bool = false,
    revealed: RevealedWarnings = RevealedWarnings(), loadPerson: any LoadProfileUseCase,
    changes: @escaping @Sendable () -> AsyncStream<SourceChange>, openLink: any OpenLinkUseCase,
    clipboard: any Clipboard, programs: any TextPrograms = NoTextPrograms(),
    density: Observed<Density> = Observed(.comfortable), keymap: Observed<Keymap> = Observed(.standard),
    time: Observed<TimeStyle> = Observed(.ages), clock: any WallClock, runner: TaskRunner, log: any EventLog
  ) {
    self.person = person
    self.account = account
    self.capabilities = capabilities
    self.reach = reach
    self.cache = cache
    self.actor = actor ?? PostActionService()
    self.canWrite = canWrite
    self.revealed = revealed
    self.loadPerson = loadPerson
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
