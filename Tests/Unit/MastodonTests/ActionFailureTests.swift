import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Failures of actions.
struct ActionFailureTests {
  private static let host = "timeline.example"
  private static let post = PostID("5")
  private static let favourite = "/api/v1/statuses/5/favourite"

  private func failure(_ response: ScriptedResponse, to action: UserAction = .favourite(true, post)) async throws
    -> TimelineError?
  {
    let harness = try ServerHarness()
    for verb in ["favourite", "unfavourite", "bookmark", "unbookmark", "unreblog", "unpin", "unmute"] {
      harness.transport.on(.post, "/api/v1/statuses/5/\(verb)", response: response)
    }
    for verb in ["follow", "unfollow", "mute", "unmute", "block", "unblock"] {
      harness.transport.on(.post, "/api/v1/accounts/7/\(verb)", response: response)
    }
    harness.transport.on(.delete, "/api/v1/statuses/5", response: response)
    harness.transport.on(.delete, "/api/v1/lists/3/accounts", response: response)
    for verb in ["authorize", "reject"] {
      harness.transport.on(.post, "/api/v1/follow_requests/7/\(verb)", response: response)
    }
    harness.transport.on(.get, "/api/v1/accounts/relationships", response: .json(#"[{"id": "7", "following": false}]"#))
    return await MastodonTests.failure { () throws(TimelineError) in try await harness.actions.perform(action) }
  }

  @Test(arguments: [
    (ScriptedResponse.status(401), TimelineError.sessionExpired(handle: "ada@timeline.example", host: host)),
    (.json(#"{"error": "blocked"}"#, status: 403), .refused(host: host, message: "blocked")),
    (.html("<title>Portal</title>", status: 403), .webPage(host: host, title: "Portal")),
    (.html("<title>Portal</title>"), .webPage(host: host, title: "Portal")),
    (.json(#"{"error": "gone"}"#, status: 404), .postUnavailable(id: post, reason: .deleted)),
    (.status(410), .postUnavailable(id: post, reason: .deleted)),
    (.json(#"{"error": "no more"}"#, status: 422), .refused(host: host, message: "no more")),
    (.status(429, headers: ["Retry-After": "60"]), .rateLimited(host: host, until: .noon.addingTimeInterval(60))),
    (.json(#"{"error": "broken"}"#, status: 500), .serverError(host: host, message: "broken")),
    (.status(502), .serverError(host: host, message: "502 Bad Gateway")),
    (.failure(.unreachable(host: host, .refused)), .offline(host: host, .refused)),
    (.failure(.unreachable(host: host, .cut)), .offline(host: host, .cut)),
    (.failure(.timedOut(host: host, seconds: 30)), .timedOut(host: host, seconds: 30)),
    (.failure(.cancelled), .cancelled),
    (.json(#"{"error": "t0k3n-of-ada"}"#, status: 403), .refused(host: host, message: "…")),
  ])
  func `a failure is converted`(response: ScriptedResponse, expected: TimelineError) async throws {
    #expect(try await failure(response) == expected)
  }

  @Test(arguments: [
    UserAction.favourite(false, post), .bookmark(false, post), .repost(false, post, visibility: nil),
    .pin(false, post), .muteThread(false, post), .delete(post), .follow(false, account: "7"), .mute(nil, account: "7"),
    .block(false, account: "7"), .addToList(false, list: "3", account: "7"), .acceptFollower(false, account: "7"),
  ])
  func `undoing a missing thing succeeds`(action: UserAction) async throws {
    #expect(try await failure(.json(#"{"error": "not found"}"#, status: 404), to: action) == nil)
    #expect(try await failure(.status(500), to: action) != nil)
  }

  @Test(arguments: [
    UserAction.follow(true, account: "7"), .mute(MuteOptions(), account: "7"), .block(true, account: "7"),
    .acceptFollower(true, account: "7"),
  ])
  func `a missing account cannot be followed, muted or blocked`(action: UserAction) async throws {
    let response = ScriptedResponse.json(#"{"error": "not found"}"#, status: 404)
    #expect(try await failure(response, to: action) == .refused(host: Self.host, message: "not found"))
  }

  /// snac closes the connection; others refuse actions without effect.
  @Test(arguments: [
    ScriptedResponse.failure(.unreachable(host: host, .cut)), .json(#"{"error": "already"}"#, status: 422),
    .status(500),
  ])
  func `a refused action without effect succeeds`(response: ScriptedResponse) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v1/statuses/5/unbookmark", response: response)
    harness.transport.on(.get, "/api/v1/statuses/5", response: .json(status("5", #""bookmarked": false"#)))
    guard case .post(let post) = try await harness.actions.perform(.bookmark(false, Self.post)) else {
      Issue.record("no post")
      return
    }
    #expect(post.viewer?.isBookmarked == false)
    harness.transport.on(.get, "/api/v1/statuses/5", response: .json(status("5", #""bookmarked": true"#)))
    #expect(await refusal(harness, .bookmark(false, Self.post)) != nil)
    harness.transport.on(.get, "/api/v1/statuses/5", response: .json(status("5")))
    #expect(await refusal(harness, .bookmark(false, Self.post)) != nil)
  }

  @Test func `an unsupported action does not mean a missing post`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v1/statuses/5/bookmark", response: .html("<h1>404 Not Found</h1>", status: 404))
    harness.transport.on(.get, "/api/v1/statuses/5", response: .json(status("5", #""bookmarked": false"#)))
    #expect(
      await refusal(harness, .bookmark(true, Self.post)) == .unsupported(host: Self.host))
  }

  @Test func `an unsent action causes no further request`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, Self.favourite, response: .failure(.unreachable(host: Self.host, .refused)))
    #expect(await refusal(harness, .favourite(true, Self.post)) == .offline(host: Self.host, .refused))
    #expect(harness.sent.count == 1)
  }

  @Test func `a repeated vote succeeds`() async throws {
    let harness = try ServerHarness()
    let poll = #""poll": {"id": "9", "voted": true, "own_votes": [0, 1], "options": [{"title": "a"}, {"title": "b"}]}"#
    harness.transport.on(
      .post, "/api/v1/polls/9/votes", response: .json(#"{"error": "You have already voted"}"#, status: 422))
    harness.transport.on(.get, "/api/v1/statuses/5", response: .json(status("5", poll)))
    #expect(await refusal(harness, .vote([1, 0], poll: "9", Self.post)) == nil)
    #expect(
      await refusal(harness, .vote([1], poll: "9", Self.post))
        == .refused(host: Self.host, message: "You have already voted"))
  }

  @Test func `adding an account to a list twice succeeds`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .post, "/api/v1/lists/3/accounts", response: .json(#"{"error": "has already been taken"}"#, status: 422))
    harness.transport.on(.get, "/api/v1/accounts/7/lists", response: .json(#"[{"id": "3"}]"#))
    #expect(await refusal(harness, .addToList(true, list: "3", account: "7")) == nil)
    harness.transport.on(.get, "/api/v1/accounts/7/lists", response: .json(#"[{"id": "4"}]"#))
    #expect(
      await refusal(harness, .addToList(true, list: "3", account: "7"))
        == .refused(host: Self.host, message: "has already been taken"))
  }

  @Test func `an accepted follow request succeeds`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v1/follow_requests/7/authorize", response: .status(404))
    harness.transport.on(
      .get, "/api/v1/accounts/relationships", response: .json(#"[{"id": "7", "followed_by": true}]"#))
    #expect(
      try await harness.actions.perform(.acceptFollower(true, account: "7"))
        == .relationship(Relationship(flags: [.followedBy])))
  }

  @Test(arguments: [
    ("ungrouped-12", 10, ["POST /api/v2/notifications/ungrouped-12/dismiss"]),
    ("favourite-5-99", 10, ["POST /api/v2/notifications/favourite-5-99/dismiss"]),
    ("ungrouped-12", 1, ["POST /api/v1/notifications/12/dismiss"]),
    (
      "ungrouped-13", 10, ["POST /api/v2/notifications/ungrouped-13/dismiss", "POST /api/v1/notifications/13/dismiss"]
    ),
  ])
  func `a notification is dismissed alone or with its group`(
    id: String, version: Int, asked: [String]
  ) async throws {
    let harness = try ServerHarness(ServerCapabilities(apiVersion: version))
    for path in ["v2/notifications/ungrouped-12", "v2/notifications/favourite-5-99", "v1/notifications/12"] {
      harness.transport.on(.post, "/api/\(path)/dismiss", response: .json("{}"))
    }
    #expect(try await harness.actions.perform(.dismiss(notification: id)) == .done)
    #expect(harness.sent == asked)
  }

  @Test func `groups cannot be dismissed without support`() async throws {
    let harness = try ServerHarness(ServerCapabilities())
    #expect(
      await refusal(harness, .dismiss(notification: "favourite-5"))
        == .refused(host: Self.host, message: "This server doesn’t group notifications."))
  }

  private func refusal(_ harness: ServerHarness, _ action: UserAction) async -> TimelineError? {
    await MastodonTests.failure { () throws(TimelineError) in try await harness.actions.perform(action) }
  }
}
