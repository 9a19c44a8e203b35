import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// Whom the bell rings for, and what a command is told.
@MainActor
@Suite struct NotificationAlertsTests {
  /// Notes what is run, each of it as long as it is told to.
  private final class Command: Sendable {
    let clock: VirtualClock
    private let state = Mutex((started: [[String: String]](), ended: 0, running: 0, most: 0))

    init(clock: VirtualClock) { self.clock = clock }

    var started: [[String: String]] { state.withLock(\.started) }
    var ended: Int { state.withLock(\.ended) }
    /// How many ran at the same time.
    var most: Int { state.withLock(\.most) }

    func run(_ variables: [String: String], seconds: Double) async {
      state.withLock { state in
        state.started.append(variables)
        state.running += 1
        state.most = max(state.most, state.running)
      }
      _ = try? await clock.sleep(seconds: seconds)
      state.withLock { state in
        state.running -= 1
        state.ended += 1
      }
    }
  }

  private final class Bell {
    var count = 0
    /// Tells only as long as somebody holds it.
    var alerts: NotificationAlerts?
  }

  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let bell = Bell()
  private let command: Command

  init() { command = Command(clock: clock) }

  private func alerts(bell ringsBell: Bool = true, command text: String = "call", seconds: Double = 0)
    -> NotificationAlerts
  {
    let alerts = NotificationAlerts(
      clock: clock, runner: runner, pendingActions: { .init(ringsBell: ringsBell, command: text) },
      ring: { [bell] in bell.count += 1 },
      run: { [command] _, variables in await command.run(variables, seconds: seconds) })
    bell.alerts = alerts
    return alerts
  }

  private func post(_ number: Int, text: String = "Hello", warning: String? = nil) -> Post {
    var post = Post(
      id: PostID("\(number)"), author: Profile(handle: "grace@far.example", name: "Grace"),
      text: PostText([.text(text)]))
    post.warning = warning
    post.url = "https://far.example/@grace/\(number)"
    post.notification = PostNotification(
      id: "n\(number)", kind: .mention, people: [Profile(handle: "grace@far.example", name: "Grace")], at: .noon)
    return post
  }

  private func arrived(_ posts: Post...) -> NewNotifications {
    NewNotifications(account: .mastodon("ada@server.example"), posts: posts)
  }

  private func arrived(_ numbers: Range<Int>) -> NewNotifications {
    NewNotifications(account: .mastodon("ada@server.example"), posts: numbers.reversed().map { post($0) })
  }

  @Test func `The bell rings at most once a second, and not where nobody wants it`() {
    let alerts = alerts(command: "")
    alerts.notify(arrived(post(1)))
    alerts.notify(arrived(post(2)))
    #expect(bell.count == 1)
    clock.advance(to: .noon.addingTimeInterval(1))
    alerts.notify(arrived(post(3)))
    #expect(bell.count == 2)
    self.alerts(bell: false, command: " ").notify(arrived(post(4)))
    #expect(bell.count == 2)
    #expect(runner.runningCount == 0)
    #expect(command.started.isEmpty)
  }

  @Test func `A command is told who has done what, to whom`() async {
    alerts().notify(arrived(post(1)))
    #expect(await eventually { command.started.count == 1 })
    #expect(
      command.started.first == [
        "TERN_ACCOUNT": "@ada@server.example", "TERN_KIND": "mention", "TERN_FROM": "Grace (@grace@far.example)",
        "TERN_TEXT": "Hello", "TERN_URL": "https://far.example/@grace/1",
      ])
  }

  @Test func `What it is told is one line, bounded, and drives no terminal`() async throws {
    var hostile = post(1, text: "a\u{1B}]52;c;x\u{07}b\n\u{202E}c\0d" + String(repeating: " e", count: 4_000))
    hostile.url = "javascript:alert(1)"
    alerts().notify(arrived(hostile, post(2, text: "secret", warning: "Spiders")))
    #expect(await eventually { command.started.count == 2 })
    try #require(command.started.count == 2)
    #expect(command.started[0]["TERN_TEXT"] == "Spiders")
    let text = command.started[1]["TERN_TEXT"] ?? ""
    #expect(text.hasPrefix("a]52;c;xb cd e e"))
    #expect(text.unicodeScalars.count <= 500)
    #expect(text.hasSuffix("…"))
    #expect(command.started[1]["TERN_URL"] == "")
  }

  @Test func `One runs at a time, the newest five of what comes at once, and no more wait than are of use`() async {
    let alerts = alerts(seconds: 2)
    alerts.notify(arrived(1..<41))
    #expect(bell.count == 1)
    for count in 1...5 {
      #expect(await eventually { command.started.count == count && clock.sleeperCount == 2 })
      clock.advance(to: .noon.addingTimeInterval(Double(count) * 2))
    }
    #expect(await eventually { runner.runningCount == 0 })
    #expect(command.started.map { $0["TERN_URL"] } == (36...40).map { "https://far.example/@grace/\($0)" })
    #expect(command.most == 1)
    for number in 50..<80 { alerts.notify(arrived(post(number))) }
    var moment = clock.now
    #expect(
      await eventually {
        if clock.sleeperCount == 2 {
          moment.addTimeInterval(2)
          clock.advance(to: moment)
        }
        return runner.runningCount == 0
      })
    #expect((9...13).contains(command.started.count))
    #expect(command.most == 1)
  }

  @Test func `One that does not end is ended after thirty seconds, and the next one has its turn`() async {
    alerts(seconds: 10_000).notify(arrived(post(1), post(2)))
    #expect(await eventually { command.started.count == 1 && clock.sleeperCount == 2 })
    clock.advance(to: .noon.addingTimeInterval(29))
    #expect(command.ended == 0)
    clock.advance(to: .noon.addingTimeInterval(30))
    #expect(await eventually { command.started.count == 2 })
    #expect(command.ended == 1)
  }

  @Test func `What comes by itself is told of, and what is asked for is not`() async throws {
    let told = Mutex<[String]>([])
    let live = try await SyncHarness(FakeServer(hasStream: true), follows: true) { posts in
      told.withLock { $0 += posts.compactMap(\.notification?.id) }
    }
    live.server.add([post(1), post(2)], to: .notifications)
    _ = try await live.repository.page(of: .notifications, at: .newest, limit: 40, .cached)
    let changes = live.repository.changes()
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.connected)
    #expect(await eventually { live.server.questions.count == 2 })
    live.server.add([post(3)], to: .notifications)
    _ = try await live.repository.page(of: .notifications, at: .newest, limit: 40, .fresh)
    #expect(told.withLock(\.self).isEmpty)
    live.server.add([post(4)], to: .notifications)
    live.server.notify(.inserted(RemoteEntry(cursor: RemoteCursor("n4"), post: post(4)), in: .notifications))
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(0.25))
    #expect(await eventually { told.withLock(\.self) == ["n4"] })
    // After a break.
    live.server.notify(.lost(.offline(host: "server.example")))
    live.server.add([post(5)], to: .notifications)
    live.server.notify(.connected)
    #expect(await eventually { told.withLock(\.self) == ["n4", "n5"] })
    withExtendedLifetime(changes) {}
  }

  @Test func `Who has never opened the notifications is told of what comes all the same`() async throws {
    let told = Mutex<[String]>([])
    let live = try await SyncHarness(FakeServer(hasStream: true), follows: true) { posts in
      told.withLock { $0 += posts.compactMap(\.notification?.id) }
    }
    let changes = live.repository.changes()
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.connected)
    live.server.notify(.inserted(RemoteEntry(cursor: RemoteCursor("n4"), post: post(4)), in: .notifications))
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(0.25))
    #expect(await eventually { told.withLock(\.self) == ["n4"] })
    withExtendedLifetime(changes) {}
  }
}
