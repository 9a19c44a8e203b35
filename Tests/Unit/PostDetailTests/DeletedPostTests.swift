import Domain
import EmptyState
import Runtime
import TestSupport
import Testing
import TimelineCore

@testable import PostDetail

/// The thread of a post that is deleted while it is shown.
@MainActor @Suite struct DeletedPostTests {
  private func opened() async -> PostDetailHarness {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    harness.actions = PostActionService(
      StubActions(clock: harness.clock), of: .demo("ada"), cache: harness.cache, clock: harness.clock,
      runner: harness.runner
    ) { text, _ in harness.say(text) }
    await harness.open()
    return harness
  }

  @Test func `The thread of a post that the user deletes is left when the server confirms`() async throws {
    let harness = await opened()
    let post = try #require(harness.presenter.thread?.post)
    harness.actions?.perform(.delete(post.id), on: post)
    await harness.settle()
    #expect(harness.navigations == [] && harness.announcements == [])
    harness.cache.delete(post.ref)
    #expect(harness.navigations == ["leave"] && harness.announcements == ["Post deleted."])
  }

  @Test func `A reply that the user deletes leaves the thread open`() async throws {
    let harness = await opened()
    let reply = try #require(harness.presenter.post(at: 3))
    harness.actions?.perform(.delete(reply.id), on: reply)
    harness.cache.delete(reply.ref)
    #expect(harness.navigations == [] && harness.announcements == ["Post deleted."])
  }

  @Test func `A post that was deleted elsewhere stays, without actions`() async throws {
    let harness = await opened()
    let post = try #require(harness.presenter.thread?.post)
    let index = try #require(harness.presenter.thread?.focus)
    #expect(harness.presenter.availability(at: index).kinds.contains(.favourite))
    harness.cache.delete(post.ref)
    #expect(harness.view.notice?.text.hasPrefix("demo no longer shows this post: it was deleted") == true)
    #expect(harness.presenter.availability(at: index).kinds == [])
    #expect(harness.navigations == [] && harness.announcements == [])
  }
}
