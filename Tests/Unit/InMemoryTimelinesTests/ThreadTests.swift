import InMemoryTimelines
import InMemoryTimelinesSupport
import Domain
import Formats
import Foundation
import TestSupport
import Testing

@Suite struct ThreadTests {
  private func thread(of id: String, in posts: [Post], others: [Post] = []) async throws -> PostThread {
    try await JSONTimelineRepository(.fixture(home: posts, others: others)).thread(of: PostID(id))
  }

  @Test func `A single post is a thread of one`() async throws {
    #expect(try await thread(of: "1", in: [.fixture()]) == PostThread(post: .fixture()))
  }

  @Test func `Ancestors are above the post, the root on top`() async throws {
    let thread = try await thread(
      of: "3", in: [.fixture(id: "3", replyTo: "2")],
      others: [.fixture(id: "1"), .fixture(id: "2", replyTo: "1")])
    #expect(thread.ancestors.map(\.id) == ["1", "2"])
  }

  @Test func `A missing parent is shown as unavailable`() async throws {
    let thread = try await thread(of: "2", in: [.fixture(id: "2", replyTo: "1")])
    #expect(thread.ancestors == [.unavailable(id: PostID("1"), reason: .notInSource)])
  }

  @Test func `Replies are below, oldest first, each followed by its own`() async throws {
    let posts = [
      Post.fixture(id: "d", createdAt: .noon, replyTo: "b"),
      .fixture(id: "c", createdAt: .noon.minutesAgo(1), replyTo: "a"),
      .fixture(id: "undated", createdAt: nil, replyTo: "a"),
      .fixture(id: "e", createdAt: .noon.minutesAgo(2), replyTo: "d"),
      .fixture(id: "b", createdAt: .noon.minutesAgo(3), replyTo: "a"), .fixture(id: "a"),
    ]
    let thread = try await thread(of: "a", in: posts)
    #expect(thread.replies.map(\.entry.id) == ["b", "d", "e", "c", "undated"])
    #expect(thread.replies.map(\.depth) == [0, 1, 2, 0, 0])
  }

  @Test func `Replies of the same date keep their order`() async throws {
    let posts = [Post.fixture(id: "2", replyTo: "a"), .fixture(id: "1", replyTo: "a"), .fixture(id: "a")]
    let others = [Post.fixture(id: "3", replyTo: "a"), .fixture(id: "4", replyTo: "a")]
    #expect(try await thread(of: "a", in: posts, others: others).replies.map(\.entry.id) == ["1", "2", "3", "4"])
  }

  @Test func `Circular replies are listed once`() async throws {
    let ring = [
      Post.fixture(id: "1", replyTo: "3"), .fixture(id: "2", replyTo: "1"), .fixture(id: "3", replyTo: "2"),
    ]
    let thread = try await thread(of: "1", in: ring)
    #expect(thread.ancestors.map(\.id) == ["2", "3"])
    #expect(thread.replies.isEmpty)
    let selfish = try await self.thread(of: "1", in: [.fixture(id: "1", replyTo: "1")])
    #expect(selfish == PostThread(post: .fixture(id: "1", replyTo: "1")))
  }

  @Test func `A post in several timelines and reposts is listed once`() async throws {
    let answer = Post.fixture(id: "2", replyTo: "1")
    var repost = answer
    repost.repost = Repost(by: .fixture(handle: "ada"), at: .noon)
    let document = TimelineDocument.fixture(home: [repost, answer, .fixture()], mentions: [answer, .fixture()])
    let thread = try await JSONTimelineRepository(document).thread(of: PostID("1"))
    #expect(thread.replies == [PostThread.Reply(entry: .post(answer), depth: 0)])
  }

  @Test func `A post known only as repost or quote is found`() async throws {
    let original = Post.fixture(id: "1")
    var repost = original
    repost.repost = Repost(by: .fixture(handle: "ada"), at: .noon)
    #expect(try await thread(of: "1", in: [repost]).post == original)
    #expect(try await thread(of: "1", in: [.fixture(id: "2", quote: .shown(original))]).post == original)
  }

  @Test func `A deleted post in the source is shown`() async throws {
    let thread = try await thread(of: "2", in: [.fixture(id: "2", replyTo: "1"), .fixture(id: "1", state: .deleted)])
    #expect(thread.ancestors == [.post(.fixture(id: "1", state: .deleted))])
  }

  @Test func `A post missing in the source is unavailable`() async {
    await #expect(throws: TimelineError.postUnavailable(id: PostID("9"), reason: .notInSource)) {
      try await thread(of: "9", in: [.fixture()])
    }
  }

  @Test func `A thread may be deeper than the stack`() async throws {
    let count = 50_000
    let posts = (1...count).map { Post.fixture(id: "\($0)", replyTo: "\($0 - 1)") }
    let home = Array(posts.reversed())
    let first = try await thread(of: "1", in: home)
    #expect(first.replies.count == count - 1)
    #expect(first.replies.last?.depth == count - 2)
    #expect(try await thread(of: "\(count)", in: home).ancestors.count == count)
  }
}

extension PostThread.Entry {
  fileprivate var id: String? {
    switch self {
    case .post(let post): post.id.rawValue
    case .unavailable(let id, _): id?.rawValue
    }
  }
}
