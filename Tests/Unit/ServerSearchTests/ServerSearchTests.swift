import Domain
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import ServerSearch

/// The whole screen: keys in, lines out.
@MainActor @Suite struct ServerSearchTests {
  init() { UTF8Locale.set() }

  @Test func `Profiles, hashtags and posts are listed with highlighted words`() async throws {
    let harness = try await ServerSearchHarness().open()
    let shown = harness.lines().filter { line in line.contains { $0 != " " } }
    #expect(
      shown.dropLast() == [
        " loom at near.example              Ada Lovelace · @ada@demo", String(repeating: "─", count: 60),
        "   ── Profiles ────────────────────────────────────────────",
        " ▌ Grace Hopper  @grace@far.example", " ▌ I compile, and I weave looms.",
        "   ── Hashtags ────────────────────────────────────────────", "   #loom",
        "   used 1,204 times recently · followed", "   #looms",
        "   ── Posts ───────────────────────────────────────────────",
        "   Grace Hopper  @grace@far.example                     now",
        "   A loom of one's own", "   alan  @alan                                          now", "   Loom again",
        String(repeating: "─", count: 60),
      ])
    #expect(shown.last?.hasPrefix(" 1 of 5") == true)
    #expect(harness.server.requests == ["loom"])
  }

  @Test func `Enter opens a profile, a hashtag or a thread`() async throws {
    let harness = try await ServerSearchHarness().open()
    await harness.press(.enter, .character("j"), .enter, .character("G"), .enter)
    #expect(harness.ways == ["profile grace@far.example", "tag loom", "post 2"])
  }

  @Test func `Post commands are available only on posts`() async throws {
    let harness = try await ServerSearchHarness().open()
    await harness.press(.character("Y"), .character("p"))
    #expect(harness.clipboard.copied.isEmpty && harness.ways.isEmpty)
    await harness.press(.character("G"), .character("Y"))
    #expect(harness.clipboard.copied == ["Loom again"])
    #expect(harness.text().contains("Text copied."))
    await harness.press(.character("p"))
    #expect(harness.ways == ["profile alan"])
  }

  @Test func `The loading view names the server and counts the seconds`() async throws {
    let harness = try await ServerSearchHarness(seconds: 5).open()
    #expect(!harness.text().contains("Loading"))
    await harness.advance(3)
    #expect(harness.text().contains("Loading “loom”"))
    #expect(harness.text().contains("From near.example."))
    await harness.advance(2)
    #expect(harness.text().contains("Grace Hopper"))
  }

  @Test func `No matches are explained`() async throws {
    let harness = try await ServerSearchHarness("loom", .success(ServerMatches())).open()
    #expect(harness.text().contains("No results for “loom” at near.example"))
    #expect(harness.text().contains("R try again"))
    harness.server.answer(.success(ServerSearchHarness.found))
    await harness.press(.character("R"))
    #expect(harness.text().contains("Grace Hopper"))
    #expect(harness.server.requests == ["loom", "loom refresh"])
  }

  @Test func `A server without search is not asked again`() async throws {
    let harness = try await ServerSearchHarness("loom", .failure(.unknownTimeline(name: "search", known: []))).open()
    #expect(harness.text().contains("No search at near.example"))
    #expect(!harness.text().contains("try again"))
  }

  @Test(arguments: [
    (TimelineError.offline(host: "near.example"), "Can’t reach near.example"),
    (.refused(host: "near.example", message: "Not you"), "near.example refused the request"),
    (.webPage(host: "near.example", title: "Welcome"), "near.example sent a web page"),
    (.sessionExpired(handle: "ada", host: "near.example"), "Session expired"),
  ]) func `A failure shows the empty view, or a notice above matches`(
    error: TimelineError, title: String
  ) async throws {
    let harness = try await ServerSearchHarness("loom", .failure(error)).open()
    #expect(harness.text().contains(title))
    harness.server.answer(.success(ServerSearchHarness.found))
    await harness.press(.character("R"))
    #expect(harness.text().contains("Grace Hopper"))
    harness.server.answer(.failure(error))
    await harness.press(.character("R"))
    #expect(harness.text().contains("Grace Hopper"))
    #expect(harness.text(100).contains("matches as of"))
  }

  @Test func `A rate limited search is retried automatically`() async throws {
    let limit = TimelineError.rateLimited(host: "near.example", until: .noon.addingTimeInterval(10))
    let harness = try await ServerSearchHarness("loom", .failure(limit)).open()
    #expect(harness.text().contains("Retrying in 10 s."))
    harness.server.answer(.success(ServerSearchHarness.found))
    await harness.advance(10)
    #expect(harness.text().contains("Grace Hopper"))
  }

  @Test func `Deleted posts disappear and changed posts are updated`() async throws {
    let harness = try await ServerSearchHarness().open()
    await harness.press(.character("G"))
    harness.cache.update(.fixture(id: "1", author: ServerSearchHarness.grace, text: "A loom for all"))
    #expect(harness.text().contains("A loom for all"))
    harness.cache.delete(Post.fixture(id: "2").ref)
    #expect(!harness.text().contains("Loom again"))
    #expect(harness.lines().last?.hasPrefix(" 4 of 4") == true)
  }

  @Test func `Nothing runs behind another screen`() async throws {
    let harness = try await ServerSearchHarness(seconds: 5).open()
    harness.viewController.viewWillDisappear()
    await harness.advance(10)
    #expect(!harness.text().contains("Grace Hopper"))
    harness.viewController.viewDidAppear()
    await harness.advance(5)
    #expect(harness.text().contains("Grace Hopper"))
    #expect(harness.server.requests == ["loom", "loom"])
  }
}
