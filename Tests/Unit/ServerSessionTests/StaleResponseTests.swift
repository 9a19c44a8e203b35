import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// Responses that are older than confirmed actions and events.
@Suite(.timeLimit(.minutes(5))) struct StaleResponseTests {
  private static let id = PostID("7")
  private static let ada = Profile(handle: "Ada@server.example")

  private static func post(_ id: String, repostedBy reposter: Profile? = nil) -> Post {
    Post(
      id: PostID(id), author: Profile(id: "7", handle: "grace@server.example"), createdAt: .noon,
      text: PostText([.text("Post \(id)")]), repost: reposter.map { Repost(by: $0, at: .noon) }, viewer: ViewerState())
  }

  private static let page = RemotePage(
    entries: [
      RemoteEntry(cursor: RemoteCursor("9"), post: post("9")),
      RemoteEntry(cursor: RemoteCursor("8"), post: post("7", repostedBy: ada)),
      RemoteEntry(cursor: RemoteCursor("7"), post: post("7")),
    ])

  private static func cursors(_ page: RemotePage) -> [RemoteCursor] { page.entries.map(\.cursor) }

  @Test func `A stale page does not restore a deleted post`() {
    let changes = UserChanges(of: WritingHarness.account)
    let revision = changes.currentRevision
    changes.confirm(.delete(Self.id), at: .noon)
    let late = changes.apply(to: Self.page, requestedAt: revision)
    #expect(Self.cursors(late) == [RemoteCursor("9")])
    // The page may lack other entries.
    #expect(late.hasOmissions && late.omitted == [RemoteCursor("8"), RemoteCursor("7")])
    #expect(changes.apply(to: Self.page, requestedAt: changes.currentRevision) == Self.page)
  }

  @Test func `A stale page does not restore an undone repost`() {
    let changes = UserChanges(of: WritingHarness.account)
    let revision = changes.currentRevision
    changes.confirm(.repost(false, Self.id, visibility: nil), at: .noon)
    var page = Self.page
    page.entries.append(
      RemoteEntry(cursor: RemoteCursor("6"), post: Self.post("7", repostedBy: Profile(handle: "joan@server.example"))))
    #expect(Self.cursors(changes.apply(to: page, requestedAt: revision)) == ["9", "7", "6"].map { RemoteCursor($0) })
  }

  @Test func `A stale thread marks a deleted post`() throws {
    let changes = UserChanges(of: WritingHarness.account)
    let revision = changes.currentRevision
    changes.confirm(.delete(Self.id), at: .noon)
    let gone = PostThread.Entry.unavailable(id: Self.id, reason: .deleted)
    let thread = PostThread(
      ancestors: [.post(Self.post("7"))], post: Self.post("8"),
      replies: [.init(entry: .post(Self.post("7")), depth: 0), .init(entry: .post(Self.post("9")), depth: 0)])
    let late = try changes.apply(to: thread, requestedAt: revision)
    #expect(late.ancestors == [gone] && late.replies.map(\.entry) == [gone, .post(Self.post("9"))])
    #expect(throws: TimelineError.postUnavailable(id: Self.id, reason: .deleted)) {
      try changes.apply(to: PostThread(post: Self.post("7")), requestedAt: revision)
    }
  }

  @Test func `Deletions from a stream count as well`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    let server = FakeServer(hasStream: true)
    let timelines = OverlayingTimelines(server: server, actions: tern.actions.queue) {}
    let changes = await tern.actions.queue.loadedChanges()
    let revision = changes.currentRevision
    var events = timelines.events().makeAsyncIterator()
    async let event = events.next()
    #expect(await eventually { server.hasListener })
    server.notify(.deleted(Self.id))
    #expect(await event == .deleted(Self.id))
    #expect(Self.cursors(changes.apply(to: Self.page, requestedAt: revision)) == [RemoteCursor("9")])
  }

  @Test func `Stale search results do not restore a deleted post`() {
    let changes = UserChanges(of: WritingHarness.account)
    let revision = changes.currentRevision
    changes.confirm(.delete(Self.id), at: .noon)
    let matches = ServerMatches(posts: [Self.post("7"), Self.post("8")])
    #expect(changes.apply(to: matches, requestedAt: revision).posts == [Self.post("8")])
  }

  /// A search during which the user acts on a post.
  private struct SlowSearch: ServerSearchRepository {
    let host = "server.example"
    let asked: @Sendable () async -> Void

    func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
      await asked()
      return ServerMatches(posts: [StaleResponseTests.post("7")])
    }

    func post(at address: String) async throws(TimelineError) -> Post? {
      await asked()
      return StaleResponseTests.post("7")
    }
  }

  @Test func `Stale search results do not undo an action`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    try await tern.cache.store([Self.post("7")])
    let search = OverlayingSearch(
      server: SlowSearch {
        try? await tern.actions.perform(.favourite(true, Self.id))
        _ = await tern.actions.sendPending()
      }, actions: tern.actions.queue)
    #expect(try await search.matches(of: "post", .fresh).posts.first?.viewer?.isFavourite == true)
    #expect(writing.server.done == [.favourite(true, Self.id)])
    try await tern.actions.perform(.favourite(false, Self.id))
    _ = await tern.actions.sendPending()
    #expect(try await search.post(at: "https://server.example/@grace/7")?.viewer?.isFavourite == true)
  }
}

/// Confirmed actions that the store cannot remove for a while.
@Suite(.timeLimit(.minutes(5))) struct UnrecordedActionTests {
  /// Fails to remove actions the first few times.
  private final class FailingPendingActions: PendingActionRepository {
    private let pendingActions = Mutex<[PendingAction]>([])
    private let failures = Mutex(3)

    func pendingActions(of account: AccountID) async throws(StoreError) -> [PendingAction] {
      pendingActions.withLock { $0 }
    }

    func store(_ pendingAction: PendingAction) async throws(StoreError) {
      pendingActions.withLock { $0.append(pendingAction) }
    }

    func remove(_ pendingAction: PendingAction) async throws(StoreError) {
      let fails = failures.withLock { count in
        count -= 1
        return count >= 0
      }
      if fails { throw .unusable(path: "store", reason: "No space left on device") }
      pendingActions.withLock { pendingActions in pendingActions.removeAll { $0.id == pendingAction.id } }
    }
  }

  @Test func `A confirmed action is not sent again`() async throws {
    let writing = try await WritingHarness()
    let pendingActions = FailingPendingActions()
    let actions = ServerActions(
      .init(
        account: WritingHarness.account, remote: writing.server, pendingActions: pendingActions,
        cache: writing.start().cache),
      backoff: Backoff(random: { 0.5 }), clock: writing.clock, notify: { _ in })
    let report = UserAction.report(Report(account: "7", comment: "Too steamy"))
    try await actions.perform(report)
    #expect(
      try await writing.wait(upTo: 600) { try await pendingActions.pendingActions(of: WritingHarness.account).isEmpty })
    #expect(writing.server.done == [report])
  }
}
