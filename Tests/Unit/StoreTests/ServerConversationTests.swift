import Domain
import Foundation
import TestSupport
import Testing

@testable import Store

/// Cached conversations.
struct ServerConversationTests {
  private func entry(_ conversation: String, last: String, isUnread: Bool = true) -> RemoteEntry {
    var post = Post.fixture(
      id: last, createdAt: .noon.minutesAgo(100 - (Double(last) ?? 0)), text: "Post \(last)")
    post.visibility = .direct
    post.notification = PostNotification(
      conversation: conversation, with: [Profile(id: "9", handle: "bo@far.example")], isUnread: isUnread,
      at: post.createdAt)
    return RemoteEntry(post)
  }

  private func merge(
    _ entries: [RemoteEntry], older: String? = nil, at place: MergePosition = .newest, _ harness: ServerStoreHarness,
    minutes: Double = 0
  ) async throws -> MergedPosts {
    try await harness.cache.merge(
      RemotePage(entries: entries, older: older.map { RemoteCursor($0) }, canFill: false), into: .conversations,
      at: place, asOf: .noon.minutesAgo(-minutes))
  }

  @Test func `People and unread are cached, and marked read`() async throws {
    let harness = try await ServerStoreHarness()
    _ = try await merge([entry("a", last: "12"), entry("b", last: "11")], harness)
    let before = try await harness.page(of: .conversations).page.posts
    #expect(before.map(\.notification?.conversation) == ["a", "b"])
    #expect(before.allSatisfy { $0.notification?.isUnreadConversation == true && $0.isPost })
    #expect(before.first?.notification?.profiles.map(\.handle) == ["bo@far.example"])
    try await harness.cache.markConversationRead("a")
    let after = try await harness.page(of: .conversations).page.posts
    #expect(after.map(\.notification?.isUnreadConversation) == [false, true])
  }

  @Test func `A new last post replaces the former one, wherever it was`() async throws {
    let harness = try await ServerStoreHarness()
    _ = try await merge([entry("a", last: "12"), entry("b", last: "11")], older: "11", harness)
    _ = try await merge([entry("c", last: "5")], at: .older(than: RemoteCursor("11")), harness)
    #expect(try harness.order(of: .conversations) == ["12", "11", "5"])
    let merged = try await merge([entry("c", last: "20"), entry("a", last: "12")], older: "12", harness, minutes: 1)
    #expect(try harness.order(of: .conversations) == ["20", "12", "11"])
    #expect(merged.withdrawn.map(\.ref.id.rawValue) == ["5"])
    #expect(merged.withdrawn.map(\.notification) == ["conversation-c"])
  }

  @Test func `A removed conversation leaves the cache`() async throws {
    let harness = try await ServerStoreHarness()
    _ = try await merge([entry("a", last: "12"), entry("b", last: "11")], harness)
    try await harness.cache.removeNotifications(from: .conversations) { $0.conversation == "a" }
    #expect(try harness.order(of: .conversations) == ["11"])
  }
}
