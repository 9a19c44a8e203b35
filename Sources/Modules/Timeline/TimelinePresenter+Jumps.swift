import Domain
import EmptyState
import TimelineCore

/// The way back to where one was, over timelines and accounts.
extension TimelinePresenter {
  /// To be called before the person goes elsewhere at once. What a search has found is no place to come back to: leaving
  /// it leads to the timeline as it was.
  func noteJump() {
    guard search.matches == nil else { return }
    dependencies.jumps.note(
      .place(account: dependencies.account.id, timeline: timeline.id, tabs.current.pager.place))
  }

  func goBack() {
    guard !tabs.isEmpty else { return }
    if search.isOpen { return clearSearch() }
    while let spot = dependencies.jumps.takeLast() {
      switch spot {
      case .account(let account):
        if account != dependencies.account.id, router.goBack(to: account) { return }
      case .place(let account, let id, let place):
        guard account == dependencies.account.id, isElsewhere(id, place) else { continue }
        return go(to: place, in: id)
      }
    }
    view?.showNotice(NoticeViewModel(text: "There is no place to go back to."))
  }

  /// Whether it is another place than the one where the person is.
  private func isElsewhere(_ id: TimelineID, _ place: Place?) -> Bool {
    guard tabs.tab(of: id) != nil else { return false }
    return id != timeline.id || place != nil && place?.key != pager.place?.key
  }

  /// Where the post is gone, it is the nearest one.
  private func go(to place: Place?, in id: TimelineID) {
    if let index = tabs.all.firstIndex(where: { $0.timeline.id == id }), index != tabs.selected {
      pager.stop()
      showTab(index)
    }
    guard let place, place.key != pager.place?.key, isShowingPosts, let window = pager.window else { return }
    // What is being asked for may lead elsewhere.
    if !loading.isRunning, let row = window.index(of: place.key) { return select(row) }
    pager.load(.place(place), selecting: .place(place))
  }
}
