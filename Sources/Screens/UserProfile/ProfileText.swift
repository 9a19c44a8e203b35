import Domain
import EmptyState
import FoundationEssentials
import TimelineCore

enum ProfileText {
  /// The empty view for an account that the source does not find.
  static func unknown(
    _ label: String, _ subject: EmptyReason.Subject, lastTry: Date, offered: Set<EmptyStateAction>
  ) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "unknown profile", title: "\(label) not found at \(subject.source)",
      sentences: [
        "The account may have been deleted, or its server may not be connected to this one.",
        "Last tried at \(LocalTime.clock(lastTry)).",
      ], actions: [.retry, .back].filter(offered.contains), isFailure: true)
  }

  /// “Followed by Ada, Bo and 3 others you follow”; empty if there are none.
  static func familiarFollowers(_ profiles: [Profile]) -> String {
    let names = profiles.prefix(2).map(\.displayName)
    let others = profiles.count - names.count
    switch (names.count, others) {
    case (0, _): return ""
    case (1, _): return "Followed by \(names[0]), whom you follow"
    case (_, 0): return "Followed by \(names[0]) and \(names[1]), whom you follow"
    default:
      return "Followed by \(names.joined(separator: ", ")) and \(others) \(others == 1 ? "other" : "others") you follow"
    }
  }

  /// The text below the last loaded post, or instead of posts.
  @MainActor
  static func footer(
    for pager: TimelinePager, _ tab: ProfileTab, isSlow: Bool, reason: (LoadFailure) -> EmptyReason
  ) -> String {
    switch pager.content {
    case .loading: return isSlow ? "Loading posts…" : ""
    case .cancelled: return "Loading posts was cancelled."
    case .empty: return tab == .media ? "No media yet." : "No posts yet."
    // The notice has the reason.
    case .failed: return "Couldn’t load posts."
    case .posts:
      if let failure = pager.edgeFailure { return "Couldn’t load older posts: \(title(reason(failure)))." }
      if pager.isFetching { return "Loading older posts…" }
      return pager.window?.older == nil ? "End of posts" : ""
    }
  }

  private static func title(_ reason: EmptyReason) -> String { EmptyStateViewModel(reason, offered: []).title }
}
