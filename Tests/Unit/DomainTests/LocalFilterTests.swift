import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

/// Filters in the search language.
@Suite struct LocalFilterTests {
  private static let ada = AccountID.demo("ada@demo")
  private let clock = VirtualClock(now: .noon)

  private func set(_ filters: LocalFilter..., owner: String? = nil) -> LocalFilterSet {
    LocalFilterSet(filters, of: Self.ada, owner: owner, now: .noon)
  }

  private func filter(_ query: String, hides: Bool = true) -> LocalFilter {
    LocalFilter(name: query, query: query, hides: hides)
  }

  @Test func `Matching posts are hidden or folded with the filter’s name`() {
    let set = set(filter("from:grace compiler"), filter("has:poll", hides: false))
    let poll = Poll(options: [.init(title: "a")], isClosed: true)
    let posts = [
      Post.fixture(id: "1", text: "The compiler"), .fixture(id: "2", text: "The coffee"),
      .fixture(id: "3", author: .fixture(handle: "alan"), text: "The compiler"),
      .fixture(id: "4", text: "x", poll: poll),
    ]
    #expect(
      set.applied(to: posts, in: .context(.home), at: .noon).map(\.filterVerdict)
        == [.hide(title: "from:grace compiler"), nil, nil, .fold(title: "has:poll")])
  }

  @Test func `A search folds what timelines hide, and bookmarks show everything`() {
    let set = set(filter("compiler"))
    #expect(set.applied(to: .fixture(), in: .search, at: .noon).filterVerdict == .fold(title: "compiler"))
    #expect(set.applied(to: .fixture(), in: .none, at: .noon).filterVerdict == nil)
  }

  @Test func `Filters end, and apply to some accounts and places only`() {
    var ended = filter("compiler")
    ended.expiresAt = .noon
    let other = LocalFilter(name: "other", query: "compiler", accounts: [.demo("empty@demo")])
    let elsewhere = LocalFilter(name: "elsewhere", query: "compiler", contexts: [.thread])
    let set = set(ended, other, elsewhere)
    #expect(set.applied(to: .fixture(), in: .context(.home), at: .noon).filterVerdict == nil)
    #expect(set.applied(to: .fixture(), in: .context(.thread), at: .noon).filterVerdict == .hide(title: "elsewhere"))
    #expect(
      set.applied(to: .fixture(), in: .context(.home), at: .noon.minutesAgo(1)).filterVerdict
        == .hide(title: "compiler"))
  }

  @Test func `Own posts and those that the server hides keep their verdicts`() {
    let set = set(filter("compiler"), owner: "Grace")
    #expect(set.applied(to: .fixture(), in: .context(.home), at: .noon).filterVerdict == nil)
    var hidden = Post.fixture(author: .fixture(handle: "alan"))
    hidden.filterVerdict = .hide(title: "server’s")
    #expect(set.applied(to: hidden, in: .context(.home), at: .noon).filterVerdict == .hide(title: "server’s"))
    hidden.filterVerdict = .fold(title: "server’s")
    #expect(set.applied(to: hidden, in: .context(.home), at: .noon).filterVerdict == .hide(title: "compiler"))
  }

  @Test func `A quoted post is folded, never hidden`() {
    let post = Post.fixture(text: "see", quote: .shown(.fixture(id: "2", text: "a compiler")))
    let shown = set(filter("compiler")).applied(to: post, in: .context(.home), at: .noon)
    #expect(shown.filterVerdict == nil && shown.quoteFilter == "compiler")
  }

  @Test func `A query that is not valid hides nothing`() {
    #expect(set(filter("from:")).isEmpty)
  }

  @Test func `A filter like a post has its author and hashtags`() {
    let tag = Link(url: "https://a.example/tags/loom", text: "#Loom", kind: .tag)
    let filter = LocalFilter(like: .fixture(links: [tag, tag]))
    #expect((filter.query, filter.name) == ("from:grace #Loom", "@grace"))
    #expect(SearchQuery.error(inSaved: filter.query) == nil)
  }

  // MARK: - Sources

  private func source(_ store: LocalFilterStore, _ stub: StubTimelineRepository) throws -> Source {
    let accounts = StubSourceRepository(.success([.fixture()]), stub)
    return try #require(FilteredAccounts(accounts, filters: store, clock: clock).source(of: Self.ada))
  }

  @Test func `Pages, threads and matches of any source are filtered`() async throws {
    let store = LocalFilterStore(TransientLocalFilters([filter("compiler")]), clock: clock)
    let reply = PostThread.Reply(entry: .post(.fixture(id: "2", replyTo: "1")), depth: 0)
    let stub = StubTimelineRepository(
      pages: [.success(TimelinePage(posts: [.fixture()])), .success(TimelinePage(posts: [.fixture()]))],
      thread: .success(PostThread(post: .fixture(), replies: [reply])))
    let source = try source(store, stub)
    for timeline in [TimelineID.home, .named("Posts")] {
      #expect(try await source.timelines.page(of: timeline, .newest).posts.map(\.isHiddenByFilter) == [true])
    }
    #expect(try await source.search.matches(of: .empty, .newest).posts.map(\.filter) == ["compiler"])
    let thread = try await source.threads.thread(of: .fixture("1"), .cached)
    #expect(thread.post.filter == nil)
    #expect(thread.replies.map(\.entry) == [.unavailable(id: PostID("2"), reason: .filtered)])
  }

  @Test func `New posts are filtered, and changed filters are reported`() async throws {
    let store = LocalFilterStore(TransientLocalFilters([filter("compiler")]), clock: clock)
    let stub = StubTimelineRepository(changes: [.inserted([.fixture()], in: .home)])
    var changes = try source(store, stub).timelines.changes().makeAsyncIterator()
    guard case .inserted(let posts, .home)? = await changes.next() else {
      Issue.record("no new posts")
      return
    }
    #expect(posts.map(\.isHiddenByFilter) == [true])
    #expect(await changes.next() == .loadingFinished)
    try await store.remove(store.filters[0].id)
    #expect(await changes.next() == .filtersChanged)
    #expect(store.filters.isEmpty)
  }

  @Test func `A filter that cannot be stored changes nothing`() async throws {
    let store = LocalFilterStore(FullDisk(), clock: clock)
    await #expect(throws: SessionError.self) { try await store.save(filter("compiler")) }
    #expect(store.filters.isEmpty)
  }

  @Test func `The preview counts what would have matched in the last week`() async throws {
    let stub = StubTimelineRepository(matchCount: MatchCount(count: 14, isExact: true, searchedCount: 300))
    let preview = try await PreviewFilter(search: stub, clock: clock)("compiler")
    #expect((preview.matching, preview.total) == (14, 14))
    #expect(stub.requests == [.matchCount(of: "", upTo: nil), .matchCount(of: "compiler", upTo: nil)])
    let week = SearchQuery.all(since: .noon.addingTimeInterval(-7 * 86_400))
    #expect(week.matches(.fixture(createdAt: .noon.addingTimeInterval(-6 * 86_400))))
    #expect(!week.matches(.fixture(createdAt: .noon.addingTimeInterval(-8 * 86_400))))
  }
}

private struct FullDisk: LocalFilterStorage {
  func load() -> [LocalFilter] { [] }

  func update(_ change: (inout [LocalFilter]) -> Void) throws(SessionError) -> [LocalFilter] {
    throw SessionError(path: "filters.json", reason: "No space left on device")
  }
}
