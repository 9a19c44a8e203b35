import Domain
import Foundation
import NetworkSupport
import TestSupport
import Testing

@testable import tern

/// The steps of `tern move import` at a scripted server.
@Suite struct MoveRunTests {
  private static let grace = "grace@far.example"
  private static let note = AccountData.Note(handle: grace, text: "met at the loom fair")

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

  @Test func `A note is written, but never replaces another one`() async throws {
    let harness = try await MoveHarness()
    harness.transport.on(
      .post, "/api/v1/accounts/7/note", response: .json(#"{"id": "7", "following": true, "note": "x"}"#))
    harness.add(Self.grace, id: "7", #""following": true, "note": "met at the loom fair""#)
    #expect(try await harness.perform(.note(Self.note)) == "already noted: @grace@far.example")
    harness.add(Self.grace, id: "7", #""following": true, "note": "weaves""#)
    #expect(try await harness.perform(.note(Self.note)) == "kept the other note about @grace@far.example")
    #expect(harness.changes.isEmpty)
    harness.add(Self.grace, id: "7", #""following": true, "note": """#)
    #expect(try await harness.perform(.note(Self.note)) == "noted: @grace@far.example")
    #expect(harness.changes == [#"POST /api/v1/accounts/7/note {"comment":"met at the loom fair"}"#])
  }

  @Test func `An unknown note is not replaced`() async throws {
    let harness = try await MoveHarness()
    harness.add(Self.grace, id: "7")
    harness.transport.on(.get, "/api/v1/accounts/relationships", response: .status(500))
    #expect(try await harness.perform(.note(Self.note)).hasPrefix("failed: "))
    #expect(harness.changes.isEmpty)
  }

  @Test func `Servers are blocked, hashtags followed and filters made`() async throws {
    let harness = try await MoveHarness()
    harness.transport.on(.post, "/api/v1/domain_blocks", response: .json("{}"))
    harness.transport.on(.post, "/api/v1/tags/loom/follow", response: .json(#"{"name": "loom"}"#))
    harness.transport.on(.get, "/api/v2/filters", response: .json("[]"))
    harness.transport.on(.post, "/api/v2/filters", response: .json(#"{"id": "9"}"#))
    #expect(try await harness.perform(.blockServer("spam.example")) == "blocked spam.example")
    #expect(try await harness.perform(.followTag("loom")) == "followed #loom")
    let filter = ServerFilter(title: "Spoilers", keywords: [.init("finale")], contexts: [.home])
    #expect(try await harness.perform(.filter(filter)) == "made the filter “Spoilers”")
    #expect(
      harness.changes.map { $0.prefix(25) } == [
        "POST /api/v1/domain_block", "POST /api/v1/tags/loom/fo", "POST /api/v2/filters {\"co",
      ])
  }

  @Test func `A filter of Tern for one account applies to the new one`() async throws {
    let harness = try await MoveHarness()
    let filter = LocalFilter(id: "1", name: "Looms", query: "#loom", accounts: [])
    #expect(try await harness.perform(.localFilter(filter)) == "made the filter “Looms” in Tern")
    #expect(harness.localFilters.filters.map(\.accounts) == [[harness.account.id.storageKey]])
    #expect(try await harness.export([.localFilters]).localFilters.map(\.name) == ["Looms"])
  }

  @Test func `A rate limit is waited for`() async throws {
    let harness = try await MoveHarness()
    harness.transport.on(
      .get, "/api/v2/filters", response: .status(429, headers: ["Retry-After": "300"]), .json("[]"))
    harness.transport.on(.post, "/api/v2/filters", response: .json(#"{"id": "9"}"#))
    let filter = ServerFilter(title: "Spoilers", keywords: [.init("finale")], contexts: [.home])
    #expect(try await harness.perform(.filter(filter)) == "made the filter “Spoilers”")
    #expect(harness.clock.now >= .noon.addingTimeInterval(300))
    #expect(harness.messages.all.count == 1 && harness.messages.all[0].hasPrefix("the server limits requests"))
  }

  @Test func `A server that limits requests again and again is given up`() async throws {
    let harness = try await MoveHarness()
    harness.transport.on(.get, "/api/v2/filters", response: .status(429, headers: ["Retry-After": "7200"]))
    let filter = ServerFilter(title: "Spoilers", keywords: [.init("finale")], contexts: [.home])
    #expect(try await harness.perform(.filter(filter)).hasPrefix("failed: new.example: rate limited"))
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
    for (id, note) in [("7", "weaves"), ("8", ""), ("9", "two\\nlines")] {
      harness.transport.on(
        .get, "/api/v1/accounts/relationships", query: ["id[]": id],
        response: .json(
          #"[{"id": "\#(id)", "following": true, "showing_reblogs": true, "muting_notifications": true, "#
            + #""note": "\#(note)"}]"#))
    }
    harness.transport.on(.get, "/api/v1/domain_blocks", response: .json(#"["spam.example"]"#))
    harness.transport.on(.get, "/api/v1/followed_tags", response: .json(#"[{"name": "loom"}]"#))
    harness.transport.on(
      .get, "/api/v2/filters",
      response: .json(
        #"[{"id": "5", "title": "Spoilers", "context": ["home"], "filter_action": "hide", "#
          + #""keywords": [{"id": "6", "keyword": "finale", "whole_word": true}]}]"#))
    harness.transport.on(.get, "/api/v1/bookmarks", response: .json("[]"))
  }

  @Test func `Everything is loaded, with the notes about these accounts`() async throws {
    let harness = try await MoveHarness()
    respond(harness)
    let data = try await harness.export()
    #expect(data.unsupported.isEmpty)
    #expect(data.follows == [.init(handle: "grace@far.example")] && data.mutes == [.init(handle: "bo@far.example")])
    #expect(
      data.lists == [
        .init(title: "Looms", members: ["grace@far.example", "kay@far.example"]), .init(title: "Empty", members: []),
      ])
    #expect(
      data.notes == [
        .init(handle: "grace@far.example", text: "weaves"), .init(handle: "kay@far.example", text: "two\nlines"),
      ])
    #expect(data.servers == ["spam.example"] && data.tags == ["loom"])
    #expect(data.filters.filters.map(\.title) == ["Spoilers"] && data.filters.kind == .keywords)
  }

  @Test func `What the server does not offer is named`() async throws {
    let harness = try await MoveHarness()
    respond(harness)
    for path in ["lists", "domain_blocks", "followed_tags", "filters"] {
      harness.transport.on(.get, "/api/v1/" + path, response: .status(404))
    }
    harness.transport.on(.get, "/api/v2/filters", response: .status(404))
    let data = try await harness.export()
    #expect(data.unsupported == [.lists, .servers, .tags, .filters])
    #expect(data.notes.count == 1)
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
