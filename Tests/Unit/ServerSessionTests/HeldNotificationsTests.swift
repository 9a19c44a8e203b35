import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Accepted notifications are loaded when the server has added them to the others.
@Suite(.timeLimit(.minutes(5))) struct HeldNotificationsTests {
  private let request = NotificationRequest.fixture("Ada")
  private let remote = StubHeldNotifications([.fixture("Ada")])

  private func harness() async throws -> (TimelineHarness, ServerHeldNotifications) {
    let server = FakeServer()
    server.write(2, in: .notifications)
    let harness = try await TimelineHarness(server)
    _ = try await harness.repository.page(of: .notifications, PageRequest(.newest, limit: 9, .fresh))
    return (harness, ServerHeldNotifications(remote, timelines: harness.repository, clock: harness.clock))
  }

  @Test func `The notifications are loaded once they are merged`() async throws {
    let (harness, held) = try await harness()
    remote.setMergeDelay(2)
    try await held.accept(request)
    for seconds in [1.0, 2] {
      #expect(await harness.clock.waitForSleepers(1))
      #expect(harness.server.pageRequests.count == 1)
      harness.clock.advance(to: harness.clock.now.addingTimeInterval(seconds))
    }
    #expect(await eventually { harness.server.pageRequests.count == 2 })
    #expect(remote.calls == ["accept ada", "merged", "merged", "merged"])
  }

  @Test func `A server that no longer responds is not asked again`() async throws {
    let (harness, held) = try await harness()
    remote.setMergeDelay(9)
    try await held.accept(request)
    #expect(await harness.clock.waitForSleepers(1))
    remote.failure = .offline(host: "server.example")
    harness.clock.advance(to: harness.clock.now.addingTimeInterval(1))
    #expect(await eventually { remote.calls.count == 3 })
    #expect(harness.server.pageRequests.count == 1 && harness.clock.sleeperCount == 0)
  }

  @Test func `A refusal loads nothing`() async throws {
    let (harness, held) = try await harness()
    let no = TimelineError.refused(host: "server.example", message: "No")
    remote.failure = no
    await #expect(throws: no) { try await held.accept(request) }
    #expect(remote.calls == ["accept ada"] && harness.server.pageRequests.count == 1)
  }
}

/// Conversations of an account at a server.
@Suite(.timeLimit(.minutes(5))) struct ConversationTests {
  private func entry(_ conversation: String, last: String) -> RemoteEntry {
    var post = Post(id: PostID(last), createdAt: .noon, text: PostText())
    post.notification = PostNotification(conversation: conversation, with: [], isUnread: true, at: .noon)
    return RemoteEntry(cursor: RemoteCursor(last), post: post)
  }

  @Test func `Reading and removing a conversation changes the cache`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    var page = RemotePage()
    page.entries = [entry("4", last: "12"), entry("5", last: "11")]
    try await tern.cache.merge(page, into: .conversations, at: .newest, asOf: .noon)
    func cached() async throws -> [Bool?] {
      try await tern.cache.page(of: .conversations, PageRequest(.newest, limit: 9))?.page.posts
        .map { $0.notification?.isUnreadConversation } ?? []
    }
    try await tern.actions.perform(.readConversation("5"))
    #expect(try await cached() == [true, false])
    try await tern.actions.perform(.removeConversation("4"))
    #expect(await tern.actions.sendPending() == nil)
    #expect(try await cached() == [false])
  }

  @Test func `An older response does not make a conversation unread again`() async throws {
    let changes = UserChanges(of: .mastodon("ada@server.example"))
    let revision = changes.currentRevision
    changes.confirm(.readConversation("4"), at: .noon)
    changes.confirm(.removeConversation("5"), at: .noon)
    let page = RemotePage(entries: [entry("4", last: "12"), entry("5", last: "11")])
    let shown = changes.apply(to: page, requestedAt: revision)
    #expect(shown.entries.map(\.post.notification?.isUnreadConversation) == [false])
    #expect(changes.apply(to: page, requestedAt: changes.currentRevision) == page)
  }

  @Test func `A private mention loads the conversations`() async throws {
    let harness = try await TimelineHarness(FakeServer(hasStream: true), hasLiveUpdates: true)
    for timeline in [TimelineID.notifications, .conversations] {
      _ = try await harness.repository.page(of: timeline, PageRequest(.newest, limit: 9, .fresh))
    }
    let changes = harness.repository.changes()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.connected)
    #expect(await eventually { harness.server.pageRequests.count >= 3 })
    let before = harness.server.pageRequests.count
    var post = Post.fixture(id: "mention", createdAt: .noon)
    post.visibility = .direct
    post.notification = PostNotification(id: "n1", kind: .mention, profiles: [.fixture()], at: .noon)
    harness.server.notify(.inserted(RemoteEntry(cursor: RemoteCursor("99"), post: post), in: .notifications))
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: harness.clock.now.addingTimeInterval(0.25))
    #expect(
      await eventually { harness.server.pageRequests.dropFirst(before).map(\.query.timeline) == [.conversations] })
    withExtendedLifetime(changes) {}
  }
}
