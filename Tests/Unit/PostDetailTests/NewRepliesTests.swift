import Domain
import PostCell
import TestSupport
import Testing
import TimelineCore

@testable import PostDetail

/// Replies that have arrived since the last visit of a thread, and the user's own.
@MainActor @Suite struct NewRepliesTests {
  private let visits = ThreadVisits()

  private func thread(_ replies: [(id: String, depth: Int)], by author: Profile = .fixture()) -> PostThread {
    PostThread(
      post: .fixture(),
      replies: replies.map { .init(entry: .post(.fixture(id: $0.id, author: author, text: $0.id)), depth: $0.depth) })
  }

  private func open(_ threads: PostThread...) async -> PostDetailHarness {
    let harness = PostDetailHarness(answers: threads.map { .init(result: .success($0)) })
    harness.visits = visits
    await harness.open()
    return harness
  }

  private func new(_ harness: PostDetailHarness) -> [String] {
    (harness.view.thread?.rows ?? []).enumerated().filter(\.element.isNew).map {
      harness.presenter.thread?.post(at: $0.offset)?.id.rawValue ?? "-"
    }
  }

  @Test func `On the first visit nothing is new`() async {
    let harness = await open(thread([("2", 0), ("3", 1)]))
    #expect(new(harness).isEmpty && harness.view.status == "1 of 3")
    #expect(!harness.presenter.actions(at: 0).canGoToNew)
  }

  @Test func `Later replies are marked and counted until they are selected`() async {
    _ = await open(thread([("2", 0)]))
    let harness = await open(thread([("2", 0), ("3", 1), ("4", 0)]))
    #expect(new(harness) == ["3", "4"] && harness.view.status == "1 of 4 · 2 new")
    harness.presenter.showNextNew()
    #expect(harness.presenter.selection == 2 && new(harness) == ["4"] && harness.view.status == "3 of 4 · 1 new")
    harness.presenter.didSelectRow(at: 3)
    #expect(new(harness).isEmpty && harness.view.status == "4 of 4")
    // On the next visit they are known.
    #expect(new(await open(thread([("2", 0), ("3", 1), ("4", 0)]))).isEmpty)
  }

  @Test func `Replies that a reload brings are new`() async {
    let harness = await open(thread([("2", 0)]), thread([("2", 0), ("3", 0)]))
    harness.presenter.reload()
    await harness.settle()
    #expect(new(harness) == ["3"])
  }

  @Test func `The thread is the same whichever post is opened`() async {
    _ = await open(thread([("2", 0)]))
    let other = PostThread(
      ancestors: [.post(.fixture())], post: .fixture(id: "2"),
      replies: [.init(entry: .post(.fixture(id: "5")), depth: 0)])
    #expect(new(await open(other)) == ["5"])
  }

  @Test func `The user’s own replies are not new, and are marked as theirs`() async {
    let own = Profile(handle: "ada@demo")
    _ = await open(thread([("2", 0)]))
    let harness = await open(thread([("3", 0)], by: own))
    #expect(new(harness).isEmpty)
    #expect(harness.view.thread?.rows[1].post?.remarks == ["you"])
    #expect(harness.view.thread?.rows[0].post?.remarks.isEmpty == true)
    harness.cache.add(.fixture(id: "9", author: own, replyTo: "1"), by: .published)
    #expect(harness.view.thread?.rows[2].post?.remarks == ["you"] && new(harness).isEmpty)
  }

  @Test func `A folded branch counts its new replies, and going to one unfolds it`() async {
    _ = await open(thread([("2", 0), ("3", 1)]))
    let harness = await open(thread([("2", 0), ("3", 1), ("4", 1)]))
    harness.presenter.toggleFold(at: 1)
    #expect(harness.view.thread?.rows[1].fold?.newCount == 1)
    harness.presenter.showNextNew()
    #expect(harness.view.thread?.rows.count == 4 && harness.presenter.selection == 3)
  }

  @Test func `A thread that was cached before the launch has been visited`() async {
    var cached = thread([("2", 0)])
    (cached.isStale, cached.asOf) = (true, .noon.minutesAgo(60))
    let harness = await open(cached, thread([("2", 0), ("3", 0)]))
    #expect(new(harness) == ["3"])
  }

  @Test func `The people of a notification are above its post, and can be listed`() async {
    var post = Post.fixture()
    post.notification = PostNotification(
      id: "n", kind: .favourite,
      profiles: ["ann", "bob", "cat"].map { Profile(handle: $0, name: $0.capitalized) }, count: 12, at: .noon)
    let harness = PostDetailHarness(
      .init(result: .success(thread([("2", 0)])), seconds: 3), known: post,
      navigation: NavigationCapabilities(profiles: true))
    await harness.open()
    let people = "♥ Ann, Bob, Cat and 9 others liked this · i to list them"
    #expect(harness.view.thread?.rows[0].people == people)
    await harness.pass(seconds: 3)
    #expect(harness.view.thread?.rows.map(\.people) == [people, nil])
    #expect(harness.presenter.destinations(at: 0).listsPeople && !harness.presenter.destinations(at: 1).listsPeople)
    harness.presenter.openPeople(at: 0)
    #expect(harness.destinations == post.notification.map { [.people($0)] })
  }
}
