import Domain
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import ServerSearch

/// The screen as somebody has it: keys in, lines out.
@MainActor @Suite struct ServerSearchTests {
  init() { UTF8Locale.set() }

  @Test func `People, tags and posts stand below each other, and the words are marked`() async throws {
    let bench = try await ServerSearchHarness().open()
    let shown = bench.lines().filter { line in line.contains { $0 != " " } }
    #expect(
      shown.dropLast() == [
        " loom at near.example              Ada Lovelace · @ada@demo", String(repeating: "─", count: 60),
        "   ── People ──────────────────────────────────────────────",
        " ▌ Grace Hopper  @grace@far.example", " ▌ I compile, and I weave looms.",
        "   ── Tags ────────────────────────────────────────────────", "   #loom",
        "   used 1,204 times lately · you follow it", "   #looms",
        "   ── Posts ───────────────────────────────────────────────",
        "   Grace Hopper  @grace@far.example                     now",
        "   A loom of one's own", "   alan  @alan                                          now", "   Loom again",
        String(repeating: "─", count: 60),
      ])
    #expect(shown.last?.hasPrefix(" 1 of 5") == true)
    #expect(bench.server.requests == ["loom"])
  }

  @Test func `Enter opens somebody's page, a tag's timeline and a post's thread`() async throws {
    let bench = try await ServerSearchHarness().open()
    await bench.press(.enter, .character("j"), .enter, .character("G"), .enter)
    #expect(bench.ways == ["person grace@far.example", "tag loom", "post 2"])
  }

  @Test func `What can be done with a post can be done here, and only with posts`() async throws {
    let bench = try await ServerSearchHarness().open()
    await bench.press(.character("Y"), .character("p"))
    #expect(bench.clipboard.copied.isEmpty && bench.ways.isEmpty)
    await bench.press(.character("G"), .character("Y"))
    #expect(bench.clipboard.copied == ["Loom again"])
    #expect(bench.text().contains("Copied its text."))
    await bench.press(.character("p"))
    #expect(bench.ways == ["person alan"])
  }

  @Test func `Loading stands before the answer, says who is asked, and for how long`() async throws {
    let bench = try await ServerSearchHarness(seconds: 5).open()
    #expect(!bench.text().contains("Loading"))
    await bench.advance(3)
    #expect(bench.text().contains("Loading “loom”"))
    #expect(bench.text().contains("Tern is asking near.example"))
    await bench.advance(2)
    #expect(bench.text().contains("Grace Hopper"))
  }

  @Test func `Where nothing is found, that is said, and what a server may not do`() async throws {
    let bench = try await ServerSearchHarness("loom", .success(ServerMatches())).open()
    #expect(bench.text().contains("near.example finds nothing for “loom”"))
    #expect(bench.text().contains("R try again"))
    bench.server.answer(.success(ServerSearchHarness.found))
    await bench.press(.character("R"))
    #expect(bench.text().contains("Grace Hopper"))
    #expect(bench.server.requests == ["loom", "loom anew"])
  }

  @Test func `A server that cannot be searched is not asked again by a key that says so`() async throws {
    let bench = try await ServerSearchHarness("loom", .failure(.unknownTimeline(name: "search", known: []))).open()
    #expect(bench.text().contains("near.example cannot be searched"))
    #expect(!bench.text().contains("try again"))
  }

  @Test(arguments: [
    (TimelineError.offline(host: "near.example"), "near.example does not answer"),
    (.refused(host: "near.example", message: "Not you"), "near.example says no"),
    (.webPage(host: "near.example", title: "Welcome"), "near.example answers with a web page"),
    (.sessionExpired(handle: "ada", host: "near.example"), "The session has ended"),
  ]) func `A failure has the empty view; over matches that stand, a notice`(
    error: TimelineError, title: String
  ) async throws {
    let bench = try await ServerSearchHarness("loom", .failure(error)).open()
    #expect(bench.text().contains(title))
    bench.server.answer(.success(ServerSearchHarness.found))
    await bench.press(.character("R"))
    #expect(bench.text().contains("Grace Hopper"))
    bench.server.answer(.failure(error))
    await bench.press(.character("R"))
    #expect(bench.text().contains("Grace Hopper"))
    #expect(bench.text(100).contains("matches as of"))
  }

  @Test func `Where the server has said when, it is asked again by itself`() async throws {
    let limit = TimelineError.rateLimited(host: "near.example", until: .noon.addingTimeInterval(10))
    let bench = try await ServerSearchHarness("loom", .failure(limit)).open()
    #expect(bench.text().contains("In 10 s Tern asks for “loom” by itself."))
    bench.server.answer(.success(ServerSearchHarness.found))
    await bench.advance(10)
    #expect(bench.text().contains("Grace Hopper"))
  }

  @Test func `A post that is deleted goes, one that changes says what it says now`() async throws {
    let bench = try await ServerSearchHarness().open()
    await bench.press(.character("G"))
    bench.cache.change(.fixture(id: "1", author: ServerSearchHarness.grace, text: "A loom for all"))
    #expect(bench.text().contains("A loom for all"))
    bench.cache.delete(Post.fixture(id: "2").ref)
    #expect(!bench.text().contains("Loom again"))
    #expect(bench.lines().last?.hasPrefix(" 4 of 4") == true)
  }

  @Test func `Nothing goes on behind another screen`() async throws {
    let bench = try await ServerSearchHarness(seconds: 5).open()
    bench.viewController.viewWillDisappear()
    await bench.advance(10)
    #expect(!bench.text().contains("Grace Hopper"))
    bench.viewController.viewDidAppear()
    await bench.advance(5)
    #expect(bench.text().contains("Grace Hopper"))
    #expect(bench.server.requests == ["loom", "loom"])
  }
}
