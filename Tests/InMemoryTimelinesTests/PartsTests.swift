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

  /// A question that is asked while nothing is there yet.
  private func ask(_ position: PagePosition = .newest, limit: Int = 2) async -> Task<TimelinePage, any Error> {
    let question = Task { try await repository.page(of: .home, at: position, limit: limit) }
    await source.waitForReader()
    return question
  }

  private func askAnew() async -> Task<TimelinePage, any Error> {
    let question = Task { try await repository.freshPage(of: .home, limit: 2) }
    await source.waitForReader()
    return question
  }

  /// Somebody who looks on from now on: cancelled, they have gone.
  private func listen(to repository: JSONTimelineRepository? = nil) -> Task<[SourceChange], Never> {
    let changes = (repository ?? self.repository).changes()
    return Task {
      var heard: [SourceChange] = []
      for await change in changes { heard.append(change) }
      return heard
    }
  }

  /// Reads the first posts, with what answers the question for the newest.
  private func begin(with count: Int = 4) async throws -> TimelinePage {
    let question = await ask()
    source.read(Array(posts[..<count]), fraction: 0.4)
    return try await question.value
  }

  @Test func `The newest posts are there while the rest is read`() async throws {
    let page = try await begin()
    #expect(page.ids == ["1", "2"])
    #expect(page.reading == LoadingProgress(posts: 4, fraction: 0.4))
    #expect(page.older != nil && page.newer == nil && page.total == nil && !page.isCutShort)
    #expect(source.reads == 1)
  }

  @Test func `What has been read has a tab, and more may come`() async throws {
    let question = Task { try await repository.overview(.cached) }
    await source.waitForReader()
    source.read(posts)
    #expect(try await question.value == TimelineOverview(timelines: [ListedTimeline(.home)], isGrowing: true))
    source.end(.fixture(home: posts, mentions: []))
    await repository.waitUntilRead()
    #expect(
      try await repository.overview(.cached)
        == TimelineOverview(timelines: [ListedTimeline(.home), ListedTimeline(.mentions)]))
  }

  @Test func `At the end of a part there is more to come, and it is waited for`() async throws {
    let older = try #require(try await begin().older)
    let rest = try await repository.page(of: .home, at: .older(than: older), limit: 9)
    #expect(rest.ids == ["3", "4"])
    let end = try #require(rest.older)
    let question = Task { try await repository.page(of: .home, at: .older(than: end), limit: 9) }
    source.read(Array(posts[..<6]), fraction: 0.6)
    #expect(try await question.value.ids == ["5", "6"])
    #expect(
      try await repository.page(of: .home, at: .newer(than: end), limit: 2).reading
        == LoadingProgress(posts: 6, fraction: 0.6)
    )
  }

  @Test(arguments: [.oldest, .around(PostKey(id: PostID("8")), nil), .nearest(.noon.minutesAgo(7))] as [PagePosition])
  func `What no part has yet waits for the whole`(position: PagePosition) async throws {
    _ = try await begin()
    let question = Task { try await repository.page(of: .home, at: position, limit: 2) }
    source.end(.fixture(home: posts))
    let page = try await question.value
    #expect(page.ids.contains("8"))
    #expect(page.reading == nil && page.total == 9)
  }

  @Test func `A place that a part has is shown from it`() async throws {
    _ = try await begin()
    let page = try await repository.page(of: .home, at: .around(posts[3].key, posts[3].timelineDate), limit: 2)
    #expect(page.ids == ["3", "4"])
    #expect(page.reading != nil && page.older != nil)
  }

  @Test func `A date of which a part has both neighbours is shown from it`() async throws {
    _ = try await begin()
    let page = try await repository.page(of: .home, at: .nearest(.noon.minutesAgo(1.9)), limit: 2)
    #expect(page.ids == ["2", "3"])
    #expect(page.reading != nil && page.older != nil)
  }

  @Test func `A thread is that of the whole`() async throws {
    _ = try await begin()
    let question = Task { try await repository.thread(of: PostID("8")) }
    source.end(.fixture(home: posts))
    #expect(try await question.value.post == posts[7])
  }

  @Test func `Reading is told by the hundredth, until it is done`() async throws {
    _ = try await begin()
    var changes = repository.changes().makeAsyncIterator()
    #expect(await changes.next() == .reading(LoadingProgress(posts: 4, fraction: 0.4)))
    source.read(Array(posts[..<5]), fraction: 0.405, tellsPosts: false)
    source.read(Array(posts[..<6]), fraction: 0.41, tellsPosts: false)
    #expect(await changes.next() == .reading(LoadingProgress(posts: 6, fraction: 0.41)))
    source.end(.fixture(home: posts))
    #expect(await changes.next() == .readToEnd)
    #expect(await changes.next() == nil)
  }

  @Test func `Each listener has a stream of its own, and hears how far reading has come when they come`() async throws {
    _ = try await begin()
    let (one, other) = (listen(), listen())
    source.end(.fixture(home: posts))
    await repository.waitUntilRead()
    #expect(await one.value.last == .readToEnd)
    #expect(await other.value.last == .readToEnd)
  }

  @Test func `Whoever listens no more is let go, and others hear on`() async throws {
    _ = try await begin()
    let (one, other) = (listen(), listen())
    one.cancel()
    #expect(await !one.value.contains(.readToEnd))
    source.end(.fixture(home: posts))
    #expect(await other.value.last == .readToEnd)
    let page = try await repository.page(of: .home, at: .newest, limit: 2)
    #expect(page.total == 9 && !page.isCutShort)
  }

  @Test func `Where nothing is read there is nothing to hear, and nothing to stop`() async {
    #expect(await listen().value == [.readToEnd])
    let listener = listen()
    listener.cancel()
    _ = await listener.value
    #expect(source.reads == 0)
  }

  @Test func `When the last listener has gone, what was read stays, and says so`() async throws {
    _ = try await begin()
    let listener = listen()
    listener.cancel()
    #expect(await !listener.value.contains(.readToEnd))
    let last = try await repository.page(of: .home, at: .oldest, limit: 2)
    #expect(last.ids == ["3", "4"])
    #expect(last.isCutShort && last.reading == nil && last.older == nil && last.total == 4)
    #expect(try await repository.overview(.cached).isGrowing == false)
    #expect(source.reads == 1)
  }

  @Test func `A listener that is dropped has gone`() async throws {
    _ = try await begin()
    for await change in repository.changes() {
      #expect(change == .reading(LoadingProgress(posts: 4, fraction: 0.4)))
      break
    }
    #expect(try await repository.page(of: .home, at: .oldest, limit: 2).isCutShort)
  }

  @Test func `A question that is cancelled stops nothing`() async throws {
    _ = try await begin()
    let question = Task { try await repository.page(of: .home, at: .oldest, limit: 2) }
    question.cancel()
    await #expect(throws: TimelineError.cancelled) { try await question.value }
    source.end(.fixture(home: posts))
    let page = try await repository.page(of: .home, at: .oldest, limit: 2)
    #expect(page.ids == ["8", "9"] && !page.isCutShort)
    #expect(source.reads == 1)
  }

  @Test func `A place that was not reached when it was stopped is looked for no further`() async throws {
    let question = await ask(.around(posts[7].key, posts[7].timelineDate))
    source.read(Array(posts[..<4]), fraction: 0.4)
    listen().cancel()
    #expect(try await question.value.ids == ["1", "2"])
  }

  @Test func `A reading that is stopped before its first post is withdrawn, and done anew when asked again`()
    async throws
  {
    let question = await ask()
    listen().cancel()
    await #expect(throws: TimelineError.cancelled) { try await question.value }
    let again = await ask()
    source.end(.fixture(home: posts))
    #expect(try await again.value.total == 9)
    #expect(source.reads == 2)
  }

  @Test func `What was stopped is read anew by who asks anew, and parts of that answer nobody`() async throws {
    _ = try await begin()
    listen().cancel()
    #expect(try await repository.page(of: .home, at: .oldest, limit: 2).isCutShort)
    let question = await askAnew()
    source.read(Array(posts[..<6]), fraction: 0.6)
    source.end(.fixture(home: posts))
    let page = try await question.value
    #expect(page.total == 9)
    #expect(page.reading == nil && !page.isCutShort)
  }

  @Test func `While a refresh reads, others are answered from what there was`() async throws {
    let first = await ask()
    source.end(.fixture(home: Array(posts[5...])))
    _ = try await first.value
    let question = await askAnew()
    #expect(try await repository.page(of: .home, at: .newest, limit: 2).ids == ["6", "7"])
    source.end(.fixture(home: posts))
    #expect(try await question.value.ids == ["1", "2"])
    #expect(try await repository.page(of: .home, at: .newest, limit: 2).ids == ["1", "2"])
  }

  @Test func `A refresh whose last listener has gone is given up, and leaves what there was`() async throws {
    let first = await ask()
    source.end(.fixture(home: Array(posts[5...])))
    _ = try await first.value
    let question = await askAnew()
    source.read(posts, fraction: 0.5)
    listen().cancel()
    await #expect(throws: TimelineError.cancelled) { try await question.value }
    let page = try await repository.page(of: .home, at: .newest, limit: 2)
    #expect(page.ids == ["6", "7"] && !page.isCutShort)
    #expect(source.reads == 2)
  }

  @Test func `Who asks anew while it is read for the first time is answered by that reading`() async throws {
    _ = try await begin()
    let page = try await repository.freshPage(of: .home, limit: 2)
    #expect(page.ids == ["1", "2"] && page.reading != nil)
    #expect(source.reads == 1)
  }

  @Test func `A reading that fails after its first posts says so once, and is done anew when asked again`() async throws
  {
    _ = try await begin()
    let listener = listen()
    let error = TimelineError.fileUnreadable(path: "a.json", reason: "Input/output error")
    source.end(.failure(error))
    #expect(await listener.value.last == .readToEnd)
    await #expect(throws: error) { try await repository.page(of: .home, at: .newest, limit: 2) }
    let again = await ask()
    source.end(.fixture(home: posts))
    #expect(try await again.value.total == 9)
  }

  @Test func `Standard input is let go when its reading is stopped`() async throws {
    let repository = JSONTimelineRepository(source: ReadOnceDocumentSource(source), clock: VirtualClock(now: .noon))
    let question = Task { try await repository.page(of: .home, at: .newest, limit: 2) }
    await source.waitForReader()
    source.read(Array(posts[..<4]))
    _ = try await question.value
    listen(to: repository).cancel()
    #expect(try await repository.page(of: .home, at: .oldest, limit: 9).ids == ["1", "2", "3", "4"])
  }
}
