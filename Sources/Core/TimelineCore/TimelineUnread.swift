import Domain
import FoundationEssentials

/// The known unread state of one timeline.
public struct TimelineUnread: Equatable {
  /// nil until the timeline is shown for the first time. All its entries then count as read.
  public var mark: ReadMark?
  /// The number of entries above the mark; nil if unknown.
  public var above: Int?
  /// The number of unread entries above the mark; nil if unknown.
  public var count: Int?
  /// Known unread entries, by `Post.unreadKey`. There may be more.
  public var knownKeys: Set<PostKey> = []
  /// Whether the source has been asked for the count since the last refresh.
  public var isRequested = false

  public init(mark: ReadMark? = nil, above: Int? = nil, count: Int? = nil) {
    (self.mark, self.above, self.count) = (mark, above, count)
  }

  /// The unread rows of a window, newest first.
  public func rows(in window: TimelineWindow) -> [Int] {
    rows(0..<window.count, in: window)
  }

  /// Marks rows read, and moves the mark up to the first unread entry.
  /// - Returns: the rows that were unread.
  public mutating func markRead(_ range: Range<Int>, in window: TimelineWindow) -> [Int] {
    let read = rows(range, in: window)
    guard !read.isEmpty else { return [] }
    for post in read.compactMap({ window[$0] }) {
      mark?.read(post.key)
      knownKeys.remove(post.unreadKey)
    }
    count = count.map { max(0, $0 - read.count) }
    if !window.isUnfinished { advanceMark(in: window) }
    return read
  }

  /// Marks all entries read.
  public mutating func markAllRead(_ mark: ReadMark) {
    self = TimelineUnread(mark: mark, above: mark.others.count, count: 0)
  }

  /// Counts the unread entries of a window, if it contains all of them.
  public mutating func count(in window: TimelineWindow) {
    guard isCounted(in: window), let boundary = boundary(in: window) else { return }
    let posts = window.rows.prefix(boundary.index).compactMap(\.post)
    above = posts.count
    mark?.others.formIntersection(posts.map(\.key))
    count = nil
    let unread = rows(in: window)
    count = unread.count
    knownKeys = Set(unread.compactMap { window[$0]?.unreadKey })
    advanceMark(in: window)
  }

  /// Whether a window contains all unread entries.
  func isCounted(in window: TimelineWindow) -> Bool {
    window.newer == nil && !window.isPartial
      && (mark == nil || boundary(in: window).map { $0.isHeld && !window.hasGap(above: $0.index) } == true)
  }

  /// Whether a window begins above the mark.
  func isAboveMark(_ window: TimelineWindow) -> Bool {
    guard let mark, let first = window[0] else { return false }
    return boundary(in: window).map { $0.index > 0 } ?? isNewer(first, than: mark)
  }

  /// Whether more entries are counted than the window has, although it seems to contain the newest.
  public func isAhead(of window: TimelineWindow) -> Bool {
    guard let above, window.newer == nil, !window.isPartial, let boundary = boundary(in: window), boundary.isHeld else {
      return false
    }
    return window.entryCount(above: boundary.index).map { above > $0 } ?? false
  }

  /// Discards the number of entries above the mark, because the source may have more. The unread count stays until the
  /// next one.
  public mutating func invalidateCount() {
    (above, isRequested) = (nil, false)
  }
}

extension TimelineUnread {
  /// The boundary between the entries above the mark and the others.
  private struct Boundary {
    /// The first row at or below the mark.
    var index: Int
    /// Whether the mark is exactly at this row.
    var isHeld: Bool
  }

  private func rows(_ range: Range<Int>, in window: TimelineWindow) -> [Int] {
    guard let mark, !(above != nil && count == 0) else { return [] }
    let boundary = boundary(in: window)
    return range.filter { index in
      guard let post = window[index] else { return false }
      return (boundary.map { index < $0.index } ?? isNewer(post, than: mark)) && mark.isUnread(post)
    }
  }

  private func boundary(in window: TimelineWindow) -> Boundary? {
    guard let mark else { return nil }
    if let index = window.index(of: mark.newest.key), window[index].map(mark.hasNewNotification) != true {
      return Boundary(index: index, isHeld: true)
    }
    if let above, let offset = window.offset, !window.isPartial {
      let index = min(max(0, above - offset), window.count)
      return Boundary(index: index, isHeld: index == above - offset)
    }
    // The marked entry is not loaded. Its date is enough if there are entries on both sides of it.
    guard let last = window.rows.lastIndex(where: { $0.post.map { isNewer($0, than: mark) } ?? false }) else {
      return nil
    }
    return last + 1 < window.count || window.older == nil ? Boundary(index: last + 1, isHeld: true) : nil
  }

  private func isNewer(_ post: Post, than mark: ReadMark) -> Bool {
    guard let date = post.timelineDate, let newest = mark.newest.date else { return false }
    return date > newest
  }

  /// Moves the mark up over read entries. There may be unread entries between the mark and the window, so it has to be
  /// in the window.
  private mutating func advanceMark(in window: TimelineWindow) {
    guard !window.isPartial, let boundary = boundary(in: window), boundary.isHeld else { return }
    for index in (0..<boundary.index).reversed() {
      // A gap may contain unread entries.
      guard let post = window[index], mark?.isUnread(post) == false else { return }
      mark?.advance(to: post)
      above = above.map { $0 - 1 }
    }
  }
}

extension TimelineWindow {
  fileprivate func hasGap(above index: Int) -> Bool { rows.prefix(index).contains { $0.gap != nil } }
}
