import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Notifications that the server holds back, in the shapes of Mastodon's documentation (methods/notifications).
struct HeldNotificationsTests {
  private static let requests = "/api/v1/notifications/requests"
  private static let policy = "/api/v2/notifications/policy"

  private static func request(_ id: String, of acct: String, count: String = #""3""#) -> String {
    """
    {"id": "\(id)", "created_at": "2026-11-20T10:00:00.000Z", "updated_at": "2026-11-20T11:30:00.000Z",
     "notifications_count": \(count),
     "account": {"id": "9", "acct": "\(acct)", "username": "\(acct)", "display_name": "Bo"},
     "last_status": \(status("21", by: acct))}
    """
  }

  private let request = NotificationRequest(id: "112", profile: Profile(id: "9", handle: "bo@far.example"), count: 3)

  @Test func `requests have person, count, last post and time`() async throws {
    let harness = try ServerHarness(account: .mastodon("ada@timeline.example"))
    harness.transport.on(
      .get, Self.requests,
      response: .json(list(Self.request("112", of: "bo@far.example"), Self.request("111", of: "cy", count: "7"), "{}")))
    let held = try #require(try await harness.timelines.heldNotifications())
    #expect(held.requests.map(\.id) == ["112", "111"])
    #expect(held.count == 10 && !held.hasMore)
    let first = try #require(held.requests.first)
    #expect(first.profile.handle == "bo@far.example" && first.updatedAt == Date.noon.addingTimeInterval(-1_800))
    #expect(first.lastPost?.ref == PostRef(account: .mastodon("ada@timeline.example"), id: PostID("21")))
    #expect(harness.asked == ["/api/v1/notifications/requests?limit=40"])
  }

  @Test func `an older server is not asked`() async throws {
    let harness = try ServerHarness(ServerCapabilities(apiVersion: 1))
    #expect(try await harness.timelines.heldNotifications() == nil)
    #expect(harness.asked.isEmpty)
  }

  @Test(arguments: [ScriptedResponse.status(404), .json(#"{"error": "scope"}"#, status: 403)])
  func `a server without the feature is asked once a day`(response: ScriptedResponse) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, Self.requests, response: response)
    for _ in 0..<2 { #expect(try await harness.timelines.heldNotifications() == nil) }
    #expect(harness.asked.count == 1)
    harness.clock.advance(to: .noon.addingTimeInterval(86_400))
    harness.client.capabilityCache.record(ServerCapabilities(apiVersion: 10), now: harness.clock.now)
    #expect(try await harness.timelines.heldNotifications() == nil)
    #expect(harness.asked.count == 2)
  }

  @Test func `offline is a failure`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, Self.requests, response: .failure(.unreachable(host: "timeline.example", .refused)))
    let error = await failure { () throws(TimelineError) in try await harness.timelines.heldNotifications() }
    #expect(error == .offline(host: "timeline.example", .refused))
  }

  @Test func `the notifications of a request include filtered ones`() async throws {
    let harness = try ServerHarness()
    let mention = """
      {"id": "31", "type": "mention", "created_at": "2026-11-20T11:59:00Z",
       "account": {"id": "9", "acct": "bo@far.example", "username": "bo"}, "status": \(status("5"))}
      """
    harness.transport.on(.get, "/api/v1/notifications", response: .json(list(mention)))
    let posts = try await harness.timelines.notifications(in: request)
    #expect(posts.map(\.id.rawValue) == ["5"] && posts.first?.notification?.kind == .mention)
    #expect(harness.asked == ["/api/v1/notifications?account_id=9&include_filtered=true&limit=40"])
  }

  @Test func `requests are accepted and dismissed`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "\(Self.requests)/112/accept", response: .json("{}"))
    harness.transport.on(.post, "\(Self.requests)/112/dismiss", response: .json("{}"))
    harness.transport.on(.get, "\(Self.requests)/merged", response: .json(#"{"merged": false}"#))
    try await harness.timelines.accept(request)
    try await harness.timelines.dismiss(request)
    #expect(try await harness.timelines.areAcceptedNotificationsMerged() == false)
    #expect(
      harness.sent == [
        "POST \(Self.requests)/112/accept", "POST \(Self.requests)/112/dismiss", "GET \(Self.requests)/merged",
      ])
  }

  /// After a lost response, the request no longer exists.
  @Test func `a request that is gone was decided on before`() async throws {
    let harness = try ServerHarness()
    let response = ScriptedResponse.json(#"{"error": "Record not found"}"#, status: 404)
    harness.transport.on(.post, "\(Self.requests)/112/accept", response: response)
    harness.transport.on(.post, "\(Self.requests)/112/dismiss", response: response)
    try await harness.timelines.accept(request)
    try await harness.timelines.dismiss(request)
  }

  @Test func `a refusal has the server’s words`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .post, "\(Self.requests)/112/accept", response: .json(#"{"error": "Not today"}"#, status: 422))
    let error = await failure { () throws(TimelineError) in try await harness.timelines.accept(request) }
    #expect(error == .refused(host: "timeline.example", message: "Not today"))
  }

  @Test func `the policy is read and changed`() async throws {
    let harness = try ServerHarness()
    let before = """
      {"for_not_following": "accept", "for_not_followers": "filter", "for_new_accounts": "drop",
       "for_private_mentions": "unheard_of", "summary": {"pending_requests_count": 1, "pending_notifications_count": 3}}
      """
    harness.transport.on(.get, Self.policy, response: .json(before))
    harness.transport.on(.patch, Self.policy, response: .json(#"{"for_new_accounts": "accept"}"#))
    #expect(
      try await harness.timelines.notificationPolicy()
        == NotificationPolicy([.notFollowing: .accept, .notFollowers: .filter, .newAccounts: .drop]))
    #expect(
      try await harness.timelines.setTreatment(.accept, of: .newAccounts) == NotificationPolicy([.newAccounts: .accept])
    )
    #expect(harness.sent.last == "PATCH \(Self.policy) for_new_accounts=accept")
  }

  @Test(arguments: [404, 501, 403])
  func `a server without a policy has none`(code: Int) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, Self.policy, response: .json(#"{"error": "Not Found"}"#, status: code))
    #expect(try await harness.timelines.notificationPolicy() == NotificationPolicy())
  }
}
