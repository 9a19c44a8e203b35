import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

/// One ActivityPub ID is one post, whatever ID its server uses; and detection of deletions with any kind of IDs.
@Suite struct ServerIdentityTests {
  private let live: ServerStoreHarness

  init() async throws {
    live = try await ServerStoreHarness()
  }

  private func post(_ id: String, uri: String, text: String = "A post", minutes: Double = 10) -> Post {
    var post = Post.fixture(id: id, createdAt: .noon.minutesAgo(minutes), text: text)
    post.uri = "https://snac.example/\(uri)"
    return post
  }

  @discardableResult
  private func merge(_ posts: [Post], minutes: Double = 0, _ change: (inout RemotePage) -> Void = { _ in }) async throws
    -> MergedPosts
  {
    var page = RemotePage(entries: posts.map { RemoteEntry($0) }, older: nil)
    change(&page)
    return try await live.cache.merge(page, into: .home, at: .newest, asOf: .noon.minutesAgo(-minutes))
  }

  @Test func `An edited post with a new ID replaces the stored one`() async throws {
    try await merge([post("1700000001a", uri: "x"), post("1700000000b", uri: "y")])
    let merged = try await merge(
      [post("1700000002a", uri: "x", text: "Edited"), post("1700000000b", uri: "y")], minutes: 1)
    #expect(try live.order() == ["1700000002a", "1700000000b"])
    #expect(merged.inserted.isEmpty && merged.withdrawn.isEmpty)
    #expect(merged.changed.map(\.formerID) == [PostID("1700000001a")])
    #expect(try await live.page().page.posts.map(\.text.plain) == ["Edited", "A post"])
    try expectIntact(live.fixture.directory)
  }

  @Test func `A former ID finds the post`() async throws {
    var answer = post("1700000000b", uri: "y")
    answer.replyTo = PostID("1700000001a")
    try await merge([post("1700000001a", uri: "x"), answer])
    let stored = try await live.cache.store([post("1700000002a", uri: "x", text: "Edited")])
    #expect(stored.map(\.formerID) == [PostID("1700000001a")])
    #expect(try live.order() == ["1700000002a", "1700000000b"])
    let former = PostID("1700000001a")
    #expect(try await live.cache.post(former)?.id == PostID("1700000002a"))
    let ref = PostRef(account: live.account.id, id: former)
    let page = try await live.page(at: .around(PostKey(ref), nil), limit: 1)
    #expect(page.page.posts.map(\.id) == [PostID("1700000002a")])
    let thread = try await live.accounts.threads(of: live.account.id).thread(of: ref, .cached)
    #expect(thread.post.text.plain == "Edited")
    #expect(thread.replies.count == 1)
    #expect(
      try await live.cache.update(former) { $0.updated(from: post("z", uri: "x", text: "Again")) }?.text.plain
        == "Again")
    #expect(try await live.cache.delete(former).isEmpty)
    #expect(try live.order() == ["1700000000b"])
    try expectIntact(live.fixture.directory)
  }

  @Test func `A late response restores no former ID, and two stored posts are merged`() async throws {
    try await merge([post("1700000000000002a", uri: "x")])
    try await merge([post("1700000000000001a", uri: "x")], minutes: 1)
    #expect(try live.order() == ["1700000000000002a"])
    // As stored before URIs were known.
    try await merge([.fixture(id: "old", createdAt: .noon.minutesAgo(5))], minutes: 2)
    var edited = Post.fixture(id: "new", createdAt: .noon.minutesAgo(5))
    (edited.uri, edited.formerID) = ("https://snac.example/z", PostID("old"))
    #expect(try await live.cache.store([edited]).map(\.id) == [PostID("new")])
    #expect(try live.order().filter { $0 == "old" } == [])
    try expectIntact(live.fixture.directory)
  }

  @Test func `A server with one URI for all posts is not trusted`() async throws {
    try await merge([post("3", uri: "x", minutes: 1), post("2", uri: "x", minutes: 2), post("1", uri: "x", minutes: 3)])
    #expect(try live.order() == ["3", "2", "1"])
  }

  @Test(arguments: [
    ["01JD0000000000000000000003", "01JD0000000000000000000002", "01JD0000000000000000000001"],
    ["AnZz000000000000k3", "AnZz000000000000k2", "AnZz000000000000k1"], ["q", "zebra", "a-b"],
  ])
  func `Unlisted entries are removed, whatever their IDs`(ids: [String]) async throws {
    let posts = ids.enumerated().map { Post.fixture(id: $1, createdAt: .noon.minutesAgo(Double($0))) }
    try await merge(posts)
    let merged = try await merge([posts[0], posts[2]], minutes: 1)
    #expect(merged.withdrawn.map(\.id.rawValue) == [ids[1]])
    #expect(try live.order() == [ids[0], ids[2]])
  }

  @Test func `A late streamed post belongs elsewhere by ID, and stays`() async throws {
    let ids = ["01JD0000000000000000000003", "01JD0000000000000000000000", "01JD0000000000000000000002"]
    try await merge(ids.map { .fixture(id: $0, createdAt: .noon) })
    #expect(try await merge([ids[0], ids[2]].map { .fixture(id: $0, createdAt: .noon) }, minutes: 1).withdrawn.isEmpty)
  }

  @Test func `Posts that a server-side filter hides are not removed`() async throws {
    var overview = TimelineOverview(timelines: [ListedTimeline(.home)])
    overview.filters = CachedFilters(
      [ContentFilter(title: "cat", keywords: [.init("cat")], contexts: [.home], hides: true)], asOf: .noon)
    try await live.cache.store(overview)
    let texts = ["three", "a cat", "one"]
    let posts = texts.enumerated().map {
      Post.fixture(id: "\(3 - $0)", createdAt: .noon.minutesAgo(Double($0)), text: $1)
    }
    try await merge(posts)
    #expect(try await merge([posts[0], posts[2]], minutes: 1).withdrawn.isEmpty)
    #expect(try live.order() == ["3", "2", "1"])
    // Nor have entries that the page left out.
    try await merge(
      posts.map {
        var post = $0; post.text = PostText([.text("plain")]); return post
      }, minutes: 2)
    let left = try await merge([posts[0], posts[2]], minutes: 3) { $0.omitted = [RemoteCursor("2")] }
    #expect(left.withdrawn.isEmpty)
  }

  @Test func `Filter results are stored with entries, filters with the overview`() async throws {
    var hidden = Post.fixture(id: "2", createdAt: .noon)
    hidden.filterVerdict = .hide(title: "Spoilers")
    var quoting = Post.fixture(id: "1", createdAt: .noon.minutesAgo(1))
    quoting.quote = .shown(.fixture(id: "9"))
    quoting.quoteFilter = "Cats"
    try await merge([hidden, quoting])
    let posts = try await live.page().page.posts
    #expect(posts.map(\.filterVerdict) == [.hide(title: "Spoilers"), nil])
    #expect(posts.map(\.quoteFilter) == [nil, "Cats"])
    hidden.filterVerdict = nil
    #expect(try await merge([hidden, quoting], minutes: 1).changed.map(\.id) == [PostID("2")])
    #expect(try await live.page().page.posts.first?.filterVerdict == nil)

    var overview = TimelineOverview(timelines: [ListedTimeline(.home)])
    let filter = ContentFilter(
      title: "cat", keywords: [.init("cat", isWholeWord: true), .init("dog")], posts: [PostID("5")],
      contexts: [.home, .thread], expiresAt: .noon, hides: true)
    overview.filters = CachedFilters([filter], asOf: .noon, formerTitles: ["old"])
    try await live.cache.store(overview)
    overview.filters = nil
    try await live.cache.store(overview)
    let kept = try await live.cache.overview()?.filters
    #expect(kept?.formerTitles == ["old"] && kept?.asOf == .noon)
    #expect(kept?.filters.map(\.title) == ["cat"] && kept?.filters.first?.expiresAt == .noon)
    #expect(Set(kept?.filters.first?.keywords ?? []) == Set(filter.keywords))
  }
}
