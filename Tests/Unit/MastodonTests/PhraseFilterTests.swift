import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Filters at servers that only have version 1.
struct PhraseFilterTests {
  private static let host = "timeline.example"
  private static let path = "/api/v1/filters"

  private let harness: ServerHarness
  private let management: MastodonManagement

  init() throws {
    harness = try ServerHarness()
    management = MastodonManagement(client: harness.client)
    // Pleroma and Akkoma.
    let unknown = ScriptedResponse.json(#"{"error": "Not implemented"}"#, status: 404)
    for method in [HTTPRequest.Method.get, .post] { harness.transport.on(method, "/api/v2/filters", response: unknown) }
    harness.transport.on(.delete, "/api/v2/filters/6", response: unknown)
    harness.transport.on(.get, Self.path, response: .json("[\(Self.finale), {\"id\": \"7\"}]"))
  }

  private static let finale = """
    {"id": "6", "phrase": "finale", "context": ["home", "later"], "whole_word": true, "irreversible": true,
     "expires_at": "2026-11-21T12:00:00Z"}
    """

  @Test func `Filters of one phrase are read, and version 2 is asked once`() async throws {
    let filter = ServerFilter(
      id: "6", phrase: "finale", isWholeWord: true, contexts: [.home], expiresAt: .noon.addingTimeInterval(86_400),
      hides: true, otherContexts: ["later"])
    #expect(try await management.serverFilters() == ServerFilters([filter], kind: .phrase))
    #expect(filter.title == "finale" && filter.keywords.count == 1)
    _ = try await management.serverFilters()
    #expect(harness.asked == ["/api/v2/filters", Self.path, Self.path])
    harness.clock.advance(to: .noon.addingTimeInterval(86_401))
    _ = try await management.serverFilters()
    #expect(harness.asked.filter { $0 == "/api/v2/filters" }.count == 2)
  }

  @Test func `A failure of version 2 says nothing about version 1`() async throws {
    harness.transport.on(.get, "/api/v2/filters", response: .status(500))
    #expect(await failure { () async throws(TimelineError) in try await management.serverFilters() } != nil)
    #expect(harness.asked == ["/api/v2/filters"])
  }

  @Test func `A filter is created, changed and deleted`() async throws {
    harness.transport.on(.post, Self.path, response: .json(Self.finale))
    harness.transport.on(.put, Self.path + "/6", response: .json(Self.finale))
    harness.transport.on(.delete, Self.path + "/6", response: .json("{}"))
    var filter = ServerFilter(
      phrase: "season finale", isWholeWord: false, contexts: [.thread, .home],
      expiresAt: .noon.addingTimeInterval(3_600))
    try await management.save(filter)
    #expect(
      harness.sent.last
        == #"POST /api/v1/filters {"context":["home","thread"],"expires_in":3600,"irreversible":false,"#
        + #""phrase":"season finale","whole_word":false}"#)
    #expect(harness.transport.requests.last?.isRepeatable == false)
    filter.id = "6"
    (filter.expiresAt, filter.hides) = (nil, true)
    try await management.save(filter)
    #expect(
      harness.sent.last
        == #"PUT /api/v1/filters/6 {"context":["home","thread"],"expires_in":null,"irreversible":true,"#
        + #""phrase":"season finale","whole_word":false}"#)
    try await management.deleteFilter("6")
    #expect(harness.sent.last == "DELETE /api/v1/filters/6")
  }

  @Test func `A deletion finds out that the server has version 1`() async throws {
    harness.transport.on(.delete, Self.path + "/6", response: .json("{}"))
    try await management.deleteFilter("6")
    #expect(harness.sent.last == "DELETE /api/v1/filters/6")
    // A filter that no longer exists counts as deleted.
    harness.transport.on(.delete, Self.path + "/6", response: .json(#"{"error": "Record not found"}"#, status: 404))
    try await management.deleteFilter("6")
  }

  @Test func `What version 1 cannot express is refused without a request`() async throws {
    let several = ServerFilter(title: "x", keywords: [.init("a"), .init("b")], contexts: [.home])
    let dropped = ServerFilter(phrase: "a", isWholeWord: true, contexts: [.thread], hides: true)
    for filter in [several, dropped] {
      let error = await failure { () async throws(TimelineError) in try await management.save(filter) }
      guard case .refused(Self.host, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(harness.sent.allSatisfy { $0.hasPrefix("GET") })
  }

  @Test func `A refusal has the server's words, and a lost answer is resolved by the list`() async throws {
    let filter = ServerFilter(phrase: "epilogue", isWholeWord: true, contexts: [.home])
    harness.transport.on(
      .post, Self.path, response: .json(#"{"error": "Phrase is too long"}"#, status: 422),
      .failure(.unreachable(host: Self.host, .cut)))
    let save = { () async throws(TimelineError) in try await management.save(filter) }
    #expect(await failure(save) == .refused(host: Self.host, message: "Phrase is too long"))
    // It did not arrive.
    #expect(await failure(save)?.isOffline == true)
    let created = #"{"id": "9", "phrase": "epilogue", "context": ["home"]}"#
    harness.transport.on(
      .get, Self.path, response: .json("[\(Self.finale)]"), .json("[\(Self.finale), \(created)]"))
    #expect(await failure(save) == nil)
    #expect(harness.sent.filter { $0.hasPrefix("POST") }.count == 3)
  }

  @Test func `Offline, nothing is changed`() async throws {
    harness.transport.on(.get, "/api/v2/filters", response: .failure(.unreachable(host: Self.host, .refused)))
    let filter = ServerFilter(phrase: "epilogue", isWholeWord: true, contexts: [.home])
    #expect(await failure { () async throws(TimelineError) in try await management.save(filter) }?.isOffline == true)
    #expect(harness.sent == ["GET /api/v2/filters"])
  }
}
