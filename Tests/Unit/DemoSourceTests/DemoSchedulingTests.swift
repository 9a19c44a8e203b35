import Domain
import FolderSupport
import Foundation
import InMemoryTimelinesSupport
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import DemoSource

/// Scheduled posts of a demo account.
@Suite struct DemoSchedulingTests {
  private let folder = TemporaryFolder()
  private let clock = VirtualClock(now: .noon)
  private let demo: WritableDemoRepository
  private static let account = AccountID.demo("ada@demo")

  init() throws {
    let remotes = Mutex<[any RemotePublishing]>([])
    let accounts = DemoAccounts(
      directory: folder.path, clock: clock,
      makePublishing: { _, remote in
        remotes.withLock { $0.append(remote) }
        return nil
      }, source: { _ in StubDocumentSource(.fixture(home: [.fixture(id: "1")])) })
    try folder.write(
      #"{"tern": 1, "accounts": [{"handle": "ada@demo", "file": "ada.json"}]}"#, to: "accounts.json")
    _ = accounts.source(of: Self.account)
    demo = try #require(remotes.withLock(\.first) as? WritableDemoRepository)
  }

  private func schedule(_ text: String, in hours: Double, key: String = "k") async throws -> PublishedPost {
    let moment = Date.noon.addingTimeInterval(hours * 3_600)
    return try await demo.send(
      Draft(account: Self.account, text: text, publishAt: moment, changedAt: clock.now), key: key)
  }

  private func texts() async throws -> [String] { try await demo.scheduledPosts().map(\.source.text) }

  private func home() async throws -> [String] {
    try await demo.page(of: .home, PageRequest(.newest, limit: 20)).posts.map(\.text.plain)
  }

  @Test func `A post with a date is scheduled once and published when it is due`() async throws {
    for _ in 0..<2 {
      let moment = Date.noon.addingTimeInterval(3_600)
      #expect(try await schedule("Later", in: 1) == .scheduled(at: moment))
    }
    _ = try await schedule("First", in: 0.5, key: "other")
    #expect(try await texts() == ["First", "Later"])
    #expect(try await home().contains("Later") == false)
    clock.advance(to: clock.now.addingTimeInterval(3_600))
    #expect(try await texts().isEmpty)
    #expect(try await home().prefix(2) == ["Later", "First"])
    #expect(try await demo.page(of: .home, PageRequest(.newest, limit: 1)).posts.first?.createdAt == clock.now)
  }

  @Test func `The time can be changed, but not to one that is too soon`() async throws {
    _ = try await schedule("Later", in: 1)
    let id = try #require(try await demo.scheduledPosts().first?.id)
    let moment = Date.noon.addingTimeInterval(7_200)
    #expect(try await demo.reschedule(id, to: moment)?.publishAt == moment)
    await #expect(throws: TimelineError.self) { try await demo.reschedule(id, to: .noon.addingTimeInterval(60)) }
    await #expect(throws: PublishingFailure.self) { try await schedule("Soon", in: 0.01, key: "soon") }
    #expect(try await texts() == ["Later"])
    #expect(try await demo.reschedule(ScheduledPostID("none"), to: moment) == nil)
  }

  @Test func `Cancelled posts are not published`() async throws {
    _ = try await schedule("Later", in: 1)
    _ = try await schedule("Replaced", in: 2, key: "other")
    let ids = try await demo.scheduledPosts().map(\.id)
    #expect(try await demo.cancelScheduledPost(ids[0]))
    #expect(try await demo.cancelScheduledPost(ids[0]) == false)
    try await demo.perform(.cancelScheduled(ids[1]))
    clock.advance(to: clock.now.addingTimeInterval(10_000))
    #expect(try await home().allSatisfy { $0 != "Later" && $0 != "Replaced" })
  }
}
