import Domain
import TestSupport
import Testing

@Suite struct SearchTimelineTests {
  private let query: SearchQuery

  init() throws {
    query = try SearchQuery("coffee", now: .noon)
  }

  @Test func `A page and the number of matches are requested`() async throws {
    let page = TimelinePage(posts: [.fixture()], older: PageCursor("1"))
    let count = MatchCount(count: 1_000, isExact: false, searchedCount: 12_345)
    let repository = StubTimelineRepository(pages: [.success(page)], matchCount: count)
    let search = SearchTimeline(search: repository)
    #expect(try await search.page(of: query, .newest) == page)
    #expect(try await search.count(of: query, beside: page) == count)
    #expect(try await search.count(of: query) == count)
    #expect(
      repository.requests == [
        .matches(of: "coffee", at: .newest, limit: 60), .matchCount(of: "coffee", upTo: 1_000),
        .matchCount(of: "coffee", upTo: nil),
      ])
  }

  @Test(arguments: [0, 1, 3])
  func `A page with all matches is not counted again`(matches: Int) async throws {
    let page = TimelinePage(posts: (0..<matches).map { .fixture(id: "\($0)") })
    let repository = StubTimelineRepository(
      pages: [.success(page)], matchCount: MatchCount(count: 0, isExact: false, searchedCount: 12_345))
    let search = SearchTimeline(search: repository)
    let count = try await search.count(of: query, beside: search.page(of: query, .newest))
    #expect(count == MatchCount(count: matches, isExact: true, searchedCount: 12_345))
    #expect(repository.requests.last == .matchCount(of: "coffee", upTo: 0))
  }

  @Test(arguments: [
    TimelinePage(posts: [.fixture()], newer: PageCursor("1")),
    TimelinePage(posts: [.fixture()], older: PageCursor("1")),
  ])
  func `A page with more around it is counted`(page: TimelinePage) async throws {
    let repository = StubTimelineRepository(matchCount: MatchCount(count: 7, isExact: true, searchedCount: 9))
    #expect(try await SearchTimeline(search: repository).count(of: query, beside: page).count == 7)
    #expect(repository.requests == [.matchCount(of: "coffee", upTo: 1_000)])
  }

  @Test func `A refresh requests fresh matches`() async throws {
    let repository = StubTimelineRepository()
    _ = try await SearchTimeline(search: repository).page(of: query, .refresh(nil, count: 7))
    #expect(repository.requests == [.fresh, .matches(of: "coffee", at: .newest, limit: 60)])
  }
}
