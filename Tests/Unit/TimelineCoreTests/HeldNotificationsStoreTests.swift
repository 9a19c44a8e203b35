import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import TimelineCore

@MainActor @Suite struct HeldNotificationsStoreTests {
  private final class Observer: HeldNotificationsObserver {
    var count = 0
    func heldNotificationsDidChange() { count += 1 }
  }

  private static let no = TimelineError.refused(host: "far.example", message: "No")
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let server: StubHeldNotifications
  private let store: HeldNotificationsStore

  init() {
    server = StubHeldNotifications([.fixture("Ada", count: 2), .fixture("Bo")], clock: clock)
    store = HeldNotificationsStore(server, clock: clock, runner: runner)
  }

  private func refresh(_ age: Double = 60) async {
    store.refresh(ifOlderThan: age)
    await clock.advance(by: 1, runner)
  }

  private var names: [String]? { store.visible?.requests.map(\.profile.name) }

  @Test func `Requests are loaded once within their age`() async {
    let observer = Observer()
    store.add(observer)
    await refresh()
    await refresh()
    #expect(names == ["Ada", "Bo"] && store.visible?.count == 3 && observer.count == 1)
    #expect(server.calls == ["requests"])
    await clock.advance(by: 60, runner)
    await refresh()
    #expect(server.calls.count == 2)
  }

  @Test func `A failure changes nothing`() async {
    await refresh()
    server.failure = .offline(host: "far.example")
    await refresh(0)
    #expect(names == ["Ada", "Bo"])
  }

  @Test func `A decision shows at once, and stays although the server still lists the request`() async {
    await refresh()
    store.decide(.accept, on: .fixture("Ada")) { #expect($0 == nil) }
    #expect(names == ["Bo"])
    await clock.advance(by: 1, runner)
    server.setRequests([.fixture("Ada"), .fixture("Bo")])
    await refresh(0)
    #expect(names == ["Bo"])
    store.decide(.dismiss, on: .fixture("Bo")) { #expect($0 == nil) }
    await clock.advance(by: 1, runner)
    #expect(names == [] && server.calls.filter { $0 != "requests" } == ["accept ada", "dismiss bo"])
  }

  @Test func `A refused decision is reverted`() async {
    await refresh()
    server.failure = Self.no
    var failures: [TimelineError?] = []
    store.decide(.dismiss, on: .fixture("Ada")) { failures.append($0) }
    // A second press does nothing while the first request runs.
    store.decide(.accept, on: .fixture("Ada")) { failures.append($0) }
    #expect(names == ["Bo"])
    await clock.advance(by: 1, runner)
    #expect(names == ["Ada", "Bo"] && failures == [Self.no])
  }

  @Test func `A server without the feature has none`() async {
    server.setSupported(false)
    await refresh()
    #expect(store.visible == nil)
    let none = HeldNotificationsStore()
    none.refresh(ifOlderThan: 0)
    #expect(none.visible == nil)
  }
}
