import Domain
import Foundation
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

struct ThreadTests {
  private func thread(_ post: String, _ context: ScriptedResponse) async throws -> PostThread {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/statuses/5", response: .json(post))
    harness.transport.on(.get, "/api/v1/statuses/5/context", response: context)
    return try await harness.timelines.thread(of: PostID("5"))
  }

  private func answer(_ id: String, to parent: String, _ more: String = "") -> String {
    status(id, #""in_reply_to_id": "\#(parent)""# + (more.isEmpty ? "" : ", " + more))
  }

  private func shape(_ thread: PostThread) -> (above: [String], below: [String]) {
    func name(_ entry: PostThread.Entry) -> String {
      switch entry {
      case .post(let post): post.id.rawValue
      case .unavailable(let id, let reason): "\(id?.rawValue ?? "-"):\(reason)"
      }
    }
    return (
      thread.ancestors.map(name), thread.replies.map { String(repeating: ">", count: $0.depth) + name($0.entry) }
    )
  }

  @Test func `ancestors and replies are in reading order`() async throws {
    let context = """
      {"ancestors": [\(status("1")), \(answer("3", to: "1"))],
       "descendants": [\(answer("6", to: "5")), \(answer("8", to: "5")), \(answer("7", to: "6")), \(answer("9", to: "7"))]}
      """
    let found = try await shape(thread(answer("5", to: "3"), .json(context)))
    #expect(found.above == ["1", "3"])
    #expect(found.below == ["6", ">7", ">>9", "8"])
  }

  @Test func `an inaccessible post leaves a placeholder with its replies`() async throws {
    let context = """
      {"ancestors": [\(answer("3", to: "2"))],
       "descendants": [\(answer("7", to: "6")), \(answer("8", to: "6")), {"damaged": true}]}
      """
    let found = try await shape(thread(answer("5", to: "4"), .json(context)))
    #expect(found.above == ["2:unauthorized", "3", "4:unauthorized"])
    #expect(found.below == ["6:unauthorized", ">7", ">8"])
  }

  @Test func `a filter hides a reply, not the replies to it`() async throws {
    let hidden = #""filtered": [{"filter": {"title": "x", "context": ["thread"], "filter_action": "hide"}}]"#
    let context = #"{"ancestors": null, "descendants": [\#(answer("6", to: "5", hidden)), \#(answer("7", to: "6"))]}"#
    #expect(try await shape(thread(status("5"), .json(context))).below == ["6:filtered", ">7"])
  }

  @Test func `posts that reply to each other in a cycle appear once`() async throws {
    let context = #"{"descendants": [\#(answer("6", to: "7")), \#(answer("7", to: "6")), \#(answer("5", to: "7"))]}"#
    let found = try await thread(status("5"), .json(context))
    #expect(shape(found).below == ["6", ">7"])
  }

  @Test func `a server without threads returns the post alone`() async throws {
    let found = try await thread(status("5"), .json(#"{"error": "Not found"}"#, status: 404))
    #expect(found == PostThread(post: found.post))
  }

  @Test(arguments: [(404, UnavailableReason.notInSource), (410, .deleted)])
  func `only status 410 means deleted`(status: Int, reason: UnavailableReason) async throws {
    let harness = try ServerHarness()
    let answer = ScriptedResponse.json(#"{"error": "Record not found"}"#, status: status)
    harness.transport.on(.get, "/api/v1/statuses/5", response: answer)
    harness.transport.on(.get, "/api/v1/statuses/5/history", response: answer)
    let errors = [
      await failure { () throws(TimelineError) in try await harness.timelines.thread(of: PostID("5")) },
      await failure { () throws(TimelineError) in try await harness.timelines.versions(of: PostID("5"), .fresh) },
    ]
    #expect(errors.allSatisfy { $0 == .postUnavailable(id: PostID("5"), reason: reason) })
  }

  @Test(arguments: [404, 410]) func `a web page is not about the post`(status: Int) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/statuses/5", response: .html("<title>404</title>", status: status))
    let error = await failure { () throws(TimelineError) in try await harness.timelines.thread(of: PostID("5")) }
    #expect(error == .webPage(host: "timeline.example", title: "404"))
  }

  @Test(arguments: [
    ("pending", UnavailableReason.pending), ("rejected", .rejected), ("revoked", .revoked), ("deleted", .deleted),
    ("unauthorized", .unauthorized), ("blocked_account", .blocked), ("blocked_domain", .blocked),
    ("muted_account", .blocked), ("something new", .unauthorized),
  ])
  func `an unavailable quote has its reason, even if included`(
    state: String, reason: UnavailableReason
  ) async throws {
    let quote = #""quote": {"state": "\#(state)", "quoted_status": \#(status("2"))}"#
    let found = try await thread(status("5", quote), .json("{}"))
    #expect(found.post.quote == .unavailable(id: PostID("2"), reason: reason))
  }

  @Test func `a quote has the account; a nested one is only named`() async throws {
    let inner = #""quote": {"state": "accepted", "quoted_status_id": "1"}"#
    let quote = #""quote": {"state": "accepted", "quoted_status": \#(status("2", inner))}"#
    let found = try await thread(status("5", quote), .json("{}"))
    guard case .shown(let quoted)? = found.post.quote else {
      Issue.record("no quote")
      return
    }
    #expect(quoted.quote == .unavailable(id: PostID("1"), reason: .notInSource))
    #expect(quoted.author?.handle == "grace@timeline.example")
  }

  @Test func `an edited post has a history`() async throws {
    let harness = try ServerHarness()
    let versions = """
      [{"content": "<p>frist</p>", "spoiler_text": "", "created_at": "2026-11-20T11:00:00.000Z",
        "poll": {"options": [{"title": "yes"}, {"title": null}]}, "account": {"acct": "ada"}},
       {"content": "<p>first</p>", "spoiler_text": "careful", "created_at": "2026-11-20T11:01:00.000Z",
        "media_attachments": [{"type": "image", "url": "https://m.example/1", "description": "a tern"}]}, null]
      """
    harness.transport.on(.get, "/api/v1/statuses/5/history", response: .json(versions))
    let history = try await harness.timelines.versions(of: PostID("5"), .fresh)
    #expect(history.map(\.text.plain) == ["frist", "first"])
    #expect(history.map(\.warning) == [nil, "careful"])
    #expect(history.first?.pollOptions == ["yes"])
    #expect(history.last?.at == Date.noon.addingTimeInterval(-3_540))
    #expect(history.last?.media.first?.description == "a tern")
  }
}
