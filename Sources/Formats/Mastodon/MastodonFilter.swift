import Domain
import FoundationEssentials

/// What the reader's own filters, which the server has applied, want with a status (documentation, entities/FilterResult).
package enum MastodonFilter: Hashable, Sendable {
  case none
  /// It is folded, and says by which filter.
  case warning(title: String)
  case hidden

  /// Where filters hold.
  package enum Context: String, Sendable {
    case home, notifications, `public`, thread, account
  }

  /// - Parameter context: where the status is to be shown; nil where no filter holds.
  package init(of status: JSONValue, in context: Context?, now: Date) {
    self = .none
    guard let context else { return }
    let results = (status["filtered"]?.elements ?? []) + (status["reblog"]?["filtered"]?.elements ?? [])
    for result in results {
      guard let filter = result["filter"] else { continue }
      // A server that does not say where a filter holds has applied it here.
      if let places = filter["context"]?.elements, !places.contains(where: { $0.text == context.rawValue }) { continue }
      if let end = filter["expires_at"]?.date, end <= now { continue }
      if filter["filter_action"]?.text == "hide" {
        self = .hidden
        return
      }
      if self == .none { self = .warning(title: filter["title"]?.text ?? "") }
    }
  }

  /// The entry as its reader wants it; nil where it is to be left out.
  package func applied(to entry: Post) -> Post? {
    switch self {
    case .none: return entry
    case .hidden: return nil
    case .warning(let title):
      var entry = entry
      entry.filter = title
      return entry
    }
  }
}
