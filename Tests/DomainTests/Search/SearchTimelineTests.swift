import Domain
import TestSupport
import Testing

@Suite struct SearchTimelineTests {
  private let query: SearchQuery

  init() throws {
    query = try SearchQuery("coffee", now: .noon)
  }

  @Test func `It asks for a page of matches, and for their number`() async throws {
    let page = TimelinePage(posts: [.fixture()], older: PageCursor("1"))
    let count = MatchCount(count: 1_000, isExact: false, searched: 12_345)
    let repository = StubTimelineRepository(pages: [.success(page)], matchCount: count)
    let search = SearchTimeline(repository: repository)
    #expect(try await search.matches(of: query, at: .newest, limit: 60) == page)
    #expect(try await search.count(of: query, upTo: 1_000) == count)
    #expect(
      repository.requests == [
        .matches(of: "coffee", at: .newest, limit: 60), .matchCount(of: "coffee", upTo: 1_000),
      ])
  }

  @Test func `The source is asked anew before it is searched again`() async throws {
    let repository = StubTimelineRepository()
    _ = try await SearchTimeline(repository: repository).refreshedMatches(of: query, at: .oldest, limit: 7)
    #expect(repository.requests == [.refresh, .matches(of: "coffee", at: .oldest, limit: 7)])
  }
}
