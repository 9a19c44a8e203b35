/// The number of hidden entries of a timeline by reason.
public struct HiddenCounts: Hashable, Sendable {
  /// By the titles of the user's filters.
  public var byFilter: [String: Int] = [:]
  /// By mutes, blocks and accounts whose reposts are hidden.
  public var byRelationship = 0
  /// By the kinds that are hidden in the timeline.
  public var byKind: [TimelineOptions.EntryKind: Int] = [:]

  public init(
    byFilter: [String: Int] = [:], byRelationship: Int = 0, byKind: [TimelineOptions.EntryKind: Int] = [:]
  ) {
    self.byFilter = byFilter
    self.byRelationship = byRelationship
    self.byKind = byKind
  }

  public var count: Int { byKind.values.reduce(filteredCount, +) }

  /// The entries that filters, mutes and blocks hide.
  public var filteredCount: Int { byFilter.values.reduce(byRelationship, +) }

  /// - Parameter omission: why the options of the timeline leave out the entry; nil if a filter, mute or block hides it.
  public mutating func add(_ post: Post, _ omission: EntryOmission? = nil) {
    switch omission {
    case .hidden(let kind): byKind[kind, default: 0] += 1
    // The post was shown before.
    case .repostOfOwnPost: break
    case nil where post.isHiddenByFilter: byFilter[post.filter ?? "", default: 0] += 1
    case nil: byRelationship += 1
    }
  }
}
