import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// What a server tells somebody of their own posts.
struct PublishedPostFinderTests {
  private static let host = "timeline.example"

  private func own(_ id: String, minutes: Int, _ more: String = "") -> String {
    let moment = Date.noon.addingTimeInterval(Double(minutes) * 60).formatted(.iso8601)
    return
      #"{"id": "\#(id)", "created_at": "\#(moment)", "content": "<p>\#(id)</p>"\#(more.isEmpty ? "" : ", " + more)}"#
  }

  @Test func `own posts are read page by page, back to a moment`() async throws {
    let stage = try ServerHarness()
    let place = "/api/v1/accounts/1/statuses"
    stage.transport.on(.get, "/api/v1/accounts/verify_credentials", answer: .json(#"{"id": "1", "acct": "ada"}"#))
    stage.transport.on(
      .get, place,
      answer: .json(list(own("9", minutes: -1), own("8", minutes: -2, #""reblog": \#(status("3"))"#))))
    stage.transport.on(
      .get, place, query: ["max_id": "8"], answer: .json(list(own("7", minutes: -3), own("6", minutes: -90))))
    let publishing = stage.publishing
    for _ in 0..<2 {
      let posts = try await publishing.ownPosts(since: .noon.addingTimeInterval(-3_600))
      #expect(posts.map(\.id.rawValue) == ["9", "7"])
      #expect(posts.allSatisfy { $0.ref.account == .mastodon("ada@timeline.example") })
    }
    // Who one is does not change.
    #expect(stage.transport.requests.count == 5)
  }

  @Test func `where there is no more, or a server gives the same again, it ends`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/accounts/verify_credentials", answer: .json(#"{"id": "1"}"#))
    stage.transport.on(.get, "/api/v1/accounts/1/statuses", answer: .json(list(own("9", minutes: -1))))
    #expect(try await stage.publishing.ownPosts(since: .distantPast).map(\.id.rawValue) == ["9"])
    #expect(stage.transport.requests.count == 3)
  }

  @Test func `people are found by how they begin, and no more of them than are wanted`() async throws {
    let stage = try ServerHarness()
    let found = ["grace@far.example", "grant", "greta"].map { #"{"id": "7", "acct": "\#($0)", "display_name": "G"}"# }
    stage.transport.on(
      .get, "/api/v1/accounts/search", query: ["q": "gr", "limit": "2", "resolve": "false"],
      answer: .json("[" + found.joined(separator: ", ") + "]"))
    let people = try await stage.publishing.people(matching: "gr", limit: 2)
    #expect(people.map(\.handle) == ["grace@far.example", "grant@timeline.example"])
  }

  @Test func `tags are found by how they begin, as servers name them`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(
      .get, "/api/v2/search", query: ["q": "lo", "type": "hashtags", "limit": "3", "resolve": "false"],
      answer: .json(##"{"hashtags": [{"name": "Loom"}, "lorry", {"url": "https://x/"}, {"name": "loop"}]}"##))
    #expect(try await stage.publishing.tags(matching: "lo", limit: 3) == ["Loom", "lorry"])
  }

  @Test func `what was written is told with all that goes with it`() async throws {
    let stage = try ServerHarness()
    let more = """
      "visibility": "private", "language": "de", "sensitive": true, "spoiler_text": "shown",
      "media_attachments": [{"id": "31", "type": "image", "url": "https://x/1", "description": "a cat"}, {"id": "32"}],
      "poll": {"id": "5", "options": [{"title": "a"}, {"title": "b"}], "multiple": true, "expired": false,
        "expires_at": "2026-11-20T13:00:00.000Z"}
      """
    stage.transport.on(.get, "/api/v1/statuses/7", answer: .json(status("7", more)))
    stage.transport.on(
      .get, "/api/v1/statuses/7/source", answer: .json(#"{"id": "7", "text": "@grace *hi*", "spoiler_text": "cw"}"#))
    let source = try await stage.publishing.source(of: PostID("7"))
    #expect(
      source
        == PostSource(
          text: "@grace *hi*", warning: "cw",
          media: [
            DraftMedia(path: "", description: "a cat", remoteID: "31"), DraftMedia(path: "", remoteID: "32"),
          ],
          poll: DraftPoll(options: ["a", "b"], duration: 3_600, allowsSeveral: true), visibility: .followers,
          language: "de", isSensitive: true))
  }

  @Test func `a poll that has ended is asked anew for as short as can be`() async throws {
    let stage = try ServerHarness()
    let poll = #""poll": {"options": [{"title": "a"}], "expired": true, "expires_at": "2020-01-01T00:00:00Z"}"#
    stage.transport.on(.get, "/api/v1/statuses/7", answer: .json(status("7", poll)))
    stage.transport.on(.get, "/api/v1/statuses/7/source", answer: .json(#"{"text": "hi"}"#))
    #expect(try await stage.publishing.source(of: PostID("7")).poll?.duration == 300)
  }

  @Test func `what is not there has no source`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/statuses/7", answer: .json(#"{"error": "not found"}"#, status: 404))
    let error = await failure { () throws(TimelineError) in try await stage.publishing.source(of: PostID("7")) }
    #expect(error == .postUnavailable(id: PostID("7"), reason: .deleted))
  }

  @Test func `a server that tells nobody what was written lets nobody edit`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/statuses/7", answer: .json(status("7")))
    stage.transport.on(.get, "/api/v1/statuses/7/source", answer: .html("<h1>404</h1>", status: 404))
    stage.transport.on(.get, "/.well-known/nodeinfo", answer: .json("{}"))
    let publishing = stage.publishing
    let error = await failure { () throws(TimelineError) in try await publishing.source(of: PostID("7")) }
    #expect(
      error
        == .refused(
          host: Self.host, message: "This server does not tell what was written, and lets nobody edit."))
    #expect(try await !publishing.publishingCapabilities().canEdit)
    stage.transport.on(.get, "/api/v1/statuses/7", answer: .json(status("7", #""text": "hi""#)))
    #expect(try await publishing.source(of: PostID("7")).text == "hi")
  }
}
