import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Sidebar
import Statistics
import TerminalKit
import Timeline

/// The layout of the screen: sidebar, list, detail pane and columns.
extension AppAssembly {
  /// How long a selection must be unchanged before the detail pane follows it, in seconds. While a key is held down,
  /// only the list moves.
  private static let selectionDelay = 0.05
  /// How long a post must be shown in the detail pane before its thread is requested from the server, in seconds.
  static let threadLoadDelay = 1.0

  /// Installs the sidebar and the placeholder of the detail pane.
  func makePanes() {
    let dependencies = SidebarDependencies(
      listAccounts: listAccounts,
      countUnread: CountUnread(sources: sources.accounts, session: sources.session),
      currentAccount: { [weak self] in self?.currentAccount }, runner: runner)
    let router = SidebarRouter(
      openAccount: { [weak self] in self?.showTimeline(of: $0) },
      signIn: { [weak self] in self?.showLogin(to: $0) },
      openTimeline: { [weak navigator] in navigator?.performInRoot($0) })
    navigator.setSidebar(
      SidebarAssembly.make(dependencies: dependencies, router: router),
      placeholder: EmptyStateViewController(title: "Post", reason: .nothingSelected, keymap: keymap))
    navigator.paneWidths = settings.paneWidths
    // `start()` opens the columns, unless an account was requested.
    navigator.layout = settings.layout == .columns ? .auto : settings.layout
    navigator.precedingCommands = { [weak self] in self?.columns.focusCommands ?? [] }
    navigator.sharedCommands = { [weak self] in self?.accountCommands ?? [] }
    navigator.layoutCommands = { [weak self] in self?.layoutCommands ?? [] }
    navigator.unavailableGlobalCommands = { [weak self] in self?.unavailableCommands ?? [] }
  }

  /// Shows the selected entry in the detail pane once the selection has been unchanged for `selectionDelay`.
  func follow(_ selection: Selection?) {
    followTime = clock.now.addingTimeInterval(Self.selectionDelay)
    guard navigator.select(selection), followTask == nil else { return }
    followTask = runner.start(for: self) { [weak self, clock] in
      while let left = self?.followTime.timeIntervalSince(clock.now), left > 0 {
        // If the system clock is set back, wait only once.
        guard (try? await clock.sleep(seconds: min(left, Self.selectionDelay))) != nil else { return }
        if left > Self.selectionDelay { break }
      }
      self?.followTask = nil
      self?.navigator.updateDetail()
    }
  }

  private var layoutCommands: [AvailableCommand] {
    columns.availableCommands + [AvailableCommand(ColumnCommands.changeLayout) { [weak self] in self?.changeLayout() }]
      + outboxCommands
      + statisticsCommands
  }

  private var unavailableCommands: [UnavailableCommand] {
    guard let currentAccount, let shared = shared[currentAccount] else {
      return columns.unavailableCommands
        + [UnavailableCommand]([PostActionCommands.outbox, StatisticsCommands.show], "No account is open")
    }
    let outboxReason = shared.outbox == nil ? PostActionCommands.readOnlyReason : "The outbox is already open"
    return columns.unavailableCommands + [
      UnavailableCommand(PostActionCommands.outbox, outboxReason),
      UnavailableCommand(StatisticsCommands.show, "Statistics are already open"),
    ]
  }

  private func changeLayout() {
    switch navigator.effectiveLayout {
    case .split:
      setLayout(.columns)
    case .columns:
      setLayout(.single)
      navigator.showRemark("One screen at a time")
    case .single, .auto:
      navigator.layout = .split
      if navigator.effectiveLayout == .split { navigator.showRemark("Panes") } else { setLayout(.columns) }
    }
  }

  /// Switches to another layout.
  func setLayout(_ layout: PaneLayout) {
    if layout == .columns {
      columns.open(startingWith: currentAccount) { [weak self] in self?.showLogin(signInHandle: nil) }
      return
    }
    guard columns.isOpen else {
      columns.stopOpening()
      navigator.layout = layout
      return
    }
    let (account, tab) = (columns.focusedAccount, columns.focusedTab)
    let returns = columns.accountAfterClosing == nil
    columns.close()
    navigator.layout = layout
    if returns, showLastTimelines() { return }
    guard let account else { return showLogin(signInHandle: nil) }
    showTimeline(of: account)
    if let tab, TimelineCommands.timeline.indices.contains(tab) {
      navigator.performInRoot(TimelineCommands.timeline[tab])
    }
  }
}
