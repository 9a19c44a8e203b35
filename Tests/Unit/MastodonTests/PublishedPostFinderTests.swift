import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Reading of own posts, sources and suggestions.
struct PublishedPostFinderTests {
  private static let host = "timeline.example"

  private func own(_ id: String, minutes: Int, _ more: String = "") -> String {
    let moment = Date.noon.addingTimeInterval(Double(minutes) * 60).formatted(.iso8601)
    return
      #"{"id": "\#(id)", "created_at": "\#(moment)", "content": "<p>\#(id)</p>"\#(more.isEmpty ? "" : ", " + more)}"#
  }

  @Test func `own posts are loaded by page, back to a date`() async throws {
    let harness = try ServerHarness()
    let place = "/api/v1/accounts/1/statuses"
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: .json(#"{"id": "1", "acct": "ada"}"#))
    harness.transport.on(
      .get, place,
      response: .json(list(own("9", minutes: -1), own("8", minutes: -2, #""reblog": \#(status("3"))"#))))
    harness.transport.on(
      .get, place, query: ["max_id": "8"], response: .json(list(own("7", minutes: -3), own("6", minutes: -90))))
    let publishing = harness.publishing
    for _ in 0..<2 {
      let posts = try await publishing.ownPosts(since: .noon.addingTimeInterval(-3_600))
      #expect(posts.map(\.id.rawValue) == ["9", "7"])
      #expect(posts.allSatisfy { $0.ref.account == .mastodon("ada@timeline.example") })
    }
    // The account ID is requested once.
    #expect(harness.transport.requests.count == 5)
  }

  @Test func `loading ends with the last or a repeated page`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: .json(#"{"id": "1"}"#))
    harness.transport.on(.get, "/api/v1/accounts/1/statuses", response: .json(list(own("9", minutes: -1))))
    #expect(try await harness.publishing.ownPosts(since: .distantPast).map(\.id.rawValue) == ["9"])
    #expect(harness.transport.requests.count == 3)
  }

  @Test func `accounts are found by prefix, up to the limit`() async throws {
    let harness = try ServerHarness()
    let found = ["grace@far.example", "grant", "greta"].map { #"{"id": "7", "acct": "\#($0)", "display_name": "G"}"# }
    harness.transport.on(
      .get, "/api/v1/accounts/search", query: ["q": "gr", "limit": "2", "resolve": "false"],
      response: .json("[" + found.joined(separator: ", ") + "]"))
    let people = try await harness.publishing.profiles(matching: "gr", limit: 2)
    #expect(people.map(\.handle) == ["grace@far.example", "grant@timeline.example"])
  }

  @Test func `hashtags are found by prefix`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, "/api/v2/search", query: ["q": "lo", "type": "hashtags", "limit": "3", "resolve": "false"],
      response: .json(##"{"hashtags": [{"name": "Loom"}, "lorry", {"url": "https://x/"}, {"name": "loop"}]}"##))
    #expect(try await harness.publishing.tags(matching: "lo", limit: 3) == ["Loom", "lorry"])
  }

  @Test func `the source has all parts of a post`() async throws {
    let harness = try ServerHarness()
    let more = """
      "visibility": "private", "language": "de", "sensitive": true, "spoiler_text": "shown",
      "media_attachments": [{"id": "31", "type": "image", "url": "https://x/1", "description": "a cat"}, {"id": "32"}],
      "poll": {"id": "5", "options": [{"title": "a"}, {"title": "b"}], "multiple": true, "expired": false,
        "expires_at": "2026-11-20T13:00:00.000Z"}
      """
    harness.transport.on(.get, "/api/v1/statuses/7", response: .json(status("7", more)))
    harness.transport.on(
      .get, "/api/v1/statuses/7/source", response: .json(#"{"id": "7", "text": "@grace *hi*", "spoiler_text": "cw"}"#))
    let source = try await harness.publishing.source(of: PostID("7"))
    #expect(
      source
        == PostSource(
          text: "@grace *hi*", warning: "cw",
          media: [
            DraftMedia(path: "", description: "a cat", remoteID: "31"), DraftMedia(path: "", remoteID: "32"),
          ],
          poll: DraftPoll(options: ["a", "b"], duration: 3_600, allowsMultiple: true), visibility: .followers,
          language: "de", isSensitive: true))
  }

  @Test(arguments: [
    (#"{"automatic": ["public"], "manual": []}"#, QuotePolicy.everyone), (#"{"automatic": ["followers"]}"#, .followers),
    (#"{"automatic": []}"#, .nobody), (#"{"automatic": ["unsupported_policy"]}"#, .nobody), ("null", nil),
  ])
  func `who may quote and hidden totals are read and sent again`(approval: String, policy: QuotePolicy?) async throws {
    let harness = try ServerHarness()
    let poll = """
      "quote_approval": \(approval), "poll": {"options": [{"title": "a", "votes_count": null}, {"title": "b"}],
        "votes_count": 9, "expires_at": "2026-11-20T13:00:00.000Z"}
      """
    harness.transport.on(.get, "/api/v1/statuses/7", response: .json(status("7", poll)))
    harness.transport.on(.get, "/api/v1/statuses/7/source", response: .json(#"{"text": "hi"}"#))
    harness.transport.on(.post, "/api/v1/statuses", response: .json(status("8")))
    let source = try await harness.publishing.source(of: PostID("7"))
    #expect(source.quotePolicy == policy && source.poll?.hidesTotals == true)
    let post = Post.fixture(id: "7", text: "hi")
    let draft = Draft.edit(post, source: source, by: .mastodon("ada@timeline.example"), at: .noon).redrafting(post)
    _ = try await harness.publishing.publish(draft, key: "k")
    let body = harness.sent.last ?? ""
    #expect(body.contains(#""hide_totals":true"#))
    #expect(body.contains("quote_approval_policy") == (policy != nil))
    #expect(policy.map { body.contains(#""quote_approval_policy":"\#($0.rawValue)""#) } ?? true)
  }

  @Test func `a source without text is not editable, and the server is not quoted`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/statuses/7", response: .json(status("7")))
    harness.transport.on(.get, "/api/v1/statuses/7/source", response: .json(#"{"id": "7", "spoiler_text": ""}"#))
    let error = await failure { () throws(TimelineError) in try await harness.publishing.source(of: PostID("7")) }
    #expect(error == .unsupported(host: Self.host))
  }

  @Test func `custom emoji are those of the picker, and none without the endpoint`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, "/api/v1/custom_emojis",
      response: .json(
        #"[{"shortcode": "blobtern"}, {"shortcode": "old", "visible_in_picker": false}, {"shortcode": "tern2"}, 5]"#),
      .status(404))
    #expect(try await harness.publishing.emojiNames() == ["blobtern", "tern2"])
    #expect(try await harness.publishing.emojiNames() == [])
  }

  @Test func `an ended poll gets the shortest duration`() async throws {
    let harness = try ServerHarness()
    let poll = #""poll": {"options": [{"title": "a"}], "expired": true, "expires_at": "2020-01-01T00:00:00Z"}"#
    harness.transport.on(.get, "/api/v1/statuses/7", response: .json(status("7", poll)))
    harness.transport.on(.get, "/api/v1/statuses/7/source", response: .json(#"{"text": "hi"}"#))
    #expect(try await harness.publishing.source(of: PostID("7")).poll?.duration == 300)
  }

  @Test func `a missing post has no source`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/statuses/7", response: .json(#"{"error": "not found"}"#, status: 404))
    let error = await failure { () throws(TimelineError) in try await harness.publishing.source(of: PostID("7")) }
    #expect(error == .postUnavailable(id: PostID("7"), reason: .deleted))
  }

  @Test func `a server without sources does not support editing`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/statuses/7", response: .json(status("7")))
    harness.transport.on(.get, "/api/v1/statuses/7/source", response: .html("<h1>404</h1>", status: 404))
    harness.transport.on(.get, "/.well-known/nodeinfo", response: .json("{}"))
    let publishing = harness.publishing
    let error = await failure { () throws(TimelineError) in try await publishing.source(of: PostID("7")) }
    #expect(
      error
        == .refused(
          host: Self.host, message: "This server doesn’t support editing posts."))
    #expect(try await !publishing.publishingCapabilities().canEdit)
    harness.transport.on(.get, "/api/v1/statuses/7", response: .json(status("7", #""text": "hi""#)))
    #expect(try await publishing.source(of: PostID("7")).text == "hi")
  }
}
