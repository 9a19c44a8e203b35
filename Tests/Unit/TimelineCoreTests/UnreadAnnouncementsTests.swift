import Domain
import Runtime
import TestSupport
import Testing
import TimelineCore

@MainActor @Suite struct UnreadAnnouncementsTests {
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let server = StubServerFeatures()

  private final class Found {
    var counts: [Int] = []
  }

  private func load() async -> (found: [Int], count: Int) {
    let announcements = UnreadAnnouncements(server, runner: runner)
    let found = Found()
    announcements.load { found.counts.append($0) }
    await clock.settle(runner)
    return (found.counts, announcements.count)
  }

  @Test func `unread announcements are counted`() async {
    server.change {
      $0.announcements = [
        Announcement(id: "1", text: PostText()), Announcement(id: "2", text: PostText(), isRead: true),
      ]
    }
    let (found, count) = await load()
    #expect(found == [1] && count == 1)
  }

  @Test func `nothing is said without unread ones, and after a failure`() async {
    #expect(await load().found.isEmpty)
    server.change { $0.failure = .offline(host: "near.example") }
    let (found, count) = await load()
    #expect(found.isEmpty && count == 0)
  }

  @Test func `a server without announcements is not asked`() async {
    server.change { $0.features = [] }
    _ = await load()
    #expect(server.requests.isEmpty)
  }
}
