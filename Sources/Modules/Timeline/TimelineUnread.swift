import Domain
import FoundationEssentials

/// What is unread of one timeline, as far as is known.
struct TimelineUnread: Equatable {
  /// nil until the timeline has been shown for the first time: then all of it is read.
  var mark: ReadMark?
  /// How many entries stand above the mark; nil where nobody knows.
  var above: Int?
  /// How many of those are unread; nil where nobody knows.
  var count: Int?
  /// Whether that was asked of the source since the last refresh.
  var isAsked = false

  /// The rows of what is held that are unread, the newest first.
  func rows(in window: TimelineWindow) -> [Int] {
    rows(0..<window.count, in: window)
  }

  /// Takes rows for read, and lets the mark rise over what has been read without a gap.
  /// - Returns: the rows that were unread.
  mutating func read(_ range: Range<Int>, in window: TimelineWindow) -> [Int] {
    let read = rows(range, in: window)
    guard !read.isEmpty else { return [] }
    for index in read { window[index].map { mark?.read($0.key) } }
    count = count.map { max(0, $0 - read.count) }
    if !window.isUnfinished { rise(in: window) }
    return read
  }

  /// All of it is read.
  mutating func readAll(_ mark: ReadMark) {
    self = TimelineUnread(mark: mark, above: mark.others.count, count: 0)
  }

  /// Counts by what is held, where that is enough.
  mutating func count(in window: TimelineWindow) {
    guard isCounted(in: window), let border = border(in: window) else { return }
    let posts = window.posts.prefix(border.index)
    above = posts.count
    mark?.others.formIntersection(posts.map(\.key))
    count = nil
    count = rows(in: window).count
    rise(in: window)
  }

  /// Whether all that is unread is held.
  func isCounted(in window: TimelineWindow) -> Bool {
    window.newer == nil && (mark == nil || border(in: window)?.isHeld == true)
  }

  /// Whether what is held begins above the mark.
  func isAboveMark(_ window: TimelineWindow) -> Bool {
    guard let mark, let first = window[0] else { return false }
    return border(in: window).map { $0.index > 0 } ?? isNewer(first, than: mark)
  }

  /// Whether more has been counted than the window knows of, though it seems to hold the newest.
  func isAhead(of window: TimelineWindow) -> Bool {
    guard let above, window.newer == nil, let border = border(in: window), border.isHeld else { return false }
    return above > border.index
  }

  /// After this the source may have more. The count stands until there is another.
  mutating func forgetCount() {
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
    guard let last = window.posts.lastIndex(where: { isNewer($0, than: mark) }) else { return nil }
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
      guard let post = window[index], mark?.leavesUnread(post) == false else { return }
      mark?.rise(to: post)
      above = above.map { $0 - 1 }
    }
  }
}
