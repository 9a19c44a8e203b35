import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Answers of which nothing can be shown are no end of anything.
@Suite struct BarrenPageTests {
  private let live: SyncHarness

  init() async throws {
    live = try await SyncHarness(FakeServer(posts: 400))
  }

  private var server: FakeServer { live.server }

  /// What a person sees who reads on to the end.
  private func read() async throws -> [String] {
    var page = try await live.page()
    var texts = page.posts.map(\.text.plain)
    for _ in 0..<50 {
      guard let older = page.older else { return texts }
      page = try await live.page(at: .older(than: older))
      texts += page.posts.map(\.text.plain)
    }
    return texts
  }

  @Test func `Whoever reads on comes past pages that filters hide`() async throws {
    // More than are gone past at once.
    server.hide { (80...320).contains($0) }
    #expect(try await read() == server.texts().filter { !server.isHidden($0) })
  }

  @Test func `A gap of hidden posts is gone past, and closed once it is known to hold no others`() async throws {
    _ = try await live.page()
    server.write(200)
    server.hide { (405...520).contains($0) }
    var page = try await live.page(.fresh, limit: 360)
    for _ in 0..<10 {
      guard let gap = page.gaps.first else { break }
      _ = try await live.page(at: .filling(gap))
      page = try await live.page(limit: 360)
    }
    #expect(page.gaps.isEmpty)
    #expect(
      page.posts.prefix(90).map(\.text.plain) == Array(server.texts().filter { !server.isHidden($0) }.prefix(90)))
  }

  @Test func `Where more is hidden than is gone past at once the gap stays`() async throws {
    _ = try await live.page()
    server.write(400)
    server.hide { (401...720).contains($0) }
    let gap = try #require(try await live.page(.fresh, limit: 360).gaps.first)
    _ = try await live.page(at: .filling(gap))
    #expect(try await live.page(limit: 360).gaps.count == 1)
  }

  @Test func `What is kept is cleaned once a day, and nobody waits for that`() async throws {
    _ = try await live.page(.fresh)
    live.clock.advance(to: .noon.addingTimeInterval(100 * 86_400))
    // All of them are older than ninety days; the newest stays in any case.
    var count = Int.max
    for _ in 0..<20 where count >= 40 {
      // Where the first cleaning still goes on the next question begins another.
      _ = try await live.page(.fresh)
      for _ in 0..<50 where count >= 40 {
        try await Task.sleep(for: .milliseconds(5))
        count = try await live.page(limit: 100).posts.count
      }
    }
    #expect(count < 40)
  }
}
