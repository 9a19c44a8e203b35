import FoundationEssentials

/// Tracks the unread entries of a timeline. A request is at most about a few pages above the mark, however long the
/// timeline is.
public protocol TrackUnreadUseCase: Sendable {
  /// A mark for a timeline that is completely read as of now; nil if it is empty or still loading.
  func allRead(of timeline: TimelineID) async throws(TimelineError) -> ReadMark?

  /// The unread entries above a mark; nil if unknown or still loading.
  func unread(of timeline: TimelineID, above mark: ReadMark) async throws(TimelineError) -> Unread?

  /// The oldest unread entry above the cursor's; if none exists, the oldest one above the mark.
  func oldestUnread(
    of timeline: TimelineID, above cursor: PageCursor?, mark: ReadMark
  ) async throws(TimelineError) -> EntryPosition?

  /// The mark set by another app; nil if it is no further than `mark`.
  func markFromOtherApp(of timeline: TimelineID, above mark: ReadMark) async -> ReadMark?

  /// Reports that the user has read up to a mark. Returns immediately.
  func didRead(_ mark: ReadMark, of timeline: TimelineID)

  /// Whether a timeline that is shown for the first time starts with `firstMark`. If not, all its entries are read.
  func sharesMark(of timeline: TimelineID) -> Bool

  /// The position up to which the user has read in other apps.
  func firstMark(of timeline: TimelineID) async -> FirstReadMark

  /// The number of visible entries above the cursor's, up to a position and including it; nil if the source cannot
  /// respond.
  func distance(to position: EntryPosition, above cursor: PageCursor, of timeline: TimelineID) async -> EntryDistance?
}

extension TrackUnreadUseCase {
  public func sharesMark(of timeline: TimelineID) -> Bool { false }
  public func firstMark(of timeline: TimelineID) async -> FirstReadMark { .unset }
}

/// The number of visible entries between two positions of a timeline.
public struct EntryDistance: Hashable, Sendable {
  public var count: Int
  /// false if there may be more, for example in a gap.
  public var isExact: Bool

  public init(count: Int, isExact: Bool) {
    self.count = count
    self.isExact = isExact
  }
}

/// The unread entries of a timeline.
public struct Unread: Hashable, Sendable {
  public var count: Int
  /// The number of entries above the mark, read or not.
  public var above: Int
  /// The mark without entries that are no longer above it.
  public var mark: ReadMark
  /// The keys of the unread entries that were loaded, as in `Post.unreadKey`; there may be more.
  public var knownKeys: Set<PostKey>

  public init(count: Int, above: Int, mark: ReadMark, knownKeys: Set<PostKey> = []) {
    self.count = count
    self.above = above
    self.mark = mark
    self.knownKeys = knownKeys
  }
}

public struct TrackUnread: TrackUnreadUseCase {
  private static let pageLimit = 60
  /// The maximum number of pages that are loaded to measure a distance.
  private static let maxMeasuredPages = 10
  private let timelines: any TimelineRepository
  private let markers: (any ReadMarkerRepository)?
  private let user: Profile?
  private let hiddenKeys: HiddenKeys

  /// Returns the entries that are not shown in a timeline and so never count as unread.
  public typealias HiddenKeys = @Sendable ([Post], TimelineID) async -> Set<PostKey>

  /// - Parameters:
  ///   - markers: nil if marks are not shared with a server.
  ///   - user: the user, whose own entries are never unread.
  ///   - hiddenKeys: entries that are hidden in addition to filtered ones.
  public init(
    timelines: any TimelineRepository, markers: (any ReadMarkerRepository)? = nil, user: Profile? = nil,
    hiddenKeys: @escaping HiddenKeys = { _, _ in [] }
  ) {
    self.timelines = timelines
    self.markers = markers
    self.user = user
    self.hiddenKeys = hiddenKeys
  }

  private func visiblePosts(_ posts: some Sequence<Post>, in timeline: TimelineID) async -> [Post] {
    let candidates = posts.filter { !$0.isHiddenByFilter }
    let hidden = await hiddenKeys(candidates, timeline)
    return hidden.isEmpty ? candidates : candidates.filter { !hidden.contains($0.key) }
  }

  private func isOwn(_ post: Post) -> Bool { user.map(post.isOwnEntry) ?? false }

  public func markFromOtherApp(of timeline: TimelineID, above mark: ReadMark) async -> ReadMark? {
    await markers?.newerMark(than: mark, of: timeline)
  }

  public func didRead(_ mark: ReadMark, of timeline: TimelineID) { markers?.didRead(mark, of: timeline) }

  public func sharesMark(of timeline: TimelineID) -> Bool { markers?.sharesMark(of: timeline) ?? false }

  public func firstMark(of timeline: TimelineID) async -> FirstReadMark {
    await markers?.firstMark(of: timeline) ?? .unset
  }

  public func allRead(of timeline: TimelineID) async throws(TimelineError) -> ReadMark? {
    // More than one, as the first may be pinned.
    let page = try await timelines.page(of: timeline, PageRequest(.newest, limit: 10))
    return page.loading == nil && !page.isTruncated ? ReadMark(allOf: page.posts) : nil
  }

  public func unread(of timeline: TimelineID, above mark: ReadMark) async throws(TimelineError) -> Unread? {
    let page = try await timelines.page(of: timeline, PageRequest(mark.position, limit: 1))
    guard page.loading == nil, let offset = page.offset else { return nil }
    let above = offset + mark.countAbove(in: page.posts)
    guard above > 0 else { return Unread(count: 0, above: 0, mark: ReadMark(newest: mark.newest)) }
    // Read entries may have been removed, and pinned ones are not new. They are checked if they are few.
    let first = try await timelines.page(
      of: timeline,
      PageRequest(.newest, limit: min(above, max(Self.pageLimit, mark.others.isEmpty ? 0 : ReadMark.maxOthers))))
    var known = mark
    let unreadPosts = await visiblePosts(first.posts.prefix(above), in: timeline).filter {
      mark.isUnread($0) && !isOwn($0)
    }
    let unread = Set(unreadPosts.map(\.unreadKey))
    if first.posts.count >= above {
      let posts = first.posts.prefix(above)
      known.others.formIntersection(posts.map(\.key))
      return Unread(count: unreadPosts.count, above: above, mark: known, knownKeys: unread)
    }
    let seen = Set(first.posts.map(\.key))
    let read = first.posts.count - unreadPosts.count + mark.others.count { !seen.contains($0) }
    return Unread(count: max(0, above - read), above: above, mark: known, knownKeys: unread)
  }

  public func oldestUnread(
    of timeline: TimelineID, above cursor: PageCursor?, mark: ReadMark
  ) async throws(TimelineError) -> EntryPosition? {
    if let cursor, let place = try await oldestUnread(of: timeline, newerThan: cursor, mark: mark) { return place }
    let page = try await timelines.page(of: timeline, PageRequest(mark.position, limit: Self.pageLimit))
    let above = await visiblePosts(page.posts.prefix(mark.countAbove(in: page.posts)), in: timeline)
    if let place = mark.oldestUnread(in: above.filter { !isOwn($0) }[...]) { return place }
    guard let newer = page.newer else { return nil }
    return try await oldestUnread(of: timeline, newerThan: newer, mark: mark)
  }

  public func distance(
    to position: EntryPosition, above cursor: PageCursor, of timeline: TimelineID
  ) async -> EntryDistance? {
    var (cursor, distance) = (cursor, EntryDistance(count: 0, isExact: true))
    for number in 0..<Self.maxMeasuredPages {
      let request = PageRequest(.newer(than: cursor), limit: Self.pageLimit)
      guard !Task.isCancelled, let page = try? await timelines.page(of: timeline, request) else {
        return number == 0 ? nil : EntryDistance(count: distance.count, isExact: false)
      }
      // The marked entry may be hidden or deleted.
      let end =
        page.posts.firstIndex { $0.key == position.key }
        ?? page.posts.firstIndex { $0.timelineDate ?? .distantPast <= position.date ?? .distantFuture }
      let below = end.map { page.posts.suffix(from: $0) } ?? []
      distance.count += await visiblePosts(below, in: timeline).count
      if !page.gaps.isEmpty { distance.isExact = false }
      let isReached = end.map { $0 > 0 || page.posts[$0].key == position.key } ?? !page.posts.isEmpty
      guard !isReached, let newer = page.newer, newer != cursor else { return distance }
      cursor = newer
    }
    distance.isExact = false
    return distance
  }

  /// Ends soon, as read entries above the mark are among the mark's others, whose number is limited.
  private func oldestUnread(
    of timeline: TimelineID, newerThan cursor: PageCursor, mark: ReadMark
  ) async throws(TimelineError) -> EntryPosition? {
    var cursor = cursor
    while !Task.isCancelled {
      let page = try await timelines.page(of: timeline, PageRequest(.newer(than: cursor), limit: Self.pageLimit))
      let visible = await visiblePosts(page.posts, in: timeline)
      if let place = mark.oldestUnread(in: visible.filter { !isOwn($0) }[...]) { return place }
      guard let newer = page.newer, newer != cursor else { return nil }
      cursor = newer
    }
    throw .cancelled
  }
}

extension ReadMark {
  fileprivate var position: PagePosition { .around(newest.key, newest.date) }

  /// The number of posts above the mark; by date if its own entry no longer exists.
  fileprivate func countAbove(in posts: [Post]) -> Int {
    if let index = posts.firstIndex(where: { $0.key == newest.key && !hasNewNotification($0) }) { return index }
    guard let date = newest.date else { return 0 }
    return posts.lastIndex { $0.timelineDate.map { $0 > date } ?? false }.map { $0 + 1 } ?? 0
  }

  fileprivate func oldestUnread(in posts: ArraySlice<Post>) -> EntryPosition? {
    posts.last(where: isUnread).map(EntryPosition.init)
  }
}
