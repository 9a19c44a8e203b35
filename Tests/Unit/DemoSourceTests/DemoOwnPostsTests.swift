import InMemoryTimelines
import InMemoryTimelinesSupport
import Domain
import FolderSupport
import Foundation
import Runtime
import TestSupport
import Testing

@testable import DemoSource

/// The user's own posts and marks appear in the demo where a server would show them.
@Suite struct DemoOwnPostsTests {
  private static let account = AccountID.demo("ada@demo")
  private let clock = VirtualClock(now: .noon)
  private let repository: WritableDemoRepository

  init() throws {
    let posts: [Post] = [
      .fixture(id: "1", text: "Question", counts: Counts(replies: 1, reposts: 0, likes: 0)),
      .fixture(id: "2", text: "First reply", replyTo: "1", counts: Counts(replies: 1, reposts: 0, likes: 0)),
      .fixture(id: "3", text: "Reply to the reply", replyTo: "2"),
    ]
    let base = MockTimelineRepository(
      JSONTimelineRepository(
        account: Self.account, source: StubDocumentSource(.fixture(home: posts, favourites: [])), clock: clock),
      account: Self.account, handle: "ada@demo", steps: [], clock: clock)
    repository = WritableDemoRepository(
      base, account: Self.account, profile: Profile(handle: "ada@demo", name: "Ada"), clock: clock)
  }

  private func reply(to id: String, _ text: String = "Answer") async throws -> PostID {
    var draft = Draft(account: Self.account, text: text, changedAt: clock.now)
    draft.purpose = .reply(to: DraftSubject(id: PostID(id), author: nil, excerpt: ""))
    guard case .post(let post) = try await repository.publish(draft, key: text) else { return PostID("") }
    return post.id
  }

  private func thread(_ id: String) async throws -> [String] {
    let thread = try await repository.thread(of: PostRef(account: Self.account, id: PostID(id)), .cached)
    return thread.replies.map { "\($0.entry.post?.text.plain ?? "gone")/\($0.depth)" }
  }

  private func replies(_ id: String) async throws -> Int? {
    try await repository.thread(of: PostRef(account: Self.account, id: PostID(id)), .cached).post.counts?.replies
  }

  @Test func `Own replies are in the thread and counted once`() async throws {
    _ = try await reply(to: "2", "Mine")
    let second = try await reply(to: "1", "Mine, too")
    #expect(
      try await thread("1") == ["First reply/0", "Reply to the reply/1", "Mine/1", "Mine, too/0"])
    #expect(try await replies("1") == 2)
    #expect(try await replies("2") == 2)
    try await repository.perform(.delete(second))
    #expect(try await thread("1") == ["First reply/0", "Reply to the reply/1", "Mine/1"])
    #expect(try await replies("1") == 1)
  }

  @Test func `Observers are notified of the parent's new reply count`() async throws {
    let changes = repository.changes()
    _ = try await reply(to: "1")
    for await change in changes {
      guard case .changed(let post) = change else { continue }
      #expect(post.id == PostID("1") && post.counts?.replies == 2)
      return
    }
  }

  @Test func `A like is among the favourites until it is undone`() async throws {
    func favourites() async throws -> [String] {
      try await repository.page(of: .named("Favourites"), PageRequest(.newest, limit: 9)).ids
    }
    for id in ["1", "3"] { try await repository.perform(.favourite(true, PostID(id))) }
    #expect(try await favourites() == ["3", "1"])
    try await repository.perform(.favourite(false, PostID("3")))
    #expect(try await favourites() == ["1"])
  }

  @Test func `A hashtag has a timeline with own posts`() async throws {
    let draft = Draft(account: Self.account, text: "On #Looms", changedAt: clock.now.addingTimeInterval(1))
    _ = try await repository.publish(draft, key: "a")
    #expect(try await repository.page(of: .tag("looms"), PageRequest(.newest, limit: 9)).posts.count == 1)
    #expect(try await repository.page(of: .tag("tea"), PageRequest(.newest, limit: 9)).posts.isEmpty)
  }
}
