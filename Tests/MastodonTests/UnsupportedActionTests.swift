import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Servers that do not know the call of an action, and what they answer then.
struct UnsupportedActionTests {
  private static let host = "timeline.example"
  private static let post = PostID("5")

  static let actions: [UserAction] = [
    .favourite(false, post), .repost(true, post, visibility: nil), .bookmark(true, post),
    .pin(true, post), .muteThread(true, post), .vote([0], poll: "9", post), .delete(post), .follow(true, person: "7"),
    .mute(MuteTerms(), person: "7"), .mute(nil, person: "7"), .block(true, person: "7"),
    .showReposts(false, person: "7"), .acceptFollower(true, person: "7"), .acceptFollower(false, person: "7"),
    .addToList(true, list: "3", person: "7"), .addToList(false, list: "3", person: "7"), .followTag(true, "loom"),
    .followTag(false, "loom"), .dismiss(notification: "ungrouped-12"), .report(Report(person: "7", posts: [post])),
  ]

  static let answers: [ScriptedAnswer] = [
    // snac and Takahē
    .html("<h1>404 Not Found</h1>", status: 404), .status(404), .status(410),
    // GoToSocial
    .json(#"{"error": "Not Found: page not found"}"#, status: 404), .json(#"{"error": "Not Found"}"#, status: 404),
    .json(#"{"message": "The route api/v1/x could not be found."}"#, status: 404),
    .json(#"{"error": "Method Not Allowed"}"#, status: 405), .html("<h1>405</h1>", status: 405), .status(501),
  ]

  /// A server with a post, a person and a notification, which answers all that changes something alike.
  private func stage(_ answer: ScriptedAnswer) throws -> ServerHarness {
    let stage = try ServerHarness(ServerCapabilities())
    let viewer = #""favourited": true, "reblogged": false, "bookmarked": false, "muted": false, "pinned": false"#
    stage.transport.on(.get, "/api/v1/statuses/5", answer: .json(status("5", viewer)))
    stage.transport.on(.get, "/api/v1/accounts/7", answer: .json(#"{"id": "7", "acct": "grace", "username": "grace"}"#))
    stage.transport.on(
      .get, "/api/v1/accounts/relationships",
      answer: .json(
        #"[{"id": "7", "following": false, "requested": true, "muting": true, "requested_by": true, "showing_reblogs": true}]"#
      ))
    stage.transport.on(.get, "/api/v1/accounts/7/lists", answer: .json(#"[{"id": "3"}]"#))
    stage.transport.on(.get, "/api/v1/notifications/12", answer: .json(#"{"id": "12"}"#))
    let paths =
      ["favourite", "unfavourite", "reblog", "bookmark", "pin", "mute"].map { "/api/v1/statuses/5/\($0)" }
      + ["follow", "mute", "unmute", "block"].map { "/api/v1/accounts/7/\($0)" }
      + ["/api/v1/polls/9/votes", "/api/v1/follow_requests/7/authorize", "/api/v1/follow_requests/7/reject"]
      + ["/api/v1/lists/3/accounts", "/api/v1/tags/loom/follow", "/api/v1/tags/loom/unfollow", "/api/v1/reports"]
      + ["/api/v1/notifications/12/dismiss"]
    for path in paths { stage.transport.on(.post, path, answer: answer) }
    stage.transport.on(.delete, "/api/v1/statuses/5", answer: answer)
    stage.transport.on(.delete, "/api/v1/lists/3/accounts", answer: answer)
    return stage
  }

  private func failure(_ action: UserAction, _ stage: ServerHarness) async -> TimelineError? {
    await MastodonTests.failure { () throws(TimelineError) in try await stage.actions.perform(action) }
  }

  @Test(arguments: actions, answers)
  func `what is there and cannot be acted on, the server does not do`(
    action: UserAction, answer: ScriptedAnswer
  ) async throws {
    // Whom one asks to follow is asked already, and who is muted is muted.
    let isSoAlready = [.follow(true, person: "7"), .mute(MuteTerms(), person: "7")].contains(action)
    let stage = try stage(answer)
    if isSoAlready {
      stage.transport.on(
        .get, "/api/v1/accounts/relationships", answer: .json(#"[{"id": "7", "following": false}]"#))
    }
    #expect(await failure(action, stage) == .unsupported(host: Self.host))
  }

  @Test(arguments: [
    UserAction.mute(MuteTerms(), person: "7"), .follow(true, person: "7"), .block(true, person: "7"),
  ])
  func `who is gone is gone, also where that is said by a page`(action: UserAction) async throws {
    let stage = try stage(.html("<h1>404 Not Found</h1>", status: 404))
    stage.transport.on(.get, "/api/v1/accounts/7", answer: .html("<h1>404 Not Found</h1>", status: 404))
    #expect(await failure(action, stage) == .refused(host: Self.host, message: "404 Not Found"))
  }

  @Test(
    arguments: [
      ScriptedAnswer.html("<title>Maintenance</title>", status: 503), .html("<title>Bad Gateway</title>", status: 502),
      .html("<title>Just a moment…</title>", status: 403), .html("<title>Welcome to the WLAN</title>"),
      .html("<title>Log in to the network</title>", status: 511), .failure(.badRedirect(host: host)),
    ], actions)
  func `a page that stands in the way of everything says nothing of the action`(
    answer: ScriptedAnswer, action: UserAction
  ) async throws {
    let error = await failure(action, try stage(answer))
    switch error {
    case .webPage, .maintenance, .serverError: break
    default:
      // The relationship is asked for first.
      if case .showReposts = action { break }
      Issue.record("\(action): \(String(describing: error))")
    }
  }

  @Test func `a change that the server does not know is given back, and its post is not gone`() async throws {
    let stage = try stage(.status(404))
    stage.transport.on(.put, "/api/v1/statuses/5", answer: .html("<h1>404 Not Found</h1>", status: 404))
    let draft = Draft(
      account: .mastodon("ada@timeline.example"), purpose: .edit(DraftSubject(Post(id: Self.post))), text: "hi",
      changedAt: .noon)
    let publishing = stage.publishing
    #expect(
      await MastodonTests.failure { () throws(TimelineError) in try await publishing.publish(draft, key: "k") }
        == .unsupported(host: Self.host))
  }
}
