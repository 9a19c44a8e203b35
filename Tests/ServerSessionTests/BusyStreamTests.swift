import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// A stream that tells of a thousand posts a second.
@Suite struct BusyStreamTests {
  private static let count = 1_000

  @Test func `All of them are kept and told in their order, none twice, while pages are read`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 40, hasStream: true), follows: true)
    let place = try #require(try await live.page().posts.dropFirst(5).first)
    let changes = live.repository.changes()
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.connected)
    #expect(await eventually { live.server.questions.count == 2 })
    let listening = Task {
      var told: [String] = []
      for await change in changes {
        guard case .inserted(let posts, in: .home) = change else { continue }
        told += posts.reversed().map(\.text.plain)
        if told.count >= Self.count { break }
      }
      return told
    }
    var moment = Date.noon
    for quarter in 1...4 {
      for entry in live.server.write(Self.count / 4).reversed() { live.server.notify(.inserted(entry, in: .home)) }
      #expect(await live.clock.waitForSleepers(1))
      _ = try await live.page(at: .newest)
      let wanted = 40 + quarter * Self.count / 4
      let isKept = await eventually {
        // Some may not have been heard yet when the others are told.
        moment.addTimeInterval(0.25)
        live.clock.advance(to: moment)
        let newest = try? await live.page(limit: 1).posts.first?.text.plain
        return newest == "post \(wanted)"
      }
      #expect(isKept, "quarter \(quarter)")
    }
    #expect(await listening.value == (41...40 + Self.count).map { "post \($0)" })
    let kept = try await live.page(limit: 2 * Self.count)
    #expect(kept.posts.map(\.text.plain) == live.server.texts())
    #expect(kept.gaps.isEmpty)
    // Who was at a post before finds it with the same neighbours.
    let around = try await live.page(at: .around(place.key, place.timelineDate), limit: 11)
    let index = try #require(around.posts.firstIndex { $0.key == place.key })
    #expect(around.posts[index].text.plain == place.text.plain)
    #expect(live.server.questions.count == 2, "nothing of it was asked for besides")
  }
}
