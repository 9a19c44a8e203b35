import Domain
import EmptyState
import FoundationEssentials
import TimelineCore

/// The words around somebody's posts: pure functions of what is held.
enum ProfileText {
  /// That a source knows nobody of a handle.
  static func unknown(
    _ label: String, _ wanted: EmptyReason.Wanted, lastTry: Date, offered: Set<EmptyStateAction>
  ) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "unknown person", title: "\(wanted.source) does not know \(label)",
      sentences: [
        "The account may be gone, or its server does not speak with this one.",
        "The last try was at \(LocalTime.clock(lastTry)).",
      ], actions: [.retry, .back].filter(offered.contains), isFailure: true)
  }

  /// What stands below the last post that is held, or in the place of posts.
  @MainActor
  static func footer(
    for pager: TimelinePager, _ part: ProfileTab, isSlow: Bool, reason: (LoadFailure) -> EmptyReason
  ) -> String {
    switch pager.content {
    case .loading: return isSlow ? "Fetching posts…" : ""
    case .cancelled: return "Fetching posts was stopped."
    case .empty: return part == .media ? "No media here." : "No posts here."
    // The notice says why.
    case .failed: return "No posts came."
    case .posts:
      if let failure = pager.edgeFailure { return "Older posts did not come: \(title(reason(failure)))." }
      if pager.isFetching { return "Fetching older posts…" }
      return pager.window?.older == nil ? "That is all." : ""
    }
  }

  private static func title(_ reason: EmptyReason) -> String { EmptyStateViewModel(reason, offered: []).title }
}
