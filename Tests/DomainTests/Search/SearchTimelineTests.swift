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
    let search = SearchTimeline(search: repository)
    #expect(try await search.page(of: query, .newest) == page)
    #expect(try await search.count(of: query, isQuick: true) == count)
    #expect(try await search.count(of: query, isQuick: false) == count)
    #expect(
      repository.requests == [
        .matches(of: "coffee", at: .newest, limit: 60), .matchCount(of: "coffee", upTo: 1_000),
        .matchCount(of: "coffee", upTo: nil),
      ])
  }

  @Test func `The source is asked anew before it is searched again`() async throws {
    let repository = StubTimelineRepository()
    _ = try await SearchTimeline(search: repository).page(of: query, .refresh(nil, holding: 7))
    #expect(repository.requests == [.fresh, .matches(of: "coffee", at: .newest, limit: 60)])
  }
}
