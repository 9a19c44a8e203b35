import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@Suite struct TrackUnreadTests {
  private static let posts = Post.fixtures(count: 3_000)
  private let repository = PagedTimelineRepository([(.home, posts)], clock: VirtualClock(now: .noon))
  private var track: TrackUnread { TrackUnread(timelines: repository) }

  private static func place(_ number: Int) -> EntryPosition {
    EntryPosition(key: posts[number - 1].key, date: posts[number - 1].timelineDate)
  }

  private static func mark(_ number: Int, others: some Sequence<Int> = []) -> ReadMark {
    ReadMark(newest: place(number), others: Set(others.map { posts[$0 - 1].key }))
  }

  private func unread(_ mark: ReadMark) async throws -> Unread? {
    try await track.unread(of: .home, above: mark)
  }

  @Test(arguments: [1, 2, 4, 61, 2_000, 3_000]) func `Entries above the mark are counted`(number: Int) async throws {
    let mark = Self.mark(number)
    let known = Set(Self.posts.prefix(min(number - 1, 60)).map(\.key))
    #expect(
      try await unread(mark)
        == Unread(count: number - 1, above: number - 1, mark: mark, knownKeys: number == 1 ? [] : known))
  }

  @Test(arguments: [100, 2_000]) func `Read entries above the mark are not unread`(number: Int) async throws {
    let mark = Self.mark(number, others: [1, 2, 70, 99])
    #expect(try await unread(mark)?.count == number - 1 - 4)
  }

  /// Between posts 9 and 10, next to one of them, and at both ends.
  @Test(arguments: [(8.4, 9), (8.6, 9), (8.01, 9), (8.99, 9), (-5, 0), (9_999, 3_000)])
  func `A removed mark is located by its date`(minutes: Double, count: Int) async throws {
    let mark = ReadMark(newest: EntryPosition(key: PostKey(id: PostID("gone")), date: .noon.minutesAgo(minutes)))
    #expect(try await unread(mark)?.count == count)
  }

  @Test(arguments: [(1, 299), (250, 50), (299, 1)])
  func `The distance to a newer entry includes it`(number: Int, count: Int) async throws {
    let cursor = try #require(await repository.page(of: .home, PageRequest(Self.around(300), limit: 1)).newer)
    let distance = await track.distance(to: Self.place(number), above: cursor, of: .home)
    #expect(distance == EntryDistance(count: count, isExact: true))
  }

  @Test func `The distance to a removed entry is counted by its date, and a long one is a minimum`() async throws {
    let cursor = try #require(await repository.page(of: .home, PageRequest(Self.around(300), limit: 1)).newer)
    let gone = EntryPosition(key: PostKey(id: PostID("gone")), date: .noon.minutesAgo(99.5))
    #expect(await track.distance(to: gone, above: cursor, of: .home) == EntryDistance(count: 199, isExact: true))
    let far = try #require(await repository.page(of: .home, PageRequest(Self.around(2_900), limit: 1)).newer)
    #expect(await track.distance(to: Self.place(1), above: far, of: .home)?.isExact == false)
  }

  private static func around(_ number: Int) -> PagePosition {
    .around(posts[number - 1].key, posts[number - 1].timelineDate)
  }

  @Test func `Removed read entries are dropped`() async throws {
    var mark = Self.mark(10, others: [3])
    mark.others.insert(PostKey(id: PostID("gone")))
    let known = Set([1, 2, 4, 5, 6, 7, 8, 9].map { Self.posts[$0 - 1].key })
    #expect(try await unread(mark) == Unread(count: 8, above: 9, mark: Self.mark(10, others: [3]), knownKeys: known))
  }

  @Test func `Requests are few and small`() async throws {
    _ = try await unread(Self.mark(3_000))
    _ = try await track.oldestUnread(of: .home, above: nil, mark: Self.mark(3_000))
    #expect(repository.requests.count <= 4)
    #expect(repository.requests.allSatisfy { $0.limit <= 60 })
  }

  @Test func `A source without offsets has no count`() async throws {
    let repository = PagedTimelineRepository([(.home, Self.posts)], clock: VirtualClock(now: .noon), hasTotals: false)
    #expect(try await TrackUnread(timelines: repository).unread(of: .home, above: Self.mark(10)) == nil)
  }

  @Test func `A loading source has no count and no mark`() async throws {
    let page = TimelinePage(posts: Self.posts.prefix(3) + [], offset: 0, loading: LoadingProgress(posts: 3))
    let track = TrackUnread(timelines: StubTimelineRepository(pages: [.success(page)]))
    #expect(try await track.unread(of: .home, above: Self.mark(3)) == nil)
    #expect(try await track.allRead(of: .home) == nil)
  }

  @Test func `Marking all as read marks the newest entry`() async throws {
    #expect(try await track.allRead(of: .home) == Self.mark(1))
  }

  @Test func `The oldest unread entry is found`() async throws {
    #expect(try await track.oldestUnread(of: .home, above: nil, mark: Self.mark(900)) == Self.place(899))
    let read = Self.mark(900, others: 500..<900)
    #expect(try await track.oldestUnread(of: .home, above: nil, mark: read) == Self.place(499))
    #expect(try await track.oldestUnread(of: .home, above: nil, mark: Self.mark(100, others: 1..<100)) == nil)
    #expect(try await track.oldestUnread(of: .home, above: nil, mark: Self.mark(1)) == nil)
  }

  @Test func `The oldest unread entry above a cursor is found first`() async throws {
    let cursor = PageCursor("200")
    let mark = Self.mark(300, others: 150..<200)
    #expect(try await track.oldestUnread(of: .home, above: cursor, mark: mark) == Self.place(149))
    let read = Self.mark(300, others: 1..<200)
    #expect(try await track.oldestUnread(of: .home, above: cursor, mark: read) == Self.place(299))
  }
}
