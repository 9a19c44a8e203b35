import Domain
import Runtime
import TerminalKit

/// The services and settings that all screens share.
@MainActor
public struct AppServices {
  public let openLink: OpenLink
  public let clipboard: any Clipboard
  /// The user's pager and editor.
  public let programs: any TextPrograms
  /// The key bindings, for messages that name a key.
  public let keymap: Observed<Keymap>
  /// The form in which posts show their time.
  public let time: Observed<TimeStyle>
  /// The spacing of posts.
  public let density: Observed<Density>
  /// The pictures in lists of posts.
  public let pictures: PostPictures
  /// The accounts that can act on a post in place of the open one.
  public let actingAccounts: ActingAccounts
  public let clock: any WallClock
  public let runner: TaskRunner
  public let log: any EventLog

  /// - Parameters:
  ///   - pictures: nil for none.
  ///   - listAccounts: nil for no accounts.
  public init(
    openLink: OpenLink, clipboard: any Clipboard, programs: any TextPrograms = NoTextPrograms(),
    keymap: Observed<Keymap> = Observed(.standard), time: Observed<TimeStyle> = Observed(.ages),
    density: Observed<Density> = Observed(.comfortable), pictures: PostPictures? = nil,
    listAccounts: (any ListAccountsUseCase)? = nil, clock: any WallClock, runner: TaskRunner, log: any EventLog
  ) {
    self.openLink = openLink
    self.clipboard = clipboard
    self.programs = programs
    self.keymap = keymap
    self.time = time
    self.density = density
    self.pictures = pictures ?? PostPictures(clock: clock, runner: runner)
    actingAccounts = ActingAccounts(listAccounts, runner: runner)
    self.clock = clock
    self.runner = runner
    self.log = log
  }
}
