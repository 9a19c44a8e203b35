import FoundationEssentials

/// Knows what is unread of a timeline, however long it is: no question is about more than what stands above the mark,
/// nor about more of that than a few pages.
public protocol TrackUnreadUseCase: Sendable {
  /// That all has been read as of now; nil where there is nothing, or not yet.
  func allRead(of timeline: TimelineID) async throws(TimelineError) -> ReadMark?

  /// What is unread above a mark; nil where the source does not say, or not yet.
  func unread(of timeline: TimelineID, above mark: ReadMark) async throws(TimelineError) -> Unread?

  /// The oldest unread entry above the cursor's, or where there is none the oldest of all.
  func oldestUnread(
    of timeline: TimelineID, above cursor: PageCursor?, mark: ReadMark
  ) async throws(TimelineError) -> Place?

  /// The mark with what has been read elsewhere; nil where that is no more.
  func readElsewhere(of timeline: TimelineID, above mark: ReadMark) async -> ReadMark?

  /// So far has been read here: others may want to know. It does not wait.
  func didRead(_ mark: ReadMark, of timeline: TimelineID)
}

/// What is unread of a timeline.
public struct Unread: Hashable, Sendable {
  public var count: Int
  /// How many entries stand above the mark, read or not.
  public var above: Int
  /// The mark, without what no longer stands above it.
  public var mark: ReadMark
  /// The unread entries that were seen, as `Post.unreadKey` has them; there may be more.
  public var known: Set<PostKey>

  public init(count: Int, above: Int, mark: ReadMark, known: Set<PostKey> = []) {
    self.count = count
    self.above = above
    self.mark = mark
    self.known = known
  }
}

public struct TrackUnread: TrackUnreadUseCase {
  private static let pageLimit = 60
  private let timelines: any TimelineRepository
  private let markers: (any ReadMarkerRepository)?
  private let hides: Hides

  /// Which entries are not shown in a timeline, and so are never unread.
  public typealias Hides = @Sendable ([Post], TimelineID) async -> Set<PostKey>

  /// - Parameters:
  ///   - markers: nil where nobody else reads them.
  ///   - hides: what is not shown besides what filters hide.
  public init(
    timelines: any TimelineRepository, markers: (any ReadMarkerRepository)? = nil,
    hides: @escaping Hides = { _, _ in [] }
  ) {
    self.timelines = timelines
    self.markers = markers
    self.hides = hides
  }

  private func shown(_ posts: some Sequence<Post>, in timeline: TimelineID) async -> [Post] {
    let candidates = posts.filter { !$0.isHiddenByFilter }
    let hidden = await hides(candidates, timeline)
    return hidden.isEmpty ? candidates : candidates.filter { !hidden.contains($0.key) }
  }

  public func readElsewhere(of timeline: TimelineID, above mark: ReadMark) async -> ReadMark? {
    await markers?.newerMark(than: mark, of: timeline)
  }

  public func didRead(_ mark: ReadMark, of timeline: TimelineID) { markers?.didRead(mark, of: timeline) }

  public func allRead(of timeline: TimelineID) async throws(TimelineError) -> ReadMark? {
    // More than one: the first may be pinned.
    let page = try await timelines.page(of: timeline, at: .newest, limit: 10, .cached)
    return page.reading == nil && !page.isCutShort ? ReadMark(allOf: page.posts) : nil
  }

  public func unread(of timeline: TimelineID, above mark: ReadMark) async throws(TimelineError) -> Unread? {
    let page = try await timelines.page(of: timeline, at: mark.position, limit: 1, .cached)
    guard page.reading == nil, let offset = page.offset else { return nil }
    let above = offset + mark.countAbove(in: page.posts)
    guard above > 0 else { return Unread(count: 0, above: 0, mark: ReadMark(newest: mark.newest)) }
    // What has been read there may be gone, and what is pinned is not new: these are looked at where they are few.
    let first = try await timelines.page(
      of: timeline, at: .newest, limit: min(above, max(Self.pageLimit, mark.others.isEmpty ? 0 : ReadMark.maxOthers)),
      .cached)
    var known = mark
    let unreadPosts = await shown(first.posts.prefix(above), in: timeline).filter(mark.leavesUnread)
    let unread = Set(unreadPosts.map(\.unreadKey))
    if first.posts.count >= above {
      let posts = first.posts.prefix(above)
      known.others.formIntersection(posts.map(\.key))
      return Unread(count: unreadPosts.count, above: above, mark: known, known: unread)
    }
    let seen = Set(first.posts.map(\.key))
    let read = first.posts.count - unreadPosts.count + mark.others.count { !seen.contains($0) }
    return Unread(count: max(0, above - read), above: above, mark: known, known: unread)
  }

  public func oldestUnread(
    of timeline: TimelineID, above cursor: PageCursor?, mark: ReadMark
  ) async throws(TimelineError) -> Place? {
    if let cursor, let place = try await oldestUnread(of: timeline, newerThan: cursor, mark: mark) { return place }
    let page = try await timelines.page(of: timeline, at: mark.position, limit: Self.pageLimit, .cached)
    let above = await shown(page.posts.prefix(mark.countAbove(in: page.posts)), in: timeline)
    if let place = mark.oldestUnread(in: above[...]) { return place }
    guard let newer = page.newer else { return nil }
    return try await oldestUnread(of: timeline, newerThan: newer, mark: mark)
  }

  /// Ends soon: what is not unread up there is among the mark's others, which are not many.
  private func oldestUnread(
    of timeline: TimelineID, newerThan cursor: PageCursor, mark: ReadMark
  ) async throws(TimelineError) -> Place? {
    var cursor = cursor
    while !Task.isCancelled {
      let page = try await timelines.page(of: timeline, at: .newer(than: cursor), limit: Self.pageLimit, .cached)
      if let place = mark.oldestUnread(in: await shown(page.posts, in: timeline)[...]) { return place }
      guard let newer = page.newer, newer != cursor else { return nil }
      cursor = newer
    }
    throw .cancelled
  }
}

extension ReadMark {
  fileprivate var position: PagePosition { .around(newest.key, newest.date) }

  /// How many of the posts around the mark stand above it; where its own entry is gone, by their dates.
  fileprivate func countAbove(in posts: [Post]) -> Int {
    if let index = posts.firstIndex(where: { $0.key == newest.key }) { return index }
    guard let date = newest.date else { return 0 }
    return posts.lastIndex { $0.timelineDate.map { $0 > date } ?? false }.map { $0 + 1 } ?? 0
  }

  fileprivate func oldestUnread(in posts: ArraySlice<Post>) -> Place? {
    posts.last(where: leavesUnread).map { Place(key: $0.key, date: $0.timelineDate) }
  }
}
