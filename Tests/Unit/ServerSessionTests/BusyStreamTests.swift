import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// A stream with a thousand posts a second.
@Suite struct BusyStreamTests {
  private static let count = 1_000

  @Test func `Events are cached and reported in order, once each, while pages are read`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 40, hasStream: true), hasLiveUpdates: true)
    let anchor = try #require(try await harness.page().posts.dropFirst(5).first)
    let changes = harness.repository.changes()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.connected)
    #expect(await eventually { harness.server.pageRequests.count == 2 })
    let listening = Task {
      var received: [String] = []
      for await change in changes {
        guard case .inserted(let posts, in: .home) = change else { continue }
        received += posts.reversed().map(\.text.plain)
        if received.count >= Self.count { break }
      }
      return received
    }
    var moment = Date.noon
    for quarter in 1...4 {
      for entry in harness.server.write(Self.count / 4).reversed() {
        harness.server.notify(.inserted(entry, in: .home))
      }
      #expect(await harness.clock.waitForSleepers(1))
      _ = try await harness.page(at: .newest)
      let wanted = 40 + quarter * Self.count / 4
      let isKept = await eventually {
        // Some may not have been received yet.
        moment.addTimeInterval(0.25)
        harness.clock.advance(to: moment)
        let newest = try? await harness.page(limit: 1).posts.first?.text.plain
        return newest == "post \(wanted)"
      }
      #expect(isKept, "quarter \(quarter)")
    }
    #expect(await listening.value == (41...40 + Self.count).map { "post \($0)" })
    let cachedPage = try await harness.page(limit: 2 * Self.count)
    #expect(cachedPage.posts.map(\.text.plain) == harness.server.texts())
    #expect(cachedPage.gaps.isEmpty)
    // Posts keep their neighbors.
    let around = try await harness.page(at: .around(anchor.key, anchor.timelineDate), limit: 11)
    let index = try #require(around.posts.firstIndex { $0.key == anchor.key })
    #expect(around.posts[index].text.plain == anchor.text.plain)
    #expect(harness.server.pageRequests.count == 2, "no further request")
  }
}
