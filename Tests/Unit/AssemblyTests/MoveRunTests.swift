import Domain
import Foundation
import NetworkSupport
import TestSupport
import Testing

@testable import tern

/// The steps of `tern move import` at a scripted server.
@Suite struct MoveRunTests {
  private static let grace = "grace@far.example"

  @Test func `A list is created once, and accounts are added`() async throws {
    let harness = try await MoveHarness()
    harness.add(Self.grace, id: "7")
    harness.add("bo@far.example", id: "8")
    harness.transport.on(
      .get, "/api/v1/lists", response: .json("[]"), .json("[]"), .json(#"[{"id": "3", "title": "Looms"}]"#))
    harness.transport.on(.post, "/api/v1/lists", response: .json(#"{"id": "3", "title": "Looms"}"#))
    harness.transport.on(.post, "/api/v1/lists/3/accounts", response: .json("{}"))
    let run = try harness.run()
    #expect(
      await harness.perform(.addToList("Looms", handle: Self.grace), by: run) == "added @grace@far.example to “Looms”")
    #expect(
      await harness.perform(.addToList("Looms", handle: "bo@far.example"), by: run)
        == "added @bo@far.example to “Looms”")
    #expect(
      harness.changes == [
        #"POST /api/v1/lists {"exclusive":false,"replies_policy":"list","title":"Looms"}"#,
        #"POST /api/v1/lists/3/accounts {"account_ids":["7"]}"#,
        #"POST /api/v1/lists/3/accounts {"account_ids":["8"]}"#,
      ])
  }

  @Test func `A list whose creation got no answer is found`() async throws {
    let harness = try await MoveHarness()
    harness.add(Self.grace, id: "7")
    harness.transport.on(
      .get, "/api/v1/lists", response: .json("[]"), .json("[]"), .json(#"[{"id": "3", "title": "Looms"}]"#))
    harness.transport.on(.post, "/api/v1/lists", response: .failure(.unreachable(host: MoveHarness.host, .cut)))
    harness.transport.on(.post, "/api/v1/lists/3/accounts", response: .json("{}"))
    #expect(try await harness.perform(.addToList("Looms", handle: Self.grace)).hasPrefix("added "))
  }

  @Test func `An account that is not followed is refused, with the reason`() async throws {
    let harness = try await MoveHarness()
    harness.add(Self.grace, id: "7", #""following": false"#)
    harness.transport.on(.get, "/api/v1/lists", response: .json(#"[{"id": "3", "title": "Looms"}]"#))
    harness.transport.on(
      .post, "/api/v1/lists/3/accounts", response: .json(#"{"error": "Record not found"}"#, status: 404))
    #expect(
      try await harness.perform(.addToList("Looms", handle: Self.grace))
        == "failed: new.example: refused: Record not found; only followed accounts can be on a list")
  }

  @Test func `Servers are blocked and hashtags followed`() async throws {
    let harness = try await MoveHarness()
    harness.transport.on(.post, "/api/v1/domain_blocks", response: .json("{}"))
    harness.transport.on(.post, "/api/v1/tags/loom/follow", response: .json(#"{"name": "loom"}"#))
    #expect(try await harness.perform(.blockServer("spam.example")) == "blocked spam.example")
    #expect(try await harness.perform(.followTag("loom")) == "followed #loom")
    #expect(
      harness.changes.map { $0.prefix(25) } == ["POST /api/v1/domain_block", "POST /api/v1/tags/loom/fo"])
  }

  @Test func `A rate limit is waited for`() async throws {
    let harness = try await MoveHarness()
    harness.transport.on(
      .post, "/api/v1/domain_blocks", response: .status(429, headers: ["Retry-After": "300"]), .json("{}"))
    #expect(try await harness.perform(.blockServer("spam.example")) == "blocked spam.example")
    #expect(harness.clock.now >= .noon.addingTimeInterval(300))
    #expect(harness.messages.all.count == 1 && harness.messages.all[0].hasPrefix("the server limits requests"))
  }

  @Test func `A server that limits requests again and again is given up`() async throws {
    let harness = try await MoveHarness()
    harness.transport.on(.post, "/api/v1/domain_blocks", response: .status(429, headers: ["Retry-After": "7200"]))
    #expect(try await harness.perform(.blockServer("spam.example")).hasPrefix("failed: new.example: rate limited"))
    #expect(harness.messages.all.count == 3)
  }

  @Test(arguments: [
    (ScriptedResponse.failure(.unreachable(host: "new.example", .refused)), CommandFailure.Scope.all),
    (.json(#"{"error": "Not today"}"#, status: 422), .one), (.status(404), .sameKind),
  ])
  func `A failure says what else would fail`(response: ScriptedResponse, scope: CommandFailure.Scope) async throws {
    let harness = try await MoveHarness()
    harness.transport.on(.post, "/api/v1/domain_blocks", response: response)
    let run = try harness.run()
    let failure = await #expect(throws: CommandFailure.self) { try await run.perform(.blockServer("spam.example")) }
    #expect(failure?.scope == scope)
  }
}

/// `tern move export` from a scripted server.
@Suite struct AccountExportTests {
  private func respond(_ harness: MoveHarness) {
    harness.add("ada", id: "1")
    harness.transport.on(.get, "/api/v1/accounts/1", response: .json(#"{"id": "1", "acct": "ada", "username": "ada"}"#))
    harness.transport.on(
      .get, "/api/v1/accounts/1/following", response: .json(#"[{"id": "7", "acct": "grace@far.example"}]"#))
    harness.transport.on(.get, "/api/v1/mutes", response: .json(#"[{"id": "8", "acct": "bo@far.example"}]"#))
    harness.transport.on(.get, "/api/v1/blocks", response: .json("[]"))
    harness.transport.on(
      .get, "/api/v1/lists", response: .json(#"[{"id": "3", "title": "Looms"}, {"id": "4", "title": "Empty"}]"#))
    harness.transport.on(
      .get, "/api/v1/lists/3/accounts",
      response: .json(#"[{"id": "7", "acct": "grace@far.example"}, {"id": "9", "acct": "kay@far.example"}]"#))
    harness.transport.on(.get, "/api/v1/lists/4/accounts", response: .json("[]"))
    for id in ["7", "8"] {
      harness.transport.on(
        .get, "/api/v1/accounts/relationships", query: ["id[]": id],
        response: .json(
          #"[{"id": "\#(id)", "following": true, "showing_reblogs": true, "muting_notifications": true}]"#))
    }
    harness.transport.on(.get, "/api/v1/domain_blocks", response: .json(#"["spam.example"]"#))
    harness.transport.on(.get, "/api/v1/followed_tags", response: .json(#"[{"name": "loom"}]"#))
    harness.transport.on(.get, "/api/v1/bookmarks", response: .json("[]"))
  }

  @Test func `Everything is loaded`() async throws {
    let harness = try await MoveHarness()
    respond(harness)
    let data = try await harness.export()
    #expect(data.unsupported.isEmpty)
    #expect(data.follows == [.init(handle: "grace@far.example")] && data.mutes == [.init(handle: "bo@far.example")])
    #expect(
      data.lists == [
        .init(title: "Looms", members: ["grace@far.example", "kay@far.example"]), .init(title: "Empty", members: []),
      ])
    #expect(data.servers == ["spam.example"] && data.tags == ["loom"])
  }

  @Test func `What the server does not offer is named`() async throws {
    let harness = try await MoveHarness()
    respond(harness)
    for path in ["lists", "domain_blocks", "followed_tags"] {
      harness.transport.on(.get, "/api/v1/" + path, response: .status(404))
    }
    let data = try await harness.export()
    #expect(data.unsupported == [.lists, .servers, .tags])
  }

  @Test func `Only what is asked for is loaded, and a failure is one`() async throws {
    let harness = try await MoveHarness()
    respond(harness)
    _ = try await harness.export([.servers])
    #expect(harness.transport.requests.map(\.url.path) == ["/api/v1/domain_blocks"])
    harness.transport.on(.get, "/api/v1/domain_blocks", response: .failure(.unreachable(host: "new.example", .cut)))
    await #expect(throws: TimelineError.self) { try await harness.export([.servers]) }
  }
}
