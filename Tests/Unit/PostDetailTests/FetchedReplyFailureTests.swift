import Domain
import PostCell
import TestSupport
import Testing

@testable import PostDetail

/// Missing replies and translations while a server cannot be reached, refuses, or its response is lost.
@MainActor @Suite struct FetchedReplyFailureTests {
  private let server = StubServerFeatures()

  nonisolated private static let failures: [(TimelineError, String)] = [
    (.offline(host: "far.example"), "can’t reach far.example."),
    (.refused(host: "far.example", message: "This action requires a login"), "“This action requires a login”."),
    (.timedOut(host: "far.example", seconds: 30), "far.example"),
  ]

  private func harness() async -> PostDetailHarness {
    var post = Post.fixture(text: "Guten Tag", url: "https://far.example/@grace/1", visibility: .public)
    post.author = Profile(handle: "grace@far.example")
    post.details = PostDetails(language: "de")
    let harness = PostDetailHarness(.init(result: .success(PostThread(post: post))), features: server)
    await harness.open()
    return harness
  }

  @Test(arguments: failures) func `Replies that cannot be fetched leave the thread, and can be fetched again`(
    error: TimelineError, reason: String
  ) async {
    let harness = await harness()
    server.change { $0.failure = error }
    harness.presenter.fetchReplies()
    await harness.settle()
    #expect(harness.view.notice?.text.hasPrefix("No replies fetched: ") == true)
    #expect(harness.view.notice?.text.contains(reason) == true && harness.view.thread?.rows.count == 1)
    server.change { $0.failure = nil }
    harness.presenter.fetchReplies()
    await harness.settle()
    #expect(harness.view.notice?.text == "far.example has no other replies")
    #expect(server.requests == ["completed 1", "completed 1"])
  }

  @Test(arguments: failures) func `A failed translation shows the original text, and can be requested again`(
    error: TimelineError, reason: String
  ) async {
    let harness = await harness()
    server.change { ($0.failure, $0.translation) = (error, PostTranslation(text: PostText([.text("Good day")]))) }
    harness.presenter.perform(.translate, at: 0)
    await harness.settle()
    #expect(harness.announcements.last?.contains(reason) == true)
    #expect(harness.view.thread?.rows.first?.post?.text.map(\.text) == ["Guten Tag"])
    server.change { $0.failure = nil }
    harness.presenter.perform(.translate, at: 0)
    await harness.settle()
    #expect(harness.view.thread?.rows.first?.post?.text.map(\.text) == ["Good day"])
  }
}
