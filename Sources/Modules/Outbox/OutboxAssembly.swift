import Domain
import Runtime
import TerminalKit
import TimelineCore

/// Builds the screen and wires its parts.
@MainActor
public enum OutboxAssembly {
  public static func make(dependencies: OutboxDependencies, router: OutboxRouter) -> any ViewController {
    let presenter = OutboxPresenter(dependencies: dependencies, router: router)
    let viewController = OutboxViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// What the screen of drafts and of what waits works with.
@MainActor
public struct OutboxDependencies {
  /// Who writes.
  let account: Account
  let publishing: any PublishingRepository
  /// What waits besides posts; nil where nobody acts.
  let actions: (any ActionRepository)?
  let drafts: ObservableDrafts
  /// What can be taken back in the account.
  let history: ActionHistory
  /// Tells the person something, whichever screen is in front.
  let say: (_ text: String, _ isFailure: Bool) -> Void
  /// Told when the person wants something tried now that waits: which, or nil for all.
  let willTry: (DraftID?) -> Void
  /// Names the keys.
  let keymap: Observed<Keymap>
  /// How rows say when they were written.
  let time: Observed<TimeStyle>
  let clock: any WallClock
  let runner: TaskRunner

  public init(
    account: Account, publishing: any PublishingRepository, actions: (any ActionRepository)? = nil,
    drafts: ObservableDrafts, history: ActionHistory,
    say: @escaping (_ text: String, _ isFailure: Bool) -> Void, willTry: @escaping (DraftID?) -> Void = { _ in },
    keymap: Observed<Keymap> = Observed(.standard),
    time: Observed<TimeStyle> = Observed(.ages), clock: any WallClock, runner: TaskRunner
  ) {
    self.account = account
    self.publishing = publishing
    self.actions = actions
    self.drafts = drafts
    self.history = history
    self.say = say
    self.willTry = willTry
    self.keymap = keymap
    self.time = time
    self.clock = clock
    self.runner = runner
  }
}
