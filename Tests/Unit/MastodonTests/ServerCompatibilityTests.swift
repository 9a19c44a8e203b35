import Domain
import Foundation
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Servers with deviations from Mastodon's API.
struct ServerCompatibilityTests {
  @Test func `Pixelfed has unexpected nulls and a page size of twenty`() async throws {
    let harness = try ServerHarness()
    let odd = """
      {"id": "648", "created_at": "2026-11-20T11:00:00.000000Z", "content": null, "reblog": null, "spoiler_text": null,
       "favourited": null, "replies_count": null, "media_attachments": [{"type": "image", "url": null, "description": null}],
       "mentions": null, "poll": null, "card": null, "visibility": null, "account": {"id": 7, "acct": "grace"}}
      """
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json(#"{"error": "limit"}"#, status: 422))
    harness.transport.on(.get, "/api/v1/timelines/home", query: ["limit": "20"], response: .json("[\(odd)]"))
    for _ in 0..<2 {
      let page = try await harness.timelines.page(of: .home, at: .newest, limit: 40)
      let post = try #require(page.entries.first?.post)
      #expect(post.text.isEmpty)
      #expect(post.media == [Media(kind: .image)])
      #expect(post.author == Profile(id: "7", handle: "grace@timeline.example"))
    }
    #expect(harness.asked.map { $0.suffix(8) } == ["limit=40", "limit=20", "limit=20"])
  }

  @Test(arguments: [
    (#"{"error": "limit must be between 1 and 30"}"#, 30), (#"{"errors": {"limit": ["is too large"]}}"#, 20),
    (#"{"detail": [{"loc": ["query", "limit"], "msg": "at most 25"}]}"#, 25),
  ])
  func `a stated maximum page size is used`(body: String, limit: Int) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json(body, status: 400))
    harness.transport.on(
      .get, "/api/v1/timelines/home", query: ["limit": "\(limit)"], response: .json(list(status("1"))))
    #expect(ids(try await harness.timelines.page(of: .home, at: .newest, limit: 40)) == ["1"])
    #expect(harness.asked.map { $0.suffix(8) } == ["limit=40", "limit=\(limit)"])
  }

  @Test(arguments: [
    #"{"error": "Validation failed"}"#, #"{"error": "rate limit exceeded"}"#, #"{"error": "max_id is no id"}"#, "",
  ])
  func `other refusals do not change the page size`(body: String) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json(body, status: 422), .json(list(status("1"))))
    let timelines = harness.timelines
    let error = await failure { () throws(TimelineError) in
      try await timelines.page(of: .home, at: .newest, limit: 40)
    }
    #expect(error != nil && harness.asked.count == 1)
    _ = try await timelines.page(of: .home, at: .newest, limit: 40)
    #expect(harness.asked.last?.hasSuffix("limit=40") == true)
  }

  @Test func `followed hashtags are loaded with a smaller page`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: .json(#"{"id": "1", "acct": "ada"}"#))
    harness.transport.on(.get, "/api/v1/lists", response: .json("[]"))
    harness.transport.on(
      .get, "/api/v1/followed_tags", response: .json(#"{"error": "limit must be between 1 and 100"}"#, status: 400),
      .json(#"[{"name": "loom"}]"#))
    #expect(try await harness.timelines.overview().timelines.last?.id == .tag("loom"))
  }

  @Test func `snac does not escape, and includes the entry of the cursor`()
    async throws
  {
    let harness = try ServerHarness()
    let odd = #"{"id": "1795172400.123456abc", "content": "1 < 2 > 0<br>x", "account": {"acct": "grace"}}"#
    let link = "<https://timeline.example/api/v1/timelines/home?since_id=1795172400.123456abc>; rel=\"prev\""
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json("[\(odd)]", headers: ["Link": link]))
    let page = try await harness.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(page.entries.first?.post.text.plain == "1 < 2 > 0\nx")
    #expect(page.older == RemoteCursor("1795172400.123456abc"))
    let above = try await harness.timelines.page(
      of: .home, at: .above(RemoteCursor("1795172400.123456abc")), limit: 20)
    #expect(above.entries.isEmpty)
  }

  @Test func `snac refuses with a page or an empty response`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/statuses/1", response: .html("<h1>404 Not Found</h1>", status: 404))
    let gone = await failure { () throws(TimelineError) in try await harness.timelines.thread(of: PostID("1")) }
    #expect(gone == .webPage(host: "timeline.example", title: "404 Not Found"))
    harness.transport.on(
      .get, "/api/v1/statuses/2/history", response: .failure(.unreachable(host: "timeline.example", .cut)))
    let cut = await failure { () throws(TimelineError) in try await harness.timelines.versions(of: PostID("2"), .fresh)
    }
    #expect(cut == .offline(host: "timeline.example", .cut))
  }

  @Test func `GoToSocial has letter IDs, no groups, and only WebSockets`() async throws {
    let harness = try ServerHarness(nil)
    harness.transport.on(
      .get, "/api/v2/instance",
      response: .json(
        #"{"domain": "timeline.example", "configuration": {"urls": {"streaming": "wss://timeline.example"}}}"#))
    let id = "01KAGX3Y2WZ8Q4S5T6V7W8X9Y0"
    harness.transport.on(
      .get, "/api/v1/notifications",
      response: .json(#"[{"id": "\#(id)", "type": "mention", "status": \#(status(id))}]"#))
    harness.transport.on(.get, "/api/v1/streaming/user", response: .json(#"{"error": "upgrade"}"#, status: 400))
    let page = try await harness.timelines.page(of: .notifications, at: .newest, limit: 20)
    #expect(page.older == RemoteCursor(id))
    #expect(page.entries.first?.post.notification?.kind == .mention)
    for await event in harness.timelines.events() { Issue.record("\(event)") }
  }

  @Test func `Akkoma includes quotes and has other error messages`() async throws {
    let harness = try ServerHarness()
    let quoting = status("AbC9", #""quote": \#(status("AbC1")), "pleroma": {"local": true}"#)
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json("[\(quoting)]"))
    let page = try await harness.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(page.entries.first?.post.quote?.id == PostID("AbC1"))
    harness.transport.on(
      .get, "/api/v1/timelines/home", response: .json(#"{"errors": {"detail": "Bad request"}}"#, status: 400))
    let error = await failure { () throws(TimelineError) in
      try await harness.timelines.page(of: .home, at: .newest, limit: 20)
    }
    #expect(error == .refused(host: "timeline.example", message: "Bad request"))
  }
}
