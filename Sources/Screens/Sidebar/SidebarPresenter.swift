import Domain
import EmptyState
import Runtime
import ScreenSupport
import TerminalKit

/// Decides what the sidebar lists: the accounts, and the timelines of the current one.
@MainActor
final class SidebarPresenter {
  /// The account or timeline that a row opens.
  private enum Entry {
    case account(ListedAccount)
    case timeline(Command)
  }

  weak var view: (any ListScreenView<SidebarRow>)?
  private let dependencies: SidebarDependencies
  private let router: SidebarRouter

  private var accounts: [ListedAccount] = []
  /// The unread counts of the other accounts.
  private var unread: [AccountID: Int] = [:]
  private var timelines = ScreenHeader(.title(""))
  /// The ID of the row the user has selected; nil if the current timeline is selected.
  private var chosenRow: String?
  /// The reason that the accounts could not be loaded.
  private var failure: TimelineError?
  /// Loads the accounts.
  private var accountsTask: Task<Void, Never>?
  private var countTasks: [Task<Void, Never>] = []
  /// The current account when the accounts were last loaded.
  private var shownAccount: AccountID?

  init(dependencies: SidebarDependencies, router: SidebarRouter) {
    self.dependencies = dependencies
    self.router = router
  }

  deinit {
    for task in [accountsTask].compactMap(\.self) + countTasks { task.cancel() }
  }

  private var current: AccountID? { dependencies.currentAccount() }
}

extension SidebarPresenter: ListPresenter, HeaderObserver {
  var title: String { "Sidebar" }
  var header: ListHeader { ListHeader(title: "", account: "", label: "") }
  var rowNames: RowNames { RowNames("entry", firstCommand: SidebarCommands.first) }
  var offersSharedCommands: Bool { true }
  var canReload: Bool { true }
  var reloadHint: String? { nil }

  var notice: NoticeViewModel? {
    failure.map {
      NoticeViewModel(text: "Couldn’t load the accounts: \($0.name).", severity: .failure, isPersistent: true)
    }
  }

  var screenContent: ScreenContent<ListRows<SidebarRow>> {
    let rows = entries.map(\.row)
    let current = min(accounts.count + timelines.selectedTab, max(0, rows.count - 1))
    let chosen = chosenRow.flatMap { id in rows.firstIndex { $0.id == id } }
    return .content(ListRows(rows, selection: chosen ?? current, spacing: 0))
  }

  /// The accounts, then the timelines of the current one.
  private var entries: [(row: SidebarRow, entry: Entry)] {
    let listed = accounts.enumerated().map { index, listed in
      let account = listed.account
      let isCurrent = account.id == current
      let count = isCurrent ? timelines.unreadCount : unread[account.id] ?? 0
      let row = SidebarRow(
        id: "account \(account.id.storageKey)", heading: index == 0 ? "Accounts" : nil,
        name: account.displayName.isEmpty ? account.label : account.displayName,
        unread: count > 0 ? LoadingProgress.grouped(count) : "", isCurrent: isCurrent)
      return (row, Entry.account(listed))
    }
    var heading: String? = "Timelines"
    let tabs = timelines.tabs.enumerated().compactMap { index, tab in
      tab.command.map { command in
        defer { heading = nil }
        let row = SidebarRow(
          id: command.id, heading: heading, name: tab.name, unread: tab.unread,
          isCurrent: index == timelines.selectedTab)
        return (row, Entry.timeline(command))
      }
    }
    return listed + tabs
  }

  func commands(at index: Int?) -> [RowCommand] {
    let entries = entries
    guard let index, entries.indices.contains(index) else { return [] }
    let entry = entries[index].entry
    return [RowCommand(SidebarCommands.open, hint: "open", .open { self.open(entry) })]
  }

  private func open(_ entry: Entry) {
    switch entry {
    case .timeline(let command): router.openTimeline(command)
    case .account(let listed) where listed.isReady: router.openAccount(listed.account)
    case .account(let listed): router.signIn(listed.account)
    }
  }

  func viewDidAppear() { loadAccounts() }

  /// Cancels the requests, because nothing is shown.
  func viewWillDisappear() {
    for task in [accountsTask].compactMap(\.self) + countTasks { task.cancel() }
  }

  func reload() { loadAccounts() }

  /// The timelines next to the sidebar or their unread counts have changed.
  func headerDidChange(_ header: ScreenHeader) {
    if header.selectedTab != timelines.selectedTab { chosenRow = nil }
    // The profile of a file is known only after reading it.
    let isRenamed = header.account != timelines.account
    timelines = header
    if shownAccount != current || isRenamed { loadAccounts() }
    render()
  }

  func didSelectRow(at index: Int) { chosenRow = selectedRow?.id }
}

extension SidebarPresenter {
  private func loadAccounts() {
    shownAccount = current
    chosenRow = nil
    accountsTask?.cancel()
    accountsTask = dependencies.services.runner.start(for: self) {
      [weak self, listAccounts = dependencies.listAccounts] in
      do throws(TimelineError) {
        let accounts = try await listAccounts()
        guard !Task.isCancelled else { return }
        self?.accept(accounts)
      } catch {
        guard !Task.isCancelled else { return }
        self?.failure = error
        self?.render()
      }
    }
  }

  private func accept(_ accounts: [ListedAccount]) {
    self.accounts = accounts
    failure = nil
    render()
    for task in countTasks { task.cancel() }
    // In parallel, so that a slow account does not delay the others.
    countTasks = accounts.map(\.account.id).filter { $0 != current }.map { id in
      dependencies.services.runner.start(for: self) { [weak self, countUnread = dependencies.countUnread] in
        let count = await countUnread(in: id)
        guard !Task.isCancelled, let self, count != unread[id] else { return }
        unread[id] = count
        render()
      }
    }
  }
}

public enum SidebarCommands {
  public static let open = Command("open-place", "open", keys: ["Enter"], in: .open)
  public static let first = Command(
    "first-place", "first entry", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)

  public static let all = [open, first]
}
