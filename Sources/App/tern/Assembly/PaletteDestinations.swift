import Domain
import Runtime
import TerminalKit
import Timeline

/// Palette entries besides the commands of the screen: the timelines of the current account, and all accounts.
@MainActor
final class PaletteDestinations {
  private let listAccounts: any ListAccountsUseCase
  private let runner: TaskRunner
  /// The owner of this object.
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

  /// - Parameter found: Called at once with the timelines, and again when the accounts have been loaded.
  func find(found: @escaping @MainActor ([PaletteEntry]) -> Void) {
    found(timelines)
    listing?.cancel()
    listing = runner.start(for: self) { [weak assembly, listAccounts] in
      let accounts = (try? await listAccounts()) ?? []
      guard let assembly, !Task.isCancelled else { return }
      found(accounts.map { Self.entry($0, assembly) })
    }
  }

  /// Empty on the timeline screen, which offers them itself.
  private var timelines: [PaletteEntry] {
    guard let assembly, let screen = assembly.coveredTimelines else { return [] }
    return screen.availableCommands.compactMap { offer in
      guard TimelineCommands.timeline.contains(offer.command) else { return nil }
      return PaletteEntry(offer.title, note: "timeline") { [weak assembly] in
        assembly?.navigator.performInRoot(offer.command)
      }
    }
  }

  /// For example “Ada Lovelace · @ada@demo”.
  static func title(of account: Account) -> String {
    let names = [account.displayName, account.label].filter { !$0.isEmpty }
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
