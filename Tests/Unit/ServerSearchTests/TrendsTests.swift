import Domain
import Foundation
import TerminalKit
import TestSupport
import Testing
import TimelineCore

@testable import ServerSearch

/// The trends of a server, and the accounts it suggests.
@MainActor @Suite struct TrendsTests {
  private let server = StubServerFeatures()

  init() {
    UTF8Locale.set()
    server.change {
      $0.trends = ServerMatches(
        posts: [.fixture(id: "1", text: "A loom of one's own")], tags: [.init(name: "loom", uses: 12)],
        links: [
          .init(
            url: "https://example.com/a", title: "On Looms",
            card: LinkCard(site: "Example", author: "Ada", summary: "Cards and threads."), accounts: 7)
        ])
      $0.suggestions = [ServerSearchHarness.grace, Profile(id: "8", handle: "alan", name: "Alan")]
    }
  }

  private func harness(_ search: ServerSearch) async throws -> ServerSearchHarness {
    let harness = try ServerSearchHarness()
    harness.features = search
    return await harness.open()
  }

  @Test func `tags, links and posts are listed, and open`() async throws {
    let harness = try await harness(.trends(server))
    let text = harness.text()
    for line in [
      "Trending at near.example", "#loom", "used 12 times recently", "── Links", "On Looms",
      "Example · Ada · shared by 7 people", "Cards and threads.", "A loom of one's own",
    ] { #expect(text.contains(line)) }
    await harness.press(.enter, .character("j"), .enter, .character("j"), .enter)
    #expect(harness.ways == ["tag loom", "post 1"])
    #expect(harness.opener.opened == ["https://example.com/a"])
  }

  @Test func `a server without trends says so`() async throws {
    server.change { $0.failure = .unsupported(host: "near.example") }
    let text = try await harness(.trends(server)).text()
    #expect(text.contains("No trends at near.example"))
  }

  @Test func `empty lists explain themselves`() async throws {
    server.change { ($0.trends, $0.suggestions) = (ServerMatches(), []) }
    #expect(try await harness(.trends(server)).text().contains("Nothing is trending at near.example"))
    #expect(try await harness(.suggestions(server)).text().contains("No suggestions at near.example"))
  }

  @Test func `offline, the failure is shown and can be retried`() async throws {
    server.change { $0.failure = .offline(host: "near.example") }
    let harness = try await harness(.suggestions(server))
    #expect(harness.text().contains("near.example"))
    server.change { $0.failure = nil }
    await harness.press(.character("R"))
    #expect(harness.text().contains("Grace Hopper"))
    #expect(server.requests == ["suggestions cached", "suggestions fresh"])
  }

  @Test func `after a lost response the suggestions are loaded again`() async throws {
    let harness = try await harness(.suggestions(server))
    server.change { ($0.failure, $0.losesResponses) = (.timedOut(host: "near.example", seconds: 30), true) }
    await harness.press(.character("a"), .character("x"))
    #expect(!harness.text().contains("Grace Hopper") && harness.text().contains("Alan"))
    #expect(harness.text().contains("Not confirmed, @grace@far.example:"))
    #expect(server.requests == ["suggestions cached", "remove grace@far.example", "suggestions fresh"])
  }

  @Test func `refused trends are shown in the words of the server`() async throws {
    server.change { $0.failure = .refused(host: "near.example", message: "This is not allowed") }
    #expect(try await harness(.trends(server)).text().contains("This is not allowed"))
  }

  @Test func `a suggestion is removed at once, and comes back if the server refuses`() async throws {
    let harness = try await harness(.suggestions(server))
    await harness.press(.character("a"), .character("x"))
    #expect(!harness.text().contains("Grace Hopper") && harness.text().contains("Alan"))
    server.change { $0.failure = .refused(host: "near.example", message: "No") }
    await harness.press(.character("a"), .character("x"))
    #expect(harness.text().contains("@alan is still suggested: near.example says “No”."))
    #expect(server.requests == ["suggestions cached", "remove grace@far.example", "remove alan"])
  }
}
