import Domain

extension HiddenCounts {
  /// The number of filters that are named.
  private static let maxNamed = 2

  /// “12 hidden”; empty if none is.
  public var status: String { count == 0 ? "" : "\(LoadingProgress.grouped(count)) hidden" }

  /// “12 reposts hidden”; “reposts hidden” if none has been found yet.
  public func status(of kind: EntryKind) -> String {
    switch self[.kind(kind)] {
    case 0: "\(kind.title) hidden"
    case 1: "1 \(kind.singular) hidden"
    case let count: "\(LoadingProgress.grouped(count)) \(kind.title) hidden"
    }
  }

  /// The actions that show hidden posts.
  var actions: [EmptyStateAction] {
    let shown = kinds.map(EmptyStateAction.show)
    return shown + (filteredCount > 0 || shown.isEmpty ? [.showHidden] : [])
  }

  /// “12 posts are hidden: 9 by your filter “spoilers” and 3 by mutes, blocks or reposts turned off”; “posts without
  /// media are hidden” if the server leaves them out.
  public var text: String {
    if count == 0 { return kinds.map(\.title).joined(separator: " and ") + " are hidden" }
    let posts = LoadingProgress.text(posts: count) + (count == 1 ? " is hidden" : " are hidden")
    let reasons = reasons
    guard reasons.count > 1 else { return posts + (reasons.first.map { " \($0.name)" } ?? "") }
    let named = reasons.map { "\(LoadingProgress.grouped($0.count)) \($0.name)" }
    return posts + ": " + named.dropLast().joined(separator: ", ") + " and " + (named.last ?? "")
  }

  private var reasons: [(name: String, count: Int)] {
    let filters = byFilter.sorted { ($1.count, $0.title) < ($0.count, $1.title) }
    var reasons = filters.prefix(Self.maxNamed).map { title, count in
      (title.isEmpty ? "by one of your filters" : "by your filter “\(title)”", count)
    }
    let others = filters.dropFirst(Self.maxNamed).reduce(0) { $0 + $1.count }
    if others > 0 { reasons.append(("by other filters", others)) }
    let byRelationship = self[.relationship]
    if byRelationship > 0 { reasons.append(("by mutes, blocks or reposts turned off", byRelationship)) }
    for kind in EntryKind.allCases where self[.kind(kind)] > 0 {
      reasons.append(("because you hide \(kind.title) here", self[.kind(kind)]))
    }
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
