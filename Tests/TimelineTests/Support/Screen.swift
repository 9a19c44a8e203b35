import Domain
import EmptyState
import Foundation
import PostCell
import TerminalKit
import TestSupport

@testable import Timeline

/// The view controller in a navigator, before a presenter that only listens.
@MainActor
final class Screen {
  nonisolated static let sizes = [
    Size(width: 80, height: 24), Size(width: 40, height: 10), Size(width: 20, height: 5), Size(width: 200, height: 60),
  ]

  let presenter = SpyTimelinePresentation()
  let view: TimelineViewController
  let navigator = Navigator()
  private(set) var quits = 0
  var size = Size(width: 80, height: 24)

  init() {
    view = TimelineViewController(presenter: presenter)
    navigator.globalCommands = [
      AvailableCommand(.character("q"), title: "quit", hint: "quit") { [weak self] in self?.quits += 1 },
      AvailableCommand(.character("?"), title: "help", hint: "keys") {},
    ]
    navigator.setRoot(view)
    presenter.onSearch = { [weak view] in view?.showSearchField("") }
    presenter.forget()
    view.showHeader(
      TimelineHeader(
        tabs: [.init(name: "Home", unreadCount: 3), .init(name: "Mentions", unreadCount: 0)], selectedTab: 0,
        account: "Ada · @ada@demo", label: "@ada@demo"))
  }

  func show(
    _ posts: [Post], selection: Int = 0, footer: String = "That is all.", isSearchResult: Bool = false
  ) {
    let rows = posts.map { TimelineRow.post(PostCellViewModel($0, now: .noon)) }
    view.showTimeline(
      TimelineViewModel(rows: rows, selection: selection, footer: footer, isSearchResult: isSearchResult))
  }

  func showEmpty(_ reason: EmptyReason) {
    view.showEmptyView(EmptyStateViewModel(reason, offered: Set(EmptyStateAction.allCases)))
  }

  /// Presses keys by their names of tmux, and says what the presenter was told.
  @discardableResult
  func press(_ names: String) -> [String] {
    presenter.forget()
    _ = draw()
    for name in names.split(separator: " ") {
      if let key = Key(tmuxName: String(name)) { navigator.handle(key) }
      _ = draw()
    }
    return presenter.calls
  }

  func draw() -> Canvas { navigator.draw(size: size) }

  var lines: [String] { draw().lines }
}
