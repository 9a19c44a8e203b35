import InMemoryTimelines
import InMemoryTimelinesSupport
import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import DemoSource

@Suite struct ScriptedTimelinesTests {
  private static let account = AccountID.demo("live@demo")
  private static let host = "timeline.example"
  private let clock = VirtualClock(now: .noon)

  /// Posts "1" to "30", newest first, a minute apart, with "new" above them.
  private static let posts: [Post] = ([.fixture(id: "new", createdAt: .noon)] + Post.fixtures(count: 30)).map { post in
    var post = post
    post.assign(to: account)
    return post
  }

  private static let script = DemoScript(
    steps: [
      .init(after: 4, event: .insert(PostID("new"))),
      .init(after: 8, event: .edit(PostID("3"), text: "second thoughts", counts: Counts(likes: 7))),
      .init(after: 12, event: .delete(PostID("5"))),
      .init(after: 16, event: .connection(isLost: true)), .init(after: 24, event: .connection(isLost: false)),
    ])

  private func repository(
    _ script: DemoScript = script, others: [Post] = [], mentions: [Post]? = nil
  ) -> MockTimelineRepository {
    let document = StubDocumentSource(.fixture(home: Self.posts, mentions: mentions, others: others))
    return MockTimelineRepository(
      JSONTimelineRepository(account: Self.account, source: document, clock: clock), account: Self.account,
      handle: "live@demo", steps: [], script: script, clock: clock)
  }

  private func gapped(_ count: Int = 12, above id: String = "20") -> MockTimelineRepository {
    repository(DemoScript(steps: [], gap: .init(above: PostID(id), count: count)))
  }

  private func ref(_ id: String) -> PostRef { PostRef(account: Self.account, id: PostID(id)) }

  private func advance(to seconds: Double) { clock.advance(to: .noon.addingTimeInterval(seconds)) }

  private func numbers(_ range: ClosedRange<Int>) -> [String] { range.map(String.init) }

  // MARK: - Changes

  @Test func `Each step is reported at its time`() async throws {
    let repository = repository()
    _ = try await repository.page(of: .home, PageRequest(.newest, limit: 5))
    let changes = repository.changes()
    let listener = Task {
      var observed: [(seconds: Double, change: SourceChange)] = []
      for await change in changes { observed.append((clock.now.timeIntervalSince(.noon), change)) }
      return observed
    }
    for seconds in [4.0, 8, 12, 16, 24] {
      #expect(await clock.waitForSleepers(1))
      #expect(clock.nextDeadline == Date.noon.addingTimeInterval(seconds))
      advance(to: seconds)
    }
    let observed = await listener.value
    #expect(observed.map(\.seconds) == [4, 8, 12, 16, 24])
    guard observed.count == 5, case .inserted(let posts, in: .home) = observed[0].change else {
      Issue.record("\(observed)")
      return
    }
    #expect(posts.map(\.ref) == [ref("new")])
    #expect(posts[0].createdAt == .noon.addingTimeInterval(4))
    guard case .changed(let edited) = observed[1].change else {
      Issue.record("\(observed[1])")
      return
    }
    #expect(edited.ref == ref("3") && edited.text.plain == "second thoughts" && edited.states == [.edited])
    #expect(edited.counts == Counts(likes: 7))
    #expect(
      observed[2...].map(\.change) == [
        .deleted(ref("5")), .connection(.lost(host: Self.host)), .connection(.connected),
      ])
  }

  @Test func `Pages have the changes of the script so far`() async throws {
    let repository = repository()
    func page() async throws -> [Post] { try await repository.page(of: .home, PageRequest(.newest, limit: 6)).posts }
    #expect(ids(try await page()) == numbers(1...6))
    advance(to: 4)
    #expect(ids(try await page()) == ["new"] + numbers(1...5))
    advance(to: 7.9)
    #expect(try await page()[3].text.plain == "Post 3")
    advance(to: 12)
    #expect(ids(try await page()) == ["new", "1", "2", "3", "4", "6"])
    #expect(try await page()[3].text.plain == "second thoughts")
    #expect(try await repository.page(of: .home, PageRequest(.newest, limit: 6, .fresh)).total == 30)
  }

  @Test func `A late observer gets the changes since the last page`() async throws {
    let repository = repository()
    advance(to: 5)
    _ = try await repository.page(of: .home, PageRequest(.newest, limit: 6))
    advance(to: 14)
    var changes = repository.changes().makeAsyncIterator()
    // The account was opened after five seconds.
    guard case .inserted? = await changes.next(), case .changed? = await changes.next() else {
      Issue.record("changes since the last page are missing")
      return
    }
    _ = try await repository.page(of: .home, PageRequest(.newest, limit: 6))
    advance(to: 99)
    var later = repository.changes().makeAsyncIterator()
    #expect(await later.next() == .deleted(ref("5")))
  }

  @Test func `A cancelled observer ends at once, and others continue`() async throws {
    let repository = repository()
    _ = try await repository.page(of: .home, PageRequest(.newest, limit: 1))
    func listen() -> Task<Int, Never> {
      let changes = repository.changes()
      return Task {
        var count = 0
        for await _ in changes { count += 1 }
        return count
      }
    }
    let (one, other) = (listen(), listen())
    #expect(await clock.waitForSleepers(2))
    one.cancel()
    #expect(await one.value == 0)
    for seconds in [4.0, 8, 12, 16, 24] {
      #expect(await clock.waitForSleepers(1))
      advance(to: seconds)
    }
    #expect(await other.value == 5)
  }

  @Test func `The changes end with the script`() async throws {
    let repository = repository()
    _ = try await repository.overview(.cached)
    _ = try await repository.page(of: .home, PageRequest(.newest, limit: 1))
    advance(to: 24)
    _ = try await repository.page(of: .home, PageRequest(.newest, limit: 1))
    var changes = repository.changes().makeAsyncIterator()
    #expect(await changes.next() == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `Threads and search have the changes of the script`() async throws {
    let reply = Post.fixture(id: "reply", text: "a reply", replyTo: "5")
    let repository = repository(others: [reply])
    let second = try SearchQuery("second", now: .noon)
    await #expect(throws: TimelineError.postUnavailable(id: PostID("new"), reason: .notInSource)) {
      try await repository.thread(of: ref("new"), .cached)
    }
    #expect(try await repository.matchCount(of: second, upTo: nil).count == 0)
    advance(to: 12)
    #expect(try await repository.thread(of: ref("new"), .cached).post.ref == ref("new"))
    #expect(try await repository.thread(of: ref("3"), .cached).post.text.plain == "second thoughts")
    await #expect(throws: TimelineError.postUnavailable(id: PostID("5"), reason: .deleted)) {
      try await repository.thread(of: ref("5"), .cached)
    }
    #expect(
      try await repository.thread(of: ref("reply"), .cached).ancestors
        == [.unavailable(id: PostID("5"), reason: .deleted)])
    let posts = try SearchQuery("Post 5", now: .noon)
    #expect(try await repository.matches(of: posts, PageRequest(.newest, limit: 9)).posts.isEmpty)
  }

  @Test func `Other timelines have no gap and no new posts, but edits and deletions`() async throws {
    let repository = repository(
      DemoScript(steps: Self.script.steps, gap: .init(above: PostID("20"), count: 3)),
      mentions: [Self.posts[3], Self.posts[5], Self.posts[18]])
    func page() async throws -> TimelinePage {
      try await repository.page(of: .named("Mentions"), PageRequest(.newest, limit: 9))
    }
    #expect(try await page().posts.map(\.text.plain) == ["Post 3", "Post 5", "Post 18"])
    advance(to: 12)
    #expect(try await page().posts.map(\.text.plain) == ["second thoughts", "Post 18"])
    #expect(try await page().gaps.isEmpty)
    await #expect(throws: TimelineError.unknownTimeline(name: "Likes", known: ["Home", "Mentions"])) {
      try await repository.page(of: .named("Likes"), PageRequest(.newest, limit: 9))
    }
  }

  // MARK: - The gap

  @Test func `A page has the gap and its size`() async throws {
    let repository = gapped()
    let page = try await repository.page(of: .home, PageRequest(.newest, limit: 60))
    #expect(ids(page.posts) == ["new"] + numbers(1...7) + numbers(20...30))
    let gap = try #require(page.gaps.first)
    #expect(page.gaps.count == 1)
    #expect(gap.lower.ref == ref("20") && gap.count == 12)
    #expect(gap.newest == .noon.minutesAgo(7) && gap.oldest == .noon.minutesAgo(19))
    #expect(page.total == nil && page.offset == 0)
    #expect(!repository.capabilities.reportsTotals)
    #expect(try await repository.page(of: .home, PageRequest(.newest, limit: 5)).gaps.isEmpty)
    let oldest = try await repository.page(of: .home, PageRequest(.oldest, limit: 5))
    #expect(oldest.gaps.isEmpty && oldest.offset == nil)
  }

  @Test func `A gap is filled from below, five posts at a time`() async throws {
    let repository = gapped()
    var gaps = try await repository.page(of: .home, PageRequest(.newest, limit: 60)).gaps
    var filled: [[String]] = []
    while let gap = gaps.first {
      let page = try await repository.page(of: .home, PageRequest(.filling(gap), limit: 60))
      filled.append(ids(page.posts))
      gaps = page.gaps
      if let next = gaps.first { #expect(next.lower == page.posts.first?.key) }
      let whole = try await repository.page(of: .home, PageRequest(.newest, limit: 60))
      #expect(whole.gaps == gaps)
    }
    #expect(filled == [numbers(15...19), numbers(10...14), numbers(8...9)])
    let page = try await repository.page(of: .home, PageRequest(.newest, limit: 60))
    #expect(ids(page.posts) == ["new"] + numbers(1...30))
    #expect(page.total == 31)
  }

  @Test func `A repeated request for a gap returns the same posts`() async throws {
    let repository = gapped()
    let gap = try #require(try await repository.page(of: .home, PageRequest(.newest, limit: 60)).gaps.first)
    let first = try await repository.page(of: .home, PageRequest(.filling(gap), limit: 60))
    let again = try await repository.page(of: .home, PageRequest(.filling(gap), limit: 60))
    #expect(ids(first.posts) == numbers(15...19))
    #expect(again.posts == first.posts)
    #expect(again.gaps == first.gaps)
  }

  @Test func `A gap may start at the top, and needs an entry below`() async throws {
    let top = try await gapped(50, above: "3").page(of: .home, PageRequest(.newest, limit: 60))
    #expect(ids(top.posts).first == "3" && top.gaps.first?.count == 3)
    let nowhere = try await gapped(5, above: "no such post").page(of: .home, PageRequest(.newest, limit: 60))
    #expect(nowhere.gaps.isEmpty && nowhere.total == 31)
  }

  @Test func `Deletions in a gap, or directly below, leave the rest of it`() async throws {
    let repository = repository(
      DemoScript(
        steps: [.init(after: 1, event: .delete(PostID("18"))), .init(after: 1, event: .delete(PostID("20")))],
        gap: .init(above: PostID("20"), count: 3)))
    let gap = try #require(try await repository.page(of: .home, PageRequest(.newest, limit: 60)).gaps.first)
    advance(to: 1)
    let page = try await repository.page(of: .home, PageRequest(.newest, limit: 60))
    #expect(page.gaps.map(\.lower.ref) == [ref("21")])
    #expect(page.gaps.first?.count == 2)
    #expect(ids(try await repository.page(of: .home, PageRequest(.filling(gap), limit: 60)).posts) == ["17", "19"])
  }
}
