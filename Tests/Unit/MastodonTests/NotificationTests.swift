import Domain
import Foundation
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

struct NotificationTests {
  private static let old = ServerCapabilities(apiVersion: 1)

  private func account(_ id: String, _ acct: String) -> String {
    #"{"id": "\#(id)", "acct": "\#(acct)", "username": "\#(acct)", "display_name": ""}"#
  }

  @Test func `single notifications have kind, account and post`() async throws {
    let harness = try ServerHarness(Self.old)
    let favourite = """
      {"id": "31", "type": "favourite", "created_at": "2026-11-20T11:59:00Z", "account": \(account("8", "alan")),
       "status": \(status("5", by: "ada"))}
      """
    let follow = """
      {"id": "30", "type": "follow", "created_at": "2026-11-20T11:58:00Z", "account": \(account("9", "kay@far.example"))}
      """
    harness.transport.on(.get, "/api/v1/notifications", response: .json(list(favourite, follow)))
    let page = try await harness.timelines.page(of: .notifications, at: .newest, limit: 20)
    let alan = Profile(id: "8", handle: "alan@timeline.example", name: "alan")
    let kay = Profile(id: "9", handle: "kay@far.example", name: "kay@far.example")
    let first = try #require(page.entries.first?.post)
    #expect(first.id == PostID("5"))
    #expect(first.author?.handle == "ada@timeline.example")
    #expect(
      first.notification
        == PostNotification(
          id: "ungrouped-31", kind: .favourite, profiles: [alan], at: Date.noon.addingTimeInterval(-60)))
    let second = try #require(page.entries.last?.post)
    #expect(second.id == PostID("ungrouped-30"))
    #expect(second.author?.handle == kay.handle)
    #expect(second.notification?.kind == .follow)
    #expect(page.entries.map(\.cursor.rawValue) == ["31", "30"])
    #expect(page.older == RemoteCursor("30"))
  }

  private let grouped = """
    {"accounts": [
       {"id": "8", "acct": "alan", "username": "alan", "display_name": "Alan"},
       {"id": "9", "acct": "kay@far.example", "username": "kay", "display_name": "Kay"}],
     "statuses": [\(status("5", by: "ada"))],
     "notification_groups": [
       {"group_key": "favourite-5-1", "notifications_count": 12, "type": "favourite",
        "most_recent_notification_id": 34, "page_min_id": "20", "page_max_id": "34",
        "latest_page_notification_at": "2026-11-20T11:59:00Z", "sample_account_ids": ["9", "8", "gone"],
        "status_id": "5"},
       {"group_key": "ungrouped-33", "notifications_count": 1, "type": "severed_relationships",
        "most_recent_notification_id": "33", "sample_account_ids": [], "status_id": null,
        "event": {"type": "domain_block", "target_name": "spam.example"}},
       {"group_key": "ungrouped-32", "notifications_count": null, "type": "new_kind",
        "most_recent_notification_id": "32", "sample_account_ids": null, "status_id": "404"},
       {"type": "mention"}]}
    """

  @Test func `a group is one entry with accounts and a count`() async throws {
    let harness = try ServerHarness()
    let link = "<https://timeline.example/api/v2/notifications?max_id=20>; rel=\"next\""
    harness.transport.on(.get, "/api/v2/notifications", response: .json(grouped, headers: ["Link": link]))
    let page = try await harness.timelines.page(of: .notifications, at: .newest, limit: 20)
    let told = page.entries.compactMap(\.post.notification)
    #expect(told.map(\.kind) == [.favourite, .severedRelationships, .other("new_kind")])
    #expect(told.map(\.count) == [12, 1, 0])
    #expect(told.first?.profiles.map(\.handle) == ["kay@far.example", "alan@timeline.example"])
    #expect(page.entries.first?.post.id == PostID("5"))
    #expect(page.entries.dropFirst().first?.post.text.plain == "spam.example")
    #expect(page.entries.map(\.cursor.rawValue) == ["34", "33", "32"])
    #expect(page.skipped == 1)
    #expect(page.older == RemoteCursor("20"))
    #expect(page.canFill)
  }

  @Test func `single notifications are used for a day without groups`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/notifications", response: .json("[]"))
    for _ in 0..<2 { _ = try await harness.timelines.page(of: .notifications, at: .newest, limit: 20) }
    let one = "/api/v1/notifications?limit=20"
    #expect(harness.asked == ["/api/v2/notifications?limit=20", one, one])
  }

  @Test func `capabilities are requested before groups`() async throws {
    let harness = try ServerHarness(nil)
    harness.transport.on(
      .get, "/api/v2/instance", response: .json(#"{"domain": "timeline.example", "api_versions": {"mastodon": 2}}"#))
    harness.transport.on(.get, "/api/v2/notifications", response: .json(grouped))
    let page = try await harness.timelines.page(of: .notifications, at: .newest, limit: 20)
    #expect(page.entries.count == 3)
    #expect(harness.asked == ["/api/v2/instance", "/api/v2/notifications?limit=20"])
  }
}
