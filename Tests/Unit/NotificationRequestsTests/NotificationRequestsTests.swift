import Domain
import Foundation
import PostCell
import Runtime
import ScreenSupport
import ScreenTestSupport
import TerminalKit
import TestSupport
import Testing
import TimelineCore

@testable import NotificationRequests

/// The screen as the user sees it: keys in, lines out.
@MainActor @Suite struct NotificationRequestsTests {
  @MainActor
  private final class Harness: ScreenDriver {
    private let requests: [NotificationRequest]
    private let isSlow: Bool
    private(set) lazy var server = StubHeldNotifications(requests, clock: isSlow ? clock : nil)
    private(set) var opened: [PostDestination] = []
    private(set) var announced: [String] = []
    private(set) var logins = 0

    init(_ requests: [NotificationRequest] = [.fixture("Ada", count: 2), .fixture("Bo")], slow: Bool = false) {
      (self.requests, isSlow) = (requests, slow)
      super.init()
    }

    func open() async -> Self {
      let session = AccountSession(
        account: .fixture(origin: .server(ServerOrigin(host: "near.example", address: "https://near.example"))),
        heldNotifications: HeldNotificationsStore(server, clock: clock, runner: runner))
      let router = PostRouter(
        showPost: { _ in }, show: { [weak self] in self?.opened.append($0) },
        showLogin: { [weak self] in self?.logins += 1 })
      await show(
        NotificationRequestsAssembly.make(
          services: services, session: session, router: router,
          announce: { [weak self] text, _ in self?.announced.append(text) }))
      return self
    }
  }

  private static let no = TimelineError.refused(host: "near.example", message: "Not today")

  @Test func `People, counts, last words and the policy are listed`() async {
    let text = await Harness().open().text()
    for words in [
      "Held back · 2", "Ada", "@ada@far.example", "2 notifications", "Words of Ada", "1 notification", "Words of Bo",
      "from people you don’t follow", "show", "from new accounts", "hold back", "1 of 2",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    #expect(!text.contains("limited by moderators"), "The server does not know this sender.")
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5)]) func `Every screen can reach all rows`(
    width: Int, height: Int
  ) async {
    let harness = await Harness().open()
    var seen = ""
    for _ in 0..<20 {
      seen += harness.text(width, height)
      await harness.press("j")
    }
    for words in ["Ada", "Bo", "hold"] { #expect(seen.contains(words), "\(words)") }
  }

  @Test func `Enter opens the notifications of an account, and p its profile`() async {
    let harness = await Harness().open()
    await harness.press(.enter)
    await harness.press("p")
    guard case .notifications(let request)? = harness.opened.first, case .profile(let profile)? = harness.opened.last
    else {
      Issue.record("\(harness.opened)")
      return
    }
    #expect(request.id == "ada" && profile.handle == "ada@far.example")
  }

  @Test func `Accepting and dismissing removes the row at once`() async {
    let harness = await Harness(slow: true).open()
    await harness.advance(2)
    await harness.press("=")
    #expect(!harness.text().contains("Words of Ada"))
    await harness.advance(1)
    #expect(harness.text().contains("Accepted: notifications from @ada@far.example are shown from now on."))
    await harness.press("-")
    #expect(harness.text().contains("Nothing is held back."))
    await harness.advance(1)
    #expect(harness.server.calls == ["requests", "policy", "accept ada", "dismiss bo"] && harness.announced.isEmpty)
  }

  @Test func `A refusal brings the row back and names the person`() async {
    let harness = await Harness().open()
    harness.server.failure = Self.no
    await harness.press("-")
    #expect(harness.text().contains("Words of Ada"))
    #expect(
      harness.announced == ["Notifications from @ada@far.example were not dismissed: near.example says “Not today”."])
    #expect(harness.server.calls.last == "dismiss ada", "A refusal needs no further request.")
  }

  /// The first attempt had arrived although its response was lost.
  @Test func `After a lost response the list is loaded again`() async {
    let harness = await Harness().open()
    harness.server.failure = .timedOut(host: "near.example", seconds: 30)
    await harness.press("=")
    #expect(harness.announced.count == 1 && harness.text().contains("Words of Ada"))
    harness.server.failure = nil
    harness.server.setRequests([.fixture("Bo")])
    await harness.press("R")
    #expect(!harness.text().contains("Words of Ada") && harness.text().contains("Words of Bo"))
  }

  @Test func `Enter changes the policy, and a refusal restores it`() async {
    let harness = await Harness().open()
    await harness.press("G")
    await harness.press(.enter)
    #expect(harness.server.calls.last == "for_new_accounts drop")
    #expect(harness.text().contains("discard"))
    #expect(harness.text().contains("Notifications from new accounts are discarded."))
    harness.server.failure = Self.no
    await harness.press(.enter)
    #expect(harness.text().contains("discard"))
    #expect(harness.announced == ["Not changed for notifications from new accounts: near.example says “Not today”."])
  }

  @Test func `What was accepted although the response was lost is not accepted again`() async {
    let harness = await Harness().open()
    (harness.server.failure, _) = (.timedOut(host: "near.example", seconds: 30), harness.server.setLosesResponses(true))
    await harness.press("=")
    #expect(harness.announced.count == 1)
    #expect(!harness.text().contains("Words of Ada") && harness.text().contains("Words of Bo"))
    #expect(harness.server.calls.filter { $0.hasPrefix("accept") } == ["accept ada"])
  }

  @Test func `Offline, the row returns with the reason`() async {
    let harness = await Harness().open()
    harness.server.failure = .offline(host: "near.example")
    await harness.press("-")
    #expect(harness.text().contains("Words of Ada"))
    #expect(
      harness.announced == ["Notifications from @ada@far.example were not dismissed: can’t reach near.example."])
  }

  @Test func `After a lost change of the policy, the server is asked what applies`() async throws {
    let harness = await Harness().open()
    await harness.press("G")
    (harness.server.failure, _) = (.timedOut(host: "near.example", seconds: 30), harness.server.setLosesResponses(true))
    await harness.press(.enter)
    let announcement = try #require(harness.announced.first)
    #expect(announcement.hasPrefix("Not confirmed for notifications from new accounts:"))
    #expect(harness.announced.count == 1)
    #expect(harness.server.calls.suffix(3) == ["for_new_accounts drop", "requests", "policy"])
    #expect(harness.text().contains("discard"))
  }

  @Test func `Changes of the policy are sent in their order, and only what was confirmed stays`() async {
    let harness = await Harness(slow: true).open()
    await harness.advance(2)
    await harness.press("G")
    await harness.press(.enter)
    await harness.press(.enter)
    #expect(harness.server.calls.last == "for_new_accounts drop")
    harness.server.failure = Self.no
    await harness.advance(2)
    #expect(harness.server.calls.last == "for_new_accounts accept")
    #expect(harness.announced.count == 2)
    #expect(harness.text().contains("hold back") && !harness.text().contains("discard"))
  }

  @Test func `A server without the feature says so`() async {
    let harness = Harness()
    harness.server.setSupported(false)
    let text = await harness.open().text()
    #expect(text.contains("No notifications are held back here"))
  }

  @Test func `A failure is shown, and R tries again`() async {
    let harness = Harness()
    harness.server.failure = .offline(host: "near.example")
    #expect(await harness.open().text().contains("Can’t reach near.example"))
    harness.server.failure = nil
    await harness.press("R")
    #expect(harness.text().contains("Words of Ada"))
  }
}
