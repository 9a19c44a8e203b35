import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// The bell and the command for new notifications.
@MainActor
@Suite struct NotificationAlertsTests {
  /// Records commands. Each runs for a given time.
  private final class Command: Sendable {
    let clock: VirtualClock
    private let state = Mutex((started: [[String: String]](), ended: 0, running: 0, maxRunning: 0))

    init(clock: VirtualClock) { self.clock = clock }

    var started: [[String: String]] { state.withLock(\.started) }
    var ended: Int { state.withLock(\.ended) }
    /// The maximum number of concurrent runs.
    var maxRunning: Int { state.withLock(\.maxRunning) }

    func run(_ variables: [String: String], seconds: Double) async {
      state.withLock { state in
        state.started.append(variables)
        state.running += 1
        state.maxRunning = max(state.maxRunning, state.running)
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
    /// Alerts while it is referenced.
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
      clock: clock, runner: runner, settings: { .init(ringsBell: ringsBell, command: text) },
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
      id: "n\(number)", kind: .mention, profiles: [Profile(handle: "grace@far.example", name: "Grace")], at: .noon)
    return post
  }

  private func newNotifications(_ posts: Post...) -> NewNotifications {
    NewNotifications(account: .mastodon("ada@server.example"), posts: posts)
  }

  private func newNotifications(_ numbers: Range<Int>) -> NewNotifications {
    NewNotifications(account: .mastodon("ada@server.example"), posts: numbers.reversed().map { post($0) })
  }

  @Test func `The bell rings at most once a second, and only if enabled`() {
    let alerts = alerts(command: "")
    alerts.alert(of: newNotifications(post(1)))
    alerts.alert(of: newNotifications(post(2)))
    #expect(bell.count == 1)
    clock.advance(to: .noon.addingTimeInterval(1))
    alerts.alert(of: newNotifications(post(3)))
    #expect(bell.count == 2)
    self.alerts(bell: false, command: " ").alert(of: newNotifications(post(4)))
    #expect(bell.count == 2)
    #expect(runner.runningCount == 0)
    #expect(command.started.isEmpty)
  }

  @Test func `The command gets the details of the notification`() async {
    alerts().alert(of: newNotifications(post(1)))
    #expect(await eventually { command.started.count == 1 })
    #expect(
      command.started.first == [
        "TERN_ACCOUNT": "@ada@server.example", "TERN_KIND": "mention", "TERN_FROM": "Grace (@grace@far.example)",
        "TERN_TEXT": "Hello", "TERN_URL": "https://far.example/@grace/1",
      ])
  }

  @Test func `Values are single lines of limited length without control characters`() async throws {
    var hostile = post(1, text: "a\u{1B}]52;c;x\u{07}b\n\u{202E}c\0d" + String(repeating: " e", count: 4_000))
    hostile.url = "javascript:alert(1)"
    alerts().alert(of: newNotifications(hostile, post(2, text: "secret", warning: "Spiders")))
    #expect(await eventually { command.started.count == 2 })
    try #require(command.started.count == 2)
    #expect(command.started[0]["TERN_TEXT"] == "Spiders")
    let text = command.started[1]["TERN_TEXT"] ?? ""
    #expect(text.hasPrefix("a]52;c;xb cd e e"))
    #expect(text.unicodeScalars.count <= 500)
    #expect(text.hasSuffix("…"))
    #expect(command.started[1]["TERN_URL"] == "")
  }

  @Test func `Values have no placeholders of control characters`() async throws {
    // Text of a server is read so.
    var hostile = post(1, text: "a\u{1B}[2Jb\0c\u{2028}d\u{85}e\u{200F}f".escapingControls)
    hostile.url = "https://far.example/\u{7F}1".escapingControls
    alerts().alert(of: newNotifications(hostile))
    #expect(await eventually { command.started.count == 1 })
    #expect(command.started.first?["TERN_TEXT"] == "a[2Jbc d ef")
    #expect(command.started.first?["TERN_URL"] == "")
  }

  @Test func `Commands run one at a time, for the five newest of many notifications`() async {
    let alerts = alerts(seconds: 2)
    alerts.alert(of: newNotifications(1..<41))
    #expect(bell.count == 1)
    for count in 1...5 {
      #expect(await eventually { command.started.count == count && clock.sleeperCount == 2 })
      clock.advance(to: .noon.addingTimeInterval(Double(count) * 2))
    }
    #expect(await eventually { runner.runningCount == 0 })
    #expect(command.started.map { $0["TERN_URL"] } == (36...40).map { "https://far.example/@grace/\($0)" })
    #expect(command.maxRunning == 1)
    for number in 50..<80 { alerts.alert(of: newNotifications(post(number))) }
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
    #expect(command.maxRunning == 1)
  }

  @Test func `A command is terminated after thirty seconds`() async {
    alerts(seconds: 10_000).alert(of: newNotifications(post(1), post(2)))
    #expect(await eventually { command.started.count == 1 && clock.sleeperCount == 2 })
    clock.advance(to: .noon.addingTimeInterval(29))
    #expect(command.ended == 0)
    clock.advance(to: .noon.addingTimeInterval(30))
    #expect(await eventually { command.started.count == 2 })
    #expect(command.ended == 1)
  }

  @Test func `Live notifications alert, loaded ones do not`() async throws {
    let received = Mutex<[String]>([])
    let harness = try await TimelineHarness(FakeServer(hasStream: true), hasLiveUpdates: true) { posts in
      received.withLock { $0 += posts.compactMap(\.notification?.id) }
    }
    harness.server.add([post(1), post(2)], to: .notifications)
    _ = try await harness.repository.page(of: .notifications, PageRequest(.newest, limit: 40))
    var changes = harness.repository.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.connected)
    // The newest notifications are loaded before.
    #expect(await changes.next() == .connection(.connected))
    #expect(harness.server.pageRequests.count == 2)
    harness.server.add([post(3)], to: .notifications)
    _ = try await harness.repository.page(of: .notifications, PageRequest(.newest, limit: 40, .fresh))
    #expect(received.withLock(\.self).isEmpty)
    harness.server.add([post(4)], to: .notifications)
    harness.server.notify(.inserted(RemoteEntry(cursor: RemoteCursor("n4"), post: post(4)), in: .notifications))
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(0.25))
    #expect(await eventually { received.withLock(\.self) == ["n4"] })
    // After an interruption.
    harness.server.notify(.lost(.offline(host: "server.example")))
    harness.server.add([post(5)], to: .notifications)
    harness.server.notify(.connected)
    #expect(await eventually { received.withLock(\.self) == ["n4", "n5"] })
    withExtendedLifetime(changes) {}
  }

  @Test func `Notifications alert even if the timeline was never opened`() async throws {
    let received = Mutex<[String]>([])
    let harness = try await TimelineHarness(FakeServer(hasStream: true), hasLiveUpdates: true) { posts in
      received.withLock { $0 += posts.compactMap(\.notification?.id) }
    }
    let changes = harness.repository.changes()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.connected)
    harness.server.notify(.inserted(RemoteEntry(cursor: RemoteCursor("n4"), post: post(4)), in: .notifications))
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(0.25))
    #expect(await eventually { received.withLock(\.self) == ["n4"] })
    withExtendedLifetime(changes) {}
  }
}
