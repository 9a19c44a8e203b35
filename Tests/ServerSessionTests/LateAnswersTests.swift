import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// What a server answers may be older than what it has agreed to, or told of, meanwhile.
@Suite(.timeLimit(.minutes(5))) struct LateAnswersTests {
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

  @Test func `A page does not bring back what has been deleted since it was asked for`() {
    let pendingActions = OptimisticOverlay(of: WritingHarness.account)
    let asked = pendingActions.now
    pendingActions.noteDone(.delete(Self.id))
    let late = pendingActions.apply(to: Self.page, askedAt: asked)
    #expect(Self.cursors(late) == [RemoteCursor("9")])
    // It says nothing of what stands there besides.
    #expect(late.leavesOut && late.leftOut == [RemoteCursor("8"), RemoteCursor("7")])
    #expect(pendingActions.apply(to: Self.page, askedAt: pendingActions.now) == Self.page)
  }

  @Test func `Nor a repost that the reader has taken back, and no other entry goes with it`() {
    let pendingActions = OptimisticOverlay(of: WritingHarness.account)
    let asked = pendingActions.now
    pendingActions.noteDone(.repost(false, Self.id, visibility: nil))
    var page = Self.page
    page.entries.append(
      RemoteEntry(cursor: RemoteCursor("6"), post: Self.post("7", repostedBy: Profile(handle: "joan@server.example"))))
    #expect(Self.cursors(pendingActions.apply(to: page, askedAt: asked)) == ["9", "7", "6"].map { RemoteCursor($0) })
  }

  @Test func `In a thread its place says so`() throws {
    let pendingActions = OptimisticOverlay(of: WritingHarness.account)
    let asked = pendingActions.now
    pendingActions.noteDone(.delete(Self.id))
    let gone = PostThread.Entry.unavailable(id: Self.id, reason: .deleted)
    let thread = PostThread(
      ancestors: [.post(Self.post("7"))], post: Self.post("8"),
      replies: [.init(entry: .post(Self.post("7")), depth: 0), .init(entry: .post(Self.post("9")), depth: 0)])
    let late = try pendingActions.apply(to: thread, askedAt: asked)
    #expect(late.ancestors == [gone] && late.replies.map(\.entry) == [gone, .post(Self.post("9"))])
    #expect(throws: TimelineError.postUnavailable(id: Self.id, reason: .deleted)) {
      try pendingActions.apply(to: PostThread(post: Self.post("7")), askedAt: asked)
    }
  }

  @Test func `What a stream says is deleted counts as well`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    let server = FakeServer(hasStream: true)
    let timelines = OverlayingTimelines(server: server, actions: tern.actions.sender) {}
    let pendingActions = await tern.actions.sender.pendingActions()
    let asked = pendingActions.now
    var events = timelines.events().makeAsyncIterator()
    async let heard = events.next()
    #expect(await eventually { server.isHeard })
    server.notify(.deleted(Self.id))
    #expect(await heard == .deleted(Self.id))
    #expect(Self.cursors(pendingActions.apply(to: Self.page, askedAt: asked)) == [RemoteCursor("9")])
  }

  @Test func `Nor does what a server finds`() {
    let pendingActions = OptimisticOverlay(of: WritingHarness.account)
    let asked = pendingActions.now
    pendingActions.noteDone(.delete(Self.id))
    let matches = ServerMatches(posts: [Self.post("7"), Self.post("8")])
    #expect(pendingActions.apply(to: matches, askedAt: asked).posts == [Self.post("8")])
  }

  /// Is marked by the reader while the server looks.
  private struct SlowSearch: RemoteSearch {
    let asked: @Sendable () async -> Void

    func matches(of words: String) async throws(TimelineError) -> ServerMatches {
      await asked()
      return ServerMatches(posts: [LateAnswersTests.post("7")])
    }

    func post(at address: String) async throws(TimelineError) -> Post? {
      await asked()
      return LateAnswersTests.post("7")
    }
  }

  @Test func `What a server finds does not take back what was marked meanwhile`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    try await tern.cache.store([Self.post("7")])
    let search = OverlayingSearch(
      server: SlowSearch {
        try? await tern.actions.perform(.favourite(true, Self.id))
        _ = await tern.actions.sendWaiting()
      }, actions: tern.actions.sender)
    #expect(try await search.matches(of: "post").posts.first?.viewer?.isFavourite == true)
    #expect(writing.server.done == [.favourite(true, Self.id)])
    try await tern.actions.perform(.favourite(false, Self.id))
    _ = await tern.actions.sendWaiting()
    #expect(try await search.post(at: "https://server.example/@grace/7")?.viewer?.isFavourite == true)
  }
}

/// What the server has agreed to and the store cannot note, for a while.
@Suite(.timeLimit(.minutes(5))) struct UnnotedActionTests {
  /// Removes nothing the first few times.
  private final class FullWishes: PendingActionRepository {
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

  @Test func `It is not asked for again`() async throws {
    let writing = try await WritingHarness()
    let pendingActions = FullWishes()
    let actions = ServerActions(
      .init(
        account: WritingHarness.account, remote: writing.server, pendingActions: pendingActions,
        cache: writing.start().cache),
      pause: Backoff(random: { 0.5 }), clock: writing.clock, notify: { _ in }, relate: { _, _ in })
    let report = UserAction.report(Report(person: "7", comment: "Too steamy"))
    try await actions.perform(report)
    #expect(
      try await writing.wait(upTo: 600) { try await pendingActions.pendingActions(of: WritingHarness.account).isEmpty })
    #expect(writing.server.done == [report])
  }
}
