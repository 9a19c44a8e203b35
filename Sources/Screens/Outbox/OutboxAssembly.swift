import Domain
import Runtime
import TerminalKit
import TimelineCore

/// Builds the screen of drafts and the outbox.
@MainActor
public enum OutboxAssembly {
  public static func make(dependencies: OutboxDependencies, router: OutboxRouter) -> any ViewController {
    let presenter = OutboxPresenter(dependencies: dependencies, router: router)
    let viewController = OutboxViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

@MainActor
public struct OutboxDependencies {
  /// The account that the posts belong to.
  let account: Account
  let publishing: any PublishingRepository
  /// Provides the unsent actions, such as likes; nil if the source supports no actions.
  let actions: (any ActionRepository)?
  let drafts: ObservableDrafts
  /// The undo history of the account.
  let history: ActionHistory
  /// Shows a message on whichever screen is frontmost.
  let announce: (_ text: String, _ isFailure: Bool) -> Void
  /// Called before the user's request to send an entry again is carried out; nil stands for all entries.
  let willRetry: (DraftID?) -> Void
  /// The keymap whose keys are shown.
  let keymap: Observed<Keymap>
  /// The style of the times in rows.
  let time: Observed<TimeStyle>
  let clock: any WallClock
  let runner: TaskRunner

  public init(
    account: Account, publishing: any PublishingRepository, actions: (any ActionRepository)? = nil,
    drafts: ObservableDrafts, history: ActionHistory,
    announce: @escaping (_ text: String, _ isFailure: Bool) -> Void,
    willRetry: @escaping (DraftID?) -> Void = { _ in },
    keymap: Observed<Keymap> = Observed(.standard),
    time: Observed<TimeStyle> = Observed(.ages), clock: any WallClock, runner: TaskRunner
  ) {
    self.account = account
    self.publishing = publishing
    self.actions = actions
    self.drafts = drafts
    self.history = history
    self.announce = announce
    self.willRetry = willRetry
    self.keymap = keymap
    self.time = time
    self.clock = clock
    self.runner = runner
  }
}
