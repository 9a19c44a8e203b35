import Documents
import DocumentsSupport
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

  /// Reads the first posts, with what answers the question for the newest.
  private func begin(with count: Int = 4) async throws -> TimelinePage {
    let question = await ask()
    source.read(Array(posts[..<count]), fraction: 0.4)
    return try await question.value
  }

  @Test func `The newest posts are there while the rest is read`() async throws {
    let page = try await begin()
    #expect(page.ids == ["1", "2"])
    #expect(page.reading == ReadingProgress(posts: 4, fraction: 0.4))
    #expect(page.older != nil && page.newer == nil && page.total == nil && !page.isCutShort)
    #expect(source.reads == 1)
  }

  @Test func `What has been read has a tab, and more may come`() async throws {
    let question = Task { try await repository.overview() }
    await source.waitForReader()
    source.read(posts)
    #expect(try await question.value == TimelineOverview(timelines: [.home], isGrowing: true))
    source.end(.fixture(home: posts, mentions: []))
    await repository.waitUntilRead()
    #expect(try await repository.overview() == TimelineOverview(timelines: [.home, .mentions]))
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
        == ReadingProgress(posts: 6, fraction: 0.6)
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
    let first = await repository.progress(after: nil)
    #expect(first == ReadingProgress(posts: 4, fraction: 0.4))
    let question = Task { await repository.progress(after: first) }
    source.read(Array(posts[..<5]), fraction: 0.405, tellsPosts: false)
    source.read(Array(posts[..<6]), fraction: 0.41, tellsPosts: false)
    let second = await question.value
    #expect(second == ReadingProgress(posts: 6, fraction: 0.41))
    let last = Task { await repository.progress(after: second) }
    source.end(.fixture(home: posts))
    #expect(await last.value == nil)
    #expect(await repository.progress(after: nil) == nil)
  }

  @Test func `Whoever no longer waits for progress is let go`() async throws {
    let page = try await begin()
    let question = Task { await repository.progress(after: page.reading) }
    question.cancel()
    #expect(await question.value == nil)
  }

  @Test func `Where nothing is read there is no progress, and nothing to stop`() async {
    #expect(await repository.progress(after: nil) == nil)
    await repository.stopReading()
    #expect(source.reads == 0)
  }

  @Test func `What was read when it was stopped stays, and says so`() async throws {
    let page = try await begin()
    let question = Task { await repository.progress(after: page.reading) }
    await repository.stopReading()
    #expect(await question.value == nil)
    let last = try await repository.page(of: .home, at: .oldest, limit: 2)
    #expect(last.ids == ["3", "4"])
    #expect(last.isCutShort && last.reading == nil && last.older == nil && last.total == 4)
    #expect(try await repository.overview().isGrowing == false)
    #expect(source.reads == 1)
  }

  @Test func `A place that was not reached when it was stopped is looked for no further`() async throws {
    let question = await ask(.around(posts[7].key, posts[7].timelineDate))
    source.read(Array(posts[..<4]), fraction: 0.4)
    await repository.stopReading()
    #expect(try await question.value.ids == ["1", "2"])
  }

  @Test func `A reading that is stopped before its first post is withdrawn, and done anew when asked again`()
    async throws
  {
    let question = await ask()
    await repository.stopReading()
    await #expect(throws: TimelineError.cancelled) { try await question.value }
    let again = await ask()
    source.end(.fixture(home: posts))
    #expect(try await again.value.total == 9)
    #expect(source.reads == 2)
  }

  @Test func `After a refresh what was stopped is read anew, and parts of that answer nobody`() async throws {
    _ = try await begin()
    await repository.stopReading()
    _ = try await repository.page(of: .home, at: .newest, limit: 2)
    await repository.refresh()
    let question = await ask()
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
    await repository.refresh()
    let question = await ask()
    #expect(try await repository.page(of: .home, at: .newest, limit: 2).ids == ["6", "7"])
    source.end(.fixture(home: posts))
    #expect(try await question.value.ids == ["1", "2"])
    #expect(try await repository.page(of: .home, at: .newest, limit: 2).ids == ["1", "2"])
  }

  @Test func `A refresh that is stopped leaves what there was`() async throws {
    let first = await ask()
    source.end(.fixture(home: Array(posts[5...])))
    _ = try await first.value
    await repository.refresh()
    let question = await ask()
    source.read(posts, fraction: 0.5)
    await repository.stopReading()
    await #expect(throws: TimelineError.cancelled) { try await question.value }
    let page = try await repository.page(of: .home, at: .newest, limit: 2)
    #expect(page.ids == ["6", "7"] && !page.isCutShort)
    #expect(source.reads == 2)
  }

  @Test func `A refresh while it is read for the first time goes on with that`() async throws {
    _ = try await begin()
    await repository.refresh()
    #expect(try await repository.page(of: .home, at: .newest, limit: 2).reading != nil)
    #expect(source.reads == 1)
  }

  @Test func `A reading that fails after its first posts says so once, and is done anew when asked again`() async throws
  {
    let page = try await begin()
    let end = Task { await repository.progress(after: page.reading) }
    let error = TimelineError.fileUnreadable(path: "a.json", reason: "Input/output error")
    source.end(.failure(error))
    #expect(await end.value == nil)
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
    await repository.stopReading()
    #expect(try await repository.page(of: .home, at: .newest, limit: 9).ids == ["1", "2", "3", "4"])
  }
}
