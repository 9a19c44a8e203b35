import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@Suite struct TrackUnreadTests {
  private static let posts = Post.fixtures(count: 3_000)
  private let repository = PagedTimelineRepository([(.home, posts)], clock: VirtualClock(now: .noon))
  private var track: TrackUnread { TrackUnread(timelines: repository) }

  private static func place(_ number: Int) -> Place {
    Place(key: posts[number - 1].key, date: posts[number - 1].timelineDate)
  }

  private static func mark(_ number: Int, others: some Sequence<Int> = []) -> ReadMark {
    ReadMark(newest: place(number), others: Set(others.map { posts[$0 - 1].key }))
  }

  private func unread(_ mark: ReadMark) async throws -> Unread? {
    try await track.unread(of: .home, above: mark)
  }

  @Test(arguments: [1, 2, 4, 61, 2_000, 3_000]) func `What stands above the mark is counted`(number: Int) async throws {
    let mark = Self.mark(number)
    let known = Set(Self.posts.prefix(min(number - 1, 60)).map(\.key))
    #expect(
      try await unread(mark)
        == Unread(count: number - 1, above: number - 1, mark: mark, known: number == 1 ? [] : known))
  }

  @Test(arguments: [100, 2_000]) func `What has been read above it is not unread`(number: Int) async throws {
    let mark = Self.mark(number, others: [1, 2, 70, 99])
    #expect(try await unread(mark)?.count == number - 1 - 4)
  }

  /// Between posts 9 and 10, just beside one of them, and at the ends.
  @Test(arguments: [(8.4, 9), (8.6, 9), (8.01, 9), (8.99, 9), (-5, 0), (9_999, 3_000)])
  func `Where the mark's own entry is gone its date tells`(minutes: Double, count: Int) async throws {
    let mark = ReadMark(newest: Place(key: PostKey(id: PostID("gone")), date: .noon.minutesAgo(minutes)))
    #expect(try await unread(mark)?.count == count)
  }

  @Test func `What was read and is gone is not counted as read, and is forgotten`() async throws {
    var mark = Self.mark(10, others: [3])
    mark.others.insert(PostKey(id: PostID("gone")))
    let known = Set([1, 2, 4, 5, 6, 7, 8, 9].map { Self.posts[$0 - 1].key })
    #expect(try await unread(mark) == Unread(count: 8, above: 9, mark: Self.mark(10, others: [3]), known: known))
  }

  @Test func `No question walks over the timeline`() async throws {
    _ = try await unread(Self.mark(3_000))
    _ = try await track.oldestUnread(of: .home, above: nil, mark: Self.mark(3_000))
    #expect(repository.requests.count <= 4)
    #expect(repository.requests.allSatisfy { $0.limit <= 60 })
  }

  @Test func `A source that does not say where its pages stand has no count`() async throws {
    let repository = PagedTimelineRepository([(.home, Self.posts)], clock: VirtualClock(now: .noon), saysTotals: false)
    #expect(try await TrackUnread(timelines: repository).unread(of: .home, above: Self.mark(10)) == nil)
  }

  @Test func `A source that is being read is not counted, and gives no mark`() async throws {
    let page = TimelinePage(posts: Self.posts.prefix(3) + [], offset: 0, reading: LoadingProgress(posts: 3))
    let track = TrackUnread(timelines: StubTimelineRepository(pages: [.success(page)]))
    #expect(try await track.unread(of: .home, above: Self.mark(3)) == nil)
    #expect(try await track.allRead(of: .home) == nil)
  }

  @Test func `All is read up to the newest`() async throws {
    #expect(try await track.allRead(of: .home) == Self.mark(1))
  }

  @Test func `The oldest unread is the first above the mark that was not read`() async throws {
    #expect(try await track.oldestUnread(of: .home, above: nil, mark: Self.mark(900)) == Self.place(899))
    let read = Self.mark(900, others: 500..<900)
    #expect(try await track.oldestUnread(of: .home, above: nil, mark: read) == Self.place(499))
    #expect(try await track.oldestUnread(of: .home, above: nil, mark: Self.mark(100, others: 1..<100)) == nil)
    #expect(try await track.oldestUnread(of: .home, above: nil, mark: Self.mark(1)) == nil)
  }

  @Test func `Above a cursor it is the first from there on, and then the oldest of all`() async throws {
    let cursor = PageCursor("200")
    let mark = Self.mark(300, others: 150..<200)
    #expect(try await track.oldestUnread(of: .home, above: cursor, mark: mark) == Self.place(149))
    let read = Self.mark(300, others: 1..<200)
    #expect(try await track.oldestUnread(of: .home, above: cursor, mark: read) == Self.place(299))
  }
}
