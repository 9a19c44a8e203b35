import Domain
import EmptyState
import FoundationEssentials
import Sidebar
import TerminalKit
import Timeline

/// What stands beside what.
extension AppAssembly {
  /// How long a selection rests, in seconds, before what stands beside the list follows: a key that is held down moves
  /// the list alone.
  private static let listRest = 0.05
  /// In seconds: what stands beside a list for so long is asked for at its server.
  static let rest = 1.0

  /// What stands at the left of a list and beside it, where there is room.
  func makePanes() {
    let dependencies = SidebarDependencies(
      listAccounts: listAccounts,
      countUnread: CountUnread(sources: sources.accounts, session: sources.session),
      currentAccount: { [weak self] in self?.currentAccount }, runner: runner)
    let router = SidebarRouter(
      openAccount: { [weak self] in self?.showTimeline(of: $0) },
      signIn: { [weak self] in self?.showLogin(to: $0) },
      openTimeline: { [weak navigator] in navigator?.performInFirst($0) },
      showAccounts: { [weak self] in self?.showLogin(signInHandle: nil) },
      stepAccount: { [weak self] in self?.stepAccount(by: $0) })
    navigator.setSidebar(
      SidebarAssembly.make(dependencies: dependencies, router: router),
      placeholder: EmptyStateViewController(title: "Post", reason: .nothingSelected, keymap: keymap))
    navigator.paneWidths = settings.paneWidths
    // Columns are opened where nothing else is asked for.
    navigator.layout = settings.layout == .columns ? .auto : settings.layout
    navigator.precedingCommands = { [weak self] in self?.columns.movingCommands ?? [] }
    navigator.layoutCommands = { [weak self] in self?.layoutCommands ?? [] }
  }

  /// Has what stands beside a list follow what is selected in it, when that rests.
  func follow(_ selection: Selection?) {
    restEnds = clock.now.addingTimeInterval(Self.listRest)
    guard navigator.select(selection), resting == nil else { return }
    resting = runner.start(for: self) { [weak self, clock] in
      while let left = self?.restEnds.timeIntervalSince(clock.now), left > 0 {
        // A clock that is set back holds nothing up.
        guard (try? await clock.sleep(seconds: min(left, Self.listRest))) != nil else { return }
        if left > Self.listRest { break }
      }
      self?.resting = nil
      self?.navigator.updateDetail()
    }
  }

  private var layoutCommands: [AvailableCommand] {
    columns.availableCommands + [AvailableCommand(ColumnCommands.changeLayout) { [weak self] in self?.changeLayout() }]
      + outboxCommands
      + statisticsCommands
  }

  private func changeLayout() {
    switch navigator.standingLayout {
    case .split:
      use(.columns)
    case .columns:
      use(.single)
      navigator.say("One screen at a time")
    case .single, .auto:
      navigator.layout = .split
      if navigator.standingLayout == .split { navigator.say("Panes") } else { use(.columns) }
    }
  }

  /// Has screens share the width in another way.
  func use(_ layout: PaneLayout) {
    if layout == .columns {
      columns.open(beginningWith: currentAccount) { [weak self] in self?.showLogin(signInHandle: nil) }
      return
    }
    guard columns.isOpen else {
      columns.stopOpening()
      navigator.layout = layout
      return
    }
    let (account, tab) = (columns.focusedAccount, columns.focusedTab)
    let returns = columns.accountToLeaveFor == nil
    columns.close()
    navigator.layout = layout
    if returns, showLastTimelines() { return }
    guard let account else { return showLogin(signInHandle: nil) }
    showTimeline(of: account)
    if let tab, TimelineCommands.timeline.indices.contains(tab) {
      navigator.performInFirst(TimelineCommands.timeline[tab])
    }
  }
}
