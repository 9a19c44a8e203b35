import Domain
import ScreenSupport
import TerminalKit
import TimelineCore

/// Builds the screen of drafts and the outbox.
@MainActor
public enum OutboxAssembly {
  public static func make(
    dependencies: OutboxDependencies, services: AppServices, router: OutboxRouter
  ) -> any ViewController {
    ListScreen(
      OutboxPresenter(dependencies: dependencies, services: services, router: router), services: services)
  }
}

@MainActor
public struct OutboxDependencies {
  /// The account that the posts belong to.
  let account: Account
  let publishing: any PublishingRepository
  /// Provides the scheduled posts of the server; nil if the source has none.
  let scheduled: (any ScheduledPostRepository)?
  /// Provides the unsent actions, such as likes; nil if the source supports no actions.
  let actions: (any ActionRepository)?
  let drafts: ObservableDrafts
  /// The undo history of the account.
  let history: ActionHistory
  /// Shows a message on whichever screen is frontmost.
  let announce: (_ text: String, _ isFailure: Bool) -> Void
  /// Called before the user's request to send an entry again is carried out; nil stands for all entries.
  let willRetry: (DraftID?) -> Void

  public init(
    account: Account, publishing: any PublishingRepository, scheduled: (any ScheduledPostRepository)? = nil,
    actions: (any ActionRepository)? = nil, drafts: ObservableDrafts, history: ActionHistory,
    announce: @escaping (_ text: String, _ isFailure: Bool) -> Void,
    willRetry: @escaping (DraftID?) -> Void = { _ in }
  ) {
    self.account = account
    self.publishing = publishing
    self.scheduled = scheduled
    self.actions = actions
    self.drafts = drafts
    self.history = history
    self.announce = announce
    self.willRetry = willRetry
  }
}
