import Domain
import FoundationEssentials

/// The stretch of a timeline that is held: a few pages around the selection, however long the timeline is. Its rows are
/// entries, and gaps between them where the source has more than is held.
public struct TimelineWindow: Equatable {
  public enum Row: Hashable, Sendable {
    case post(Post)
    case gap(TimelineGap)
  }

  /// A page, and what has become of it since.
  private struct Stretch: Equatable {
    var rows: [Row] {
      didSet { hasGaps = rows.contains { $0.gap != nil } }
    }
    private(set) var hasGaps: Bool
    var page: TimelinePage

    init(_ page: TimelinePage, rows: [Row]) {
      self.rows = rows
      hasGaps = rows.contains { $0.gap != nil }
      self.page = page
      // They are held as rows.
      self.page.posts = []
    }
  }

  /// Newest first; at least one.
  private var stretches: [Stretch]

  public init(_ page: TimelinePage) {
    stretches = [Stretch(page, rows: Self.rows(of: page, without: []))]
  }

  public var count: Int { stretches.reduce(0) { $0 + $1.rows.count } }
  /// Whether no entry is held.
  public var isEmpty: Bool { !stretches.contains { $0.rows.contains { $0.post != nil } } }
  public var rows: [Row] {
    if let only = stretches.first, stretches.count == 1 { return only.rows }
    return stretches.flatMap(\.rows)
  }
  public var posts: [Post] { rows.compactMap(\.post) }
  public var newer: PageCursor? { stretches.first?.page.newer }
  public var older: PageCursor? { stretches.last?.page.older }
  public var total: Int? { stretches.lazy.compactMap(\.page.total).first }
  /// Whether some of it came while the source was being read: there may be more by now.
  public var isUnfinished: Bool { stretches.contains { $0.page.reading != nil } }
  /// Whether the source does not know what is older, because somebody stopped its reading.
  public var isCutShort: Bool { stretches.last?.page.isCutShort ?? false }
  /// Whether the source's file ends where it cannot end.
  public var isCutOff: Bool { stretches.last?.page.skipped?.isCutOff ?? false }
  /// How many entries stand above the first one held.
  public var offset: Int? { stretches.first?.page.offset }
}

// MARK: - Looking something up

extension TimelineWindow {
  /// The entry in a row; nil where there is none.
  public subscript(index: Int) -> Post? { row(at: index)?.post }

  public func row(at index: Int) -> Row? {
    var index = index
    for stretch in stretches {
      if index < stretch.rows.count { return index < 0 ? nil : stretch.rows[index] }
      index -= stretch.rows.count
    }
    return nil
  }

  public func index(of key: PostKey) -> Int? {
    index { $0.post?.key == key }
  }

  /// The entry itself, or where it is gone the one nearest to it in time. A pinned post may stand above newer ones, so
  /// the order of the entries does not tell.
  public func index(nearest place: Place) -> Int {
    if let index = index(of: place.key) { return index }
    guard let date = place.date else { return 0 }
    return index { post in post.timelineDate.map { abs($0.timeIntervalSince(date)) } }
  }

  /// The newest post of a stretch of time; where there is none, the nearest to it.
  public func index(of span: DateSpan) -> Int {
    func distance(_ date: Date) -> Double {
      if date >= span.end { return date.timeIntervalSince(span.end) }
      return date < span.start ? span.start.timeIntervalSince(date) : 0
    }
    let dates = rows.map { $0.post?.timelineDate }
    if let newest = dates.compactMap(\.self).filter({ distance($0) == 0 && $0 < span.end }).max() {
      return dates.firstIndex(of: newest) ?? 0
    }
    return index { $0.timelineDate.map(distance) }
  }

  /// How many entries of the timeline stand above a row of the window and in it, gaps included; nil where nobody knows.
  public func entryCount(above index: Int) -> Int? {
    var (count, left) = (0, index)
    for stretch in stretches where left > 0 {
      let above = stretch.rows.prefix(left)
      left -= above.count
      guard stretch.hasGaps else {
        count += above.count
        continue
      }
      for row in above {
        switch row {
        case .post: count += 1
        case .gap(let gap):
          guard let missing = gap.count else { return nil }
          count += missing
        }
      }
    }
    return count
  }

  private func index(where matches: (Row) -> Bool) -> Int? {
    var start = 0
    for stretch in stretches {
      if let index = stretch.rows.firstIndex(where: matches) { return start + index }
      start += stretch.rows.count
    }
    return nil
  }

  /// The first row of the least distance; 0 where none has any.
  private func index(distance: (Post) -> Double?) -> Int {
    rows.enumerated().min {
      ($0.element.post.flatMap(distance) ?? .infinity) < ($1.element.post.flatMap(distance) ?? .infinity)
    }?.offset ?? 0
  }
}

// MARK: - Taking something in

extension TimelineWindow {
  /// Takes a page of older posts; the newest ones go when there are too many.
  /// - Returns: whether there was anything new in it.
  public mutating func append(_ page: TimelinePage) -> Bool {
    let stretch = unseen(page)
    stretches.append(stretch)
    while let first = stretches.first, stretches.count > 1, count - first.rows.count >= PageRequest.maxHeld {
      stretches.removeFirst()
    }
    return !stretch.rows.isEmpty
  }

  /// Takes a page of newer posts; the oldest ones go when there are too many.
  /// - Returns: whether there was anything new in it.
  public mutating func prepend(_ page: TimelinePage) -> Bool {
    let stretch = unseen(page)
    stretches.insert(stretch, at: 0)
    while let last = stretches.last, stretches.count > 1, count - last.rows.count >= PageRequest.maxHeld {
      stretches.removeLast()
    }
    return !stretch.rows.isEmpty
  }

  /// The first gap that is so near to a row.
  func gap(within distance: Int, of row: Int) -> TimelineGap? {
    guard stretches.contains(where: \.hasGaps) else { return nil }
    return (row - distance...row + distance).lazy.compactMap { self.row(at: $0)?.gap }.first
  }

  /// Takes what was missing in a gap. The gap's row makes room for what is still missing, then for what has come: all
  /// that stands above it stays where it is.
  /// - Returns: whether anything has changed by that.
  public mutating func fill(_ gap: TimelineGap, with page: TimelinePage) -> Bool {
    let rows = unseen(page).rows
    for index in stretches.indices {
      guard let place = stretches[index].rows.firstIndex(of: .gap(gap)) else { continue }
      guard rows != [.gap(gap)] else { return false }
      stretches[index].rows.replaceSubrange(place...place, with: rows)
      return true
    }
    return false
  }

  /// Takes entries that have come in above all others; where the newest ones are not held, they are only counted.
  /// - Returns: how many rows there are more above those that were there.
  public mutating func insert(_ posts: [Post]) -> Int {
    guard newer == nil, !stretches.isEmpty else {
      if let offset { stretches[0].page.offset = offset + posts.count }
      count(posts.count)
      return 0
    }
    let held = heldKeys
    let rows = posts.filter { !held.contains($0.key) }.map(Row.post)
    stretches[0].rows.insert(contentsOf: rows, at: 0)
    count(rows.count)
    return rows.count
  }

  private mutating func count(_ more: Int) {
    for index in stretches.indices {
      if let total = stretches[index].page.total { stretches[index].page.total = total + more }
    }
  }

  /// Takes what a post says now, in each of its rows.
  public mutating func update(_ post: Post) {
    if let former = post.formerRef { rename(former, to: post.ref) }
    for (stretch, row) in places(of: post.ref) {
      guard case .post(var held) = stretches[stretch].rows[row] else { continue }
      held.update(from: post)
      stretches[stretch].rows[row] = .post(held)
    }
  }

  /// A row whose entry stands there under the new id as well goes.
  private mutating func rename(_ former: PostRef, to ref: PostRef) {
    let known = heldKeys
    for (stretch, row) in places(of: former).reversed() {
      guard case .post(var held) = stretches[stretch].rows[row] else { continue }
      (held.ref, held.formerID) = (ref, nil)
      if known.contains(held.key) {
        stretches[stretch].rows.remove(at: row)
        loseOne()
      } else {
        stretches[stretch].rows[row] = .post(held)
      }
    }
  }

  /// Takes a post out, and whatever reposts it.
  public mutating func remove(_ ref: PostRef) {
    for (stretch, row) in places(of: ref).reversed() {
      stretches[stretch].rows.remove(at: row)
      loseOne()
    }
  }

  private mutating func loseOne() {
    for index in stretches.indices {
      if let total = stretches[index].page.total { stretches[index].page.total = max(0, total - 1) }
    }
  }

  /// Takes one entry out.
  public mutating func remove(_ key: PostKey) {
    for index in stretches.indices {
      guard let row = stretches[index].rows.firstIndex(where: { $0.post?.key == key }) else { continue }
      stretches[index].rows.remove(at: row)
      loseOne()
      return
    }
  }

  private func places(of ref: PostRef) -> [(stretch: Int, row: Int)] {
    stretches.enumerated().flatMap { stretch, content in
      content.rows.indices.filter { content.rows[$0].post?.ref == ref }.map { (stretch, $0) }
    }
  }

  private var heldKeys: Set<PostKey> { Set(posts.map(\.key)) }

  /// The page without entries that are held already: a source that has moved on gives some of them twice.
  private func unseen(_ page: TimelinePage) -> Stretch {
    Stretch(page, rows: Self.rows(of: page, without: heldKeys))
  }

  private static func rows(of page: TimelinePage, without held: Set<PostKey>) -> [Row] {
    var gaps = Dictionary(page.gaps.map { ($0.lower, $0) }, uniquingKeysWith: { first, _ in first })
    let rows = page.posts.flatMap { post -> [Row] in
      let row: [Row] = held.contains(post.key) ? [] : [.post(post)]
      return gaps.isEmpty ? row : (gaps.removeValue(forKey: post.key).map { [.gap($0)] } ?? []) + row
    }
    // What stands below is not shown: that something is missing above it is said all the same.
    return rows + page.gaps.filter { gaps[$0.lower] == $0 }.map(Row.gap)
  }
}

extension TimelineWindow.Row {
  public var post: Post? {
    if case .post(let post) = self { post } else { nil }
  }

  public var gap: TimelineGap? {
    if case .gap(let gap) = self { gap } else { nil }
  }
}
