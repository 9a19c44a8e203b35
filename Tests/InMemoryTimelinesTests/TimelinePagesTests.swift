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

  @Test func `The newest page begins at the top and leads down`() async throws {
    let page = try await page(.newest)
    #expect(page.ids == ["1", "2", "3"])
    #expect(page.offset == 0)
    #expect(page.total == 10)
    #expect(page.newer == nil)
    #expect(page.older != nil)
  }

  @Test func `The oldest page ends at the bottom and leads up`() async throws {
    let page = try await page(.oldest)
    #expect(page.ids == ["8", "9", "10"])
    #expect(page.offset == 7)
    #expect(page.newer != nil)
    #expect(page.older == nil)
  }

  @Test func `Older pages lead to the oldest post, each post once`() async throws {
    var page = try await page(.newest)
    var ids = page.ids
    while let older = page.older {
      page = try await self.page(.older(than: older))
      #expect(page.offset == ids.count)
      ids += page.ids
    }
    #expect(ids == (1...10).map(String.init))
  }

  @Test func `Newer pages lead back to the newest post, each post once`() async throws {
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
  func `The page around an entry holds it, and is full`(entry: Int, ids: [String]) async throws {
    #expect(try await page(.around(PostKey(id: PostID("\(entry)")), nil)).ids == ids)
    #expect(try await page(.around(PostKey(id: PostID("\(entry)")), .noon.minutesAgo(Double(entry - 1)))).ids == ids)
  }

  @Test(arguments: [(-9, "1"), (3.4, "4"), (3.6, "5"), (99, "10")])
  func `Around an entry that is gone is around its date`(minutes: Double, id: String) async throws {
    let page = try await page(.around(PostKey(id: PostID("gone")), .noon.minutesAgo(minutes)), limit: 1)
    #expect(page.ids == [id])
  }

  @Test func `Around an entry of which nothing is known is the newest page`() async throws {
    #expect(try await page(.around(PostKey(id: PostID("gone")), nil)).ids == ["1", "2", "3"])
  }

  @Test(arguments: [(-9, "1"), (0, "1"), (3.4, "4"), (3.6, "5"), (99, "10")])
  func `The page nearest to a date is around the entry that is nearest to it`(minutes: Double, id: String) async throws
  {
    #expect(try await page(.nearest(.noon.minutesAgo(minutes)), limit: 1).ids == [id])
    let page = try await page(.nearest(.noon.minutesAgo(minutes)))
    #expect(page.ids.contains(id) && page.ids.count == 3)
  }

  @Test func `Where no date is known the page nearest to one is the newest`() async throws {
    let posts = (1...9).map { Post.fixture(id: "\($0)", createdAt: nil) }
    let page = try await JSONTimelineRepository(.fixture(home: posts)).page(of: .home, at: .nearest(.noon), limit: 2)
    #expect(page.ids == ["1", "2"])
  }

  @Test func `An entry is found though its date is another now`() async throws {
    #expect(try await page(.around(PostKey(id: PostID("9")), .noon), limit: 1).ids == ["9"])
  }

  @Test func `More than there is gives what there is`() async throws {
    let page = try await page(.newest, limit: .max)
    #expect(page.ids.count == 10)
    #expect(page.older == nil)
    #expect(page.newer == nil)
  }

  @Test(arguments: [0, -1]) func `A page of nothing holds nothing and leads nowhere`(limit: Int) async throws {
    #expect(try await page(.oldest, limit: limit) == TimelinePage(total: 10, offset: 10))
  }

  @Test(arguments: [PagePosition.newest, .oldest, .around(PostKey(id: PostID("1")), .noon)])
  func `A timeline of no posts gives an empty page`(position: PagePosition) async throws {
    let page = try await JSONTimelineRepository(.fixture()).page(of: .home, at: position, limit: 5)
    #expect(page == TimelinePage(total: 0, offset: 0))
  }

  @Test(arguments: ["", "nonsense", "1:2:99:ab", "-1:::a"])
  func `A cursor of somebody else leads to the newest page`(cursor: String) async throws {
    #expect(try await page(.older(than: PageCursor(cursor))).offset == 0)
    #expect(try await page(.newer(than: PageCursor(cursor))).offset == 0)
  }

  @Test func `A post and reposts of it are entries of their own, whatever is in their names`() async throws {
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

  @Test func `Posts without a date do not lead the search for one astray`() async throws {
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

  @Test func `An unknown timeline is refused with the names there are`() async {
    let repository = JSONTimelineRepository(.fixture(mentions: []))
    await #expect(throws: TimelineError.unknownTimeline(name: "home", known: ["Home", "Mentions"])) {
      try await repository.page(of: TimelineID.named("home"), at: .newest, limit: 1)
    }
  }

  @Test func `What could not be read is told with every page`() async throws {
    let skipped = SkippedPosts(count: 2, first: FileLocation(path: "a.json", line: 3, column: 1, expected: "a post"))
    let repository = JSONTimelineRepository(.fixture(home: Post.fixtures(count: 1), skipped: skipped))
    #expect(try await repository.page(of: .home, at: .newest, limit: 1).skipped == skipped)
  }
}
