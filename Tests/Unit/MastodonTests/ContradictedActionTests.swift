import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Servers that answer 200 to what they do not do.
struct ContradictedActionTests {
  private static let unsupported = TimelineError.unsupported(host: "timeline.example")

  private let harness: ServerHarness

  init() throws {
    harness = try ServerHarness()
  }

  private func failure(_ action: UserAction) async -> TimelineError? {
    await MastodonTests.failure { () throws(TimelineError) in try await harness.actions.perform(action) }
  }

  @Test(arguments: [
    (UserAction.notify(true, account: "7"), "follow", "notifying"),
    (.showReposts(true, account: "7"), "follow", "showing_reblogs"),
    (.mute(MuteOptions(), account: "7"), "mute", "muting"),
  ])
  func `The relationship in the answer decides`(action: UserAction, path: String, flag: String) async {
    harness.transport.on(
      .get, "/api/v1/accounts/relationships", response: .json(#"[{"id": "7", "following": true}]"#))
    harness.transport.on(
      .post, "/api/v1/accounts/7/\(path)", response: .json(#"{"id": "7", "following": true, "\#(flag)": false}"#),
      .json(#"{"id": "7", "following": true, "\#(flag)": true}"#), .json(#"{"id": "7", "following": true}"#))
    #expect(await failure(action) == Self.unsupported)
    #expect(await failure(action) == nil)
    // It does not say.
    #expect(await failure(action) == nil)
  }

  @Test func `A member of a list that stays is not removed`() async {
    harness.transport.on(.delete, "/api/v1/lists/3/accounts", response: .json("{}"))
    harness.transport.on(
      .get, "/api/v1/accounts/7/lists", response: .json(#"[{"id": "3"}]"#), .json("[]"), .status(404))
    harness.transport.on(
      .get, "/api/v1/lists/3/accounts", response: .json(#"[{"id": "7", "acct": "grace"}]"#))
    let remove = UserAction.addToList(false, list: "3", account: "7")
    #expect(await failure(remove) == Self.unsupported)
    #expect(await failure(remove) == nil)
    #expect(await failure(remove) == Self.unsupported)
    #expect(harness.sent.first == "DELETE /api/v1/lists/3/accounts?account_ids%5B%5D=7 account_ids%5B%5D=7")
  }

  @Test func `A page for an unknown endpoint is not a login page`() async {
    let page = ScriptedResponse.html("<h1>404 Not Found</h1>", status: 404)
    let management = MastodonManagement(client: harness.client)
    harness.transport.on(.put, "/api/v1/lists/3", response: page)
    harness.transport.on(.delete, "/api/v1/lists/3", response: page)
    harness.transport.on(
      .get, "/api/v1/lists", response: .json(#"[{"id": "3", "title": "Looms"}]"#), .json("[]"))
    harness.transport.on(.patch, "/api/v1/accounts/update_credentials", response: page)
    harness.transport.on(.get, "/api/v1/statuses/9/history", response: page)
    func failure<Value>(_ request: () async throws(TimelineError) -> Value) async -> TimelineError? {
      await MastodonTests.failure(request)
    }
    #expect(
      await failure { () throws(TimelineError) in try await management.save(UserList(id: "3", title: "Weavers")) }
        == Self.unsupported)
    #expect(await failure { () throws(TimelineError) in try await management.deleteList("3") } == Self.unsupported)
    #expect(await failure { () throws(TimelineError) in try await management.deleteList("3") } == nil)
    #expect(
      await failure { () throws(TimelineError) in
        try await management.save(EditableProfile(name: "Ada L."), replacing: EditableProfile(name: "Ada"))
      } == Self.unsupported)
    #expect(
      await failure { () throws(TimelineError) in try await harness.timelines.versions(of: PostID("9"), .fresh) }
        == Self.unsupported)
  }

  @Test(arguments: [ScriptedResponse.status(405), .status(422)])
  func `A server that lists filters and makes none is not asked for one again`(answer: ScriptedResponse) async throws {
    harness.transport.on(.get, "/api/v2/filters", response: .json("[]"))
    harness.transport.on(.post, "/api/v2/filters", response: answer)
    let management = MastodonManagement(client: harness.client)
    let filter = ServerFilter(title: "Spoilers", keywords: [.init("finale")], contexts: [.home])
    #expect(
      await MastodonTests.failure { () throws(TimelineError) in try await management.save(filter) }
        == Self.unsupported)
    #expect(
      await MastodonTests.failure { () throws(TimelineError) in try await management.serverFilters() }
        == Self.unsupported)
    harness.clock.advance(to: .noon.addingTimeInterval(90_000))
    #expect(try await management.serverFilters().filters.isEmpty)
  }

  @Test func `A limit whose end is over counts as one without an end, and grows`() async throws {
    harness.transport.on(
      .get, "/api/v1/statuses/9/history",
      response: .status(429, headers: ["X-RateLimit-Reset": "2026-11-20T11:00:00.000000Z"]),
      .status(429, headers: ["Retry-After": "0"]), .status(429, headers: ["RateLimit-Reset": "1795176000"]))
    var now = Date.noon
    for pause in [60.0, 120, 240] {
      let error = await MastodonTests.failure { () throws(TimelineError) in
        try await harness.timelines.versions(of: PostID("9"), .fresh)
      }
      now = now.addingTimeInterval(pause)
      #expect(error == .rateLimited(host: "timeline.example", until: now))
      harness.clock.advance(to: now)
    }
  }
}
