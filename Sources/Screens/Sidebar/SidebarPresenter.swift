import Domain
import EmptyState
import Runtime
import TerminalKit

/// Decides what the sidebar lists: the accounts, and the timelines of the current one.
@MainActor
final class SidebarPresenter {
  private enum Entry {
    case account(ListedAccount)
    case timeline(Command)
  }

  weak var view: (any SidebarView)?
  private let dependencies: SidebarDependencies
  private let router: any SidebarWireframe

  private var accounts: [ListedAccount] = []
  /// The unread counts of the other accounts.
  private var unread: [AccountID: Int] = [:]
  private var timelines = ScreenHeader(.title(""))
  private var entries: [Entry] = []
  /// The ID of the row the user has selected; nil if the current timeline is selected.
  private var selectedRow: String?
  private var rowIDs: [String] = []
  /// Loads the accounts.
  private var accountsTask: Task<Void, Never>?
  private var countTasks: [Task<Void, Never>] = []
  /// The current account when the accounts were last loaded.
  private var shownAccount: AccountID?

  init(dependencies: SidebarDependencies, router: any SidebarWireframe) {
    self.dependencies = dependencies
    self.router = router
  }

  deinit {
    for task in [accountsTask].compactMap(\.self) + countTasks { task.cancel() }
  }

  private var current: AccountID? { dependencies.currentAccount() }
}

extension SidebarPresenter: SidebarPresentation {
  func viewDidLoad() { render() }

  func viewDidAppear() { loadAccounts() }

  /// Cancels the requests, because nothing is shown.
  func viewWillDisappear() {
    for task in [accountsTask].compactMap(\.self) + countTasks { task.cancel() }
  }

  func refresh() { loadAccounts() }

  func timelinesDidChange(_ header: ScreenHeader) {
    if header.selectedTab != timelines.selectedTab { selectedRow = nil }
    // The profile of a file is known only after reading it.
    let isRenamed = header.account != timelines.account
    timelines = header
    if shownAccount != current || isRenamed { loadAccounts() }
    render()
  }

  func didSelectRow(at index: Int) {
    selectedRow = rowIDs.indices.contains(index) ? rowIDs[index] : nil
  }

  func openEntry(at index: Int) {
    guard entries.indices.contains(index) else { return }
    switch entries[index] {
    case .timeline(let command): router.openTimeline(command)
    case .account(let listed) where listed.isReady: router.openAccount(listed.account)
    case .account(let listed): router.signIn(listed.account)
    }
  }
}

extension SidebarPresenter {
  private func render() {
    var rows: [SidebarRow] = []
    entries = []
    for listed in accounts {
      let account = listed.account
      let isCurrent = account.id == current
      let count = isCurrent ? timelines.unreadCount : unread[account.id] ?? 0
      rows.append(
        SidebarRow(
          id: "account \(account.id.storageKey)", heading: rows.isEmpty ? "Accounts" : nil,
          name: account.displayName.isEmpty ? account.label : account.displayName,
          unread: count > 0 ? LoadingProgress.grouped(count) : "", isCurrent: isCurrent))
      entries.append(.account(listed))
    }
    let first = rows.count
    for (index, tab) in timelines.tabs.enumerated() {
      guard let command = tab.command else { continue }
      rows.append(
        SidebarRow(
          id: command.id, heading: rows.count == first ? "Timelines" : nil, name: tab.name, unread: tab.unread,
          isCurrent: index == timelines.selectedTab))
      entries.append(.timeline(command))
    }
    rowIDs = rows.map(\.id)
    let current = min(first + timelines.selectedTab, max(0, rows.count - 1))
    view?.show(
      SidebarViewModel(rows: rows, selection: selectedRow.flatMap { rowIDs.firstIndex(of: $0) } ?? current))
  }

  private func loadAccounts() {
    shownAccount = current
    selectedRow = nil
    accountsTask?.cancel()
    accountsTask = dependencies.runner.start(for: self) { [weak self, listAccounts = dependencies.listAccounts] in
      do throws(TimelineError) {
        let accounts = try await listAccounts()
        guard !Task.isCancelled else { return }
        self?.accept(accounts)
      } catch {
        guard !Task.isCancelled else { return }
        self?.view?.showNotice("Couldn’t load the accounts: \(error.name).")
      }
    }
  }

  private func accept(_ accounts: [ListedAccount]) {
    self.accounts = accounts
    view?.hideNotice()
    render()
    for task in countTasks { task.cancel() }
    // In parallel, so that a slow account does not delay the others.
    countTasks = accounts.map(\.account.id).filter { $0 != current }.map { id in
      dependencies.runner.start(for: self) { [weak self, countUnread = dependencies.countUnread] in
        let count = await countUnread(in: id)
        guard !Task.isCancelled, let self, count != unread[id] else { return }
        unread[id] = count
        render()
      }
    }
  }
}
