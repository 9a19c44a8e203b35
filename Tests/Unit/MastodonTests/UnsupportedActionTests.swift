import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Servers that do not support an action, and their responses.
struct UnsupportedActionTests {
  private static let host = "timeline.example"
  private static let post = PostID("5")

  static let actions: [UserAction] = [
    .favourite(false, post), .repost(true, post, visibility: nil), .bookmark(true, post),
    .pin(true, post), .muteThread(true, post), .vote([0], poll: "9", post), .delete(post), .follow(true, account: "7"),
    .mute(MuteOptions(), account: "7"), .mute(nil, account: "7"), .block(true, account: "7"),
    .showReposts(false, account: "7"), .acceptFollower(true, account: "7"), .acceptFollower(false, account: "7"),
    .addToList(true, list: "3", account: "7"), .addToList(false, list: "3", account: "7"), .followTag(true, "loom"),
    .followTag(false, "loom"), .dismiss(notification: "ungrouped-12"),
    .readConversation("4"), .removeConversation("5"), .report(Report(account: "7", posts: [post])),
  ]

  static let answers: [ScriptedResponse] = [
    // snac and Takahē
    .html("<h1>404 Not Found</h1>", status: 404), .status(404), .status(410),
    // GoToSocial
    .json(#"{"error": "Not Found: page not found"}"#, status: 404), .json(#"{"error": "Not Found"}"#, status: 404),
    .json(#"{"message": "The route api/v1/x could not be found."}"#, status: 404),
    .json(#"{"error": "Method Not Allowed"}"#, status: 405), .html("<h1>405</h1>", status: 405), .status(501),
  ]

  /// A server with a post, an account and a notification, and one response for all changes.
  private func harness(_ response: ScriptedResponse) throws -> ServerHarness {
    let harness = try ServerHarness(ServerCapabilities())
    let viewer = #""favourited": true, "reblogged": false, "bookmarked": false, "muted": false, "pinned": false"#
    harness.transport.on(.get, "/api/v1/statuses/5", response: .json(status("5", viewer)))
    harness.transport.on(
      .get, "/api/v1/accounts/7", response: .json(#"{"id": "7", "acct": "grace", "username": "grace"}"#))
    harness.transport.on(
      .get, "/api/v1/accounts/relationships",
      response: .json(
        #"[{"id": "7", "following": false, "requested": true, "muting": true, "requested_by": true, "showing_reblogs": true}]"#
      ))
    harness.transport.on(.get, "/api/v1/accounts/7/lists", response: .json(#"[{"id": "3"}]"#))
    harness.transport.on(.get, "/api/v1/notifications/12", response: .json(#"{"id": "12"}"#))
    let paths =
      ["favourite", "unfavourite", "reblog", "bookmark", "pin", "mute"].map { "/api/v1/statuses/5/\($0)" }
      + ["follow", "mute", "unmute", "block"].map { "/api/v1/accounts/7/\($0)" }
      + ["/api/v1/polls/9/votes", "/api/v1/follow_requests/7/authorize", "/api/v1/follow_requests/7/reject"]
      + ["/api/v1/lists/3/accounts", "/api/v1/tags/loom/follow", "/api/v1/tags/loom/unfollow", "/api/v1/reports"]
      + ["/api/v1/notifications/12/dismiss", "/api/v1/conversations/4/read"]
    for path in paths { harness.transport.on(.post, path, response: response) }
    harness.transport.on(.delete, "/api/v1/statuses/5", response: response)
    harness.transport.on(.delete, "/api/v1/lists/3/accounts", response: response)
    harness.transport.on(.delete, "/api/v1/conversations/5", response: response)
    return harness
  }

  private func failure(_ action: UserAction, _ harness: ServerHarness) async -> TimelineError? {
    await MastodonTests.failure { () throws(TimelineError) in try await harness.actions.perform(action) }
  }

  @Test(arguments: actions, answers)
  func `an action on an existing resource is unsupported`(
    action: UserAction, response: ScriptedResponse
  ) async throws {
    // Requested follows are pending, and muted accounts are muted.
    let isSoAlready = [.follow(true, account: "7"), .mute(MuteOptions(), account: "7")].contains(action)
    let harness = try harness(response)
    if isSoAlready {
      harness.transport.on(
        .get, "/api/v1/accounts/relationships", response: .json(#"[{"id": "7", "following": false}]"#))
    }
    #expect(await failure(action, harness) == .unsupported(host: Self.host))
  }

  @Test(arguments: [
    UserAction.mute(MuteOptions(), account: "7"), .follow(true, account: "7"), .block(true, account: "7"),
  ])
  func `a missing account is refused, also by a web page`(action: UserAction) async throws {
    let harness = try harness(.html("<h1>404 Not Found</h1>", status: 404))
    harness.transport.on(.get, "/api/v1/accounts/7", response: .html("<h1>404 Not Found</h1>", status: 404))
    #expect(await failure(action, harness) == .refused(host: Self.host, message: "404 Not Found"))
  }

  @Test(
    arguments: [
      ScriptedResponse.html("<title>Maintenance</title>", status: 503),
      .html("<title>Bad Gateway</title>", status: 502),
      .html("<title>Just a moment…</title>", status: 403), .html("<title>Welcome to the WLAN</title>"),
      .html("<title>Log in to the network</title>", status: 511), .failure(.badRedirect(host: host)),
    ], actions)
  func `a captive portal does not concern the action`(
    response: ScriptedResponse, action: UserAction
  ) async throws {
    let error = await failure(action, try harness(response))
    switch error {
    case .webPage, .maintenance, .serverError: break
    default:
      // The relationship is requested first.
      if case .showReposts = action { break }
      Issue.record("\(action): \(String(describing: error))")
    }
  }

  @Test func `an unsupported edit does not mean a missing post`() async throws {
    let harness = try harness(.status(404))
    harness.transport.on(.put, "/api/v1/statuses/5", response: .html("<h1>404 Not Found</h1>", status: 404))
    let draft = Draft(
      account: .mastodon("ada@timeline.example"), purpose: .edit(DraftSubject(Post(id: Self.post))), text: "hi",
      changedAt: .noon)
    let publishing = harness.publishing
    #expect(
      await MastodonTests.failure { () throws(TimelineError) in try await publishing.publish(draft, key: "k") }
        == .unsupported(host: Self.host))
  }
}
