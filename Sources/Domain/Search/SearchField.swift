import FoundationEssentials

/// What a query can ask for besides words: what stands before the colon.
enum SearchField: String {
  case from, since, until, has, `is`

  /// nil where the value is none of those that it takes.
  func term(for value: Substring, now: Date) -> SearchQuery.Term? {
    switch self {
    case .from:
      let handle = value.hasPrefix("@") ? value.dropFirst() : value
      return handle.isEmpty ? nil : .from(handle: String(handle))
    case .since: return DateSpan(String(value), now: now).map { .since($0.start) }
    case .until: return DateSpan(String(value), now: now).map { .until($0.end) }
    case .has:
      switch value.lowercased() {
      case "media": return .hasMedia
      case "link": return .hasLink
      default: return nil
      }
    case .is: return value.lowercased() == "repost" ? .isRepost : nil
    }
  }

  /// What is said of another value.
  var wanted: String {
    switch self {
    case .from: "a handle after from:"
    case .since, .until: "a date like 2015-03 after \(rawValue):"
    case .has: "media or link after has:"
    case .is: "repost after is:"
    }
  }

  /// Whether somebody who has typed this may be on the way to a value that it takes.
  func mayBecomeValue(_ typed: Substring) -> Bool {
    let typed = typed.lowercased()
    switch self {
    case .from: return typed.isEmpty || typed == "@"
    case .has: return ["media", "link"].contains { $0.hasPrefix(typed) }
    case .is: return "repost".hasPrefix(typed)
    case .since, .until:
      if ["today", "yesterday"].contains(where: { $0.hasPrefix(typed) }) { return true }
      let parts = typed.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
      let areNumbers = parts.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
      return areNumbers && parts.count <= 3 && zip(parts, [4, 2, 2]).allSatisfy { $0.count <= $1 }
        && parts.dropLast().first.map { $0.count == 4 } ?? true
    }
  }
}
