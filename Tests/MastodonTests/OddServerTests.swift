import Domain
import Foundation
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Servers that speak the same language in ways of their own.
struct OddServerTests {
  @Test func `Pixelfed has null where nothing is never null, and refuses more than twenty at once`() async throws {
    let stage = try ServerHarness()
    let odd = """
      {"id": "648", "created_at": "2026-11-20T11:00:00.000000Z", "content": null, "reblog": null, "spoiler_text": null,
       "favourited": null, "replies_count": null, "media_attachments": [{"type": "image", "url": null, "description": null}],
       "mentions": null, "poll": null, "card": null, "visibility": null, "account": {"id": 7, "acct": "grace"}}
      """
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .json(#"{"error": "limit"}"#, status: 422))
    stage.transport.on(.get, "/api/v1/timelines/home", query: ["limit": "20"], answer: .json("[\(odd)]"))
    for _ in 0..<2 {
      let page = try await stage.timelines.page(of: .home, at: .newest, limit: 40)
      let post = try #require(page.entries.first?.post)
      #expect(post.text.isEmpty)
      #expect(post.media == [Media(kind: .image)])
      #expect(post.author == Profile(id: "7", handle: "grace@timeline.example"))
    }
    #expect(stage.asked.map { $0.suffix(8) } == ["limit=40", "limit=20", "limit=20"])
  }

  @Test(arguments: [
    (#"{"error": "limit must be between 1 and 30"}"#, 30), (#"{"errors": {"limit": ["is too large"]}}"#, 20),
    (#"{"detail": [{"loc": ["query", "limit"], "msg": "at most 25"}]}"#, 25),
  ])
  func `a server that names how many it gives is asked for so many`(body: String, limit: Int) async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .json(body, status: 400))
    stage.transport.on(.get, "/api/v1/timelines/home", query: ["limit": "\(limit)"], answer: .json(list(status("1"))))
    #expect(ids(try await stage.timelines.page(of: .home, at: .newest, limit: 40)) == ["1"])
    #expect(stage.asked.map { $0.suffix(8) } == ["limit=40", "limit=\(limit)"])
  }

  @Test(arguments: [
    #"{"error": "Validation failed"}"#, #"{"error": "rate limit exceeded"}"#, #"{"error": "max_id is no id"}"#, "",
  ])
  func `other refusals are no reason to ask for less`(body: String) async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .json(body, status: 422), .json(list(status("1"))))
    let timelines = stage.timelines
    let error = await failure { () throws(TimelineError) in
      try await timelines.page(of: .home, at: .newest, limit: 40)
    }
    #expect(error != nil && stage.asked.count == 1)
    _ = try await timelines.page(of: .home, at: .newest, limit: 40)
    #expect(stage.asked.last?.hasSuffix("limit=40") == true)
  }

  @Test func `tags that are followed are listed where so many are too many at once`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/accounts/verify_credentials", answer: .json(#"{"id": "1", "acct": "ada"}"#))
    stage.transport.on(.get, "/api/v1/lists", answer: .json("[]"))
    stage.transport.on(
      .get, "/api/v1/followed_tags", answer: .json(#"{"error": "limit must be between 1 and 100"}"#, status: 400),
      .json(#"[{"name": "loom"}]"#))
    #expect(try await stage.timelines.overview().timelines.last?.id == .tag("loom"))
  }

  @Test func `snac does not escape, has no links but up, and gives the entry along that it is asked above`()
    async throws
  {
    let stage = try ServerHarness()
    let odd = #"{"id": "1795172400.123456abc", "content": "1 < 2 > 0<br>x", "account": {"acct": "grace"}}"#
    let link = "<https://timeline.example/api/v1/timelines/home?since_id=1795172400.123456abc>; rel=\"prev\""
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .json("[\(odd)]", headers: ["Link": link]))
    let page = try await stage.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(page.entries.first?.post.text.plain == "1 < 2 > 0\nx")
    #expect(page.older == RemoteCursor("1795172400.123456abc"))
    let above = try await stage.timelines.page(
      of: .home, at: .above(RemoteCursor("1795172400.123456abc")), limit: 20)
    #expect(above.entries.isEmpty)
  }

  @Test func `snac says no with a page, or with nothing`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/statuses/1", answer: .html("<h1>404 Not Found</h1>", status: 404))
    let gone = await failure { () throws(TimelineError) in try await stage.timelines.thread(of: PostID("1")) }
    #expect(gone == .webPage(host: "timeline.example", title: "404 Not Found"))
    stage.transport.on(
      .get, "/api/v1/statuses/2/history", answer: .failure(.unreachable(host: "timeline.example", .cut)))
    let cut = await failure { () throws(TimelineError) in try await stage.timelines.history(of: PostID("2")) }
    #expect(cut == .offline(host: "timeline.example", .cut))
  }

  @Test func `GoToSocial has letters for ids, no groups, and streams by sockets alone`() async throws {
    let stage = try ServerHarness(nil)
    stage.transport.on(
      .get, "/api/v2/instance",
      answer: .json(
        #"{"domain": "timeline.example", "configuration": {"urls": {"streaming": "wss://timeline.example"}}}"#))
    let id = "01KAGX3Y2WZ8Q4S5T6V7W8X9Y0"
    stage.transport.on(
      .get, "/api/v1/notifications",
      answer: .json(#"[{"id": "\#(id)", "type": "mention", "status": \#(status(id))}]"#))
    stage.transport.on(.get, "/api/v1/streaming/user", answer: .json(#"{"error": "upgrade"}"#, status: 400))
    let page = try await stage.timelines.page(of: .notifications, at: .newest, limit: 20)
    #expect(page.older == RemoteCursor(id))
    #expect(page.entries.first?.post.notification?.kind == .mention)
    for await event in stage.timelines.events() { Issue.record("\(event)") }
  }

  @Test func `Akkoma quotes the whole post, and says what it does not like in its own way`() async throws {
    let stage = try ServerHarness()
    let quoting = status("AbC9", #""quote": \#(status("AbC1")), "pleroma": {"local": true}"#)
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .json("[\(quoting)]"))
    let page = try await stage.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(page.entries.first?.post.quote?.id == PostID("AbC1"))
    stage.transport.on(
      .get, "/api/v1/timelines/home", answer: .json(#"{"errors": {"detail": "Bad request"}}"#, status: 400))
    let error = await failure { () throws(TimelineError) in
      try await stage.timelines.page(of: .home, at: .newest, limit: 20)
    }
    #expect(error == .refused(host: "timeline.example", message: "Bad request"))
  }
}
