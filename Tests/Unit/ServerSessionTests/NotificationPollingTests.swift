import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// Requests for the notifications of accounts that are not on screen.
@MainActor @Suite struct NotificationPollingTests {
  private final class Server: Sendable {
    private let state = Mutex((requests: [String](), failures: [AccountID: TimelineError]()))
    let hidden = Mutex<[AccountID]>([.mastodon("ada@a.example"), .mastodon("bo@b.example")])

    var requests: [String] { state.withLock(\.requests) }
    func fail(_ account: AccountID, _ error: TimelineError?) { state.withLock { $0.failures[account] = error } }

    func request(_ account: AccountID) throws(TimelineError) {
      let error = state.withLock { state in
        state.requests.append(account.key)
        return state.failures[account]
      }
      if let error { throw error }
    }
  }

  private static let ada = AccountID.mastodon("ada@a.example")
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let server = Server()
  private let polling: NotificationPolling

  init() {
    polling = NotificationPolling(clock: clock, runner: runner) { [server] in
      server.hidden.withLock(\.self)
    } request: { [server] account throws(TimelineError) in
      try server.request(account)
    }
  }

  private func wait(rounds: Int) async {
    for _ in 0..<rounds { await clock.advance(by: 300, runner) }
  }

  private func count(_ key: String = "ada@a.example") -> Int { server.requests.count { $0 == key } }

  @Test func `Each hidden account is asked once an interval`() async {
    polling.setInterval(300)
    await clock.advance(by: 299, runner)
    #expect(server.requests.isEmpty)
    await clock.advance(by: 1, runner)
    #expect(server.requests == ["ada@a.example", "bo@b.example"])
    await wait(rounds: 2)
    #expect(server.requests.count == 6)
  }

  @Test func `Without an interval nothing is asked, and nothing waits`() async {
    await wait(rounds: 2)
    polling.setInterval(300)
    await clock.settle(runner)
    polling.setInterval(nil)
    await clock.settle(runner)
    await wait(rounds: 2)
    #expect(server.requests.isEmpty && clock.sleeperCount == 0)
  }

  @Test func `An account on screen is not asked`() async {
    server.hidden.withLock { $0 = [Self.ada] }
    polling.setInterval(300)
    await wait(rounds: 1)
    #expect(server.requests == ["ada@a.example"])
  }

  @Test func `A server that fails is asked less and less often, others are not affected`() async {
    server.fail(Self.ada, .offline(host: "a.example"))
    polling.setInterval(300)
    await wait(rounds: 16)
    // In rounds 1, 3, 7 and 15.
    #expect(count() == 4)
    #expect(count("bo@b.example") == 16)
    server.fail(Self.ada, nil)
    await wait(rounds: 16)
    let recovered = count()
    await wait(rounds: 3)
    #expect(count() == recovered + 3)
  }

  @Test func `A rate limit is respected`() async {
    server.fail(Self.ada, .rateLimited(host: "a.example", until: .noon.addingTimeInterval(3_000)))
    polling.setInterval(300)
    await wait(rounds: 9)
    #expect(count() == 1)
    await wait(rounds: 1)
    #expect(count() == 2)
  }
}

/// The entries that a request for new notifications loads.
@Suite(.timeLimit(.minutes(5))) struct NotificationPollTests {
  private func post(_ number: Int) -> Post {
    var post = Post(
      id: PostID("\(number)"), author: Profile(id: "7", handle: "grace@server.example"),
      createdAt: .noon.minutesAgo(Double(100 - number)), text: PostText([.text("post \(number)")]))
    post.notification = PostNotification(
      id: "\(number)", kind: .mention, profiles: [Profile(id: "7", handle: "grace@server.example")],
      at: .noon.minutesAgo(Double(100 - number)))
    return post
  }

  @Test func `The first request reports nothing, later ones what is new`() async throws {
    let harness = try await TimelineHarness(FakeServer())
    harness.server.add([post(1), post(2)], to: .notifications)
    #expect(try await harness.repository.pollNotifications() == [])
    #expect(try await harness.repository.pollNotifications() == [])
    harness.server.add([post(3), post(4)], to: .notifications)
    #expect(try await harness.repository.pollNotifications().compactMap(\.notification?.id) == ["4", "3"])
    #expect(
      harness.server.pageRequests.map(\.position)
        == [.newest, .above(RemoteCursor("2")), .above(RemoteCursor("2"))])
    let cached = try await harness.repository.page(of: .notifications, PageRequest(.newest, limit: 9))
    #expect(cached.posts.compactMap(\.notification?.id) == ["4", "3", "2", "1"] && cached.gaps.isEmpty)
  }

  @Test func `Offline is a failure`() async throws {
    let harness = try await TimelineHarness(FakeServer())
    harness.server.failure = .offline(host: "server.example")
    await #expect(throws: TimelineError.offline(host: "server.example")) {
      try await harness.repository.pollNotifications()
    }
  }
}
