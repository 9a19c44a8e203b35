import Domain
import Foundation
import TestSupport
import Testing

@testable import Store

/// Merging pages of a server into the cache. Entries are numbers, and “–” is a gap.
@Suite struct ServerPageMergeTests {
  private let live: ServerStoreHarness

  init() async throws {
    live = try await ServerStoreHarness()
  }

  @Test func `An unknown timeline has no page`() async throws {
    #expect(try await live.cache.page(of: .home, PageRequest(.newest, limit: 9)) == nil)
    let merged = try await live.merge([])
    #expect(merged == MergedPosts())
    let page = try await live.page()
    #expect(page.page.posts.isEmpty && page.older == nil && page.page.total == 0)
    #expect(page.asOf == .noon && page.page.asOf == .noon)
  }

  @Test func `The first page becomes the timeline, with its cursor`() async throws {
    let merged = try await live.merge(["9", "8", "7"], older: "7")
    #expect(ids(merged.inserted) == ["9", "8", "7"] && merged.changed.isEmpty)
    #expect(try live.order() == ["9", "8", "7"])
    let page = try await live.page()
    #expect(page.older == RemoteCursor("7") && page.page.older != nil && page.page.newer == nil)
    #expect(page.page.total == nil)
  }

  @Test func `A page with a known entry leaves no gap`() async throws {
    try await live.merge(["5", "4", "3"], older: "3")
    let merged = try await live.merge(["7", "6", "5", "4"], older: "4", minutes: 1)
    #expect(ids(merged.inserted) == ["7", "6"])
    #expect(try live.order() == ["7", "6", "5", "4", "3"])
    let page = try await live.page()
    #expect(page.older == RemoteCursor("3"))
    #expect(page.asOf == .noon.minutesAgo(-1))
  }

  @Test func `A page without known entries leaves a gap`() async throws {
    try await live.merge(["3", "2"], older: "2")
    try await live.merge(["9", "8"], older: "8")
    #expect(try live.order() == ["9", "8", "–", "3", "2"])
    let page = try await live.page().page
    let gap = try #require(page.gaps.first)
    #expect(page.gaps.count == 1)
    #expect(gap.lower == page.posts[2].key)
    #expect(gap.newest == page.posts[1].timelineDate && gap.oldest == page.posts[2].timelineDate)
    // A page above the second entry lists the first.
    let edges = try await live.cache.edges(of: gap.cursor, in: .home)
    #expect(edges == GapEdges(lower: RemoteCursor("2"), upper: RemoteCursor("8")))
  }

  @Test func `Without older entries at the server, there is no gap`() async throws {
    try await live.merge(["3"], older: "3")
    try await live.merge(["9"], older: nil)
    #expect(try live.order() == ["9", "3"])
    #expect(try await live.page().older == RemoteCursor("3"))
  }

  @Test func `If gaps cannot be filled, older entries are removed`() async throws {
    try await live.merge(["3", "2"], older: "2", canFill: false)
    try await live.merge(["9", "8"], older: "x", canFill: false)
    #expect(try live.order() == ["9", "8"])
    #expect(try await live.page().older == RemoteCursor("x"))
    // The post is still stored.
    #expect(try await live.matches("number3") == ["3"])
    try await live.merge(["10", "9"], older: "y", canFill: false)
    #expect(try live.order() == ["10", "9", "8"])
    #expect(try await live.page().older == RemoteCursor("x"))
  }

  @Test func `A page beyond the end sets the timeline's cursor`() async throws {
    try await live.merge(["5"], older: nil)
    try await live.merge(["6", "5", "4", "3"], older: "3")
    #expect(try live.order() == ["6", "5", "4", "3"])
    #expect(try await live.page().older == RemoteCursor("3"))
    try await live.merge(["6", "5", "4", "3"], older: nil)
    #expect(try await live.page().older == nil)
    #expect(try await live.page().page.total == 4)
  }

  @Test func `A regenerating timeline has no end yet`() async throws {
    let page = RemotePage(entries: [.numbered("5")], older: RemoteCursor("5"))
    try await live.cache.merge(page, into: .home, at: .newest, asOf: .noon)
    let regenerating = RemotePage(entries: [.numbered("5")], isRegenerating: true)
    try await live.cache.merge(regenerating, into: .home, at: .newest, asOf: .noon)
    #expect(try await live.page().older == RemoteCursor("5"))
  }

  @Test func `An older page is appended only with the current cursor`() async throws {
    try await live.merge(["9", "8"], older: "8")
    let merged = try await live.merge(["8", "7", "6"], older: "6", at: .older(than: RemoteCursor("8")))
    #expect(ids(merged.inserted) == ["7", "6"])
    #expect(try live.order() == ["9", "8", "7", "6"])
    // The same page again, late.
    let late = try await live.merge(["5", "4"], older: "4", at: .older(than: RemoteCursor("8")))
    #expect(late.inserted.isEmpty)
    #expect(try live.order() == ["9", "8", "7", "6"])
    try await live.merge([], older: nil, at: .older(than: RemoteCursor("6")))
    #expect(try await live.page().older == nil)
    #expect(try await live.page().page.older == nil)
  }

  @Test func `A page with its own cursor is the last`() async throws {
    try await live.merge(["9"], older: "9")
    try await live.merge(["9"], older: "9", at: .older(than: RemoteCursor("9")))
    #expect(try await live.page().older == nil)
  }

  @Test func `A gap is filled from below`() async throws {
    try await live.merge(["3", "2"], older: "2")
    try await live.merge(["9", "8"], older: "8")
    let gap = try #require(try await live.page().page.gaps.first)
    let merged = try await live.merge(["5", "4", "3"], older: "4", at: .filling(gap.cursor))
    #expect(ids(merged.inserted) == ["5", "4"])
    #expect(try live.order() == ["9", "8", "–", "5", "4", "3", "2"])
    let filled = try await live.page(at: .filling(gap)).page
    #expect(ids(filled.posts) == ["5", "4"])
    let rest = try #require(filled.gaps.first)
    #expect(rest.lower == filled.posts[0].key)
    #expect(try await live.cache.edges(of: rest.cursor, in: .home)?.lower == RemoteCursor("4"))
    // The first gap no longer exists.
    #expect(try await live.cache.edges(of: gap.cursor, in: .home) == nil)
    try await live.merge(["7", "5"], at: .filling(gap.cursor))
    #expect(try live.order() == ["9", "8", "–", "5", "4", "3", "2"])
    try await live.merge(["8", "7", "6", "5"], at: .filling(rest.cursor))
    #expect(try live.order() == ["9", "8", "7", "6", "5", "4", "3", "2"])
    let last = try await live.page(at: .filling(rest)).page
    #expect(ids(last.posts) == ["7", "6"] && last.gaps.isEmpty)
    try expectIntact(live.fixture.directory)
  }

  @Test(arguments: [[], ["3"], ["8", "3", "2"]])
  func `An empty gap is closed from above`(answer: [String]) async throws {
    try await live.merge(["3", "2"], older: "2")
    try await live.merge(["9", "8"], older: "8")
    let gap = try #require(try await live.page().page.gaps.first)
    try await live.merge(answer, at: .fillingFromAbove(gap.cursor))
    #expect(try live.order() == ["9", "8", "3", "2"])
    #expect(try await live.page(at: .filling(gap)).page.gaps.isEmpty)
  }

  @Test(arguments: [[], ["3"], ["9", "8"], ["11", "10", "9"], ["7", "6"]])
  func `A page that does not reach the entry below closes no gap`(answer: [String]) async throws {
    try await live.merge(["3", "2"], older: "2")
    try await live.merge(["9", "8"], older: "8")
    let gap = try #require(try await live.page().page.gaps.first)
    let merged = try await live.merge(answer, older: "2", at: .filling(gap.cursor))
    #expect(merged.inserted.isEmpty)
    #expect(try live.order() == ["9", "8", "–", "3", "2"])
  }

  @Test func `A gap is filled from above`() async throws {
    try await live.merge(["3", "2"], older: "2")
    try await live.merge(["9", "8"], older: "8")
    let gap = try #require(try await live.page().page.gaps.first)
    let merged = try await live.merge(["7", "6"], older: "6", at: .fillingFromAbove(gap.cursor))
    #expect(ids(merged.inserted) == ["7", "6"])
    #expect(try live.order() == ["9", "8", "7", "6", "–", "3", "2"])
    let filled = try await live.page(at: .filling(gap)).page
    let rest = try #require(filled.gaps.first)
    #expect(ids(filled.posts) == ["7", "6"] && filled.gaps.count == 1 && rest.lower == gap.lower)
    #expect(rest.newest == filled.posts[1].timelineDate)
    #expect(try await live.cache.edges(of: rest.cursor, in: .home)?.upper == RemoteCursor("6"))
    // A server that ignores the cursor returns its newest entries.
    try await live.merge(["10", "9"], older: "9", at: .fillingFromAbove(rest.cursor))
    #expect(try live.order() == ["9", "8", "7", "6", "–", "3", "2"])
    try await live.merge(["6", "5", "4", "2"], older: "2", at: .fillingFromAbove(rest.cursor))
    #expect(try live.order() == ["9", "8", "7", "6", "5", "4", "2"])
    try expectIntact(live.fixture.directory)
  }

  @Test func `Hidden pages from above move the cursor on`() async throws {
    try await live.merge(["3", "2"], older: "2")
    try await live.merge(["9", "8"], older: "8")
    let gap = try #require(try await live.page().page.gaps.first)
    let hidden = RemotePage(older: RemoteCursor("5"), hasOmissions: true)
    try await live.cache.merge(hidden, into: .home, at: .fillingFromAbove(gap.cursor), asOf: .noon)
    #expect(try live.order() == ["9", "8", "–", "3", "2"])
    #expect(try await live.cache.edges(of: gap.cursor, in: .home)?.upper == RemoteCursor("5"))
  }

  @Test func `A large gap is filled page by page`() async throws {
    try await live.merge(["3"], older: "3")
    try await live.merge(["9"], older: "9")
    let gap = try #require(try await live.page().page.gaps.first)
    try await live.merge(["8", "7", "6", "5", "4", "3"], at: .filling(gap.cursor))
    let first = try await live.page(at: .filling(gap), limit: 2).page
    #expect(ids(first.posts) == ["5", "4"])
    let second = try await live.page(at: .filling(try #require(first.gaps.first)), limit: 5).page
    #expect(ids(second.posts) == ["8", "7", "6"])
    #expect(second.gaps.first?.lower == second.posts[0].key)
  }

  @Test func `The entries around a gap may be removed`() async throws {
    try await live.merge(["3", "2"], older: "2")
    try await live.merge(["9", "8"], older: "8")
    let gap = try #require(try await live.page().page.gaps.first)
    try await live.cache.delete(PostID("8"))
    try await live.cache.delete(PostID("3"))
    #expect(try live.order() == ["9", "–", "2"])
    try await live.merge(["4", "2"], at: .filling(gap.cursor))
    #expect(try live.order() == ["9", "–", "4", "2"])
    try await live.cache.delete(PostID("4"))
    try await live.cache.delete(PostID("2"))
    #expect(try live.order() == ["9"])
    #expect(try await live.page().older == RemoteCursor("9"))
    try expectIntact(live.fixture.directory)
  }

  @Test func `A moved entry has its new position and closes no gap`() async throws {
    try await live.merge(["3", "2", "1"], older: "1")
    let moved = RemoteEntry(RemoteEntry.numbered("2").post, cursor: "9")
    let page = RemotePage(entries: [moved, .numbered("8")], older: RemoteCursor("8"))
    let merged = try await live.cache.merge(page, into: .home, at: .newest, asOf: .noon)
    #expect(ids(merged.inserted) == ["8"])
    #expect(try live.order() == ["9", "8", "–", "3", "1"])
    try expectIntact(live.fixture.directory)
  }

  @Test func `The server's order wins`() async throws {
    try await live.merge(["5", "4", "3", "2", "1"])
    try await live.merge(["2", "5", "4", "1", "3"])
    #expect(try live.order() == ["2", "5", "4", "1", "3"])
  }

  @Test func `A late page puts nothing above newer entries`() async throws {
    try await live.merge(["3", "2"], older: "2", minutes: 0)
    try await live.merge(["9", "3"], older: "3", minutes: 2)
    try await live.merge(["5", "3"], older: "3", minutes: 1)
    #expect(try live.order() == ["9", "5", "3", "2"])
    #expect(try await live.page().asOf == .noon.minutesAgo(-2))
    // No response takes a day: the clock was changed.
    try await live.merge(["10", "9"], older: "9", minutes: -1_440)
    #expect(try live.order() == ["10", "9", "5", "3", "2"])
  }

  @Test func `The first of two equal entries counts`() async throws {
    try await live.merge(["3", "2", "3", "1"])
    #expect(try live.order() == ["3", "2", "1"])
  }

  @Test func `The same page twice changes nothing`() async throws {
    try await live.merge(["3", "2"], older: "2")
    for _ in 1...2 {
      try await live.merge(["9", "8"], older: "8")
      #expect(try live.order() == ["9", "8", "–", "3", "2"])
    }
    let again = try await live.merge(["9", "8"], older: "8")
    #expect(again == MergedPosts())
  }

  @Test(arguments: ["", String(repeating: "9", count: 1 << 20)])
  func `An unusable cursor is not requested`(hostile: String) async throws {
    let page = RemotePage(
      entries: ["3", "2"].map { RemoteEntry(RemoteEntry.numbered($0).post, cursor: hostile) },
      older: RemoteCursor(hostile))
    try await live.cache.merge(page, into: .home, at: .newest, asOf: .noon)
    #expect(ids(try await live.page().page.posts) == ["3", "2"])
    #expect(try await live.page().older == nil)
    try await live.merge(["1"], at: .older(than: RemoteCursor(hostile)))
    #expect(ids(try await live.page().page.posts) == ["3", "2"])
    // The gap below could not be requested, so the entries below are removed.
    try await live.merge(["9"], older: "9")
    #expect(try live.order() == ["9"])
    for cursor in ["", ":", "1:2:3:4", "99999999999999999999:1", hostile] {
      #expect(try await live.cache.edges(of: PageCursor(cursor), in: .home) == nil)
      #expect(try await live.page(at: .older(than: PageCursor(cursor))).page.posts.count == 1)
    }
  }

  @Test func `Repeated insertion between two entries works`() async throws {
    try await live.merge(["1000", "0"])
    for number in 1...45 { try await live.merge(["1000", "\(number)", "\(number - 1)"]) }
    #expect(try live.order() == ["1000"] + (0...45).reversed().map(String.init))
    try await live.merge(["2000"], older: "2000")
    for number in 1_001...1_010 {
      let gap = try #require(try await live.page().page.gaps.first)
      try await live.merge(["\(number)", "\(number == 1_001 ? 1_000 : number - 1)"], at: .filling(gap.cursor))
    }
    let filled = ["2000", "–"] + (1_001...1_010).reversed().map(String.init) + ["1000"]
    #expect(try live.order().prefix(13) == filled[...])
    try expectIntact(live.fixture.directory)
  }

  @Test func `Streamed posts and late pages remove nothing`() async throws {
    try await live.merge(["5", "4", "3"], older: nil, canFill: false, into: .bookmarks, minutes: 1)
    let news = RemotePage(entries: [.numbered("6"), .numbered("3")], canFill: false, isContiguous: false)
    try await live.cache.merge(news, into: TimelineQuery(.bookmarks), at: .newest, asOf: .noon.minutesAgo(-2))
    try await live.merge(["6", "3"], older: nil, canFill: false, into: .bookmarks, minutes: 1)
    #expect(try live.order(of: .bookmarks) == ["6", "5", "4", "3"])
    try await live.merge(["5", "4", "3"], older: nil, minutes: 1)
    let told = RemotePage(entries: [.numbered("5"), .numbered("3")], isContiguous: false)
    try await live.cache.merge(told, into: .home, at: .newest, asOf: .noon.minutesAgo(-2))
    try await live.merge(["5", "3"], older: nil)
    #expect(try live.order() == ["5", "4", "3"])
  }

  @Test func `Unlisted entries leave the timeline, and their posts stay stored`() async throws {
    try await live.merge(["6", "5", "4", "3", "2"], older: "2")
    let merged = try await live.merge(["7", "5", "3"], older: "3", minutes: 1)
    #expect(Set(merged.withdrawn.map(\.id)) == [PostID("6"), PostID("4")])
    // Entries beyond the page may exist or not.
    #expect(try live.order() == ["7", "5", "3", "2"])
    #expect(try await live.page().older == RemoteCursor("2"))
    #expect(try await live.matches("number4") == ["4"])
    // An entry that the server lists again is restored.
    try await live.merge(["7", "5", "4", "3"], older: "3", minutes: 2)
    #expect(try live.order() == ["7", "5", "4", "3", "2"])
    try expectIntact(live.fixture.directory)
  }

  @Test func `A page that fills a gap removes unlisted entries above it`() async throws {
    try await live.merge(["3", "2"], older: "2")
    try await live.merge(["10", "9", "8"], older: "8")
    let gap = try #require(try await live.page().page.gaps.first)
    let merged = try await live.merge(["10", "8", "7", "3"], at: .filling(gap.cursor))
    #expect(merged.withdrawn.map(\.id) == [PostID("9")])
    #expect(try live.order() == ["10", "8", "7", "3", "2"])
  }

  @Test(arguments: ["left out", "of filters", "regenerating", "bookmarked", "written", "older"])
  func `Entries that are unlisted for other reasons stay`(reason: String) async throws {
    var four = RemoteEntry.numbered(reason == "older" ? "1" : "4")
    if reason == "bookmarked" { four.post.viewer = ViewerState(isBookmarked: true) }
    if reason == "written" { four.post.author = live.account.profile }
    let known = RemotePage(entries: [.numbered("5"), four, .numbered("3")], older: RemoteCursor("3"))
    try await live.cache.merge(known, into: .home, at: .newest, asOf: .noon)
    var page = RemotePage(entries: [.numbered("5"), .numbered("3")], older: RemoteCursor("3"))
    // An entry without cursor cannot be compared.
    if reason == "left out" { page.isContiguous = false }
    if reason == "of filters" { page.omitted = [RemoteCursor("4")] }
    page.isRegenerating = reason == "regenerating"
    let merged = try await live.cache.merge(page, into: .home, at: .newest, asOf: .noon.minutesAgo(-1))
    #expect(merged.withdrawn.isEmpty)
    #expect(try live.order().count == 3)
  }

  @Test func `An unlisted notification stays: a group may list it elsewhere`() async throws {
    func notification(_ id: String) -> RemoteEntry {
      var post = RemoteEntry.numbered(id).post
      post.notification = PostNotification(id: "n\(id)", kind: .mention, profiles: [], at: nil)
      return RemoteEntry(post, cursor: id)
    }
    let all = RemotePage(entries: ["5", "4", "3"].map(notification))
    try await live.cache.merge(all, into: .notifications, at: .newest, asOf: .noon)
    let some = RemotePage(entries: ["5", "3"].map(notification))
    try await live.cache.merge(some, into: .notifications, at: .newest, asOf: .noon.minutesAgo(-1))
    #expect(try live.order(of: .notifications) == ["5", "4", "3"])
  }

  @Test func `A removed bookmark leaves the timeline, even if it was the newest`() async throws {
    try await live.merge(["5", "4", "3"], older: nil, canFill: false, into: .bookmarks)
    try await live.merge(["4", "3"], older: nil, canFill: false, into: .bookmarks, minutes: 1)
    #expect(try live.order(of: .bookmarks) == ["4", "3"])
    // The post is still stored.
    #expect(try await live.matches("number5") == ["5"])
  }

  @Test func `An undone repost is removed by its own ID`() async throws {
    let post = Post.fixture(id: "1", repost: Repost(by: .fixture(handle: "ada"), at: .noon))
    let page = RemotePage(entries: [.numbered("9"), RemoteEntry(post, cursor: "8"), .numbered("1")])
    try await live.cache.merge(page, into: .home, at: .newest, asOf: .noon)
    #expect(try live.order() == ["9", "8", "1"])
    try await live.cache.delete(PostID("8"))
    #expect(try live.order() == ["9", "1"])
    try await live.cache.delete(PostID("1"))
    #expect(try live.order() == ["9"])
  }

  @Test func `A group of notifications that has moved up closes no gap`() async throws {
    func group(_ name: String, at cursor: String) -> RemoteEntry {
      var entry = RemoteEntry.numbered(name)
      entry.post.notification = PostNotification(id: "g\(name)", kind: .favourite, profiles: [], at: .noon)
      entry.cursor = RemoteCursor(cursor)
      return entry
    }
    func merge(_ entries: [RemoteEntry], older: String?, at place: MergePosition = .newest) async throws {
      let page = RemotePage(entries: entries, older: older.map { RemoteCursor($0) })
      try await live.cache.merge(page, into: .notifications, at: place, asOf: .noon)
    }
    try await merge([group("1", at: "100")], older: "100")
    try await merge([group("2", at: "900"), group("3", at: "800")], older: "800")
    #expect(try live.order(of: .notifications) == ["900", "800", "–", "100"])
    let gap = try #require(try await live.page(of: .notifications).page.gaps.first)
    // The page lists the group as well, by an earlier notification.
    let first = [group("2", at: "900"), group("4", at: "150"), group("1", at: "100")]
    try await merge(first, older: "150", at: .filling(gap.cursor))
    #expect(try live.order(of: .notifications) == ["900", "800", "–", "150", "100"])
    let rest = try #require(try await live.page(of: .notifications).page.gaps.first)
    try await merge([group("2", at: "200"), group("4", at: "150")], older: nil, at: .filling(rest.cursor))
    #expect(try live.order(of: .notifications) == ["900", "800", "–", "150", "100"])
    let last = [group("3", at: "800"), group("5", at: "300"), group("4", at: "150")]
    try await merge(last, older: nil, at: .filling(rest.cursor))
    #expect(try live.order(of: .notifications) == ["900", "800", "300", "150", "100"])
  }

  @Test func `A page of hidden entries closes no gap`() async throws {
    try await live.merge(["3", "2"], older: "2")
    try await live.merge(["9", "8"], older: "8")
    let gap = try #require(try await live.page().page.gaps.first)
    let hidden = RemotePage(hasOmissions: true)
    try await live.cache.merge(hidden, into: .home, at: .filling(gap.cursor), asOf: .noon)
    #expect(try live.order() == ["9", "8", "–", "3", "2"])
  }

  /// A like of post 5 with the ID of its newest notification, in a group or alone.
  private func like(_ group: String, at cursor: String, by handles: String...) -> RemoteEntry {
    var post = Post.fixture(id: "5", createdAt: .noon.minutesAgo(60))
    post.notification = PostNotification(
      id: group, kind: .favourite, profiles: handles.map { Profile(id: $0, handle: $0) }, at: .noon)
    return RemoteEntry(post, cursor: cursor)
  }

  private func mergeNotifications(
    _ entries: RemoteEntry..., isContiguous: Bool = true, minutes: Double = 0
  ) async throws -> MergedPosts {
    try await live.cache.merge(
      RemotePage(entries: entries, isContiguous: isContiguous), into: .notifications, at: .newest,
      asOf: .noon.minutesAgo(-minutes))
  }

  private func notifications() async throws -> [String] {
    try await live.page(of: .notifications).page.posts.compactMap(\.notification).map { notification in
      "\(notification.id) \(notification.profiles.map(\.handle).joined(separator: "+"))"
    }
  }

  @Test func `A notification that stream and page name differently is one entry`() async throws {
    _ = try await mergeNotifications(like("old", at: "3", by: "zoe"))
    _ = try await mergeNotifications(like("ungrouped-9", at: "9", by: "bob"), isContiguous: false)
    let page = try await mergeNotifications(
      like("favourite-5", at: "9", by: "bob", "ann"), like("old", at: "3", by: "zoe"), minutes: 1)
    #expect(page.inserted.isEmpty && page.renamed.map(\.notification) == ["favourite-5"])
    #expect(try await notifications() == ["favourite-5 bob+ann", "old zoe"])
    // The stream repeats it.
    let repeated = try await mergeNotifications(
      like("ungrouped-9", at: "9", by: "bob"), isContiguous: false, minutes: 2)
    #expect(repeated.inserted.isEmpty && repeated.renamed.isEmpty)
    #expect(try await notifications() == ["favourite-5 bob+ann", "old zoe"])
  }

  @Test func `Streamed notifications go into the group that the page lists`() async throws {
    _ = try await mergeNotifications(like("favourite-5", at: "7", by: "ann"))
    for (id, name) in [("8", "bob"), ("9", "cy")] {
      _ = try await mergeNotifications(like("ungrouped-\(id)", at: id, by: name), isContiguous: false)
    }
    #expect(try await notifications().count == 3)
    let page = try await mergeNotifications(like("favourite-5", at: "9", by: "cy", "bob", "ann"), minutes: 1)
    #expect(page.inserted.isEmpty && page.withdrawn.count == 2)
    #expect(try await notifications() == ["favourite-5 cy+bob+ann"])
  }

  @Test func `Notifications that a page lists separately stay separate`() async throws {
    for minutes in [0.0, 1] {
      _ = try await mergeNotifications(
        like("favourite-5", at: "9", by: "bob"), like("ungrouped-4", at: "4", by: "bob"), minutes: minutes)
      #expect(try await notifications() == ["favourite-5 bob", "ungrouped-4 bob"])
    }
  }
}
