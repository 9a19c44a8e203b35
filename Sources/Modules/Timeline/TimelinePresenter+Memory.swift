import Domain
import EmptyState

extension TimelinePresenter {
  /// Remembers that this account was the last one, once it has shown something; whoever's memory has no place to lie
  /// is told then, not when they leave.
  func rememberOpening() {
    guard !hasRememberedPlaces else { return }
    dependencies.runner.start(for: self) { [weak self] in self?.rememberPlaces() }
  }

  func rememberPlaces() {
    hasRememberedPlaces = true
    let places = tabs.compactMap { tab in tab.place.map { (tab.kind, $0) } }
    let marks = tabs.compactMap { tab in
      unread[tab.kind]?.mark.flatMap { $0 == memory.marks[tab.kind] ? nil : (tab.kind, $0) }
    }
    do {
      try dependencies.rememberPlace.remember(
        account: dependencies.account.id, timeline: tab.window.map { _ in tab.kind },
        places: Dictionary(places, uniquingKeysWith: { first, _ in first }),
        marks: Dictionary(
          marks.map { ($0, MarkChange(from: memory.marks[$0], to: $1)) }, uniquingKeysWith: { first, _ in first }))
      for (kind, mark) in marks { memory.marks[kind] = mark }
    } catch {
      guard !hasSaidThatPlacesAreNotKept else { return }
      hasSaidThatPlacesAreNotKept = true
      view?.showNotice(
        NoticeViewModel(text: "Your place is not kept: \(error.path): \(error.reason).", isFailure: true))
    }
  }
}
