import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// What it means where a server does not do what the reader wants.
struct ActionFailureTests {
  private static let host = "timeline.example"
  private static let post = PostID("5")
  private static let favourite = "/api/v1/statuses/5/favourite"

  private func failure(_ answer: ScriptedAnswer, to action: UserAction = .favourite(true, post)) async throws
    -> TimelineError?
  {
    let stage = try ServerHarness()
    for verb in ["favourite", "unfavourite", "bookmark", "unbookmark", "unreblog", "unpin", "unmute"] {
      stage.transport.on(.post, "/api/v1/statuses/5/\(verb)", answer: answer)
    }
    for verb in ["follow", "unfollow", "mute", "unmute", "block", "unblock"] {
      stage.transport.on(.post, "/api/v1/accounts/7/\(verb)", answer: answer)
    }
    stage.transport.on(.delete, "/api/v1/statuses/5", answer: answer)
    stage.transport.on(.delete, "/api/v1/lists/3/accounts", answer: answer)
    for verb in ["authorize", "reject"] {
      stage.transport.on(.post, "/api/v1/follow_requests/7/\(verb)", answer: answer)
    }
    stage.transport.on(.get, "/api/v1/accounts/relationships", answer: .json(#"[{"id": "7", "following": false}]"#))
    return await MastodonTests.failure { () throws(TimelineError) in try await stage.actions.perform(action) }
  }

  @Test(arguments: [
    (ScriptedAnswer.status(401), TimelineError.sessionExpired(handle: "ada@timeline.example", host: host)),
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
  func `a failure is put into words`(answer: ScriptedAnswer, expected: TimelineError) async throws {
    #expect(try await failure(answer) == expected)
  }

  @Test(arguments: [
    UserAction.favourite(false, post), .bookmark(false, post), .repost(false, post, visibility: nil),
    .pin(false, post), .muteThread(false, post), .delete(post), .follow(false, person: "7"), .mute(nil, person: "7"),
    .block(false, person: "7"), .addToList(false, list: "3", person: "7"), .acceptFollower(false, person: "7"),
  ])
  func `what is to be undone and is not there has been undone`(action: UserAction) async throws {
    #expect(try await failure(.json(#"{"error": "not found"}"#, status: 404), to: action) == nil)
    #expect(try await failure(.status(500), to: action) != nil)
  }

  @Test(arguments: [
    UserAction.follow(true, person: "7"), .mute(MuteTerms(), person: "7"), .block(true, person: "7"),
    .acceptFollower(true, person: "7"),
  ])
  func `whoever is not there cannot be followed, muted or blocked`(action: UserAction) async throws {
    let answer = ScriptedAnswer.json(#"{"error": "not found"}"#, status: 404)
    #expect(try await failure(answer, to: action) == .refused(host: Self.host, message: "not found"))
  }

  /// snac closes the connection; others refuse what is so already.
  @Test(arguments: [
    ScriptedAnswer.failure(.unreachable(host: host, .cut)), .json(#"{"error": "already"}"#, status: 422), .status(500),
  ])
  func `where the server says no to what is so already, it is so`(answer: ScriptedAnswer) async throws {
    let stage = try ServerHarness()
    stage.transport.on(.post, "/api/v1/statuses/5/unbookmark", answer: answer)
    stage.transport.on(.get, "/api/v1/statuses/5", answer: .json(status("5", #""bookmarked": false"#)))
    guard case .post(let post) = try await stage.actions.perform(.bookmark(false, Self.post)) else {
      Issue.record("no post")
      return
    }
    #expect(post.viewer?.isBookmarked == false)
    stage.transport.on(.get, "/api/v1/statuses/5", answer: .json(status("5", #""bookmarked": true"#)))
    #expect(await refusal(stage, .bookmark(false, Self.post)) != nil)
    stage.transport.on(.get, "/api/v1/statuses/5", answer: .json(status("5")))
    #expect(await refusal(stage, .bookmark(false, Self.post)) != nil)
  }

  @Test func `a server that does not know an action has not lost the post`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.post, "/api/v1/statuses/5/bookmark", answer: .html("<h1>404 Not Found</h1>", status: 404))
    stage.transport.on(.get, "/api/v1/statuses/5", answer: .json(status("5", #""bookmarked": false"#)))
    #expect(
      await refusal(stage, .bookmark(true, Self.post)) == .unsupported(host: Self.host))
  }

  @Test func `where nothing has left, nobody asks how it is`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.post, Self.favourite, answer: .failure(.unreachable(host: Self.host, .refused)))
    #expect(await refusal(stage, .favourite(true, Self.post)) == .offline(host: Self.host, .refused))
    #expect(stage.sent.count == 1)
  }

  @Test func `who has voted so before has voted`() async throws {
    let stage = try ServerHarness()
    let poll = #""poll": {"id": "9", "voted": true, "own_votes": [0, 1], "options": [{"title": "a"}, {"title": "b"}]}"#
    stage.transport.on(
      .post, "/api/v1/polls/9/votes", answer: .json(#"{"error": "You have already voted"}"#, status: 422))
    stage.transport.on(.get, "/api/v1/statuses/5", answer: .json(status("5", poll)))
    #expect(await refusal(stage, .vote([1, 0], poll: "9", Self.post)) == nil)
    #expect(
      await refusal(stage, .vote([1], poll: "9", Self.post))
        == .refused(host: Self.host, message: "You have already voted"))
  }

  @Test func `who is in a list already is in it`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(
      .post, "/api/v1/lists/3/accounts", answer: .json(#"{"error": "has already been taken"}"#, status: 422))
    stage.transport.on(.get, "/api/v1/accounts/7/lists", answer: .json(#"[{"id": "3"}]"#))
    #expect(await refusal(stage, .addToList(true, list: "3", person: "7")) == nil)
    stage.transport.on(.get, "/api/v1/accounts/7/lists", answer: .json(#"[{"id": "4"}]"#))
    #expect(
      await refusal(stage, .addToList(true, list: "3", person: "7"))
        == .refused(host: Self.host, message: "has already been taken"))
  }

  @Test func `who has been accepted elsewhere is accepted`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.post, "/api/v1/follow_requests/7/authorize", answer: .status(404))
    stage.transport.on(
      .get, "/api/v1/accounts/relationships", answer: .json(#"[{"id": "7", "followed_by": true}]"#))
    #expect(
      try await stage.actions.perform(.acceptFollower(true, person: "7"))
        == .relationship(Relationship(ties: [.followedBy])))
  }

  @Test(arguments: [
    ("ungrouped-12", 10, ["POST /api/v2/notifications/ungrouped-12/dismiss"]),
    ("favourite-5-99", 10, ["POST /api/v2/notifications/favourite-5-99/dismiss"]),
    ("ungrouped-12", 1, ["POST /api/v1/notifications/12/dismiss"]),
    (
      "ungrouped-13", 10, ["POST /api/v2/notifications/ungrouped-13/dismiss", "POST /api/v1/notifications/13/dismiss"]
    ),
  ])
  func `a notification is put away by itself or with its group`(
    id: String, version: Int, asked: [String]
  ) async throws {
    let stage = try ServerHarness(ServerCapabilities(apiVersion: version))
    for path in ["v2/notifications/ungrouped-12", "v2/notifications/favourite-5-99", "v1/notifications/12"] {
      stage.transport.on(.post, "/api/\(path)/dismiss", answer: .json("{}"))
    }
    #expect(try await stage.actions.perform(.dismiss(notification: id)) == .done)
    #expect(stage.sent == asked)
  }

  @Test func `a group is not put away where there are no groups`() async throws {
    let stage = try ServerHarness(ServerCapabilities())
    #expect(
      await refusal(stage, .dismiss(notification: "favourite-5"))
        == .refused(host: Self.host, message: "This server knows no groups of notifications."))
  }

  private func refusal(_ stage: ServerHarness, _ action: UserAction) async -> TimelineError? {
    await MastodonTests.failure { () throws(TimelineError) in try await stage.actions.perform(action) }
  }
}
