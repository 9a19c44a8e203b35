import Domain
import EmptyState
import Foundation
import PostCell
import TerminalKit
import TestSupport

@testable import Timeline

/// The timeline screen in a navigator: keys in, lines out.
@MainActor
final class ScreenHarness {
  nonisolated static let sizes = [
    Size(width: 80, height: 24), Size(width: 40, height: 10), Size(width: 20, height: 5), Size(width: 200, height: 60),
  ]

  let harness: TimelineHarness
  let view: TimelineViewController
  let navigator = Navigator()
  private(set) var quits = 0
  var size = Size(width: 80, height: 24)

  /// A screen that its presenter updates.
  init(_ harness: TimelineHarness, _ presenter: TimelinePresenter? = nil) {
    UTF8Locale.set()
    self.harness = harness
    view = TimelineViewController(presenter: presenter ?? harness.presenter)
    (presenter ?? harness.presenter).view = view
    navigator.globalCommands = [
      AvailableCommand(.character("q"), title: "quit", hint: "quit") { [weak self] in self?.quits += 1 },
      AvailableCommand(.character("?"), title: "help", hint: "keys") {},
    ]
    navigator.setRoot(view)
  }

  /// A screen with two tabs that only the test updates.
  convenience init() {
    let harness = TimelineHarness([(.home, []), (.mentions, [])])
    self.init(harness)
    harness.presenter.view = harness.view
    view.showHeader(
      TimelineHeader(
        tabs: [.init(name: "Home", unreadCount: 3), .init(name: "Mentions", unreadCount: 0)], selectedTab: 0,
        account: "Ada · @ada@demo", label: "@ada@demo"))
  }

  /// A loaded screen with these posts, ten mentions and a bookmark.
  static func loaded(_ posts: [Post] = Post.fixtures(count: 100), selecting index: Int = 0) async -> ScreenHarness {
    let mentions = (1...10).map { Post.fixture(id: "m\($0)", text: "Mention \($0)") }
    let screen = ScreenHarness(
      TimelineHarness([(.home, posts), (.mentions, mentions), (.bookmarks, [.fixture(id: "b", text: "Bookmark")])]))
    await screen.harness.settle()
    for _ in 0..<index { await screen.press("j") }
    return screen
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

  /// Presses keys by their tmux names, each after all effects of the one before.
  func press(_ names: String) async {
    await harness.settle()
    _ = draw()
    for name in names.split(separator: " ") {
      if let key = Key(tmuxName: String(name)) { navigator.handle(key) }
      await harness.settle()
      _ = draw()
    }
  }

  func draw() -> Canvas { navigator.draw(size: size) }

  var lines: [String] { draw().lines }
  /// The text of the selected post.
  var selected: String { view.selectedRow?.post?.text.map(\.text).joined() ?? "" }
}
