import Foundation
import Runtime
import TestSupport
import Testing

@testable import Domain

/// One timeline of all accounts.
@MainActor @Suite struct MergedTimelinesTests {

  private struct Listing: ListAccountsUseCase {
    let accounts: [ListedAccount]
    func callAsFunction() async throws(TimelineError) -> [ListedAccount] { accounts }
  }

  private typealias AccountTimelines = (account: Account, timelines: PagedTimelineRepository)

  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()

  private func account(_ handle: String) -> Account {
    .fixture(
      handle: handle, origin: .server(ServerOrigin(host: "timeline.example", address: "https://timeline.example")))
  }

  /// Posts of an account at minutes before noon, newest first.
  private func posts(_ minutes: [Int], of account: Account) -> [Post] {
    minutes.enumerated().map { number, minute in
      let name = account.profile.handle
      var post = Post.fixture(
        id: "\(name)\(minute).\(number)", createdAt: .noon.minutesAgo(Double(minute)), text: "\(name)\(minute)")
      post.assign(to: account.id)
      return post
    }
  }

  private func timelines(_ handle: String, _ minutes: [Int], kind: TimelineID = .home) -> AccountTimelines {
    let account = account(handle)
    return (account, PagedTimelineRepository([(kind, posts(minutes, of: account))], clock: clock, sendsChanges: true))
  }

  private func merged(
    _ accounts: [AccountTimelines], _ timeline: MergedTimeline = .home, locked: Account? = nil
  ) -> MergedTimelines {
    MergedTimelines(
      timeline,
      of: Listing(accounts: accounts.map { ListedAccount(account: $0.account, isReady: $0.account != locked) }),
      in: StubSourceRepository(accounts.map { ($0.account, Source($0.timelines, capabilities: SourceCapabilities())) }),
      clock: clock)
  }

  private func page(_ merged: MergedTimelines, _ request: PageRequest = .newest) async throws -> TimelinePage {
    try await merged.page(of: .merged(.home), request)
  }

  private func texts(_ page: TimelinePage) -> [String] { page.posts.map(\.text.plain) }

  /// All entries in the order of the timeline: by date, then in the order of accounts.
  private func model(_ accounts: [AccountTimelines]) -> [PostKey] {
    accounts.enumerated().flatMap { number, account in
      account.timelines.posts(of: .home).enumerated().map { (post: $1, account: number, place: $0) }
    }.sorted { one, other in
      let (date, otherDate) = (one.post.createdAt ?? .noon, other.post.createdAt ?? .noon)
      return date != otherDate ? date > otherDate : (one.account, one.place) < (other.account, other.place)
    }.map(\.post.key)
  }

  @Test func `Entries of all accounts are merged, newest first`() async throws {
    let accounts = [timelines("a", [1, 3]), timelines("b", [0, 3, 4]), timelines("c", [2], kind: .notifications)]
    let merged = self.merged(accounts)
    #expect(texts(try await page(merged)) == ["b0", "a1", "a3", "b3", "b4"])
    // The third has no Home, which is not a failure.
    #expect(merged.result.failures.isEmpty && merged.result.accounts == accounts.map(\.account))
    #expect(try await merged.overview(.cached).timelines.map(\.title) == ["Home of all accounts"])
    let notifications = self.merged(accounts, .notifications)
    #expect(texts(try await notifications.page(of: .merged(.notifications), .newest)) == ["c2"])
  }

  @Test func `Random timelines are paged in both directions from anywhere without a missing or repeated entry`()
    async throws
  {
    for seed in 0..<40 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let accounts = ["a", "b", "c", "d"].prefix(Int.random(in: 1...4, using: &random)).map { name in
        // Few minutes, so that many entries have the same date.
        timelines(
          name, (0..<Int.random(in: 0...150, using: &random)).map { _ in .random(in: 0..<90, using: &random) }.sorted())
      }
      let (wanted, merged) = (model(accounts), self.merged(accounts))
      let limit = Int.random(in: 1...70, using: &random)
      var position = PagePosition.newest
      let start = wanted.randomElement(using: &random)
      if let start, Bool.random(using: &random) { position = .around(start, nil) }
      let first = try await page(merged, PageRequest(position, limit: limit))
      if case .around = position { #expect(first.posts.contains { $0.key == start }) }
      var all = first.posts.map(\.key)
      var (newer, older) = (first.newer, first.older)
      var refreshes = 0
      while let cursor = older {
        let next = try await page(merged, PageRequest(.older(than: cursor), limit: limit))
        // A refresh does not change pages that are read on.
        if refreshes < 20, Bool.random(using: &random) {
          _ = try await page(merged)
          refreshes += 1
        }
        all += next.posts.map(\.key)
        older = all.count > wanted.count ? nil : next.older
      }
      while let cursor = newer {
        let next = try await page(merged, PageRequest(.newer(than: cursor), limit: limit))
        #expect(next.posts.count <= limit)
        all = next.posts.map(\.key) + all
        newer = all.count > wanted.count ? nil : next.newer
      }
      #expect(all == wanted, "seed \(seed), limit \(limit)")
    }
  }

  @Test func `A page is found by date, also for a deleted entry`() async throws {
    let merged = self.merged([timelines("a", [10, 30]), timelines("b", [20, 40])])
    let date = Date.noon.minutesAgo(25)
    #expect(texts(try await page(merged, PageRequest(.nearest(date), limit: 1))) == ["a30"])
    let gone = PostKey(id: PostID("gone"), account: account("a").id)
    let around = try await page(merged, PageRequest(.around(gone, date), limit: 2))
    #expect(texts(around) == ["b20", "a30"] && around.offset == 1)
    #expect(texts(try await page(merged, PageRequest(.around(gone, nil), limit: 1))) == ["a10"])
    #expect(texts(try await page(merged, PageRequest(.oldest, limit: 1))) == ["b40"])
  }

  @Test func `A cursor of a dropped list continues at its date`() async throws {
    let merged = self.merged([timelines("a", Array(0..<20)), timelines("b", Array(0..<20))])
    let first = try await page(merged, PageRequest(.newest, limit: 10))
    for _ in 0..<40 { _ = try await page(merged) }
    let older = try #require(first.older)
    let next = try await page(merged, PageRequest(.older(than: older), limit: 10))
    #expect(texts(next).contains("a5") && texts(next).contains("b5") && next.offset.map { $0 < 10 } == true)
  }

  @Test func `An account that fails is named until it responds, and the others are shown`() async throws {
    let accounts = [timelines("a", [1]), timelines("b", [0])]
    let offline = TimelineError.offline(host: "b")
    accounts[1].timelines.setPageResponses(.init(after: 0, offline))
    let merged = self.merged(accounts)
    #expect(texts(try await page(merged, .refresh(nil, count: 0))) == ["a1"])
    #expect(merged.result.failures == [.init(account: accounts[1].account, error: offline)])
    // The cached entries tell nothing about the server.
    #expect(texts(try await page(merged, .cachedRefresh(nil, count: 0))) == ["b0", "a1"])
    #expect(merged.result.failures.count == 1)
    _ = try await page(merged, .refresh(nil, count: 0))
    #expect(merged.result.failures.isEmpty)
  }

  @Test func `A slow account does not delay the others, and its entries are inserted by date`() async throws {
    let accounts = [timelines("a", [1, 3]), timelines("b", [0, 2])]
    accounts[1].timelines.setPageResponses(.init(after: 5))
    let merged = self.merged(accounts)
    let changes = Received(merged.changes(), runner)
    var first: TimelinePage?
    runner.start { first = try? await merged.page(of: .merged(.home), .newest) }
    await clock.advance(by: 2, runner)
    #expect(first.map(texts) == ["a1", "a3"])
    #expect(merged.result.waiting == [accounts[1].account])
    #expect(changes.all.isEmpty)
    await clock.advance(by: 3, runner)
    #expect(changes.all == [.outdated(.merged(.home))])
    #expect(merged.result.waiting.isEmpty)
    #expect(texts(try await page(merged, .cachedRefresh(nil, count: 0))) == ["b0", "a1", "b2", "a3"])
  }

  @Test func `Changes of the merged timelines are reported, and no others`() async throws {
    let (ada, bo) = (timelines("a", [1]), timelines("b", [0]))
    let merged = self.merged([ada, bo])
    let changes = Received(merged.changes(), runner)
    _ = try await page(merged)
    await clock.settle(runner)
    let post = posts([5], of: bo.account)[0]
    ada.timelines.notify(.inserted([post], in: .local))
    ada.timelines.notify(.overviewChanged)
    bo.timelines.notify(.inserted([post], in: .home))
    bo.timelines.notify(.changed(post))
    ada.timelines.notify(.withdrawn([post.key], from: .notifications))
    await clock.settle(runner)
    ada.timelines.notify(.deleted(post.ref))
    ada.timelines.notify(.withdrawn([post.key], from: nil))
    await clock.settle(runner)
    #expect(
      changes.all == [
        .outdated(.merged(.home)), .changed(post), .deleted(post.ref), .withdrawn([post.key], from: .merged(.home)),
      ])
  }

  @Test func `A gap is shown where it is, and filled by its account`() async throws {
    let ada = account("a")
    let old = posts([1, 9], of: ada)
    let gap = TimelineGap(cursor: PageCursor("gap"), lower: old[1].key)
    let stub = StubTimelineRepository(
      overview: .success(TimelineOverview(timelines: [ListedTimeline(.home)])),
      pages: [.success(TimelinePage(posts: old, gaps: [gap]))])
    let bo = timelines("b", [5])
    let merged = MergedTimelines(
      .home, of: Listing(accounts: [ada, bo.account].map { ListedAccount(account: $0, isReady: true) }),
      in: StubSourceRepository([
        (ada, Source(stub, capabilities: SourceCapabilities())),
        (bo.account, Source(bo.timelines, capabilities: SourceCapabilities())),
      ]), clock: clock)
    let changes = Received(merged.changes(), runner)
    let first = try await page(merged)
    #expect(texts(first) == ["a1", "b5", "a9"] && first.gaps == [gap])
    _ = try await page(merged, .filling(gap))
    await clock.settle(runner)
    #expect(changes.all == [.outdated(.merged(.home))])
    #expect(bo.timelines.requests.allSatisfy { if case .filling = $0.position { false } else { true } })
  }

  @Test func `The demo is merged only without other accounts, and locked accounts never`() async throws {
    let demo = Account.fixture(handle: "demo")
    let inDemo: AccountTimelines = (demo, PagedTimelineRepository([(.home, posts([0], of: demo))], clock: clock))
    let (ada, bo) = (timelines("a", [1]), timelines("b", [2]))
    #expect(texts(try await page(self.merged([ada, inDemo, bo], locked: bo.account))) == ["a1"])
    #expect(texts(try await page(self.merged([inDemo]))) == ["demo0"])
  }
}

/// The changes that a source has reported.
@MainActor
private final class Received {
  private(set) var all: [SourceChange] = []

  init(_ changes: AsyncStream<SourceChange>, _ runner: TaskRunner) {
    runner.start { [weak self] in
      for await change in changes { self?.all.append(change) }
    }
  }
}
