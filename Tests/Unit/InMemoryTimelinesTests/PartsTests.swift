import InMemoryTimelines
import InMemoryTimelinesSupport
import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@Suite struct PartsTests {
  private let source = SteppedDocumentSource()
  private let repository: JSONTimelineRepository
  private let posts = Post.fixtures(count: 9)

  init() {
    repository = JSONTimelineRepository(source: source, clock: VirtualClock(now: .noon))
  }

  /// Starts a request before anything is loaded.
  private func requestPage(_ position: PagePosition = .newest, limit: Int = 2) async -> Task<TimelinePage, any Error> {
    let pending = Task { try await repository.page(of: .home, at: position, limit: limit) }
    await source.waitForReader()
    return pending
  }

  private func requestRefresh() async -> Task<TimelinePage, any Error> {
    let pending = Task { try await repository.freshPage(of: .home, limit: 2) }
    await source.waitForReader()
    return pending
  }

  /// Adds a listener, which leaves when it is cancelled.
  private func listen(to repository: JSONTimelineRepository? = nil) -> Task<[SourceChange], Never> {
    let changes = (repository ?? self.repository).changes()
    return Task {
      var heard: [SourceChange] = []
      for await change in changes { heard.append(change) }
      return heard
    }
  }

  /// Loads the first posts, and returns the newest page.
  private func loadFirstPart(with count: Int = 4) async throws -> TimelinePage {
    let pending = await requestPage()
    source.read(Array(posts[..<count]), fraction: 0.4)
    return try await pending.value
  }

  @Test func `The newest posts are available during the load`() async throws {
    let page = try await loadFirstPart()
    #expect(page.ids == ["1", "2"])
    #expect(page.loading == LoadingProgress(posts: 4, fraction: 0.4))
    #expect(page.older != nil && page.newer == nil && page.total == nil && !page.isTruncated)
    #expect(source.reads == 1)
  }

  @Test func `A partial document has tabs and may grow`() async throws {
    let pending = Task { try await repository.overview(.cached) }
    await source.waitForReader()
    source.read(posts)
    #expect(try await pending.value == TimelineOverview(timelines: [ListedTimeline(.home)], isGrowing: true))
    source.end(.fixture(home: posts, mentions: []))
    await repository.waitUntilLoaded()
    #expect(
      try await repository.overview(.cached)
        == TimelineOverview(timelines: [ListedTimeline(.home), ListedTimeline(.mentions)]))
  }

  @Test func `A page at the end of a part waits for more`() async throws {
    let older = try #require(try await loadFirstPart().older)
    let rest = try await repository.page(of: .home, at: .older(than: older), limit: 9)
    #expect(rest.ids == ["3", "4"])
    let end = try #require(rest.older)
    let pending = Task { try await repository.page(of: .home, at: .older(than: end), limit: 9) }
    source.read(Array(posts[..<6]), fraction: 0.6)
    #expect(try await pending.value.ids == ["5", "6"])
    #expect(
      try await repository.page(of: .home, at: .newer(than: end), limit: 2).loading
        == LoadingProgress(posts: 6, fraction: 0.6)
    )
  }

  @Test(arguments: [.oldest, .around(PostKey(id: PostID("8")), nil), .nearest(.noon.minutesAgo(7))] as [PagePosition])
  func `A request beyond the part waits for the document`(position: PagePosition) async throws {
    _ = try await loadFirstPart()
    let pending = Task { try await repository.page(of: .home, at: position, limit: 2) }
    source.end(.fixture(home: posts))
    let page = try await pending.value
    #expect(page.ids.contains("8"))
    #expect(page.loading == nil && page.total == 9)
  }

  @Test func `A position within a part is shown from it`() async throws {
    _ = try await loadFirstPart()
    let page = try await repository.page(of: .home, at: .around(posts[3].key, posts[3].timelineDate), limit: 2)
    #expect(page.ids == ["3", "4"])
    #expect(page.loading != nil && page.older != nil)
  }

  @Test func `A date between two loaded posts is shown from the part`() async throws {
    _ = try await loadFirstPart()
    let page = try await repository.page(of: .home, at: .nearest(.noon.minutesAgo(1.9)), limit: 2)
    #expect(page.ids == ["2", "3"])
    #expect(page.loading != nil && page.older != nil)
  }

  @Test func `A thread waits for the document`() async throws {
    _ = try await loadFirstPart()
    let pending = Task { try await repository.thread(of: PostID("8")) }
    source.end(.fixture(home: posts))
    #expect(try await pending.value.post == posts[7])
  }

  @Test func `Progress is reported per percent until the end`() async throws {
    _ = try await loadFirstPart()
    var changes = repository.changes().makeAsyncIterator()
    #expect(await changes.next() == .loading(LoadingProgress(posts: 4, fraction: 0.4)))
    source.read(Array(posts[..<5]), fraction: 0.405, includesDocument: false)
    source.read(Array(posts[..<6]), fraction: 0.41, includesDocument: false)
    #expect(await changes.next() == .loading(LoadingProgress(posts: 6, fraction: 0.41)))
    source.end(.fixture(home: posts))
    #expect(await changes.next() == .loadingFinished)
    #expect(await changes.next() == nil)
  }

  @Test func `Each listener has its own stream and gets the current progress`() async throws {
    _ = try await loadFirstPart()
    let (one, other) = (listen(), listen())
    source.end(.fixture(home: posts))
    await repository.waitUntilLoaded()
    #expect(await one.value.last == .loadingFinished)
    #expect(await other.value.last == .loadingFinished)
  }

  @Test func `A cancelled listener is removed, others continue`() async throws {
    _ = try await loadFirstPart()
    let (one, other) = (listen(), listen())
    one.cancel()
    #expect(await !one.value.contains(.loadingFinished))
    source.end(.fixture(home: posts))
    #expect(await other.value.last == .loadingFinished)
    let page = try await repository.page(of: .home, at: .newest, limit: 2)
    #expect(page.total == 9 && !page.isTruncated)
  }

  @Test func `Without a load, there is no progress`() async {
    #expect(await listen().value == [.loadingFinished])
    let listener = listen()
    listener.cancel()
    _ = await listener.value
    #expect(source.reads == 0)
  }

  @Test func `Without listeners, the load stops and the page is truncated`() async throws {
    _ = try await loadFirstPart()
    let listener = listen()
    listener.cancel()
    #expect(await !listener.value.contains(.loadingFinished))
    let last = try await repository.page(of: .home, at: .oldest, limit: 2)
    #expect(last.ids == ["3", "4"])
    #expect(last.isTruncated && last.loading == nil && last.older == nil && last.total == 4)
    #expect(try await repository.overview(.cached).isGrowing == false)
    #expect(source.reads == 1)
  }

  @Test func `A released listener is removed`() async throws {
    _ = try await loadFirstPart()
    for await change in repository.changes() {
      #expect(change == .loading(LoadingProgress(posts: 4, fraction: 0.4)))
      break
    }
    #expect(try await repository.page(of: .home, at: .oldest, limit: 2).isTruncated)
  }

  @Test func `A cancelled request does not stop the load`() async throws {
    _ = try await loadFirstPart()
    let pending = Task { try await repository.page(of: .home, at: .oldest, limit: 2) }
    pending.cancel()
    await #expect(throws: TimelineError.cancelled) { try await pending.value }
    source.end(.fixture(home: posts))
    let page = try await repository.page(of: .home, at: .oldest, limit: 2)
    #expect(page.ids == ["8", "9"] && !page.isTruncated)
    #expect(source.reads == 1)
  }

  @Test func `A position beyond a stopped load gives the newest page`() async throws {
    let pending = await requestPage(.around(posts[7].key, posts[7].timelineDate))
    source.read(Array(posts[..<4]), fraction: 0.4)
    listen().cancel()
    #expect(try await pending.value.ids == ["1", "2"])
  }

  @Test func `A load stopped before its first post is repeated on request`()
    async throws
  {
    let pending = await requestPage()
    listen().cancel()
    await #expect(throws: TimelineError.cancelled) { try await pending.value }
    let again = await requestPage()
    source.end(.fixture(home: posts))
    #expect(try await again.value.total == 9)
    #expect(source.reads == 2)
  }

  @Test func `A refresh of a stopped load publishes no parts`() async throws {
    _ = try await loadFirstPart()
    listen().cancel()
    #expect(try await repository.page(of: .home, at: .oldest, limit: 2).isTruncated)
    let pending = await requestRefresh()
    source.read(Array(posts[..<6]), fraction: 0.6)
    source.end(.fixture(home: posts))
    let page = try await pending.value
    #expect(page.total == 9)
    #expect(page.loading == nil && !page.isTruncated)
  }

  @Test func `During a refresh, cached requests use the old document`() async throws {
    let first = await requestPage()
    source.end(.fixture(home: Array(posts[5...])))
    _ = try await first.value
    let pending = await requestRefresh()
    #expect(try await repository.page(of: .home, at: .newest, limit: 2).ids == ["6", "7"])
    source.end(.fixture(home: posts))
    #expect(try await pending.value.ids == ["1", "2"])
    #expect(try await repository.page(of: .home, at: .newest, limit: 2).ids == ["1", "2"])
  }

  @Test func `A refresh without listeners is cancelled and keeps the old document`() async throws {
    let first = await requestPage()
    source.end(.fixture(home: Array(posts[5...])))
    _ = try await first.value
    let pending = await requestRefresh()
    source.read(posts, fraction: 0.5)
    listen().cancel()
    await #expect(throws: TimelineError.cancelled) { try await pending.value }
    let page = try await repository.page(of: .home, at: .newest, limit: 2)
    #expect(page.ids == ["6", "7"] && !page.isTruncated)
    #expect(source.reads == 2)
  }

  @Test func `A refresh during the first load shares it`() async throws {
    _ = try await loadFirstPart()
    let page = try await repository.freshPage(of: .home, limit: 2)
    #expect(page.ids == ["1", "2"] && page.loading != nil)
    #expect(source.reads == 1)
  }

  @Test func `A load that fails after a part throws once and is repeated on request`() async throws {
    _ = try await loadFirstPart()
    let listener = listen()
    let error = TimelineError.fileUnreadable(path: "a.json", reason: "Input/output error")
    source.end(.failure(error))
    #expect(await listener.value.last == .loadingFinished)
    await #expect(throws: error) { try await repository.page(of: .home, at: .newest, limit: 2) }
    let again = await requestPage()
    source.end(.fixture(home: posts))
    #expect(try await again.value.total == 9)
  }

  @Test func `Stopping the load releases standard input`() async throws {
    let repository = JSONTimelineRepository(source: ReadOnceDocumentSource(source), clock: VirtualClock(now: .noon))
    let pending = Task { try await repository.page(of: .home, at: .newest, limit: 2) }
    await source.waitForReader()
    source.read(Array(posts[..<4]))
    _ = try await pending.value
    listen(to: repository).cancel()
    #expect(try await repository.page(of: .home, at: .oldest, limit: 9).ids == ["1", "2", "3", "4"])
  }
}
