import Domain
import EmptyState
import TimelineCore

// MARK: - Jumps

extension TimelinePresenter {
  /// Records the current position before a jump. Positions in a search are not recorded: closing it returns to the
  /// timeline.
  func recordJump() {
    guard search.matches == nil else { return }
    dependencies.jumps.push(
      .position(account: session.account.id, timeline: timeline.id, tabs.current.pager.position))
  }

  func goBack() {
    guard !tabs.isEmpty else { return }
    if search.isOpen { return clearSearch() }
    while let location = dependencies.jumps.popLast() {
      switch location {
      case .account(let account):
        if account != session.account.id, router.goBack(to: account) { return }
      case .position(let account, let id, let position):
        guard account == session.account.id, differsFromCurrent(id, position) else { continue }
        return go(to: position, in: id)
      }
    }
    view?.showNotice(NoticeViewModel(text: "There is no earlier position."))
  }

  /// Whether a position differs from the current one.
  private func differsFromCurrent(_ id: TimelineID, _ position: EntryPosition?) -> Bool {
    guard tabs.tab(of: id) != nil else { return false }
    return id != timeline.id || position != nil && position?.key != pager.position?.key
  }

  /// Shows a position, or the nearest post if it is gone.
  private func go(to position: EntryPosition?, in id: TimelineID) {
    if let index = tabs.all.firstIndex(where: { $0.timeline.id == id }), index != tabs.selected {
      pager.stop()
      showTab(index)
    }
    guard let position, position.key != pager.position?.key, isShowingPosts || isEmptyBelowNewest,
      let window = pager.window
    else { return }
    // A running request may change the position.
    if !loading.isRunning, let row = window.index(of: position.key) { return select(row) }
    pager.load(.position(position), selecting: .position(position))
  }
}
