import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Scheduled posts: the stored list, and drafts that replace a scheduled post.
@Suite(.timeLimit(.minutes(5))) struct ScheduledPostsTests {
  private static let lost = TimelineError.offline(host: "server.example")
  private static let later = Date.noon.addingTimeInterval(86_400)

  private func harness(supportsKeys: Bool = true) async throws -> (WritingHarness, ScheduledPost) {
    let writing = try await WritingHarness(supportsKeys: supportsKeys)
    writing.server.schedules = true
    var draft = writing.draft("Before")
    draft.publishAt = Self.later
    _ = try await writing.server.publish(draft, key: "first")
    let post = try #require(try await writing.server.scheduledPosts().first)
    return (writing, post)
  }

  private func changed(_ post: ScheduledPost) -> Draft {
    var draft = post.draft(by: WritingHarness.account, at: .noon)
    draft.text = "After"
    return draft
  }

  private func waitUntilReplaced(_ writing: WritingHarness) async throws -> Bool {
    try await writing.wait(upTo: 7_200) {
      let (entries, actions) = (try await writing.entries, try await writing.pendingActions)
      return entries.isEmpty && actions.isEmpty
    }
  }

  @Test func `A changed version replaces the scheduled post`() async throws {
    let (writing, post) = try await harness()
    let tern = writing.start()
    try await tern.publishing.send(changed(post), delay: 0)
    #expect(try await waitUntilReplaced(writing))
    #expect(writing.server.scheduledTexts == ["After"])
    #expect(try await writing.drafts.isEmpty)
  }

  @Test func `A refused version changes nothing and becomes a draft`() async throws {
    let (writing, post) = try await harness()
    let tern = writing.start()
    writing.server.faults = [.refused(.refused(host: "server.example", message: "Text is too long"))]
    try await tern.publishing.send(changed(post), delay: 0)
    #expect(try await waitUntilReplaced(writing))
    #expect(writing.server.scheduledTexts == ["Before"] && !writing.server.calls.contains("cancelScheduled"))
    let draft = try #require(try await writing.drafts.first)
    #expect(draft.text == "After" && draft.replaces == post.id && draft.refusal == "Text is too long")
  }

  /// With a key, the request is repeated; without one, the list of the server shows whether it has arrived.
  @Test(arguments: [true, false], [WritingServer.Fault.lostBefore(lost), .lostAfter(lost)])
  func `If the response is lost, one of both stays scheduled until the new one is certain`(
    supportsKeys: Bool, fault: WritingServer.Fault
  ) async throws {
    let (writing, post) = try await harness(supportsKeys: supportsKeys)
    let tern = writing.start()
    writing.server.faults = [fault]
    try await tern.publishing.send(changed(post), delay: 0)
    #expect(try await writing.wait { try await writing.entries.first?.firstAttemptAt != nil })
    #expect(writing.server.scheduledTexts.contains("Before"))
    #expect(try await waitUntilReplaced(writing))
    #expect(writing.server.scheduledTexts == ["After"])
  }

  @Test func `If the server does not list scheduled posts, the user decides after a lost response`() async throws {
    let (writing, post) = try await harness(supportsKeys: false)
    let tern = writing.start()
    writing.server.faults = [.lostAfter(Self.lost)]
    writing.server.searchFaults = [.refused(.unsupported(host: "server.example"))]
    try await tern.publishing.send(changed(post), delay: 0)
    #expect(try await writing.wait { try await writing.entries.first?.firstAttemptAt != nil })
    #expect(try await writing.waitUntilDone())
    #expect(try await writing.entries.map(\.state) == [.needsConfirmation(.mayHaveBeenSent)])
    #expect(writing.server.scheduledTexts == ["Before", "After"])
  }

  @Test func `The former post is cancelled later if the server does not respond`() async throws {
    let (writing, post) = try await harness()
    let tern = writing.start()
    writing.server.actionFaults = [.lostBefore(Self.lost), .lostAfter(Self.lost)]
    try await tern.publishing.send(changed(post), delay: 0)
    #expect(await writing.wait { writing.server.scheduledTexts == ["Before", "After"] })
    #expect(try await waitUntilReplaced(writing))
    #expect(writing.server.scheduledTexts == ["After"])
  }

  /// Wherever an instance is killed, the next one completes the replacement.
  @Test func `A replacement survives the end of Tern at each step`() async throws {
    for step in 1...12 {
      let (writing, post) = try await harness()
      let killed = writing.start(killedAt: step)
      let draft = changed(post)
      let sending = Task { _ = try? await killed.publishing.send(draft, delay: 0) }
      _ = await writing.wait(upTo: 100) { killed.isDead || writing.server.scheduledTexts == ["After"] }
      killed.kill()
      sending.cancel()
      #expect(!writing.server.scheduledTexts.isEmpty)
      let next = writing.start()
      _ = next.publishing.outboxEvents()
      _ = next.actions.refusals()
      #expect(try await waitUntilReplaced(writing), "step \(step)")
      // Killed before it was stored in the outbox, the post is unchanged.
      let isStored = writing.server.calls.filter { $0 == "publish" }.count > 1
      #expect(writing.server.scheduledTexts == [isStored ? "After" : "Before"], "step \(step)")
    }
  }

  @Test func `The list is stored, and follows changes`() async throws {
    let (writing, post) = try await harness()
    let cache = writing.start().cache
    let posts = ServerScheduledPosts(writing.server, cache: cache, clock: writing.clock)
    #expect(await posts.storedScheduledPosts() == nil)
    #expect(try await posts.scheduledPosts() == [post])
    #expect(await posts.storedScheduledPosts() == ScheduledPostList([post], asOf: .noon))
    // The capabilities are stored next to it.
    try await cache.store(CachedPublishingCapabilities(PublishingCapabilities(), asOf: .noon))
    #expect(await posts.storedScheduledPosts()?.posts == [post])

    let moment = Self.later.addingTimeInterval(60)
    #expect(try await posts.reschedule(post.id, to: moment)?.publishAt == moment)
    #expect(await posts.storedScheduledPosts()?.posts.map(\.publishAt) == [moment])
    #expect(try await posts.cancelScheduledPost(post.id))
    #expect(await posts.storedScheduledPosts()?.posts == [])
    #expect(try await posts.cancelScheduledPost(post.id) == false)
    #expect(try await posts.reschedule(post.id, to: moment) == nil)
  }

  @Test func `Stored posts are left out once they have been published`() async throws {
    let (writing, _) = try await harness()
    let posts = ServerScheduledPosts(writing.server, cache: writing.start().cache, clock: writing.clock)
    _ = try await posts.scheduledPosts()
    writing.clock.advance(to: Self.later)
    #expect(await posts.storedScheduledPosts()?.posts == [])
  }
}
