import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Timelines of several hashtags, at servers that know them and at those that ignore all but the first.
struct CombinedTagsTests {
  private let harness: ServerHarness

  init() throws { harness = try ServerHarness() }

  private func post(_ id: Int, _ tags: String...) -> String {
    status("\(id)", "\"tags\": [\(tags.map { "{\"name\": \"\($0)\"}" }.joined(separator: ", "))]")
  }

  private func serve(_ name: String, _ posts: String..., after: Int? = nil) {
    let query = after.map { ["max_id": "\($0)"] } ?? [:]
    harness.transport.on(
      .get, "/api/v1/timelines/tag/\(name)", query: query,
      response: .json("[\(posts.joined(separator: ", "))]"))
  }

  private func page(_ name: String, _ position: RemotePosition = .newest) async throws -> RemotePage {
    try await harness.timelines.page(of: TimelineQuery(.tag(name)), at: position, limit: 3)
  }

  @Test func `A server that ignores the other hashtags is noticed, and their timelines are merged`() async throws {
    serve("sea", post(90, "sea"), post(70, "sea"), post(60, "sea"))
    serve("sky", post(95, "sky"), post(80, "sky", "sea"), post(50, "sky"))
    let first = try await page("sea sky")
    // Below 60, the first timeline may have more.
    #expect(ids(first) == ["95", "90", "80", "70", "60"])
    #expect(first.older == RemoteCursor("60") && first.canFill)
    serve("sea", post(40, "sea"), after: 60)
    serve("sky", post(50, "sky"), after: 60)
    let older = try await page("sea sky", .below(RemoteCursor("60")))
    #expect(ids(older) == ["50"])
    #expect(older.older == RemoteCursor("50"))
    // Noticed: no combined request any more.
    #expect(harness.asked.count { $0.contains("any") } == 1)
    #expect(harness.asked.count == 4)
  }

  @Test func `A server that knows them gets one request for each page`() async throws {
    serve("sea", post(90, "sea"), post(80, "sky"))
    #expect(ids(try await page("sea sky")) == ["90", "80"])
    _ = try await page("sea sky", .below(RemoteCursor("80")))
    _ = try await page("sea sky", .above(RemoteCursor("80")))
    #expect(harness.asked.allSatisfy { $0.contains("any%5B%5D=sky") } && harness.asked.count == 3)
  }

  @Test func `Posts that a combination excludes are left out`() async throws {
    serve(
      "sea", post(90, "sea", "ads"), post(80, "sea", "spring"), post(70, "SEA", "Spring"), post(60, "sea"))
    let page = try await page("sea +spring -ads")
    #expect(ids(page) == ["80", "70"])
    #expect(page.hasOmissions && page.omitted.isEmpty && page.older == RemoteCursor("60"))
    #expect(harness.asked.count == 1)
    serve("sky", post(85, "sky", "ads"), post(65, "sky", "spring"))
    #expect(ids(try await self.page("sea sky +spring -ads")) == ["80", "70", "65"])
  }

  @Test func `Nothing is missing between merged pages upwards: they are read from above`() async throws {
    let page = try await page("sea sky", .above(RemoteCursor("10")))
    #expect(page.entries.isEmpty && page.canFill)
    #expect(harness.asked.isEmpty)
  }

  @Test func `A hashtag that the server does not know adds nothing`() async throws {
    serve("sea", post(90, "sea"))
    #expect(ids(try await page("sea sky")) == ["90"])
  }
}
