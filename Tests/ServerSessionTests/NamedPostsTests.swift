import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// The post that somebody means by an address or an id.
@Suite struct NamedPostsTests {
  /// Finds posts by their addresses, and counts how often it was asked.
  private final class Server: RemoteSearch {
    let posts = Mutex<[Post]>([])
    let asked = Mutex<[String]>([])
    let failure = Mutex<TimelineError?>(nil)

    func matches(of words: String) async throws(TimelineError) -> ServerMatches { ServerMatches() }

    func post(at address: String) async throws(TimelineError) -> Post? {
      asked.withLock { $0.append(address) }
      if let failure = failure.withLock({ $0 }) { throw failure }
      return posts.withLock { $0.first { $0.url == address } }
    }
  }

  private let live: SyncHarness
  private let server = Server()
  private let named: NamedPosts
  private let far = "https://far.example/@grace/9"

  init() async throws {
    live = try await SyncHarness(FakeServer())
    named = NamedPosts(
      account: live.account, host: "server.example", cache: live.cache, timelines: live.server, search: server)
  }

  private func post(_ id: String, at address: String) -> Post {
    var post = Post.fixture(id: id, text: "Found")
    post.url = address
    post.assign(to: live.account)
    return post
  }

  @Test func `What is kept is found by its address and by its id, and nobody is asked`() async throws {
    _ = try await live.cache.store([post("7", at: far)])
    #expect(try await named.post(named: far).id == PostID("7"))
    #expect(try await named.post(named: "7").url == far)
    #expect(server.asked.withLock { $0 } == [])
  }

  @Test func `What is not kept the server finds, and then it is`() async throws {
    server.posts.withLock { $0 = [post("8", at: far)] }
    for _ in 0..<2 { #expect(try await named.post(named: far).ref == PostRef(account: live.account, id: PostID("8"))) }
    #expect(server.asked.withLock { $0 } == [far])
  }

  @Test func `What nobody finds is none, and why nobody can say is told`() async throws {
    await #expect(throws: TimelineError.postUnavailable(id: PostID(far), reason: .notInSource)) {
      try await named.post(named: far)
    }
    server.failure.withLock { $0 = .offline(host: "server.example") }
    await #expect(throws: TimelineError.offline(host: "server.example")) { try await named.post(named: far) }
  }

  @Test(arguments: [
    ("https://server.example/@ada/12", true), ("https://SERVER.example/@ada@far.example/12?x#y", true),
    ("https://server.example/users/ada/statuses/12", true), ("https://server.example/notice/12", true),
    ("https://server.example/@ada/statuses/12", true), ("https://server.example/p/ada/12", true),
    ("https://server.example/12", false), ("https://server.example/tags/12", false),
    ("https://server.example/@ada", false), ("https://far.example/@ada/12", false),
    ("https://server.example/media/a/b/12", false), ("https://server.example@far.example/@ada/12", false),
  ])
  func `Only an address of a post at the own server has its id at the end`(address: String, isPost: Bool) async throws {
    var post = Post.fixture(id: "12", text: "Own")
    post.assign(to: live.account)
    _ = try await live.cache.store([post])
    if isPost {
      #expect(try await named.post(named: address).id == PostID("12"))
    } else {
      await #expect(throws: TimelineError.self) { try await named.post(named: address) }
    }
  }
}
