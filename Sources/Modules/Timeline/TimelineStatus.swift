import Domain
import EmptyState
import FoundationEssentials

/// The words around the list: pure functions of a tab.
enum TimelineStatus {
  /// “7 of 64 · 3 new above”.
  static func text(for tab: TimelineTab) -> String {
    guard case .posts = tab.content else { return "" }
    var parts: [String] = []
    if let search = tab.search { parts.append("match \(search.current + 1) of \(search.result.matches.count)") }
    if let position = tab.position {
      parts.append(tab.window?.total.map { "\(position + 1) of \($0)" } ?? "\(position + 1)")
    }
    if tab.newAbove > 0 { parts.append("\(tab.newAbove) new above") }
    return parts.joined(separator: " · ")
  }

  /// What stands below the last post that is held.
  static func footer(for tab: TimelineTab, isFetching: Bool) -> String {
    if let failure = tab.edgeFailure {
      return "Older posts did not come: \(EmptyStateViewModel(failure, offered: []).title). R tries again."
    }
    guard tab.window?.older != nil else { return "That is all." }
    return isFetching ? "Fetching older posts…" : ""
  }

  /// That the posts on the screen are old, and why.
  static func notice(for failure: EmptyReason, loadedAt: Date?) -> NoticeViewModel {
    NoticeViewModel(failure: failure, shown: "posts", loadedAt: loadedAt, offered: Set(EmptyStateAction.allCases))
  }

  /// That some posts of a file could not be read.
  static func notice(for skipped: SkippedPosts) -> NoticeViewModel {
    let place = skipped.first
    let count = skipped.count == 1 ? "1 post" : "\(skipped.count) posts"
    let file = place.path.split(separator: "/").last ?? ""
    return NoticeViewModel(
      text: "\(count) of \(file) could not be read; the first at line \(place.line), column \(place.column): "
        + "expected \(place.expected)", isFailure: true)
  }
}
