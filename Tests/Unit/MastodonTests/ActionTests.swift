import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// The requests of actions.
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
    (
      .setQuotePolicy(.followers, post),
      #"PUT /api/v1/statuses/5/interaction_policy {"quote_approval_policy":"followers"}"#
    ),
    (.revokeQuote(of: PostID("4"), by: post), "POST /api/v1/statuses/4/quotes/5/revoke"),
    (.follow(true, account: "7"), "POST /api/v1/accounts/7/follow"),
    (.follow(false, account: "7"), "POST /api/v1/accounts/7/unfollow"),
    (
      .mute(MuteOptions(duration: 3_600, hidesNotifications: false), account: "7"),
      #"POST /api/v1/accounts/7/mute {"duration":3600,"notifications":false}"#
    ),
    (.mute(MuteOptions(), account: "7"), #"POST /api/v1/accounts/7/mute {"notifications":true}"#),
    (.mute(nil, account: "7"), "POST /api/v1/accounts/7/unmute"),
    (.block(true, account: "7"), "POST /api/v1/accounts/7/block"),
    (.block(false, account: "7"), "POST /api/v1/accounts/7/unblock"),
    (.acceptFollower(true, account: "7"), "POST /api/v1/follow_requests/7/authorize"),
    (.acceptFollower(false, account: "7"), "POST /api/v1/follow_requests/7/reject"),
    (.addToList(true, list: "3", account: "7"), #"POST /api/v1/lists/3/accounts {"account_ids":["7"]}"#),
    (
      .addToList(false, list: "3", account: "7"),
      "DELETE /api/v1/lists/3/accounts?account_ids%5B%5D=7 account_ids%5B%5D=7"
    ),
    (.note("met at \u{22}loom\u{22}", account: "7"), #"POST /api/v1/accounts/7/note {"comment":"met at \"loom\""}"#),
    (.endorse(true, account: "7"), "POST /api/v1/accounts/7/endorse"),
    (.endorse(false, account: "7"), "POST /api/v1/accounts/7/unendorse"),
    (.blockServer(true, "spam.example"), "POST /api/v1/domain_blocks domain=spam.example"),
    (.blockServer(false, "spam.example"), "DELETE /api/v1/domain_blocks?domain=spam.example"),
    (.followTag(true, "größe/x"), "POST /api/v1/tags/gr%C3%B6%C3%9Fe%2Fx/follow"),
    (.followTag(false, "swift"), "POST /api/v1/tags/swift/unfollow"),
    (
      .report(Report(account: "7", posts: [post], reason: .spam, comment: "no", forwards: true)),
      #"POST /api/v1/reports {"account_id":"7","category":"spam","comment":"no","forward":true,"status_ids":["5"]}"#
    ),
  ])
  func `each action has its request`(action: UserAction, asked: String) async throws {
    let harness = try ServerHarness()
    for path in Self.paths { harness.transport.on(.post, path, response: .json(status("5"))) }
    harness.transport.on(.delete, "/api/v1/statuses/5", response: .json(status("5", #""text": "hi""#)))
    harness.transport.on(.put, "/api/v1/statuses/5/interaction_policy", response: .json(status("5")))
    harness.transport.on(.post, "/api/v1/statuses/4/quotes/5/revoke", response: .json(status("5")))
    harness.transport.on(.delete, "/api/v1/lists/3/accounts", response: .json("{}"))
    harness.transport.on(.delete, "/api/v1/domain_blocks", response: .json("{}"))
    harness.transport.on(.get, "/api/v1/statuses/5", response: .json(status("5")))
    _ = try await harness.actions.perform(action)
    #expect(harness.sent.first == asked)
    let readBack = [
      "GET /api/v1/statuses/5", "GET /api/v1/accounts/7/lists", "GET /api/v1/lists/3/accounts",
    ]
    #expect(harness.sent.dropFirst().allSatisfy(readBack.contains))
    let isRepeatable = action.kind != .vote && action.kind != .report
    #expect(harness.transport.requests.first?.isRepeatable == isRepeatable)
  }

  private static let paths =
    ["favourite", "unfavourite", "reblog", "unreblog", "bookmark", "unbookmark", "pin", "unpin", "mute", "unmute"]
    .map { "/api/v1/statuses/5/\($0)" }
    + ["follow", "unfollow", "mute", "unmute", "block", "unblock", "note", "endorse", "unendorse"].map {
      "/api/v1/accounts/7/\($0)"
    }
    + [
      "/api/v1/polls/9/votes", "/api/v1/follow_requests/7/authorize", "/api/v1/follow_requests/7/reject",
      "/api/v1/lists/3/accounts", "/api/v1/tags/gr%C3%B6%C3%9Fe%2Fx/follow", "/api/v1/tags/swift/unfollow",
      "/api/v1/reports", "/api/v1/domain_blocks",
    ]

  @Test func `the response has the updated post`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .post, "/api/v1/statuses/5/favourite",
      response: .json(status("5", #""favourited": true, "favourites_count": 3"#)))
    guard case .post(let post) = try await harness.actions.perform(.favourite(true, Self.post)) else {
      Issue.record("no post")
      return
    }
    #expect(post.viewer == ViewerState(isFavourite: true))
    #expect(post.counts?.likes == 3)
    #expect(post.ref.account == .mastodon("ada@timeline.example"))
  }

  @Test func `a repost returns the original`() async throws {
    let harness = try ServerHarness()
    let wrapper = status("99", #""reblog": \#(status("5", #""reblogged": true"#))"#, by: "ada")
    harness.transport.on(.post, "/api/v1/statuses/5/reblog", response: .json(wrapper))
    guard case .post(let post) = try await harness.actions.perform(.repost(true, Self.post, visibility: nil)) else {
      Issue.record("no post")
      return
    }
    #expect(post.id == Self.post)
    #expect(post.repost == nil)
    #expect(post.viewer?.isReposted == true)
  }

  @Test func `the response has the relationship`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .post, "/api/v1/accounts/7/follow",
      response: .json(#"{"id": "7", "following": false, "requested": true, "note": "n"}"#))
    let result = try await harness.actions.perform(.follow(true, account: "7"))
    #expect(result == .relationship(Relationship(flags: [.requested], note: "n")))
    harness.transport.on(.post, "/api/v1/accounts/7/block", response: ScriptedResponse())
    #expect(try await harness.actions.perform(.block(true, account: "7")) == .done)
  }

  @Test func `reposts are hidden only of followed accounts`() async throws {
    let harness = try ServerHarness()
    let place = "/api/v1/accounts/relationships"
    harness.transport.on(.get, place, response: .json(#"[{"id": "7", "following": true}]"#))
    harness.transport.on(
      .post, "/api/v1/accounts/7/follow", response: .json(#"{"id": "7", "following": true, "showing_reblogs": false}"#))
    let result = try await harness.actions.perform(.showReposts(false, account: "7"))
    #expect(result == .relationship(Relationship(flags: [.following])))
    #expect(harness.sent.last == #"POST /api/v1/accounts/7/follow {"reblogs":false}"#)
    harness.transport.on(.get, place, response: .json(#"[{"id": "7", "following": false}]"#))
    let error = await failure { () throws(TimelineError) in
      try await harness.actions.perform(.showReposts(true, account: "7"))
    }
    #expect(error == .refused(host: Self.host, message: "You can only hide reposts of people you follow."))
    #expect(harness.sent.count == 3)
  }

  @Test func `a vote returns the updated post`() async throws {
    let harness = try ServerHarness()
    let poll = #""poll": {"id": "9", "voted": true, "own_votes": [1], "options": [{"title": "a"}, {"title": "b"}]}"#
    harness.transport.on(.post, "/api/v1/polls/9/votes", response: .json(#"{"id": "9"}"#))
    harness.transport.on(.get, "/api/v1/statuses/5", response: .json(status("5", poll)))
    guard case .post(let post) = try await harness.actions.perform(.vote([1], poll: "9", Self.post)) else {
      Issue.record("no post")
      return
    }
    #expect(post.poll?.ownVotes == [1])
    harness.transport.on(.get, "/api/v1/statuses/5", response: .failure(.unreachable(host: Self.host, .cut)))
    #expect(try await harness.actions.perform(.vote([1], poll: "9", Self.post)) == .done)
  }

  @Test func `lists are those of the user`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, "/api/v1/lists", response: .json(#"[{"id": "3", "title": "Friends"}, {"title": "none"}, {"id": 4}]"#))
    #expect(
      try await harness.actions.lists() == [ListedTimeline(.list("3"), title: "Friends"), ListedTimeline(.list("4"))])
    harness.transport.on(.get, "/api/v1/lists", response: .status(404))
    #expect(try await harness.actions.lists().isEmpty)
  }
}
