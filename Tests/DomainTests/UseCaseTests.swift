import Domain
import TestSupport
import Testing

@Suite struct UseCaseTests {
  @Test func `Loading a page asks for that page only`() async throws {
    let page = TimelinePage(posts: [.fixture()], total: 1, offset: 0)
    let repository = StubTimelineRepository(pages: [.success(page)])
    let loaded = try await LoadTimeline(repository: repository).page(of: .home, at: .oldest, limit: 7)
    #expect(loaded == page)
    #expect(repository.requests == [.page(of: .home, at: .oldest, limit: 7)])
  }

  @Test func `Loading anew refreshes the source first`() async throws {
    let repository = StubTimelineRepository()
    _ = try await LoadTimeline(repository: repository).refreshedPage(of: .home, at: .newest, limit: 20)
    #expect(repository.requests == [.refresh, .page(of: .home, at: .newest, limit: 20)])
  }

  @Test func `What the source says of itself is passed on`() async throws {
    let overview = TimelineOverview(profile: .fixture(), timelines: [.home, .mentions])
    let useCase = LoadTimeline(repository: StubTimelineRepository(overview: .success(overview)))
    #expect(try await useCase.overview() == overview)
  }

  @Test func `How far reading has come is passed on, and that it is to stop`() async {
    let (seen, news) = (ReadingProgress(posts: 1, fraction: 0.1), ReadingProgress(posts: 2, fraction: 0.2))
    let repository = StubTimelineRepository(progress: [news])
    let useCase = LoadTimeline(repository: repository)
    #expect(await useCase.progress(after: seen) == news)
    #expect(await useCase.progress(after: news) == nil)
    await useCase.stopReading()
    #expect(repository.requests == [.progress(after: seen), .progress(after: news), .stopReading])
  }

  @Test func `A failure comes through as it is`() async {
    let error = TimelineError.offline(host: "timeline.example")
    let repository = StubTimelineRepository(pages: [.failure(error)], thread: .failure(error))
    await #expect(throws: error) {
      try await LoadTimeline(repository: repository).page(of: .home, at: .newest, limit: 1)
    }
    await #expect(throws: error) { try await LoadThread(repository: repository)(of: PostID("1")) }
  }

  @Test func `A thread is that of the post asked for`() async throws {
    let repository = StubTimelineRepository()
    #expect(try await LoadThread(repository: repository)(of: PostID("1")).post == .fixture())
    #expect(repository.requests == [.thread(of: PostID("1"))])
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
