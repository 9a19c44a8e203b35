import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Limits on what is read of a response.
struct ResponseLimitTests {
  private func many(_ count: Int) -> String { (1...count).map { status("\($0)") }.joined(separator: ", ") }

  @Test func `a page that ignores the limit is truncated`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json("[\(many(200))]"))
    let page = try await harness.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(page.entries.count == 80)
  }

  @Test func `overlong cursors are skipped`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, "/api/v1/timelines/home", response: .json(list(status(String(repeating: "7", count: 2_049)), status("6"))))
    let page = try await harness.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(ids(page) == ["6"])
    #expect(page.skipped == 1)
  }

  @Test func `groups of notifications are limited`() async throws {
    let harness = try ServerHarness()
    let groups = (1...200).map { number in
      #"{"group_key": "g\#(number)", "type": "follow", "most_recent_notification_id": \#(number)}"#
    }
    harness.transport.on(
      .get, "/api/v2/notifications",
      response: .json(#"{"accounts": [], "statuses": [], "notification_groups": [\#(groups.joined(separator: ","))]}"#))
    let page = try await harness.timelines.page(of: .notifications, at: .newest, limit: 20)
    #expect(page.entries.count == 80)
  }

  private func thread(_ context: String) async throws -> PostThread {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/statuses/9000", response: .json(status("9000")))
    harness.transport.on(.get, "/api/v1/statuses/9000/context", response: .json(context))
    return try await harness.timelines.thread(of: PostID("9000"))
  }

  @Test func `A long thread keeps the posts next to the opened one and counts the others`() async throws {
    let replies = (10_000..<15_003).map { status("\($0)", #""in_reply_to_id": "9000""#) }.joined(separator: ", ")
    let thread = try await thread(#"{"ancestors": [\#(many(5_200))], "descendants": [\#(replies)]}"#)
    #expect(thread.ancestors.compactMap(\.post?.id.rawValue) == (201...5_200).map { "\($0)" })
    #expect(thread.replies.compactMap(\.entry.post?.id.rawValue) == (10_000..<15_000).map { "\($0)" })
    #expect(thread.omitted == .init(ancestors: 200, replies: 3))
  }

  @Test func `A thread may have more values than any other response`() async throws {
    let values = Array(repeating: "0", count: 1 << 10).joined(separator: ",")
    let replies = (1...1_025).map { status("\($0)", #""in_reply_to_id": "9000", "x": [\#(values)]"#) }
    let thread = try await thread(#"{"ancestors": [], "descendants": [\#(replies.joined(separator: ","))]}"#)
    #expect(thread.replies.count == 1_025)
    #expect(thread.omitted == .init())
  }

  @Test func `lists are limited`() async throws {
    let harness = try ServerHarness()
    let lists = (1...600).map { #"{"id": "\#($0)", "title": "List \#($0)"}"# }.joined(separator: ",")
    harness.transport.on(.get, "/api/v1/lists", response: .json("[\(lists)]"))
    harness.transport.on(.get, "/api/v1/followed_tags", response: .json("[]"))
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: .json(#"{"id": "1", "acct": "ada"}"#))
    let overview = try await harness.timelines.overview()
    #expect(overview.timelines.count { if case .list = $0.id { true } else { false } } == 500)
  }

  @Test func `a page of hidden posts is not empty`() async throws {
    let harness = try ServerHarness()
    let hidden = #""filtered": [{"filter": {"title": "x", "context": ["home"], "filter_action": "hide"}}]"#
    harness.transport.on(
      .get, "/api/v1/timelines/home", response: .json(list(status("9", hidden), status("8", hidden))))
    let page = try await harness.timelines.page(of: .home, at: .above(RemoteCursor("7")), limit: 20)
    #expect(page.entries.map(\.post.isHiddenByFilter) == [true, true] && !page.hasOmissions)
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json("[]"))
    let none = try await harness.timelines.page(of: .home, at: .above(RemoteCursor("7")), limit: 20)
    #expect(none.entries.isEmpty && !none.hasOmissions)
  }

  @Test func `A clock that was ahead does not block requests`() {
    let limits = RateLimits()
    let ahead = Date.noon.addingTimeInterval(86_400)
    let until = limits.recordRefusal(.any, until: ahead.addingTimeInterval(600), now: ahead)
    #expect(limits.blockedUntil(.any, now: ahead) == until)
    #expect(limits.blockedUntil(.any, now: .noon) == nil)
    #expect(limits.hasSpareRequests(now: .noon))
    // A later response of the server counts.
    let soon = limits.recordRefusal(.any, until: .noon.addingTimeInterval(60), now: .noon)
    #expect(limits.blockedUntil(.any, now: .noon) == soon)
  }
}
