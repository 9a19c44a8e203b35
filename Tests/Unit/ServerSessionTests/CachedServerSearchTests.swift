import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

@Suite struct CachedServerSearchTests {
  /// Finds a post by any words and counts requests.
  private final class Server: ServerSearchRepository {
    let host = "server.example"
    private let state = Mutex((searches: [String](), failure: TimelineError?.none))
    let post: Post
    var searches: [String] { state.withLock(\.searches) }

    init(_ post: Post) { self.post = post }

    func fail(by error: TimelineError?) { state.withLock { $0.failure = error } }

    func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
      let failure = state.withLock { state in
        state.searches.append(words)
        return state.failure
      }
      if let failure { throw failure }
      return ServerMatches(posts: [post], tags: [.init(name: words)])
    }
  }

  private let harness: TimelineHarness
  private let server: Server
  private let search: CachedServerSearch

  init() async throws {
    harness = try await TimelineHarness(FakeServer())
    var post = Post.fixture(id: "77", text: "Found at the server")
    post.assign(to: harness.account)
    server = Server(post)
    search = CachedServerSearch(harness.dependencies, server: server, clock: harness.clock)
  }

  @Test func `Results are cached for five minutes unless refreshed`() async throws {
    for _ in 0..<3 { #expect(try await search.matches(of: "loom", .cached).tags.map(\.name) == ["loom"]) }
    #expect(server.searches == ["loom"])
    _ = try await search.matches(of: "mill", .cached)
    _ = try await search.matches(of: "loom", .fresh)
    #expect(server.searches == ["loom", "mill", "loom"])
    harness.clock.advance(to: harness.clock.now.addingTimeInterval(301))
    _ = try await search.matches(of: "loom", .cached)
    #expect(server.searches.count == 4)
  }

  @Test func `Found posts are cached for offline reading`() async throws {
    _ = try await search.matches(of: "loom", .cached)
    let cachedThread = try await harness.dependencies.threads.thread(of: harness.ref(server.post), .cached)
    #expect(cachedThread.post.text.plain == "Found at the server")
  }

  @Test func `Results have the current state of posts`() async throws {
    _ = try await search.matches(of: "loom", .cached)
    _ = try await harness.cache.update(server.post.id) { post in
      var post = post
      post.viewer = ViewerState(isFavourite: true)
      return post
    }
    #expect(try await search.matches(of: "loom", .cached).posts.first?.viewer?.isFavourite == true)
    #expect(server.searches == ["loom"])
  }

  @Test func `A failure is thrown, and the search stays available`() async throws {
    server.fail(by: .offline(host: "server.example"))
    await #expect(throws: TimelineError.offline(host: "server.example")) {
      try await search.matches(of: "loom", .cached)
    }
    #expect(search.isAvailable)
  }

  @Test func `A server without search is no longer offered`() async throws {
    server.fail(by: .unknownTimeline(name: "search", known: []))
    #expect(search.isAvailable)
    _ = try? await search.matches(of: "loom", .cached)
    #expect(!search.isAvailable)
  }
}
