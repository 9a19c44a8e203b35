import Domain
import FoundationEssentials

/// What is unread of one timeline, as far as is known.
public struct TimelineUnread: Equatable {
  /// nil until the timeline has been shown for the first time: then all of it is read.
  public var mark: ReadMark?
  /// How many entries stand above the mark; nil where nobody knows.
  public var above: Int?
  /// How many of those are unread; nil where nobody knows.
  public var count: Int?
  /// The unread entries that are known, as `Post.unreadKey` has them; there may be more.
  public var known: Set<PostKey> = []
  /// Whether that was asked of the source since the last refresh.
  public var isAsked = false

  public init(mark: ReadMark? = nil, above: Int? = nil, count: Int? = nil) {
    (self.mark, self.above, self.count) = (mark, above, count)
  }

  /// The rows of what is held that are unread, the newest first.
  public func rows(in window: TimelineWindow) -> [Int] {
    rows(0..<window.count, in: window)
  }

  /// Takes rows for read, and lets the mark rise over what has been read without a gap.
  /// - Returns: the rows that were unread.
  public mutating func read(_ range: Range<Int>, in window: TimelineWindow) -> [Int] {
    let read = rows(range, in: window)
    guard !read.isEmpty else { return [] }
    for post in read.compactMap({ window[$0] }) {
      mark?.read(post.key)
      known.remove(post.unreadKey)
    }
    count = count.map { max(0, $0 - read.count) }
    if !window.isUnfinished { rise(in: window) }
    return read
  }

  /// All of it is read.
  public mutating func readAll(_ mark: ReadMark) {
    self = TimelineUnread(mark: mark, above: mark.others.count, count: 0)
  }

  /// Counts by what is held, where that is enough.
  public mutating func count(in window: TimelineWindow) {
    guard isCounted(in: window), let border = border(in: window) else { return }
    let posts = window.rows.prefix(border.index).compactMap(\.post)
    above = posts.count
    mark?.others.formIntersection(posts.map(\.key))
    count = nil
    let unread = rows(in: window)
    count = unread.count
    known = Set(unread.compactMap { window[$0]?.unreadKey })
    rise(in: window)
  }

  /// Whether all that is unread is held.
  public func isCounted(in window: TimelineWindow) -> Bool {
    window.newer == nil
      && (mark == nil || border(in: window).map { $0.isHeld && !window.hasGap(above: $0.index) } == true)
  }

  /// Whether what is held begins above the mark.
  public func isAboveMark(_ window: TimelineWindow) -> Bool {
    guard let mark, let first = window[0] else { return false }
    return border(in: window).map { $0.index > 0 } ?? isNewer(first, than: mark)
  }

  /// Whether more has been counted than the window knows of, though it seems to hold the newest.
  public func isAhead(of window: TimelineWindow) -> Bool {
    guard let above, window.newer == nil, let border = border(in: window), border.isHeld else { return false }
    return window.entryCount(above: border.index).map { above > $0 } ?? false
  }

  /// After this the source may have more. The count stands until there is another.
  public mutating func forgetCount() {
    (above, isAsked) = (nil, false)
  }
}

extension TimelineUnread {
  /// What stands above the mark of what is held.
  private struct Border {
    /// The first row that does not.
    var index: Int
    /// Whether the mark is at this row, and not further up or down.
    var isHeld: Bool
  }

  private func rows(_ range: Range<Int>, in window: TimelineWindow) -> [Int] {
    guard let mark, !(above != nil && count == 0) else { return [] }
    let border = border(in: window)
    return range.filter { index in
      guard let post = window[index] else { return false }
      return (border.map { index < $0.index } ?? isNewer(post, than: mark)) && mark.leavesUnread(post)
    }
  }

  private func border(in window: TimelineWindow) -> Border? {
    guard let mark else { return nil }
    if let index = window.index(of: mark.newest.key) { return Border(index: index, isHeld: true) }
    if let above, let offset = window.offset {
      let index = min(max(0, above - offset), window.count)
      return Border(index: index, isHeld: index == above - offset)
    }
    // The mark's own entry is gone: its date tells, where there is something on both sides of it.
    guard let last = window.rows.lastIndex(where: { $0.post.map { isNewer($0, than: mark) } ?? false }) else {
      return nil
    }
    return last + 1 < window.count || window.older == nil ? Border(index: last + 1, isHeld: true) : nil
  }

  private func isNewer(_ post: Post, than mark: ReadMark) -> Bool {
    guard let date = post.timelineDate, let newest = mark.newest.date else { return false }
    return date > newest
  }

  /// Only from the mark on: between it and what is held there may be something unread.
  private mutating func rise(in window: TimelineWindow) {
    guard let border = border(in: window), border.isHeld else { return }
    for index in (0..<border.index).reversed() {
      // Beyond a gap there may be something unread that is not held.
      guard let post = window[index], mark?.leavesUnread(post) == false else { return }
      mark?.rise(to: post)
      above = above.map { $0 - 1 }
    }
  }
}

extension TimelineWindow {
  fileprivate func hasGap(above index: Int) -> Bool { rows.prefix(index).contains { $0.gap != nil } }
}
