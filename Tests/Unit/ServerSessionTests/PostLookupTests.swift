import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// Finding a post by address or ID.
@Suite struct PostLookupTests {
  /// Finds posts by address and counts requests.
  private final class Server: ServerSearchRepository {
    let host = "server.example"
    let posts = Mutex<[Post]>([])
    let requestedAddresses = Mutex<[String]>([])
    let failure = Mutex<TimelineError?>(nil)

    func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
      ServerMatches()
    }

    func post(at address: String) async throws(TimelineError) -> Post? {
      requestedAddresses.withLock { $0.append(address) }
      if let failure = failure.withLock({ $0 }) { throw failure }
      return posts.withLock { $0.first { $0.url == address } }
    }
  }

  private let harness: TimelineHarness
  private let server = Server()
  private let lookup: PostLookup
  private let far = "https://far.example/@grace/9"

  init() async throws {
    harness = try await TimelineHarness(FakeServer())
    lookup = PostLookup(
      account: harness.account, host: "server.example", cache: harness.cache, timelines: harness.server, search: server)
  }

  private func post(_ id: String, at address: String) -> Post {
    var post = Post.fixture(id: id, text: "Found")
    post.url = address
    post.assign(to: harness.account)
    return post
  }

  @Test func `A cached post is found by address and ID without a request`() async throws {
    _ = try await harness.cache.store([post("7", at: far)])
    #expect(try await lookup.post(named: far).id == PostID("7"))
    #expect(try await lookup.post(named: "7").url == far)
    #expect(server.requestedAddresses.withLock { $0 } == [])
  }

  @Test func `Other posts are found by the server and cached`() async throws {
    server.posts.withLock { $0 = [post("8", at: far)] }
    for _ in 0..<2 {
      #expect(try await lookup.post(named: far).ref == PostRef(account: harness.account, id: PostID("8")))
    }
    #expect(server.requestedAddresses.withLock { $0 } == [far])
  }

  @Test func `A missing post and a failed request are reported`() async throws {
    await #expect(throws: TimelineError.postUnavailable(id: PostID(far), reason: .notInSource)) {
      try await lookup.post(named: far)
    }
    server.failure.withLock { $0 = .offline(host: "server.example") }
    await #expect(throws: TimelineError.offline(host: "server.example")) { try await lookup.post(named: far) }
  }

  @Test(arguments: [
    ("https://server.example/@ada/12", true), ("https://SERVER.example/@ada@far.example/12?x#y", true),
    ("https://server.example/users/ada/statuses/12", true), ("https://server.example/notice/12", true),
    ("https://server.example/@ada/statuses/12", true), ("https://server.example/p/ada/12", true),
    ("https://server.example/12", false), ("https://server.example/tags/12", false),
    ("https://server.example/@ada", false), ("https://far.example/@ada/12", false),
    ("https://server.example/media/a/b/12", false), ("https://server.example@far.example/@ada/12", false),
  ])
  func `Only post addresses of the account's server have an ID`(address: String, isPost: Bool) async throws {
    var post = Post.fixture(id: "12", text: "Own")
    post.assign(to: harness.account)
    _ = try await harness.cache.store([post])
    if isPost {
      #expect(try await lookup.post(named: address).id == PostID("12"))
    } else {
      await #expect(throws: TimelineError.self) { try await lookup.post(named: address) }
    }
  }
}
