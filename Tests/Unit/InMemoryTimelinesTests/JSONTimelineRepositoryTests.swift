import InMemoryTimelines
import InMemoryTimelinesSupport
import Domain
import Formats
import Foundation
import Runtime
import TestSupport
import Testing

@Suite struct JSONTimelineRepositoryTests {
  private let clock = VirtualClock(now: .noon)
  private let damaged = TimelineError.fileDamaged(FileLocation(path: "a.json", line: 1, column: 2, expected: "a comma"))

  @Test func `The document is loaded once, on first use`() async throws {
    let source = StubDocumentSource(.fixture(home: Post.fixtures(count: 3)))
    let repository = JSONTimelineRepository(source: source, clock: clock)
    #expect(source.reads == 0)
    _ = try await repository.overview(.cached)
    _ = try await repository.page(of: .home, at: .newest, limit: 1)
    _ = try await repository.thread(of: PostID("1"))
    #expect(source.reads == 1)
  }

  @Test func `Concurrent requests share one load`() async throws {
    let source = StubDocumentSource([.success(.fixture())], clock: clock, latency: 3)
    let repository = JSONTimelineRepository(source: source, clock: clock)
    let questions = (1...5).map { _ in Task { try await repository.overview(.cached) } }
    #expect(await clock.waitForSleepers(1))
    clock.advance(to: .noon.addingTimeInterval(3))
    for pending in questions { #expect(try await pending.value.timelines == [ListedTimeline(.home)]) }
    #expect(source.reads == 1)
  }

  @Test func `A cancelled request throws`() async throws {
    let repository = JSONTimelineRepository(source: StubDocumentSource(.fixture()), clock: clock)
    let pending = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await repository.page(of: .home, at: .newest, limit: 1)
    }
    await #expect(throws: TimelineError.cancelled) { try await pending.value }
    #expect(try await repository.page(of: .home, at: .newest, limit: 1).total == 0)
  }

  @Test func `A failed load is retried at the next request`() async throws {
    let source = StubDocumentSource([.failure(damaged), .success(.fixture())])
    let repository = JSONTimelineRepository(source: source, clock: clock)
    await #expect(throws: damaged) { try await repository.page(of: .home, at: .newest, limit: 1) }
    #expect(try await repository.page(of: .home, at: .newest, limit: 1).total == 0)
    #expect(source.reads == 2)
  }

  @Test func `A failed document has a tab whose page has the error`() async throws {
    let repository = JSONTimelineRepository(source: StubDocumentSource([.failure(damaged)]), clock: clock)
    let overview = try await repository.overview(.cached)
    #expect(overview == TimelineOverview(timelines: [ListedTimeline(.home)]))
    await #expect(throws: damaged) { try await repository.page(of: overview.timelines[0].id, at: .newest, limit: 1) }
  }

  @Test func `The owner is known after the load`() async throws {
    let repository = JSONTimelineRepository(.fixture(profile: .fixture(), mentions: []))
    #expect(await repository.knownProfile == nil)
    #expect(
      try await repository.overview(.cached)
        == TimelineOverview(profile: .fixture(), timelines: [ListedTimeline(.home), ListedTimeline(.mentions)]))
    #expect(await repository.knownProfile == .fixture())
  }

  @Test func `A refresh reloads the document and keeps the base of relative times`()
    async throws
  {
    let source = StubDocumentSource([.success(.fixture()), .success(.fixture(home: [.fixture()]))])
    let repository = JSONTimelineRepository(source: source, clock: clock)
    #expect(try await repository.page(of: .home, at: .newest, limit: 1).total == 0)
    clock.advance(to: .noon.addingTimeInterval(60))
    #expect(try await repository.freshPage(of: .home).total == 1)
    #expect(source.openedAt == [.noon, .noon])
  }

  @Test func `Entries of a later load are hidden before`() async throws {
    let posts = Post.fixtures(count: 3)
    let repository = JSONTimelineRepository(
      source: StubDocumentSource(
        .fixture(home: posts, firstLoads: [posts[0].key: 3, posts[1].key: 2, posts[2].key: 1])), clock: clock)
    #expect(try await repository.page(of: .home, at: .newest, limit: 9).ids == ["3"])
    await #expect(throws: TimelineError.postUnavailable(id: PostID("2"), reason: .notInSource)) {
      try await repository.thread(of: PostID("2"))
    }
    #expect(try await repository.freshPage(of: .home).ids == ["2", "3"])
    #expect(try await repository.thread(of: PostID("2")).post == posts[1])
    #expect(try await repository.page(of: .home, at: .newest, limit: 9).ids == ["2", "3"])
    #expect(try await repository.freshPage(of: .home).ids == ["1", "2", "3"])
  }

  @Test func `A failed load is not counted`() async throws {
    let document = TimelineDocument.fixture(home: [.fixture()], firstLoads: [Post.fixture().key: 2])
    let source = StubDocumentSource([.failure(damaged), .success(document)])
    let repository = JSONTimelineRepository(source: source, clock: clock)
    await #expect(throws: damaged) { try await repository.page(of: .home, at: .newest, limit: 1) }
    #expect(try await repository.freshPage(of: .home).total == 0)
  }

  @Test func `Cursors survive a refresh that moves their entry`() async throws {
    let posts = Post.fixtures(count: 6)
    let source = StubDocumentSource([
      .success(.fixture(home: Array(posts[2...]))), .success(.fixture(home: posts)),
    ])
    let repository = JSONTimelineRepository(source: source, clock: clock)
    let older = try #require(try await repository.page(of: .home, at: .newest, limit: 2).older)
    _ = try await repository.freshPage(of: .home)
    #expect(try await repository.page(of: .home, at: .older(than: older), limit: 2).ids == ["5", "6"])
    #expect(try await repository.page(of: .home, at: .newer(than: older), limit: 2).ids == ["2", "3"])
  }

  @Test func `A cursor of a removed entry continues at its date`() async throws {
    let posts = Post.fixtures(count: 6)
    let source = StubDocumentSource([
      .success(.fixture(home: posts)), .success(.fixture(home: posts.filter { $0.id != PostID("3") })),
    ])
    let repository = JSONTimelineRepository(source: source, clock: clock)
    let older = try #require(try await repository.page(of: .home, at: .newest, limit: 3).older)
    _ = try await repository.freshPage(of: .home)
    #expect(try await repository.page(of: .home, at: .older(than: older), limit: 2).ids == ["4", "5"])
    #expect(try await repository.page(of: .home, at: .newer(than: older), limit: 2).ids == ["1", "2"])
  }

  @Test func `Cached requests use the loaded document`() async throws {
    let source = StubDocumentSource([
      .success(.fixture(home: Post.fixtures(count: 1))), .success(.fixture(home: Post.fixtures(count: 2))),
      .success(.fixture(home: Post.fixtures(count: 3))), .success(.fixture(home: Post.fixtures(count: 4))),
    ])
    let repository = JSONTimelineRepository(source: source, clock: clock)
    #expect(try await repository.freshPage(of: .home).total == 1)
    #expect(try await repository.freshPage(of: .home).total == 2)
    for _ in 1...2 { #expect(try await repository.page(of: .home, at: .newest, limit: 1).total == 2) }
    _ = try await repository.overview(.fresh)
    #expect(try await repository.page(of: .home, at: .newest, limit: 1).total == 3)
    _ = try await repository.thread(of: .fixture("1"), .fresh)
    #expect(try await repository.page(of: .home, at: .newest, limit: 1).total == 4)
    #expect(source.reads == 4)
  }

  @Test func `Concurrent refreshes share one load`() async throws {
    let source = StubDocumentSource(
      [.success(.fixture()), .success(.fixture(home: [.fixture()]))], clock: clock, latency: 3)
    let repository = JSONTimelineRepository(source: source, clock: clock)
    let first = Task { try await repository.page(of: .home, at: .newest, limit: 1) }
    #expect(await clock.waitForSleepers(1))
    clock.advance(to: .noon.addingTimeInterval(3))
    #expect(try await first.value.total == 0)
    let questions = (1...5).map { _ in Task { try await repository.freshPage(of: .home).total } }
    #expect(await clock.waitForSleepers(1))
    // The loaded document is used in the meantime.
    #expect(try await repository.page(of: .home, at: .newest, limit: 1).total == 0)
    clock.advance(to: .noon.addingTimeInterval(6))
    for pending in questions { #expect(try await pending.value == 1) }
    #expect(source.reads == 2)
  }

  @Test func `A failed refresh throws, and the old document is kept`() async throws {
    let source = StubDocumentSource([.success(.fixture(home: [.fixture()])), .failure(damaged), .success(.fixture())])
    let repository = JSONTimelineRepository(source: source, clock: clock)
    #expect(try await repository.page(of: .home, at: .newest, limit: 1).total == 1)
    await #expect(throws: damaged) { try await repository.freshPage(of: .home) }
    #expect(try await repository.page(of: .home, at: .newest, limit: 1).total == 1)
    #expect(try await repository.freshPage(of: .home).total == 0)
  }

  @Test func `Two accounts of the same file do not share posts or cursors`()
    async throws
  {
    func repository(_ account: AccountID) -> JSONTimelineRepository {
      let posts = Post.fixtures(count: 4).map { post in
        var post = post
        post.assign(to: account)
        return post
      }
      return JSONTimelineRepository(
        account: account, source: StubDocumentSource(.fixture(home: posts)), clock: clock)
    }
    let (ada, grace) = (repository(.demo("ada")), repository(.demo("grace")))
    let (hers, his) = (
      try await ada.page(of: .home, at: .newest, limit: 9), try await grace.page(of: .home, at: .newest, limit: 9)
    )
    #expect(hers.ids == his.ids)
    #expect(Set(hers.posts.map(\.key)).isDisjoint(with: his.posts.map(\.key)))
    let place = PagePosition.around(his.posts[3].key, nil)
    #expect(try await ada.page(of: .home, at: place, limit: 1).ids == ["1"])
    #expect(try await grace.page(of: .home, at: place, limit: 1).ids == ["4"])
    let older = try #require(try await ada.page(of: .home, at: .newest, limit: 2).older)
    #expect(try await ada.page(of: .home, at: .older(than: older), limit: 1).posts.map(\.key) == [hers.posts[2].key])
  }

  @Test func `Standard input is read once, and its result repeated`() async {
    let source = StubDocumentSource([.failure(damaged), .success(.fixture())])
    let once = ReadOnceDocumentSource(source)
    for _ in 1...2 {
      await #expect(throws: damaged) { try await once.document(of: nil, openedAt: .noon) { _ in } }
    }
    #expect(source.reads == 1)
  }
}
