/// The number of hidden entries of a timeline by reason.
public struct HiddenCounts: Hashable, Sendable {
  /// By the titles of the user's filters.
  public var byFilter: [String: Int] = [:]
  /// By mutes, blocks and hidden reposts.
  public var byRelationship = 0

  public init(byFilter: [String: Int] = [:], byRelationship: Int = 0) {
    self.byFilter = byFilter
    self.byRelationship = byRelationship
  }

  public init(_ posts: some Sequence<Post>) {
    for post in posts { add(post) }
  }

  public var count: Int { byFilter.values.reduce(byRelationship, +) }

  public mutating func add(_ post: Post) {
    if post.isHiddenByFilter { byFilter[post.filter ?? "", default: 0] += 1 } else { byRelationship += 1 }
  }
}
