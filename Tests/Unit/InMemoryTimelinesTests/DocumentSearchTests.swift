import InMemoryTimelines
import InMemoryTimelinesSupport
import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@Suite struct DocumentSearchTests {
  private func query(_ text: String) throws -> SearchQuery { try SearchQuery(text, now: .noon) }

  private static let home = (0..<1_000).map { index in
    Post.fixture(
      id: "h\(index)", createdAt: .noon.minutesAgo(Double(index)), text: index % 2 == 0 ? "Teapot \(index)" : "Coffee")
  }

  @Test func `Matches of all timelines are one list without duplicates, newest first`() async throws {
    let both = Post.fixture(id: "both", createdAt: .noon.minutesAgo(1.5), text: "tea for two")
    let repository = JSONTimelineRepository(
      .fixture(
        home: [.fixture(id: "a", text: "Tea"), both, .fixture(id: "b", createdAt: .noon.minutesAgo(3), text: "tea")],
        mentions: [
          .fixture(id: "c", createdAt: .noon.minutesAgo(1), text: "TEA"), both,
          .fixture(id: "undated", createdAt: nil, text: "tea"),
          .fixture(id: "d", createdAt: .noon.minutesAgo(2), text: "coffee"),
        ], others: [.fixture(id: "thread", text: "tea")]))
    let page = try await repository.matches(of: query("tea"), at: .newest, limit: 60)
    #expect(page.ids == ["a", "c", "both", "undated", "b"])
    #expect(page.older == nil && page.newer == nil)
    let count = try await repository.matchCount(of: query("tea"), upTo: nil)
    #expect(count == MatchCount(count: 5, isExact: true, searchedCount: 6))
  }

  @Test func `Matches are paged like a timeline`() async throws {
    let repository = JSONTimelineRepository(.fixture(home: Self.home))
    let query = try query("teapot")
    let first = try await repository.matches(of: query, at: .newest, limit: 60)
    #expect(first.ids == (0..<60).map { "h\($0 * 2)" })
    #expect(first.total == 500)
    let cursor = try #require(first.older)
    let second = try await repository.matches(of: query, at: .older(than: cursor), limit: 60)
    #expect(second.ids.first == "h120")
    #expect(second.offset == 60)
    #expect(try await repository.matches(of: query, at: .oldest, limit: 2).ids == ["h996", "h998"])
    let around = PagePosition.around(PostKey(id: PostID("h500")), nil)
    #expect(try await repository.matches(of: query, at: around, limit: 3).ids == ["h498", "h500", "h502"])
  }

  @Test func `Timelines match by name, recipients by the answered post`() async throws {
    let repository = JSONTimelineRepository(
      .fixture(
        home: [
          .fixture(id: "a", author: .fixture(handle: "ada"), text: "tea", replyTo: "b"),
          .fixture(id: "b", author: .fixture(handle: "ada"), createdAt: .noon.minutesAgo(1), text: "tea", replyTo: "c"),
        ], mentions: [.fixture(id: "d", createdAt: .noon.minutesAgo(2), text: "tea")],
        others: [.fixture(id: "c", author: .fixture(handle: "bob@sea.example"), text: "tea")]))
    for (text, found) in [
      ("in:Mentions", ["d"]), ("-in:mentions", ["a", "b"]), ("in:home is:thread", ["a"]), ("to:bob", ["b"]),
      ("in:nowhere", []), ("in:mentions OR to:bob", ["b", "d"]),
    ] {
      #expect(try await repository.matches(of: query(text), at: .newest, limit: 9).ids == found, "\(text)")
    }
  }

  @Test func `Earlier searches do not change the result`() async throws {
    let repository = JSONTimelineRepository(.fixture(home: Self.home))
    for (text, count) in [
      ("tea", 500), ("teap", 500), ("teapot 98", 1), ("teapot", 500), ("coffee", 500), ("coffee tea", 0),
      ("-coffee", 500),
      ("-coffee 998", 1), ("cof", 500), ("c", 0), ("from:grace", 1_000),
    ] {
      #expect(try await repository.matchCount(of: query(text), upTo: nil).count == count, "\(text)")
    }
  }

  @Test func `A reloaded document is searched again`() async throws {
    let source = StubDocumentSource([
      .success(.fixture(home: [.fixture(text: "tea")])),
      .success(.fixture(home: [.fixture(text: "tea"), .fixture(id: "2", text: "more tea")])),
    ])
    let repository = JSONTimelineRepository(source: source, clock: VirtualClock(now: .noon))
    #expect(try await repository.matches(of: query("tea"), at: .newest, limit: 9).total == 1)
    #expect(try await repository.matches(of: query("tea"), at: .newest, limit: 9).total == 1)
    #expect(try await repository.matches(of: query("tea"), PageRequest(.newest, limit: 9, .fresh)).total == 2)
    #expect(source.reads == 2)
  }

  @Test func `A search waits for the whole document`() async throws {
    let source = SteppedDocumentSource()
    let repository = JSONTimelineRepository(source: source, clock: VirtualClock(now: .noon))
    let query = try query("tea")
    let search = Task { try await repository.matches(of: query, at: .newest, limit: 9).ids }
    await source.waitForReader()
    source.read([.fixture(id: "1", text: "tea")])
    source.end(.success(.fixture(home: [.fixture(id: "0", text: "Tea"), .fixture(id: "1", text: "tea")])))
    #expect(try await search.value == ["0", "1"])
  }

  @Test func `A cancelled search does not affect others`() async throws {
    let repository = JSONTimelineRepository(.fixture(home: Self.home))
    let query = try query("tea")
    let search = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await repository.matches(of: query, at: .newest, limit: 1)
    }
    await #expect(throws: TimelineError.cancelled) { try await search.value }
    #expect(try await repository.matches(of: query, at: .newest, limit: 1).total == 500)
  }

  @Test func `A failed load fails the search`() async throws {
    let error = TimelineError.fileMissing(path: "/ada.json")
    let repository = JSONTimelineRepository(
      source: StubDocumentSource([.failure(error)]), clock: VirtualClock(now: .noon))
    await #expect(throws: error) { try await repository.matches(of: query("tea"), at: .newest, limit: 1) }
    await #expect(throws: error) { try await repository.matchCount(of: query("tea"), upTo: 1) }
  }
}
