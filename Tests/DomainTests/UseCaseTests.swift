import Domain
import TestSupport
import Testing

@Suite struct UseCaseTests {
  @Test func `Loading a page asks for that page only, and takes what the source holds`() async throws {
    let page = TimelinePage(posts: [.fixture()], total: 1, offset: 0)
    let repository = StubTimelineRepository(pages: [.success(page)])
    let loaded = try await LoadTimeline(timelines: repository).page(of: .home, .oldest)
    #expect(loaded == page)
    #expect(repository.requests == [.page(of: .home, at: .oldest, limit: PageRequest.pageLength)])
  }

  private static let place = Place(key: PostKey(id: PostID("1")), date: .noon)

  @Test(arguments: [
    (PageRequest.place(nil), PagePosition.newest, 60, false),
    (.place(place), .around(place.key, place.date), 60, false),
    (.newest, .newest, 60, false), (.nearest(.noon), .nearest(.noon), 60, false),
    (.newer(than: PageCursor("c")), .newer(than: PageCursor("c")), 60, false),
    (.older(than: PageCursor("c")), .older(than: PageCursor("c")), 60, false),
    (.refresh(nil, holding: 0), .newest, 60, true),
    (.refresh(place, holding: 100), .around(place.key, .noon), 100, true),
    (.refresh(nil, holding: 9_999), .newest, 360, true),
    (.renewal(place, holding: 99), .around(place.key, .noon), 99, false),
  ]) func `What a reader wants says where, how much, and how new`(
    request: PageRequest, position: PagePosition, limit: Int, isFresh: Bool
  ) async throws {
    let repository = StubTimelineRepository()
    _ = try await LoadTimeline(timelines: repository).page(of: .home, request)
    let question = StubTimelineRepository.Request.page(of: .home, at: position, limit: limit)
    #expect(repository.requests == (isFresh ? [.fresh, question] : [question]))
  }

  @Test func `What the source says of itself is passed on, and asked anew by who tries again`() async throws {
    let overview = TimelineOverview(
      profile: .fixture(), timelines: [ListedTimeline(.home), ListedTimeline(.mentions)])
    let repository = StubTimelineRepository(overview: .success(overview))
    let useCase = LoadTimeline(timelines: repository)
    #expect(try await useCase.overview(isRetry: false) == overview)
    #expect(try await useCase.overview(isRetry: true) == overview)
    #expect(repository.requests == [.overview, .fresh, .overview])
  }

  @Test func `What happens to the source is passed on, in order, to its end`() async {
    let changes: [SourceChange] = [
      .reading(LoadingProgress(posts: 2, fraction: 0.2)), .inserted([.fixture()], in: .home), .readToEnd,
    ]
    let repository = StubTimelineRepository(changes: changes)
    var heard: [SourceChange] = []
    for await change in LoadTimeline(timelines: repository).changes() { heard.append(change) }
    #expect(heard == changes)
    #expect(repository.requests == [.changes])
  }

  @Test func `A failure comes through as it is`() async {
    let error = TimelineError.offline(host: "timeline.example")
    let repository = StubTimelineRepository(pages: [.failure(error)], thread: .failure(error))
    await #expect(throws: error) { try await LoadTimeline(timelines: repository).page(of: .home, .newest) }
    await #expect(throws: error) { try await LoadThread(threads: repository)(of: .fixture("1"), isRefresh: false) }
  }

  @Test func `A thread is that of the post asked for, and asked anew by who refreshes`() async throws {
    let repository = StubTimelineRepository()
    #expect(try await LoadThread(threads: repository)(of: .fixture("1"), isRefresh: false).post == .fixture())
    _ = try await LoadThread(threads: repository)(of: .fixture("1"), isRefresh: true)
    #expect(repository.requests == [.thread(of: .fixture("1")), .fresh, .thread(of: .fixture("1"))])
  }

  @Test(arguments: ["https://timeline.example/1", "HTTP://timeline.example"])
  func `Addresses of the web are opened`(url: String) throws {
    let opener = SpyLinkOpener()
    try OpenLink(opener: opener)(url)
    #expect(opener.opened == [url])
  }

  @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "https:timeline.example", "-x", "", "mailto:a@b.c"])
  func `Nothing else is`(url: String) {
    let opener = SpyLinkOpener()
    #expect(throws: LinkError.unsupportedScheme(url: url)) { try OpenLink(opener: opener)(url) }
    #expect(opener.opened.isEmpty)
  }
}
