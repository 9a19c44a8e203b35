import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// Addresses, cached features, and threads that are completed from the author's server.
@Suite struct ServerFeaturesTests {
  /// Lists a thread elsewhere, and finds posts by address.
  private final class Server: ServerFeatureRepository, ServerSearchRepository {
    let host = "server.example"
    let features: Set<ServerFeature> = []

    struct State {
      var listed = PublicThread(host: "far.example")
      var posts: [String: Post] = [:]
      var requests: [String] = []
      var failure: TimelineError?
      var announcements: [Announcement] = []
    }

    let state = Mutex(State())
    var requests: [String] { state.withLock(\.requests) }

    func publicThread(of post: Post) async throws(TimelineError) -> PublicThread { state.withLock(\.listed) }

    func post(at address: String) async throws(TimelineError) -> Post? {
      let (post, failure) = state.withLock { state in
        state.requests.append(address)
        return (state.posts[address], state.failure)
      }
      if let failure { throw failure }
      return post
    }

    func announcements(_ freshness: Freshness) async throws(TimelineError) -> [Announcement] {
      state.withLock { state in
        state.requests.append("announcements")
        return state.announcements
      }
    }

    func dismiss(_ announcement: Announcement) async throws(TimelineError) {}
    func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
      ServerMatches()
    }
  }

  private struct Profiles: ProfileRepository {
    let tabs: [ProfileTab] = [.withReplies]

    func profile(_ profile: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
      guard profile.handle != "nobody@far.example" else { throw .unknownTimeline(name: "", known: []) }
      return ProfilePage(profile: Profile(id: "7", handle: profile.handle))
    }

    func posts(
      of profile: Profile, _ tab: ProfileTab, _ request: PageRequest
    ) async throws(TimelineError) -> TimelinePage { throw .cancelled }
  }

  private let harness: TimelineHarness
  private let server = Server()
  private let features: ServerFeatures

  init() async throws {
    harness = try await TimelineHarness(FakeServer())
    features = ServerFeatures(
      harness.dependencies, server: server, profiles: Profiles(),
      lookup: PostLookup(
        account: harness.account, host: "server.example", cache: harness.cache, timelines: harness.server,
        search: server), clock: harness.clock)
  }

  private func post(_ id: String, replyTo: String? = nil) -> Post {
    var post = Post.fixture(id: id, url: "https://far.example/@grace/\(id)", replyTo: replyTo)
    post.assign(to: harness.account)
    return post
  }

  private func entry(_ id: String) -> PublicThread.Entry {
    PublicThread.Entry(uri: "uri-\(id)", url: "https://far.example/@grace/\(id)")
  }

  private func list(ancestors: [String] = [], _ descendants: [String], found: [Post]) {
    server.state.withLock { state in
      state.listed.ancestors = ancestors.map(entry)
      state.listed.descendants = descendants.map(entry)
      for post in found { state.posts["uri-\(post.id.rawValue)"] = post }
    }
  }

  @Test func `missing replies are fetched by the account's server, and known ones are not requested`() async throws {
    list(["1", "2", "3"], found: [post("2", replyTo: "1"), post("3", replyTo: "2")])
    let thread = PostThread(post: post("9"), replies: [.init(entry: .post(post("1", replyTo: "9")), depth: 0)])
    let completed = try await features.addingMissingReplies(to: thread)
    #expect(completed.thread.posts.map(\.id.rawValue) == ["9", "1", "2", "3"])
    #expect(completed.thread.replies.map(\.depth) == [0, 1, 2])
    #expect(completed.added == [PostID("2"), PostID("3")] && completed.host == "far.example")
    #expect(server.requests == ["uri-2", "uri-3"])
    #expect(try await harness.cache.post(PostID("3")) != nil)
  }

  @Test func `posts that cannot be fetched, and replies to them, are counted`() async throws {
    list(["1", "2"], found: [post("2", replyTo: "1")])
    let completed = try await features.addingMissingReplies(to: PostThread(post: post("9")))
    #expect(completed.added.isEmpty && completed.unavailable == 2 && completed.remaining == 0)
  }

  @Test func `missing posts above are put in order`() async throws {
    list(ancestors: ["1", "2"], [], found: [post("1")])
    let thread = PostThread(
      ancestors: [.unavailable(id: PostID("0"), reason: .unauthorized), .post(post("2"))], post: post("9"))
    let completed = try await features.addingMissingReplies(to: thread)
    #expect(completed.thread.posts.map(\.id.rawValue) == ["1", "2", "9"])
  }

  @Test func `at most twenty posts are fetched at once`() async throws {
    let ids = (10...39).map(String.init)
    list(ids, found: ids.map { post($0, replyTo: "9") })
    let completed = try await features.addingMissingReplies(to: PostThread(post: post("9")))
    #expect(completed.added.count == 20 && completed.remaining == 10)
  }

  @Test func `a failure ends fetching and keeps what was found`() async throws {
    list(["1"], found: [post("1", replyTo: "9")])
    server.state.withLock { $0.failure = .offline(host: "server.example") }
    let completed = try await features.addingMissingReplies(to: PostThread(post: post("9")))
    #expect(completed.failure == .offline(host: "server.example") && completed.remaining == 1)
  }

  @Test func `a handle is looked up as a profile`() async throws {
    let address = try #require(FediverseAddress("@grace@far.example"))
    #expect(try await features.found(at: address) == .profile(Profile(id: "7", handle: "grace@far.example")))
    let unknown = try #require(FediverseAddress("@nobody@far.example"))
    #expect(try await features.found(at: unknown) == nil)
  }

  @Test func `a post is found in the cache, else at the server`() async throws {
    let address = try #require(FediverseAddress("https://far.example/@grace/1"))
    server.state.withLock { $0.posts[address.text] = post("1") }
    for _ in 0..<2 {
      guard case .post(let found)? = try await features.found(at: address) else {
        Issue.record("No post was found.")
        return
      }
      #expect(found.ref == post("1").ref)
    }
    #expect(server.requests == [address.text])
  }

  @Test func `announcements are cached, with what the user has dismissed`() async throws {
    server.state.withLock { $0.announcements = [Announcement(id: "1", text: PostText())] }
    let first = try await features.announcements(.cached)
    try await features.dismiss(first[0])
    #expect(try await features.announcements(.cached).map(\.isRead) == [true])
    #expect(server.requests == ["announcements"])
  }
}
