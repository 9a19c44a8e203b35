import Domain
import Runtime
import TerminalKit
import Timeline

/// Where the palette leads beside what the screen offers: the timelines of the account that is read, and all accounts.
@MainActor
final class PaletteDestinations {
  private let listAccounts: any ListAccountsUseCase
  private let runner: TaskRunner
  /// Owns these.
  private weak let assembly: AppAssembly?
  private var listing: Task<Void, Never>?

  init(listAccounts: any ListAccountsUseCase, runner: TaskRunner, assembly: AppAssembly) {
    self.listAccounts = listAccounts
    self.runner = runner
    self.assembly = assembly
  }

  deinit {
    listing?.cancel()
  }

  /// - Parameter found: called at once with what is known, and again when the accounts have been read.
  func find(found: @escaping @MainActor ([PaletteEntry]) -> Void) {
    found(timelines)
    listing?.cancel()
    listing = runner.start(for: self) { [weak assembly, listAccounts] in
      let accounts = (try? await listAccounts()) ?? []
      guard let assembly, !Task.isCancelled else { return }
      found(accounts.map { Self.entry($0, assembly) })
    }
  }

  /// On the screen of the timelines itself they are among what it offers.
  private var timelines: [PaletteEntry] {
    guard let assembly, let screen = assembly.timelinesBehind else { return [] }
    return screen.availableCommands.compactMap { offer in
      guard TimelineCommands.timeline.contains(offer.command) else { return nil }
      return PaletteEntry(offer.title, note: "timeline") { [weak assembly] in
        assembly?.navigator.performInFirst(offer.command)
      }
    }
  }

  /// “Ada Lovelace · @ada@demo”.
  static func title(of account: Account) -> String {
    let names = [account.shownName, account.label].filter { !$0.isEmpty }
    return names.first == names.last ? account.label : names.joined(separator: " · ")
  }

  private static func entry(_ listed: ListedAccount, _ assembly: AppAssembly) -> PaletteEntry {
    let account = listed.account
    return PaletteEntry(title(of: account), note: "account") { [weak assembly] in
      if listed.isReady {
        assembly?.showTimeline(of: account)
      } else {
        assembly?.showLogin(to: account)
      }
    }
  }
}
