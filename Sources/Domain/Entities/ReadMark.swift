import FoundationEssentials

/// What has been read of a timeline: everything up to (not newer than) `newest`, and `others` above it.
public struct ReadMark: Hashable, Sendable {
  /// So many others are kept. What is dropped is shown as unread again, and nothing worse.
  public static let maxOthers = 1_000

  public var newest: Place
  public var others: Set<PostKey>

  public init(newest: Place, others: Set<PostKey> = []) {
    self.newest = newest
    self.others = others
  }
}

extension ReadMark {
  /// That all has been read of a timeline that begins with these posts; nil where it has none.
  public init?(allOf posts: [Post]) {
    guard let first = posts.first(where: { !$0.states.contains(.pinned) }) ?? posts.first else { return nil }
    let above = posts.prefix { $0.key != first.key }.map(\.key)
    self.init(newest: Place(key: first.key, date: first.timelineDate), others: Set(above))
  }

  /// Whether an entry that stands above the mark is unread.
  public func leavesUnread(_ post: Post) -> Bool {
    post.key != newest.key && !others.contains(post.key) && !isPinned(post)
  }

  /// Takes an entry for read that stands above the mark.
  public mutating func read(_ key: PostKey) {
    others.insert(key)
  }

  /// All up to this entry, which stands above the mark, is read.
  public mutating func rise(to post: Post) {
    others.remove(post.key)
    // What is pinned stands above newer ones: it is no measure of what has been read.
    if !isPinned(post) { newest = Place(key: post.key, date: post.timelineDate) }
  }

  /// What another Tern has stored meanwhile goes along: nothing that was read in either becomes unread.
  /// - Parameter old: what this Tern knew before.
  public func joined(with stored: ReadMark?, since old: ReadMark?) -> ReadMark {
    guard let stored, stored != old else { return self }
    var mark = self
    if stored.newest != old?.newest, let date = stored.newest.date, date > newest.date ?? .distantPast {
      mark.newest = stored.newest
    }
    mark.others.formUnion(stored.others.subtracting(old?.others ?? []))
    return mark
  }

  /// The others, the newest ones last as far as their ids tell: numbers that grow, as the great networks have them.
  public var othersInOrder: [PostKey] {
    others.sorted { one, other in
      let (one, other) = ((one.id.rawValue, one.repostedBy ?? ""), (other.id.rawValue, other.repostedBy ?? ""))
      return (one.0.utf8.count, one.0, one.1) < (other.0.utf8.count, other.0, other.1)
    }
  }

  /// The mark with as many others as are kept.
  public var bounded: ReadMark {
    guard others.count > Self.maxOthers else { return self }
    return ReadMark(newest: newest, others: Set(othersInOrder.suffix(Self.maxOthers)))
  }

  /// Whether it stands where it does because it is pinned and not because it is new.
  private func isPinned(_ post: Post) -> Bool {
    guard post.states.contains(.pinned), let date = post.timelineDate, let mark = newest.date else { return false }
    return date < mark
  }
}
