import Domain
import Foundation
import PostCell
import Runtime
import TestSupport
import Testing

@testable import Timeline

/// The row above the notifications that says what the server holds back.
@MainActor @Suite struct HeldNotificationsTests {
  private let clock = VirtualClock(now: .noon)

  private func harness(
    _ requests: [NotificationRequest], posts: Int = 3, first: TimelineID = .notifications, isSupported: Bool = true
  ) async -> (TimelineHarness, StubHeldNotifications) {
    let server = StubHeldNotifications(requests)
    server.setSupported(isSupported)
    let harness = TimelineHarness(
      [(.notifications, Post.fixtures(count: posts)), (.home, Post.fixtures(count: 3))], firstTimeline: first,
      capabilities: SourceCapabilities(maxAge: 60), held: server, clock: clock)
    return (await harness.load(), server)
  }

  @Test(arguments: [
    ([NotificationRequest.fixture("Ada")], "1 notification held back from Ada · gr shows it"),
    ([.fixture("Ada", count: 2), .fixture("Bo")], "3 notifications held back from Ada, Bo · gr shows them"),
    (
      [.fixture("Ada"), .fixture("Bo"), .fixture("Cy")],
      "3 notifications held back from Ada, Bo and 1 other · gr shows them"
    ),
    (
      [.fixture("Ada of the Long Distance Line"), .fixture("Bo"), .fixture("Cy")],
      "3 notifications held back from Ada of the Long Distance Line and 2 others · gr shows them"
    ),
    (
      [.fixture("Ada", count: 1_000), .fixture("Bo"), .fixture("Cy"), .fixture("Di")],
      "1,003 notifications held back from Ada, Bo and 2 others · gr shows them"
    ),
  ])
  func `Number and people are above the notifications`(requests: [NotificationRequest], text: String) async {
    let (harness, server) = await harness(requests)
    #expect(harness.view.rows.first?.heading == text)
    #expect(harness.view.header.capabilities.canHoldNotifications)
    #expect(server.calls == ["requests"])
    await harness.after { $0.showHeldNotifications() }
    #expect(harness.router.destinations == [.heldNotifications])
  }

  @Test func `Home asks nothing and shows nothing`() async {
    let (harness, server) = await harness([.fixture("Ada")], first: .home)
    #expect(server.calls.isEmpty && harness.view.rows.allSatisfy { $0.heading == nil })
    #expect(!harness.view.header.capabilities.canHoldNotifications)
    await harness.after { $0.showTimeline(at: 0) }
    #expect(server.calls == ["requests"])
    await harness.after { $0.showTimeline(at: 1) }
    #expect(harness.view.rows.allSatisfy { $0.heading == nil })
    #expect(harness.view.header.capabilities.canHoldNotifications)
  }

  @Test func `A server without the feature, and one that holds back nothing, show no row`() async {
    for isSupported in [false, true] {
      let (harness, _) = await harness([], isSupported: isSupported)
      #expect(harness.view.rows.allSatisfy { $0.heading == nil })
      #expect(harness.view.header.capabilities.canHoldNotifications == isSupported)
    }
  }

  @Test func `Without notifications a notice says it`() async {
    let (harness, _) = await harness([.fixture("Ada")], posts: 0)
    #expect(harness.view.emptyView?.title == "No notifications yet")
    #expect(harness.view.notice?.text == "1 notification held back from Ada · gr shows it.")
  }

  @Test func `A refresh asks again, but not within seconds`() async {
    let (harness, server) = await harness([.fixture("Ada")])
    await harness.after { $0.refresh() }
    #expect(server.calls.count == 1)
    await harness.advance(11)
    server.setRequests([])
    await harness.after { $0.refresh() }
    #expect(server.calls.count == 2)
    #expect(harness.view.rows.allSatisfy { $0.heading == nil })
  }

  @Test func `Offline keeps what is known`() async {
    let (harness, server) = await harness([.fixture("Ada")])
    server.failure = .offline(host: "far.example")
    await harness.advance(11)
    await harness.after { $0.refresh() }
    #expect(harness.view.rows.first?.heading?.contains("held back from Ada") == true)
  }
}
