import Domain
import EmptyState
import Foundation
import PostCell
import TerminalKit
import TestSupport

@testable import Timeline

/// The view controller in a navigator, with a spy as presenter.
@MainActor
final class ScreenHarness {
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
    presenter.reset()
    view.showHeader(
      TimelineHeader(
        tabs: [.init(name: "Home", unreadCount: 3), .init(name: "Mentions", unreadCount: 0)], selectedTab: 0,
        account: "Ada · @ada@demo", label: "@ada@demo"))
  }

  func show(
    _ posts: [Post], selection: Int = 0, footer: String = "End of posts", isSearchResult: Bool = false
  ) {
    let rows = posts.map { TimelineRow.post(PostCellViewModel($0, now: .noon)) }
    view.showTimeline(
      TimelineViewModel(rows: rows, selection: selection, footer: footer, isSearchResult: isSearchResult))
  }

  func showEmpty(_ reason: EmptyReason) {
    view.showEmptyView(EmptyStateViewModel(reason, offered: Set(EmptyStateAction.allCases)))
  }

  /// Presses keys by their tmux names. Returns the calls of the presenter.
  @discardableResult
  func press(_ names: String) -> [String] {
    presenter.reset()
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
