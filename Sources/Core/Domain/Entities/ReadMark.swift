import FoundationEssentials

/// The read state of a timeline: `newest` and all entries below it, and `others` above it.
public struct ReadMark: Hashable, Sendable {
  /// Maximum size of `others`. Dropped entries merely appear as unread again.
  static let maxOthers = 1_000

  public var newest: EntryPosition
  public var others: Set<PostKey>

  public init(newest: EntryPosition, others: Set<PostKey> = []) {
    self.newest = newest
    self.others = others
  }
}

extension ReadMark {
  /// Marks all as read in a timeline that begins with these posts; nil if it is empty.
  public init?(allOf posts: [Post]) {
    guard let first = posts.first(where: { !$0.states.contains(.pinned) }) ?? posts.first else { return nil }
    let above = posts.prefix { $0.key != first.key }.map(\.key)
    self.init(newest: EntryPosition(first), others: Set(above))
  }

  /// Whether an entry above the mark is unread.
  public func isUnread(_ post: Post) -> Bool {
    (post.key != newest.key || hasNewNotification(post)) && !others.contains(post.key) && !isPinned(post)
  }

  /// Whether the marked entry is a group that has received a notification since.
  public func hasNewNotification(_ post: Post) -> Bool {
    guard post.key == newest.key, let date = post.notification?.at, let mark = newest.date else { return false }
    return date > mark
  }

  /// Marks an entry above the mark as read.
  public mutating func read(_ key: PostKey) {
    others.insert(key)
  }

  /// Moves the mark up to an entry: it and all below it are read.
  public mutating func advance(to post: Post) {
    others.remove(post.key)
    // A pinned post is above newer ones, so it does not tell how far the user has read.
    if !isPinned(post) { newest = EntryPosition(post) }
  }

  /// Merges the mark that another Tern has stored in the meantime. No entry that was read in either becomes unread.
  /// - Parameter old: the mark that this Tern loaded or stored before.
  public func merged(with stored: ReadMark?, since old: ReadMark?) -> ReadMark {
    guard let stored, stored != old else { return self }
    var mark = self
    if stored.newest != old?.newest, let date = stored.newest.date, date > newest.date ?? .distantPast {
      mark.newest = stored.newest
    }
    mark.others.formUnion(stored.others.subtracting(old?.others ?? []))
    return mark
  }

  /// `others` sorted from old to new by ID, as far as IDs tell: IDs of large networks are growing numbers.
  public var sortedOthers: [PostKey] {
    others.sorted { one, other in
      let (one, other) = ((one.id.rawValue, one.repostedBy ?? ""), (other.id.rawValue, other.repostedBy ?? ""))
      return (one.0.utf8.count, one.0, one.1) < (other.0.utf8.count, other.0, other.1)
    }
  }

  /// The mark with at most `maxOthers` others.
  public var bounded: ReadMark {
    guard others.count > Self.maxOthers else { return self }
    return ReadMark(newest: newest, others: Set(sortedOthers.suffix(Self.maxOthers)))
  }

  /// Whether the post is at the top because it is pinned and not because it is new.
  private func isPinned(_ post: Post) -> Bool {
    guard post.states.contains(.pinned), let date = post.timelineDate, let mark = newest.date else { return false }
    return date < mark
  }
}
