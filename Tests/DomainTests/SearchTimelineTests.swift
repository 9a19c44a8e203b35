import Domain
import TestSupport
import Testing

@Suite struct SearchTimelineTests {
  @Test func `It looks through every page, down to the oldest`() async throws {
    let posts = [Post.fixture(id: "1"), .fixture(id: "2", text: "tea"), .fixture(id: "3")]
    let repository = StubTimelineRepository(pages: [
      .success(TimelinePage(posts: Array(posts[..<2]), older: PageCursor("2"))),
      .success(TimelinePage(posts: Array(posts[2...]))),
    ])
    let query = try #require(SearchQuery("coffee"))
    let result = try await SearchTimeline(repository: repository)(query, in: .mentions)
    #expect(result == SearchResult(matches: [posts[0], posts[2]].map { Place(key: $0.key, date: .noon) }, searched: 3))
    #expect(
      repository.requests == [
        .page(of: .mentions, at: .newest, limit: 1_000),
        .page(of: .mentions, at: .older(than: PageCursor("2")), limit: 1_000),
      ])
  }

  @Test func `While the source is read it waits, and begins anew`() async throws {
    let reading = ReadingProgress(posts: 1)
    let part = TimelinePage(posts: [.fixture(id: "2")], older: PageCursor("2"), reading: reading)
    let repository = StubTimelineRepository(
      pages: [.success(part), .success(TimelinePage(posts: [.fixture(id: "1"), .fixture(id: "2")]))],
      progress: [reading])
    let query = try #require(SearchQuery("coffee"))
    let result = try await SearchTimeline(repository: repository)(query, in: .home)
    #expect(result.matches.map(\.key.id.rawValue) == ["1", "2"])
    #expect(result.searched == 2)
    let first = StubTimelineRepository.Request.page(of: .home, at: .newest, limit: 1_000)
    #expect(repository.requests == [first, .progress(after: nil), .progress(after: reading), first])
  }

  @Test func `It stops when nobody waits any more`() async throws {
    let repository = StubTimelineRepository()
    let query = try #require(SearchQuery("coffee"))
    let search = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await SearchTimeline(repository: repository)(query, in: .home)
    }
    await #expect(throws: TimelineError.cancelled) { try await search.value }
    #expect(repository.requests.isEmpty)
  }
}
