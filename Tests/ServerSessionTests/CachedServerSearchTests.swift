import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

@Suite struct CachedServerSearchTests {
  /// Finds a post by any words, and counts how often it was asked.
  private final class Server: RemoteSearch {
    private let state = Mutex((questions: [String](), failure: TimelineError?.none))
    let post: Post
    var questions: [String] { state.withLock(\.questions) }

    init(_ post: Post) { self.post = post }

    func fail(by error: TimelineError?) { state.withLock { $0.failure = error } }

    func matches(of words: String) async throws(TimelineError) -> ServerMatches {
      let failure = state.withLock { state in
        state.questions.append(words)
        return state.failure
      }
      if let failure { throw failure }
      return ServerMatches(posts: [post], tags: [.init(name: words)])
    }
  }

  private let live: SyncHarness
  private let server: Server
  private let search: CachedServerSearch

  init() async throws {
    live = try await SyncHarness(FakeServer())
    var post = Post.fixture(id: "77", text: "Found at the server")
    post.assign(to: live.account)
    server = Server(post)
    search = CachedServerSearch(live.parts, remote: server, clock: live.clock)
  }

  @Test func `For five minutes the same words are not asked again, unless the reader wants it so`() async throws {
    for _ in 0..<3 { #expect(try await search.matches(of: "loom", .cached).tags.map(\.name) == ["loom"]) }
    #expect(server.questions == ["loom"])
    _ = try await search.matches(of: "mill", .cached)
    _ = try await search.matches(of: "loom", .fresh)
    #expect(server.questions == ["loom", "mill", "loom"])
    live.clock.advance(to: live.clock.now.addingTimeInterval(301))
    _ = try await search.matches(of: "loom", .cached)
    #expect(server.questions.count == 4)
  }

  @Test func `What it finds is kept, so that it can be read when there is no server`() async throws {
    _ = try await search.matches(of: "loom", .cached)
    let kept = try await live.parts.threads.thread(of: live.ref(server.post), .cached)
    #expect(kept.post.text.plain == "Found at the server")
  }

  @Test func `What it has found is told as it is known by now`() async throws {
    _ = try await search.matches(of: "loom", .cached)
    _ = try await live.cache.change(server.post.id) { post in
      var post = post
      post.viewer = ViewerState(isFavourite: true)
      return post
    }
    #expect(try await search.matches(of: "loom", .cached).posts.first?.viewer?.isFavourite == true)
    #expect(server.questions == ["loom"])
  }

  @Test func `A failure is told, and the server stays offered`() async throws {
    server.fail(by: .offline(host: "server.example"))
    await #expect(throws: TimelineError.offline(host: "server.example")) {
      try await search.matches(of: "loom", .cached)
    }
    #expect(search.isOffered)
  }

  @Test func `A server that cannot be looked through is not offered any more`() async throws {
    server.fail(by: .unknownTimeline(name: "search", known: []))
    #expect(search.isOffered)
    _ = try? await search.matches(of: "loom", .cached)
    #expect(!search.isOffered)
  }
}
