import Domain
import TestSupport
import Testing

@Suite struct UseCaseTests {
  @Test func `Loading a page makes one cached request`() async throws {
    let page = TimelinePage(posts: [.fixture()], total: 1, offset: 0)
    let repository = StubTimelineRepository(pages: [.success(page)])
    let loaded = try await LoadTimeline(timelines: repository).page(of: .home, .oldest)
    #expect(loaded == page)
    #expect(repository.requests == [.page(of: .home, at: .oldest, limit: PageRequest.pageLength)])
  }

  private static let place = EntryPosition(key: PostKey(id: PostID("1")), date: .noon)

  @Test(arguments: [
    (PageRequest.position(nil), PagePosition.newest, 60, false),
    (.position(place), .around(place.key, place.date), 60, false),
    (.newest, .newest, 60, false), (.nearest(.noon), .nearest(.noon), 60, false),
    (.newer(than: PageCursor("c")), .newer(than: PageCursor("c")), 60, false),
    (.older(than: PageCursor("c")), .older(than: PageCursor("c")), 60, false),
    (.refresh(nil, count: 0), .newest, 60, true),
    (.refresh(place, count: 100), .around(place.key, .noon), 100, true),
    (.refresh(nil, count: 9_999), .newest, 360, true),
    (.cachedRefresh(place, count: 99), .around(place.key, .noon), 99, false),
  ]) func `Page requests map to a position, a limit and a freshness`(
    request: PageRequest, position: PagePosition, limit: Int, isFresh: Bool
  ) async throws {
    let repository = StubTimelineRepository()
    _ = try await LoadTimeline(timelines: repository).page(of: .home, request)
    let expectedRequest = StubTimelineRepository.Request.page(of: .home, at: position, limit: limit)
    #expect(repository.requests == (isFresh ? [.fresh, expectedRequest] : [expectedRequest]))
  }

  @Test func `The overview is passed on and refreshed on request`() async throws {
    let overview = TimelineOverview(
      profile: .fixture(), timelines: [ListedTimeline(.home), ListedTimeline(.mentions)])
    let repository = StubTimelineRepository(overview: .success(overview))
    let useCase = LoadTimeline(timelines: repository)
    #expect(try await useCase.overview(isRefresh: false) == overview)
    #expect(try await useCase.overview(isRefresh: true) == overview)
    #expect(repository.requests == [.overview, .fresh, .overview])
  }

  @Test func `Changes are passed on in order`() async {
    let changes: [SourceChange] = [
      .loading(LoadingProgress(posts: 2, fraction: 0.2)), .inserted([.fixture()], in: .home), .loadingFinished,
    ]
    let repository = StubTimelineRepository(changes: changes)
    var heard: [SourceChange] = []
    for await change in LoadTimeline(timelines: repository).changes() { heard.append(change) }
    #expect(heard == changes)
    #expect(repository.requests == [.changes])
  }

  @Test func `Errors are passed on unchanged`() async {
    let error = TimelineError.offline(host: "timeline.example")
    let repository = StubTimelineRepository(pages: [.failure(error)])
    await #expect(throws: error) { try await LoadTimeline(timelines: repository).page(of: .home, .newest) }
  }

  @Test(arguments: ["https://timeline.example/1", "HTTP://timeline.example"])
  func `Web URLs are opened`(url: String) throws {
    let opener = SpyLinkOpener()
    try OpenLink(opener: opener)(url)
    #expect(opener.opened == [url])
  }

  @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "https:timeline.example", "-x", "", "mailto:a@b.c"])
  func `Other URLs are not opened`(url: String) {
    let opener = SpyLinkOpener()
    #expect(throws: LinkError.unsupportedScheme(url: url)) { try OpenLink(opener: opener)(url) }
    #expect(opener.opened.isEmpty)
  }
}
