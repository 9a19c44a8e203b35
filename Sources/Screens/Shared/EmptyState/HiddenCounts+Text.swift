import Domain

extension HiddenCounts {
  /// The number of filters that are named.
  private static let maxNamed = 2

  /// “12 hidden”; empty if none is.
  public var status: String { count == 0 ? "" : "\(LoadingProgress.grouped(count)) hidden" }

  /// “12 posts are hidden: 9 by your filter “spoilers” and 3 by mutes, blocks or reposts turned off”.
  public var text: String {
    let posts = LoadingProgress.text(posts: count) + (count == 1 ? " is hidden" : " are hidden")
    let reasons = reasons
    guard reasons.count > 1 else { return posts + (reasons.first.map { " by \($0.name)" } ?? "") }
    let named = reasons.map { "\(LoadingProgress.grouped($0.count)) by \($0.name)" }
    return posts + ": " + named.dropLast().joined(separator: ", ") + " and " + (named.last ?? "")
  }

  private var reasons: [(name: String, count: Int)] {
    let filters = byFilter.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var reasons = filters.prefix(Self.maxNamed).map { title, count in
      (title.isEmpty ? "one of your filters" : "your filter “\(title)”", count)
    }
    let others = filters.dropFirst(Self.maxNamed).reduce(0) { $0 + $1.value }
    if others > 0 { reasons.append(("other filters", others)) }
    if byRelationship > 0 { reasons.append(("mutes, blocks or reposts turned off", byRelationship)) }
    return reasons
  }
}

extension EmptyReason.OlderPosts {
  var sentences: [String] {
    switch self {
    case .none: []
    case .available: ["Older posts may still be visible."]
    case .loading: ["Loading older posts."]
    }
  }
}
