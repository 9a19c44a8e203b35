import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// How much of an answer is read, and what is said of the rest.
struct BoundTests {
  private func many(_ count: Int) -> String { (1...count).map { status("\($0)") }.joined(separator: ", ") }

  @Test func `a page that is far longer than was asked for is read so far`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .json("[\(many(200))]"))
    let page = try await stage.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(page.entries.count == 80)
  }

  @Test func `what nobody could be led by is passed over`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(
      .get, "/api/v1/timelines/home", answer: .json(list(status(String(repeating: "7", count: 2_049)), status("6"))))
    let page = try await stage.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(ids(page) == ["6"])
    #expect(page.skipped == 1)
  }

  @Test func `groups of notifications are bounded as well`() async throws {
    let stage = try ServerHarness()
    let groups = (1...200).map { number in
      #"{"group_key": "g\#(number)", "type": "follow", "most_recent_notification_id": \#(number)}"#
    }
    stage.transport.on(
      .get, "/api/v2/notifications",
      answer: .json(#"{"accounts": [], "statuses": [], "notification_groups": [\#(groups.joined(separator: ","))]}"#))
    let page = try await stage.timelines.page(of: .notifications, at: .newest, limit: 20)
    #expect(page.entries.count == 80)
  }

  @Test func `a conversation, and lists, are read so far`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/statuses/9000", answer: .json(status("9000")))
    stage.transport.on(
      .get, "/api/v1/statuses/9000/context", answer: .json(#"{"ancestors": [\#(many(5_200))], "descendants": []}"#))
    let thread = try await stage.timelines.thread(of: PostID("9000"))
    #expect(thread.ancestors.count == 5_000)

    let lists = (1...600).map { #"{"id": "\#($0)", "title": "List \#($0)"}"# }.joined(separator: ",")
    stage.transport.on(.get, "/api/v1/lists", answer: .json("[\(lists)]"))
    stage.transport.on(.get, "/api/v1/followed_tags", answer: .json("[]"))
    stage.transport.on(.get, "/api/v1/accounts/verify_credentials", answer: .json(#"{"id": "1", "acct": "ada"}"#))
    let overview = try await stage.timelines.overview()
    #expect(overview.timelines.count { if case .list = $0.id { true } else { false } } == 500)
  }

  @Test func `a page of hidden posts says that it was one, and leads on both ways`() async throws {
    let stage = try ServerHarness()
    let hidden = #""filtered": [{"filter": {"title": "x", "context": ["home"], "filter_action": "hide"}}]"#
    stage.transport.on(
      .get, "/api/v1/timelines/home", answer: .json(list(status("9", hidden), status("8", hidden))))
    let page = try await stage.timelines.page(of: .home, at: .above(RemoteCursor("7")), limit: 20)
    #expect(page.entries.map(\.post.isHiddenByFilter) == [true, true] && !page.leavesOut)
    #expect(page.newer == RemoteCursor("9"))
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .json("[]"))
    let none = try await stage.timelines.page(of: .home, at: .above(RemoteCursor("7")), limit: 20)
    #expect(!none.leavesOut && none.newer == nil)
  }

  @Test func `what a clock says that was a day ahead keeps nobody out`() {
    let limits = RateLimits()
    let ahead = Date.noon.addingTimeInterval(86_400)
    let until = limits.refused(.any, until: ahead.addingTimeInterval(600), now: ahead)
    #expect(limits.wait(.any, now: ahead) == until)
    #expect(limits.wait(.any, now: .noon) == nil)
    #expect(limits.hasRoom(now: .noon))
    // What the server says after that holds.
    let soon = limits.refused(.any, until: .noon.addingTimeInterval(60), now: .noon)
    #expect(limits.wait(.any, now: .noon) == soon)
  }
}
