import Domain
import EmptyState
import Runtime
import TerminalKit
import Timeline

/// Palette entries in addition to the commands of the screen: the timelines of the current account, all accounts, and
/// the values of settings.
@MainActor
final class PaletteDestinations {
  private weak let accounts: AccountCoordinator?
  private weak let settings: SettingsCoordinator?
  private let listAccounts: any ListAccountsUseCase
  private weak let navigator: Navigator?
  private let runner: TaskRunner
  private var listing: Task<Void, Never>?

  init(
    accounts: AccountCoordinator, settings: SettingsCoordinator, listAccounts: any ListAccountsUseCase,
    navigator: Navigator, runner: TaskRunner
  ) {
    self.accounts = accounts
    self.settings = settings
    self.listAccounts = listAccounts
    self.navigator = navigator
    self.runner = runner
  }

  deinit {
    listing?.cancel()
  }

  /// - Parameter found: called with the timelines immediately, then with the accounts and the settings when loaded.
  func find(found: @escaping @MainActor ([MenuEntry]) -> Void) {
    found(timelines)
    listing?.cancel()
    listing = runner.start(for: self) { [weak accounts, weak settings, listAccounts] in
      let listed = (try? await listAccounts()) ?? []
      guard let accounts, !Task.isCancelled else { return }
      found(listed.map { Self.entry($0, accounts) })
      let values = await settings?.paletteEntries() ?? []
      if !Task.isCancelled { found(values) }
    }
  }

  /// The timelines and the screens in the menu of `g`. Empty on the timeline screen, which offers them itself.
  private var timelines: [MenuEntry] {
    guard let screen = accounts?.coveredTimelines else { return [] }
    return screen.availableCommands.compactMap { offer in
      let isTimeline = TimelineCommands.timeline.contains(offer.command)
      let isDestination = [
        TimelineCommands.onThisDay, SourceCommands.messages, SourceCommands.heldNotifications,
      ].contains(offer.command)
      guard isTimeline || isDestination else { return nil }
      return MenuEntry(offer.title, synonyms: offer.command.synonyms, note: "timeline") { [weak navigator] in
        navigator?.performInRoot(offer.command)
      }
    }
  }

  /// For example “Ada Lovelace · @ada@demo”.
  static func title(of account: Account) -> String {
    let names = [account.displayName, account.label].filter { !$0.isEmpty }
    return names.first == names.last ? account.label : names.joined(separator: " · ")
  }

  private static func entry(_ listed: ListedAccount, _ accounts: AccountCoordinator) -> MenuEntry {
    let account = listed.account
    return MenuEntry(title(of: account), note: "account") { [weak accounts] in
      if listed.isReady {
        accounts?.showTimeline(of: account)
      } else {
        accounts?.showLogin(to: account)
      }
    }
  }
}
