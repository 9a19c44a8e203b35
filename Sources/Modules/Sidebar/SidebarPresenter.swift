import Domain
import EmptyState
import Runtime
import TerminalKit

/// Decides which places stand in the sidebar: the accounts that can be read, and the timelines of the one that is.
@MainActor
final class SidebarPresenter {
  private enum Place {
    case account(ListedAccount)
    case timeline(Command)
  }

  weak var view: (any SidebarView)?
  private let dependencies: SidebarDependencies
  private let router: any SidebarWireframe

  private var accounts: [ListedAccount] = []
  /// Of accounts that nobody looks at.
  private var unread: [AccountID: Int] = [:]
  private var timelines = ScreenHeader(.title(""))
  private var places: [Place] = []
  /// Where the person has gone in the list; nil where the timeline is selected that is read.
  private var selectedRow: String?
  private var rowIDs: [String] = []
  /// What is being asked.
  private var listing: Task<Void, Never>?
  private var counting: [Task<Void, Never>] = []
  /// The account that is read as far as is known here.
  private var shownAccount: AccountID?

  init(dependencies: SidebarDependencies, router: any SidebarWireframe) {
    self.dependencies = dependencies
    self.router = router
  }

  deinit {
    for task in [listing].compactMap(\.self) + counting { task.cancel() }
  }

  private var current: AccountID? { dependencies.currentAccount() }
}

extension SidebarPresenter: SidebarPresentation {
  func viewDidLoad() { render() }

  func viewDidAppear() { list() }

  /// Nothing runs on where nobody looks.
  func viewWillDisappear() {
    for task in [listing].compactMap(\.self) + counting { task.cancel() }
  }

  func refresh() { list() }
  func switchAccount() { router.showAccounts() }
  func stepAccount(by step: Int) { router.stepAccount(by: step) }

  func timelinesDidChange(_ header: ScreenHeader) {
    if header.selectedTab != timelines.selectedTab { selectedRow = nil }
    // A file says whose it is when it has been read.
    let isRenamed = header.account != timelines.account
    timelines = header
    if shownAccount != current || isRenamed { list() }
    render()
  }

  func didSelectRow(at index: Int) {
    selectedRow = rowIDs.indices.contains(index) ? rowIDs[index] : nil
  }

  func openPlace(at index: Int) {
    guard places.indices.contains(index) else { return }
    switch places[index] {
    case .timeline(let command): router.openTimeline(command)
    case .account(let listed) where listed.isReady: router.openAccount(listed.account)
    case .account(let listed): router.signIn(listed.account)
    }
  }
}

extension SidebarPresenter {
  private func render() {
    var rows: [SidebarRow] = []
    places = []
    for listed in accounts {
      let account = listed.account
      let isCurrent = account.id == current
      let count = isCurrent ? timelines.unreadCount : unread[account.id] ?? 0
      rows.append(
        SidebarRow(
          id: "account \(account.id.storageKey)", heading: rows.isEmpty ? "Accounts" : nil,
          name: account.shownName.isEmpty ? account.label : account.shownName,
          unread: count > 0 ? LoadingProgress.grouped(count) : "", isCurrent: isCurrent))
      places.append(.account(listed))
    }
    let first = rows.count
    for (index, tab) in timelines.tabs.enumerated() {
      guard let command = tab.command else { continue }
      rows.append(
        SidebarRow(
          id: command.id, heading: rows.count == first ? "Timelines" : nil, name: tab.name, unread: tab.unread,
          isCurrent: index == timelines.selectedTab))
      places.append(.timeline(command))
    }
    rowIDs = rows.map(\.id)
    let current = min(first + timelines.selectedTab, max(0, rows.count - 1))
    view?.showPlaces(
      SidebarViewModel(rows: rows, selection: selectedRow.flatMap { rowIDs.firstIndex(of: $0) } ?? current))
  }

  private func list() {
    shownAccount = current
    selectedRow = nil
    listing?.cancel()
    listing = dependencies.runner.start(for: self) { [weak self, listAccounts = dependencies.listAccounts] in
      do throws(TimelineError) {
        let accounts = try await listAccounts()
        guard !Task.isCancelled else { return }
        self?.accept(accounts)
      } catch {
        guard !Task.isCancelled else { return }
        self?.view?.showNotice("The accounts cannot be told: \(error.name).")
      }
    }
  }

  private func accept(_ accounts: [ListedAccount]) {
    self.accounts = accounts
    view?.hideNotice()
    render()
    for task in counting { task.cancel() }
    // One that takes its time holds up no other.
    counting = accounts.map(\.account.id).filter { $0 != current }.map { id in
      dependencies.runner.start(for: self) { [weak self, countUnread = dependencies.countUnread] in
        let count = await countUnread(in: id)
        guard !Task.isCancelled, let self, count != unread[id] else { return }
        unread[id] = count
        render()
      }
    }
  }
}
