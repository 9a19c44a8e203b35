import InMemoryTimelines
import InMemoryTimelinesSupport
import Domain
import Foundation
import TestSupport
import Testing

@Suite struct TimelinePagesTests {
  private let repository = JSONTimelineRepository(.fixture(home: Post.fixtures(count: 10)))

  private func page(_ position: PagePosition, limit: Int = 3) async throws -> TimelinePage {
    try await repository.page(of: .home, at: position, limit: limit)
  }

  @Test func `The newest page starts at the top and has an older cursor`() async throws {
    let page = try await page(.newest)
    #expect(page.ids == ["1", "2", "3"])
    #expect(page.offset == 0)
    #expect(page.total == 10)
    #expect(page.newer == nil)
    #expect(page.older != nil)
  }

  @Test func `The oldest page ends at the bottom and has a newer cursor`() async throws {
    let page = try await page(.oldest)
    #expect(page.ids == ["8", "9", "10"])
    #expect(page.offset == 7)
    #expect(page.newer != nil)
    #expect(page.older == nil)
  }

  @Test func `Older pages reach the oldest post without duplicates`() async throws {
    var page = try await page(.newest)
    var ids = page.ids
    while let older = page.older {
      page = try await self.page(.older(than: older))
      #expect(page.offset == ids.count)
      ids += page.ids
    }
    #expect(ids == (1...10).map(String.init))
  }

  @Test func `Newer pages reach the newest post without duplicates`() async throws {
    var page = try await page(.oldest)
    var ids = page.ids
    while let newer = page.newer {
      page = try await self.page(.newer(than: newer))
      ids = page.ids + ids
    }
    #expect(ids == (1...10).map(String.init))
    #expect(page.offset == 0)
  }

  @Test(arguments: [(1, ["1", "2", "3"]), (2, ["1", "2", "3"]), (5, ["4", "5", "6"]), (10, ["8", "9", "10"])])
  func `The page around an entry has it and is full`(entry: Int, ids: [String]) async throws {
    #expect(try await page(.around(PostKey(id: PostID("\(entry)")), nil)).ids == ids)
    #expect(try await page(.around(PostKey(id: PostID("\(entry)")), .noon.minutesAgo(Double(entry - 1)))).ids == ids)
  }

  @Test(arguments: [(-9, "1"), (3.4, "4"), (3.6, "5"), (99, "10")])
  func `The page around a removed entry is near its date`(minutes: Double, id: String) async throws {
    let page = try await page(.around(PostKey(id: PostID("gone")), .noon.minutesAgo(minutes)), limit: 1)
    #expect(page.ids == [id])
  }

  @Test func `The page around an unknown entry is the newest`() async throws {
    #expect(try await page(.around(PostKey(id: PostID("gone")), nil)).ids == ["1", "2", "3"])
  }

  @Test(arguments: [(-9, "1"), (0, "1"), (3.4, "4"), (3.6, "5"), (99, "10")])
  func `The page near a date is around the nearest entry`(minutes: Double, id: String) async throws {
    #expect(try await page(.nearest(.noon.minutesAgo(minutes)), limit: 1).ids == [id])
    let page = try await page(.nearest(.noon.minutesAgo(minutes)))
    #expect(page.ids.contains(id) && page.ids.count == 3)
  }

  @Test func `Without dates, the page near a date is the newest`() async throws {
    let posts = (1...9).map { Post.fixture(id: "\($0)", createdAt: nil) }
    let page = try await JSONTimelineRepository(.fixture(home: posts)).page(of: .home, at: .nearest(.noon), limit: 2)
    #expect(page.ids == ["1", "2"])
  }

  @Test func `An entry is found despite a changed date`() async throws {
    #expect(try await page(.around(PostKey(id: PostID("9")), .noon), limit: 1).ids == ["9"])
  }

  @Test func `A large limit gives all posts`() async throws {
    let page = try await page(.newest, limit: .max)
    #expect(page.ids.count == 10)
    #expect(page.older == nil)
    #expect(page.newer == nil)
  }

  @Test(arguments: [0, -1]) func `A limit of 0 gives an empty page without cursors`(limit: Int) async throws {
    #expect(try await page(.oldest, limit: limit) == TimelinePage(total: 10, offset: 10))
  }

  @Test(arguments: [PagePosition.newest, .oldest, .around(PostKey(id: PostID("1")), .noon)])
  func `A timeline without posts gives an empty page`(position: PagePosition) async throws {
    let page = try await JSONTimelineRepository(.fixture()).page(of: .home, at: position, limit: 5)
    #expect(page == TimelinePage(total: 0, offset: 0))
  }

  @Test(arguments: ["", "nonsense", "1:2:99:ab", "-1:::a"])
  func `A cursor of another source gives the newest page`(cursor: String) async throws {
    #expect(try await page(.older(than: PageCursor(cursor))).offset == 0)
    #expect(try await page(.newer(than: PageCursor(cursor))).offset == 0)
  }

  @Test func `A post and its reposts are separate entries, whatever their names`() async throws {
    let posts = [
      Post.fixture(id: "a:b", repost: Repost(by: .fixture(handle: "軌道:7:x"), at: .noon)),
      .fixture(id: "a:b", repost: Repost(by: nil, at: .noon)), .fixture(id: "a:b"), .fixture(id: "", createdAt: nil),
      .fixture(id: "\u{301}b", repost: Repost(by: .fixture(handle: "\u{301}a"))), .fixture(id: "\u{301}c"),
    ]
    let repository = JSONTimelineRepository(.fixture(home: posts))
    var page = try await repository.page(of: .home, at: .newest, limit: 1)
    var seen = page.posts
    while let older = page.older {
      page = try await repository.page(of: .home, at: .older(than: older), limit: 1)
      seen += page.posts
    }
    #expect(seen == posts)
    for (offset, post) in posts.enumerated() {
      let around = try await repository.page(of: .home, at: .around(post.key, nil), limit: 1)
      #expect(around.offset == offset)
    }
  }

  @Test func `Posts without a date do not disturb the search for a date`() async throws {
    let minutes: [Double?] = [nil, 0, nil, nil, 10, nil, 20, 30, nil, nil]
    let posts = minutes.enumerated().map { index, minutes in
      Post.fixture(id: "\(index)", createdAt: minutes.map(Date.noon.minutesAgo))
    }
    let repository = JSONTimelineRepository(.fixture(home: posts))
    for (minutes, id) in [(0.0, ["0", "1"]), (10, ["2", "3", "4"]), (21, ["5", "6"]), (30, ["7"])] {
      let position = PagePosition.around(PostKey(id: PostID("gone")), .noon.minutesAgo(minutes))
      let page = try await repository.page(of: .home, at: position, limit: 1)
      #expect(id.contains(page.ids[0]), "\(minutes) minutes ago: \(page.ids)")
    }
  }

  @Test func `An unknown timeline is an error with the known names`() async {
    let repository = JSONTimelineRepository(.fixture(mentions: []))
    await #expect(throws: TimelineError.unknownTimeline(name: "home", known: ["Home", "Mentions"])) {
      try await repository.page(of: TimelineID.named("home"), at: .newest, limit: 1)
    }
  }

  @Test func `Every page has the skipped posts`() async throws {
    let skipped = SkippedPosts(count: 2, first: FileLocation(path: "a.json", line: 3, column: 1, expected: "a post"))
    let repository = JSONTimelineRepository(.fixture(home: Post.fixtures(count: 1), skipped: skipped))
    #expect(try await repository.page(of: .home, at: .newest, limit: 1).skipped == skipped)
  }
}
