import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// What a reader does, as a server is asked for it.
struct ActionTests {
  private static let host = "timeline.example"
  private static let post = PostID("5")

  @Test(arguments: [
    (UserAction.favourite(true, post), "POST /api/v1/statuses/5/favourite"),
    (.favourite(false, post), "POST /api/v1/statuses/5/unfavourite"),
    (.repost(true, post, visibility: nil), "POST /api/v1/statuses/5/reblog"),
    (.repost(true, post, visibility: .followers), #"POST /api/v1/statuses/5/reblog {"visibility":"private"}"#),
    (.repost(false, post, visibility: .followers), "POST /api/v1/statuses/5/unreblog"),
    (.bookmark(true, post), "POST /api/v1/statuses/5/bookmark"),
    (.bookmark(false, post), "POST /api/v1/statuses/5/unbookmark"),
    (.pin(true, post), "POST /api/v1/statuses/5/pin"), (.pin(false, post), "POST /api/v1/statuses/5/unpin"),
    (.muteThread(true, post), "POST /api/v1/statuses/5/mute"),
    (.muteThread(false, post), "POST /api/v1/statuses/5/unmute"),
    (.vote([0, 2], poll: "9", post), #"POST /api/v1/polls/9/votes {"choices":[0,2]}"#),
    (.delete(post), "DELETE /api/v1/statuses/5"),
    (.follow(true, person: "7"), "POST /api/v1/accounts/7/follow"),
    (.follow(false, person: "7"), "POST /api/v1/accounts/7/unfollow"),
    (
      .mute(MuteTerms(duration: 3_600, hidesNotifications: false), person: "7"),
      #"POST /api/v1/accounts/7/mute {"duration":3600,"notifications":false}"#
    ),
    (.mute(MuteTerms(), person: "7"), #"POST /api/v1/accounts/7/mute {"notifications":true}"#),
    (.mute(nil, person: "7"), "POST /api/v1/accounts/7/unmute"),
    (.block(true, person: "7"), "POST /api/v1/accounts/7/block"),
    (.block(false, person: "7"), "POST /api/v1/accounts/7/unblock"),
    (.acceptFollower(true, person: "7"), "POST /api/v1/follow_requests/7/authorize"),
    (.acceptFollower(false, person: "7"), "POST /api/v1/follow_requests/7/reject"),
    (.addToList(true, list: "3", person: "7"), #"POST /api/v1/lists/3/accounts {"account_ids":["7"]}"#),
    (.addToList(false, list: "3", person: "7"), "DELETE /api/v1/lists/3/accounts?account_ids%5B%5D=7"),
    (.followTag(true, "größe/x"), "POST /api/v1/tags/gr%C3%B6%C3%9Fe%2Fx/follow"),
    (.followTag(false, "swift"), "POST /api/v1/tags/swift/unfollow"),
    (
      .report(Report(person: "7", posts: [post], reason: .spam, comment: "no", forwards: true)),
      #"POST /api/v1/reports {"account_id":"7","category":"spam","comment":"no","forward":true,"status_ids":["5"]}"#
    ),
  ])
  func `each action is a question to the server`(action: UserAction, asked: String) async throws {
    let stage = try ServerHarness()
    for path in Self.paths { stage.transport.on(.post, path, answer: .json(status("5"))) }
    stage.transport.on(.delete, "/api/v1/statuses/5", answer: .json(status("5", #""text": "hi""#)))
    stage.transport.on(.delete, "/api/v1/lists/3/accounts", answer: .json("{}"))
    stage.transport.on(.get, "/api/v1/statuses/5", answer: .json(status("5")))
    _ = try await stage.actions.perform(action)
    #expect(stage.sent.first == asked)
    #expect(stage.sent.dropFirst().allSatisfy { $0 == "GET /api/v1/statuses/5" })
    let isRepeatable = action.kind != .vote && action.kind != .report
    #expect(stage.transport.requests.first?.isRepeatable == isRepeatable)
  }

  private static let paths =
    ["favourite", "unfavourite", "reblog", "unreblog", "bookmark", "unbookmark", "pin", "unpin", "mute", "unmute"]
    .map { "/api/v1/statuses/5/\($0)" }
    + ["follow", "unfollow", "mute", "unmute", "block", "unblock"].map { "/api/v1/accounts/7/\($0)" }
    + [
      "/api/v1/polls/9/votes", "/api/v1/follow_requests/7/authorize", "/api/v1/follow_requests/7/reject",
      "/api/v1/lists/3/accounts", "/api/v1/tags/gr%C3%B6%C3%9Fe%2Fx/follow", "/api/v1/tags/swift/unfollow",
      "/api/v1/reports",
    ]

  @Test func `the post is as the server says that it is now`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(
      .post, "/api/v1/statuses/5/favourite",
      answer: .json(status("5", #""favourited": true, "favourites_count": 3"#)))
    guard case .post(let post) = try await stage.actions.perform(.favourite(true, Self.post)) else {
      Issue.record("no post")
      return
    }
    #expect(post.viewer == ViewerState(isFavourite: true))
    #expect(post.counts?.likes == 3)
    #expect(post.ref.account == .mastodon("ada@timeline.example"))
  }

  @Test func `where it was passed on, the post is the one that was passed on`() async throws {
    let stage = try ServerHarness()
    let wrapper = status("99", #""reblog": \#(status("5", #""reblogged": true"#))"#, by: "ada")
    stage.transport.on(.post, "/api/v1/statuses/5/reblog", answer: .json(wrapper))
    guard case .post(let post) = try await stage.actions.perform(.repost(true, Self.post, visibility: nil)) else {
      Issue.record("no post")
      return
    }
    #expect(post.id == Self.post)
    #expect(post.repost == nil)
    #expect(post.viewer?.isReposted == true)
  }

  @Test func `what there is between people is as the server says`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(
      .post, "/api/v1/accounts/7/follow",
      answer: .json(#"{"id": "7", "following": false, "requested": true, "note": "n"}"#))
    let result = try await stage.actions.perform(.follow(true, person: "7"))
    #expect(result == .relationship(Relationship(ties: [.requested], note: "n")))
    stage.transport.on(.post, "/api/v1/accounts/7/block", answer: ScriptedAnswer())
    #expect(try await stage.actions.perform(.block(true, person: "7")) == .done)
  }

  @Test func `reposts are hidden only of people who are followed`() async throws {
    let stage = try ServerHarness()
    let place = "/api/v1/accounts/relationships"
    stage.transport.on(.get, place, answer: .json(#"[{"id": "7", "following": true}]"#))
    stage.transport.on(
      .post, "/api/v1/accounts/7/follow", answer: .json(#"{"id": "7", "following": true, "showing_reblogs": false}"#))
    let result = try await stage.actions.perform(.showReposts(false, person: "7"))
    #expect(result == .relationship(Relationship(ties: [.following])))
    #expect(stage.sent.last == #"POST /api/v1/accounts/7/follow {"reblogs":false}"#)
    stage.transport.on(.get, place, answer: .json(#"[{"id": "7", "following": false}]"#))
    let error = await failure { () throws(TimelineError) in
      try await stage.actions.perform(.showReposts(true, person: "7"))
    }
    #expect(error == .refused(host: Self.host, message: "Reposts are shown only of people whom you follow."))
    #expect(stage.sent.count == 3)
  }

  @Test func `a vote is answered with the post, as it is now`() async throws {
    let stage = try ServerHarness()
    let poll = #""poll": {"id": "9", "voted": true, "own_votes": [1], "options": [{"title": "a"}, {"title": "b"}]}"#
    stage.transport.on(.post, "/api/v1/polls/9/votes", answer: .json(#"{"id": "9"}"#))
    stage.transport.on(.get, "/api/v1/statuses/5", answer: .json(status("5", poll)))
    guard case .post(let post) = try await stage.actions.perform(.vote([1], poll: "9", Self.post)) else {
      Issue.record("no post")
      return
    }
    #expect(post.poll?.ownVotes == [1])
    stage.transport.on(.get, "/api/v1/statuses/5", answer: .failure(.unreachable(host: Self.host, .cut)))
    #expect(try await stage.actions.perform(.vote([1], poll: "9", Self.post)) == .done)
  }

  @Test func `lists are those of the person`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(
      .get, "/api/v1/lists", answer: .json(#"[{"id": "3", "title": "Friends"}, {"title": "none"}, {"id": 4}]"#))
    #expect(
      try await stage.actions.lists() == [ListedTimeline(.list("3"), title: "Friends"), ListedTimeline(.list("4"))])
    stage.transport.on(.get, "/api/v1/lists", answer: .status(404))
    #expect(try await stage.actions.lists().isEmpty)
  }
}
