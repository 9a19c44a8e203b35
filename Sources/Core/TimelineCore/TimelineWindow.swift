import Domain
import FoundationEssentials

/// The loaded part of a timeline: a few pages around the selection, at most about `PageRequest.maxLoaded` rows. Its
/// rows are entries, and gaps where the source has entries that are not loaded.
public struct TimelineWindow: Equatable {
  public enum Row: Hashable, Sendable {
    case post(Post)
    case gap(TimelineGap)
  }

  /// A loaded page with later changes.
  private struct Segment: Equatable {
    var rows: [Row] {
      didSet { hasGaps = rows.contains { $0.gap != nil } }
    }
    private(set) var hasGaps: Bool
    var page: TimelinePage

    init(_ page: TimelinePage, rows: [Row]) {
      self.rows = rows
      hasGaps = rows.contains { $0.gap != nil }
      self.page = page
      // The posts are stored in the rows.
      self.page.posts = []
    }
  }

  /// Newest first; never empty.
  private var segments: [Segment]
  /// Whether entries are left out that may be unread, because only some kinds are shown.
  public internal(set) var isPartial = false

  public init(_ page: TimelinePage) {
    segments = [Segment(page, rows: Self.rows(of: page, excluding: []))]
  }

  private init(_ segments: [Segment]) {
    self.segments = segments
  }

  public var count: Int { segments.reduce(0) { $0 + $1.rows.count } }
  /// Whether the window contains no entries.
  public var isEmpty: Bool { !segments.contains { $0.rows.contains { $0.post != nil } } }
  public var rows: [Row] {
    if let only = segments.first, segments.count == 1 { return only.rows }
    return segments.flatMap(\.rows)
  }
  public var posts: [Post] { rows.compactMap(\.post) }
  public var newer: PageCursor? { segments.first?.page.newer }
  public var older: PageCursor? { segments.last?.page.older }
  public var total: Int? { segments.lazy.compactMap(\.page.total).first }
  /// Whether a page was loaded while the source was still being read. There may be more entries by now.
  public var isUnfinished: Bool { segments.contains { $0.page.loading != nil } }
  /// Whether older entries are unknown because the user stopped reading the source.
  public var isTruncated: Bool { segments.last?.page.isTruncated ?? false }
  /// Whether the file of the source is truncated.
  public var isFileIncomplete: Bool { segments.last?.page.skipped?.isCutOff ?? false }
  /// The number of visible entries above the window; nil if unknown.
  public var offset: Int? { segments.first?.page.offset }
}

// MARK: - Lookup

extension TimelineWindow {
  /// The entry in a row; nil if none exists or the row is a gap.
  public subscript(index: Int) -> Post? { row(at: index)?.post }

  public func row(at index: Int) -> Row? {
    var index = index
    for segment in segments {
      if index < segment.rows.count { return index < 0 ? nil : segment.rows[index] }
      index -= segment.rows.count
    }
    return nil
  }

  public func index(of key: PostKey) -> Int? {
    index { $0.post?.key == key }
  }

  /// The row of an entry, or of the entry nearest in time if it is not loaded. Searches all rows: a pinned post may be
  /// above newer ones.
  public func index(nearest position: EntryPosition) -> Int {
    if let index = index(of: position.key) { return index }
    guard let date = position.date else { return 0 }
    return index { post in post.timelineDate.map { abs($0.timeIntervalSince(date)) } }
  }

  /// The row of the newest post in a span of time, or of the nearest post if the span is empty.
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

  /// The number of entries above a row of the window, including those in gaps; nil if unknown.
  public func entryCount(above index: Int) -> Int? {
    var (count, left) = (0, index)
    for segment in segments where left > 0 {
      let above = segment.rows.prefix(left)
      left -= above.count
      guard segment.hasGaps else {
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
    for segment in segments {
      if let index = segment.rows.firstIndex(where: matches) { return start + index }
      start += segment.rows.count
    }
    return nil
  }

  /// The first row with the smallest distance; 0 if no row has one.
  private func index(distance: (Post) -> Double?) -> Int {
    rows.enumerated().min {
      ($0.element.post.flatMap(distance) ?? .infinity) < ($1.element.post.flatMap(distance) ?? .infinity)
    }?.offset ?? 0
  }
}

// MARK: - Changes

extension TimelineWindow {
  /// Appends a page of older posts. If the window gets too large, the newest posts are removed.
  /// - Returns: whether the page had new entries.
  public mutating func append(_ page: TimelinePage) -> Bool {
    let segment = unseen(page)
    segments.append(segment)
    while let first = segments.first, segments.count > 1, count - first.rows.count >= PageRequest.maxLoaded {
      removeFirstSegment()
    }
    return !segment.rows.isEmpty
  }

  /// Prepends a page of newer posts. If the window gets too large, the oldest posts are removed.
  /// - Returns: whether the page had new entries.
  mutating func prepend(_ page: TimelinePage) -> Bool {
    var segment = unseen(page)
    if segment.page.offset == nil, let offset {
      let above = TimelineWindow([segment]).entryCount(above: segment.rows.count).map { offset - $0 }
      segment.page.offset = above.flatMap { $0 >= 0 ? $0 : nil }
    }
    segments.insert(segment, at: 0)
    while let last = segments.last, segments.count > 1, count - last.rows.count >= PageRequest.maxLoaded {
      segments.removeLast()
    }
    return !segment.rows.isEmpty
  }

  /// Removes the newest page. The entries above the next one are counted if the source cannot tell their number,
  /// because some are hidden.
  private mutating func removeFirstSegment() {
    let above = offset.flatMap { offset in entryCount(above: segments[0].rows.count).map { offset + $0 } }
    segments.removeFirst()
    // Entries that arrived later are counted only above the newest page.
    segments[0].page.offset = above ?? segments[0].page.offset
  }

  /// Sets the number of visible entries above a row of the window.
  mutating func setEntryCount(_ count: Int, above index: Int) {
    guard let loaded = entryCount(above: index), loaded <= count else { return }
    segments[0].page.offset = count - loaded
  }

  mutating func forgetOffset() {
    if newer != nil { segments[0].page.offset = nil }
  }

  /// Forgets where the source continues.
  mutating func forgetEdges() {
    segments[0].page.newer = nil
    segments[segments.count - 1].page.older = nil
  }

  /// The first gap within a distance of a row.
  func gap(within distance: Int, of row: Int) -> TimelineGap? {
    guard segments.contains(where: \.hasGaps) else { return nil }
    return (row - distance...row + distance).lazy.compactMap { self.row(at: $0)?.gap }.first
  }

  /// Replaces a gap with the entries of a page, below what is still missing. The rows above the gap do not move.
  /// - Returns: whether the window has changed.
  public mutating func fill(_ gap: TimelineGap, with page: TimelinePage) -> Bool {
    let rows = unseen(page).rows
    for index in segments.indices {
      guard let row = segments[index].rows.firstIndex(of: .gap(gap)) else { continue }
      guard rows != [.gap(gap)] else { return false }
      segments[index].rows.replaceSubrange(row...row, with: rows)
      return true
    }
    return false
  }

  /// Inserts new entries at the top. If the newest entries are not loaded, they are only counted.
  /// - Returns: the number of rows added.
  public mutating func insert(_ posts: [Post]) -> Int {
    guard newer == nil, !segments.isEmpty else {
      if let offset { segments[0].page.offset = offset + posts.count }
      count(posts.count)
      return 0
    }
    let keys = loadedKeys
    let rows = posts.filter { !keys.contains($0.key) }.map(Row.post)
    segments[0].rows.insert(contentsOf: rows, at: 0)
    count(rows.count)
    return rows.count
  }

  private mutating func count(_ more: Int) {
    for index in segments.indices {
      if let total = segments[index].page.total { segments[index].page.total = total + more }
    }
  }

  /// Updates a post in all its rows.
  public mutating func update(_ post: Post) {
    if let former = post.formerRef { rename(former, to: post.ref) }
    for (segment, row) in rowIndices(of: post.ref) {
      guard case .post(var entry) = segments[segment].rows[row] else { continue }
      entry.update(from: post)
      segments[segment].rows[row] = .post(entry)
    }
  }

  /// Changes the ID of a post in all its rows. Removes a row whose entry already exists under the new ID.
  private mutating func rename(_ former: PostRef, to ref: PostRef) {
    let known = loadedKeys
    for (segment, row) in rowIndices(of: former).reversed() {
      guard case .post(var entry) = segments[segment].rows[row] else { continue }
      (entry.ref, entry.formerID) = (ref, nil)
      if known.contains(entry.key) {
        segments[segment].rows.remove(at: row)
        decrementTotal()
      } else {
        segments[segment].rows[row] = .post(entry)
      }
    }
  }

  /// Removes a post and all its reposts.
  public mutating func remove(_ ref: PostRef) {
    for (segment, row) in rowIndices(of: ref).reversed() {
      segments[segment].rows.remove(at: row)
      decrementTotal()
    }
  }

  private mutating func decrementTotal() {
    for index in segments.indices {
      if let total = segments[index].page.total { segments[index].page.total = max(0, total - 1) }
    }
  }

  /// Removes one entry.
  public mutating func remove(_ key: PostKey) {
    for index in segments.indices {
      guard let row = segments[index].rows.firstIndex(where: { $0.post?.key == key }) else { continue }
      segments[index].rows.remove(at: row)
      decrementTotal()
      return
    }
  }

  private func rowIndices(of ref: PostRef) -> [(segment: Int, row: Int)] {
    segments.enumerated().flatMap { segment, content in
      content.rows.indices.filter { content.rows[$0].post?.ref == ref }.map { (segment, $0) }
    }
  }

  private var loadedKeys: Set<PostKey> { Set(posts.map(\.key)) }

  /// A page without entries that are already loaded: a source that has moved on returns some of them twice.
  private func unseen(_ page: TimelinePage) -> Segment {
    Segment(page, rows: Self.rows(of: page, excluding: loadedKeys))
  }

  private static func rows(of page: TimelinePage, excluding keys: Set<PostKey>) -> [Row] {
    var gaps = Dictionary(page.gaps.map { ($0.lower, $0) }, uniquingKeysWith: { first, _ in first })
    let rows = page.posts.flatMap { post -> [Row] in
      let row: [Row] = keys.contains(post.key) ? [] : [.post(post)]
      return gaps.isEmpty ? row : (gaps.removeValue(forKey: post.key).map { [.gap($0)] } ?? []) + row
    }
    // Gaps above hidden entries are shown at the end.
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
