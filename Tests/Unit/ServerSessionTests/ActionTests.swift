import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Actions: shown immediately, sent to the server, and reverted if refused.
@Suite(.timeLimit(.minutes(5))) struct ActionTests {
  private static let lost = TimelineError.offline(host: "server.example")
  private static let no = TimelineError.refused(host: "server.example", message: "This is not allowed")
  private static let id = PostID("7")

  private static let post = Post(
    id: id, author: Profile(id: "7", handle: "grace@server.example"), createdAt: .noon,
    text: PostText([.text("A post")]), counts: Counts(replies: 0, reposts: 1, likes: 4),
    poll: Poll(options: [.init(title: "Yes", votes: 3), .init(title: "No", votes: 1)], isClosed: false, id: "p"),
    viewer: ViewerState(isBookmarked: true))

  private func start(_ writing: WritingHarness) async throws -> AppInstance {
    let tern = writing.start()
    if try await tern.cache.post(Self.id) == nil { try await tern.cache.store([Self.post]) }
    return tern
  }

  private func cachedPost(_ tern: AppInstance) async throws -> Post? { try await tern.cache.post(Self.id) }

  @Test func `A like is shown at once, reported, and sent`() async throws {
    let writing = try await WritingHarness()
    let tern = try await start(writing)
    try await tern.actions.perform(.favourite(true, Self.id))
    guard case .changed(let post)? = tern.reportedChanges.all.first else {
      Issue.record("Nothing was reported.")
      return
    }
    #expect(post.viewer == ViewerState(isFavourite: true, isBookmarked: true) && post.counts?.likes == 5)
    #expect(try await cachedPost(tern)?.viewer?.isFavourite == true)
    #expect(await writing.wait { writing.server.viewer(of: Self.id).isFavourite })
    #expect(try await writing.wait { try await writing.pendingActions.isEmpty })
    // An action without effect is not sent.
    try await tern.actions.perform(.favourite(true, Self.id))
    #expect(await tern.actions.sendPending() == nil)
    #expect(writing.server.done == [.favourite(true, Self.id)])
    #expect(try await cachedPost(tern)?.counts?.likes == 5)
  }

  @Test func `An undone repost leaves at once, and mutes are known at the next start`() async throws {
    let writing = try await WritingHarness()
    let tern = try await start(writing)
    var repost = Self.post
    repost.viewer?.isReposted = true
    repost.repost = Repost(by: Profile(handle: WritingHarness.account.key), at: .noon)
    let entry = RemoteEntry(cursor: RemoteCursor("9"), post: repost)
    try await tern.cache.merge(RemotePage(entries: [entry]), into: .home, at: .newest, asOf: .noon)
    try await tern.actions.perform(.repost(false, Self.id, visibility: nil))
    let key = try #require(
      tern.reportedChanges.all.lazy.compactMap { if case .withdrawn(let keys, nil) = $0 { keys.first } else { nil } }
        .first)
    #expect(key.id == Self.id && key.repostedBy != nil)
    #expect(try await tern.cache.page(of: .home, PageRequest(.newest, limit: 9))?.page.posts.isEmpty == true)
    try await tern.cache.store(TimelineOverview(timelines: [ListedTimeline(.home)]))
    try await tern.actions.perform(.mute(MuteOptions(), account: "7"))
    #expect(try await tern.cache.overview()?.hiddenAccounts.map(\.id) == ["7"])
    try await tern.actions.perform(.mute(nil, account: "7"))
    #expect(try await tern.cache.overview()?.hiddenAccounts.isEmpty == true)
  }

  /// The user's repost among others.
  private func mergeRepost(into tern: AppInstance) async throws {
    var repost = Self.post
    repost.viewer?.isReposted = true
    repost.repost = Repost(by: Profile(handle: WritingHarness.account.key), at: .noon)
    let entries = ["9", "7", "5"].map { number in
      RemoteEntry(
        cursor: RemoteCursor(number),
        post: number == "7" ? repost : .fixture(id: number, createdAt: .noon, text: number))
    }
    try await tern.cache.merge(RemotePage(entries: entries), into: .home, at: .newest, asOf: .noon)
  }

  private func home(_ tern: AppInstance) async throws -> [String] {
    try await tern.cache.page(of: .home, PageRequest(.newest, limit: 9))?.page.posts.map(\.id.rawValue) ?? []
  }

  @Test func `A repost whose removal is refused is restored`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.lostBefore(Self.lost), .refused(Self.no)]
    let tern = try await start(writing)
    try await mergeRepost(into: tern)
    var refusals = tern.actions.refusals().makeAsyncIterator()
    let action = UserAction.repost(false, Self.id, visibility: nil)
    try await tern.actions.perform(action)
    #expect(try await home(tern) == ["9", "5"])
    #expect(await writing.wait(upTo: 60) { tern.reportedChanges.all.contains(.outdated(.home)) })
    let refusal = try #require(await refusals.next())
    #expect(refusal.action == action && refusal.post?.viewer?.isReposted == true && refusal.error == Self.no)
    #expect(try await home(tern) == ["9", "7", "5"])
    #expect(try await cachedPost(tern)?.viewer?.isReposted == true)
  }

  @Test func `A repost that is repeated before sending is restored`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = Array(repeating: .lostBefore(.sessionExpired(handle: "ada", host: "h")), count: 9)
    let tern = try await start(writing)
    try await mergeRepost(into: tern)
    try await tern.actions.perform(.repost(false, Self.id, visibility: nil))
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    #expect(try await home(tern) == ["9", "5"])
    try await tern.actions.perform(.repost(true, Self.id, visibility: nil))
    #expect(try await home(tern) == ["9", "7", "5"])
    #expect(tern.reportedChanges.all.contains(.outdated(.home)))
    #expect(try await writing.pendingActions == [])
  }

  @Test func `A repost that is repeated while its removal fails is restored`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.refused(Self.no)]
    let tern = try await start(writing)
    try await mergeRepost(into: tern)
    let actions = tern.actions
    writing.server.duringAction = { try? await actions.perform(.repost(true, Self.id, visibility: nil)) }
    try await tern.actions.perform(.repost(false, Self.id, visibility: nil))
    #expect(await writing.wait { tern.reportedChanges.all.contains(.outdated(.home)) })
    #expect(try await home(tern) == ["9", "7", "5"])
    #expect(try await writing.wait { try await writing.pendingActions.isEmpty })
    #expect(try await cachedPost(tern)?.viewer?.isReposted == true)
  }

  @Test func `Fast toggling ends in the last state with few requests`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.lostBefore(Self.lost)]
    // The server responds when the user is done.
    let (toggling, end) = AsyncStream.makeStream(of: Void.self)
    writing.server.duringAction = { for await _ in toggling {} }
    let tern = try await start(writing)
    for isOn in [true, false, true, false, true] { try await tern.actions.perform(.favourite(isOn, Self.id)) }
    end.finish()
    #expect(await writing.wait(upTo: 60) { writing.server.viewer(of: Self.id).isFavourite })
    #expect(writing.server.maxInFlight == 1)
    #expect(writing.server.done.count <= 3)
    #expect(try await cachedPost(tern)?.viewer?.isFavourite == true)
    #expect(try await cachedPost(tern)?.counts?.likes == 5)
  }

  @Test func `An undone action is never sent`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = Array(repeating: .lostBefore(.sessionExpired(handle: "ada", host: "h")), count: 3)
    let tern = try await start(writing)
    try await tern.actions.perform(.bookmark(false, Self.id))
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    try await tern.actions.perform(.bookmark(true, Self.id))
    #expect(try await writing.pendingActions == [])
    #expect(await tern.actions.sendPending() == nil)
    #expect(writing.server.done == [])
    #expect(try await cachedPost(tern)?.viewer?.isBookmarked == true)
  }

  @Test func `A refused action is reverted and reported`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = Array(repeating: .refused(Self.no), count: 3)
    let tern = try await start(writing)
    var refusals = tern.actions.refusals().makeAsyncIterator()
    let actions: [UserAction] = [.repost(true, Self.id, visibility: .unlisted), .vote([0], poll: "p", Self.id)]
    for action in actions {
      try await tern.actions.perform(action)
      let refusal = try #require(await refusals.next())
      #expect(refusal.action == action && refusal.post?.viewer == Self.post.viewer && refusal.error == Self.no)
      let post = try #require(try await cachedPost(tern))
      #expect(post.viewer == Self.post.viewer && post.counts == Self.post.counts && post.poll == Self.post.poll)
      guard case .changed(let last)? = tern.reportedChanges.all.last else {
        Issue.record("Nothing was reported.")
        return
      }
      #expect(last.viewer == Self.post.viewer && last.poll?.ownVotes == nil)
    }
    #expect(tern.reportedChanges.all.count == 4)
    #expect(try await writing.pendingActions == [])
  }

  @Test func `Actions wait offline and are sent after a restart`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = Array(repeating: .lostBefore(Self.lost), count: 99)
    let tern = try await start(writing)
    try await tern.actions.perform(.favourite(true, Self.id))
    try await tern.actions.perform(.vote([1], poll: "p", Self.id))
    try await tern.actions.perform(.follow(true, account: "7"))
    try await tern.actions.perform(.addToList(true, list: "1", account: "7"))
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    tern.kill()
    #expect(try await writing.pendingActions.count == 4)
    writing.server.actionFaults = []
    let second = try await start(writing)
    #expect(try await cachedPost(second)?.viewer?.isFavourite == true)
    #expect(try await cachedPost(second)?.poll?.ownVotes == [1])
    var waiting = second.actions.waitingActions().makeAsyncIterator()
    #expect(await waiting.next()?.isEmpty == false)
    #expect(await second.actions.sendPending() == nil)
    // The queue ends empty and reports it.
    while await waiting.next()?.isEmpty == false {}
    // In the order of the actions.
    #expect(writing.server.done.map(\.kind) == [.favourite, .vote, .follow, .addToList])
    #expect(try await writing.pendingActions == [])
  }

  @Test func `An action that fails again waits for its regular retry`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = Array(repeating: .lostBefore(Self.lost), count: 30)
    let tern = try await start(writing)
    func hasFailed(_ count: Int) async -> Bool {
      await writing.wait {
        writing.server.calls.filter { $0 == "favourite" }.count == count && writing.clock.sleeperCount > 0
      }
    }
    try await tern.actions.perform(.favourite(true, Self.id))
    #expect(await hasFailed(1))
    await tern.actions.serverDidRecover()
    #expect(await hasFailed(2))
    let next = try #require(writing.clock.nextDeadline)
    for _ in 1...5 { await tern.actions.serverDidRecover() }
    #expect(writing.clock.nextDeadline == next)
    #expect(await hasFailed(2))
    // After that date a response counts again.
    writing.clock.advance(to: next)
    #expect(await hasFailed(3))
    await tern.actions.serverDidRecover()
    #expect(await hasFailed(4))
  }

  @Test func `A deleted post leaves after confirmation`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.lostAfter(Self.lost), .refused(.postUnavailable(id: Self.id, reason: .deleted))]
    let tern = try await start(writing)
    try await tern.actions.perform(.delete(Self.id))
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    #expect(tern.reportedChanges.all == [])
    #expect(try await cachedPost(tern)?.states.contains(.deleted) == false)
    #expect(await tern.actions.sendPending() == nil)
    #expect(tern.reportedChanges.all == [.deleted(PostRef(account: WritingHarness.account, id: Self.id))])
    #expect(try await cachedPost(tern)?.states.contains(.deleted) == true)
  }

  @Test func `A vote that is refused after a lost response counts`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.lostAfter(Self.lost), .refused(Self.no)]
    let tern = try await start(writing)
    try await tern.actions.perform(.vote([0], poll: "p", Self.id))
    #expect(try await writing.wait(upTo: 60) { try await writing.pendingActions.isEmpty })
    #expect(try await cachedPost(tern)?.poll?.ownVotes == [0])
    #expect(writing.server.done.count == 1)
  }

  @Test func `A failing action does not block others and is given up after a day`() async throws {
    let writing = try await WritingHarness()
    let broken = TimelineError.serverError(host: "h", message: "500")
    writing.server.fail(at: .muteThread, by: broken)
    let tern = try await start(writing)
    try await tern.actions.perform(.muteThread(true, Self.id))
    try await tern.actions.perform(.favourite(true, Self.id))
    #expect(await writing.wait { writing.server.viewer(of: Self.id).isFavourite })
    #expect(writing.server.viewer(of: Self.id).isThreadMuted == false)
    let refused = Recorder<RefusedAction>()
    let refusals = tern.actions.refusals()
    let listenTask = Task { for await refusal in refusals { refused.record(refusal) } }
    #expect(await writing.wait(upTo: 90_000) { !refused.all.isEmpty })
    listenTask.cancel()
    #expect(refused.all.map(\.action) == [.muteThread(true, Self.id)] && refused.all.first?.error == broken)
    #expect(refused.all.first?.post?.id == Self.id)
    #expect(try await cachedPost(tern)?.viewer?.isThreadMuted == false)
  }

  @Test func `Stale responses do not undo pending actions`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.lostBefore(Self.lost)]
    let tern = try await start(writing)
    let changes = await tern.actions.queue.loadedChanges()
    let revision = changes.currentRevision
    try await tern.actions.perform(.favourite(true, Self.id))
    #expect(changes.apply(to: Self.post, requestedAt: revision).viewer?.isFavourite == true)
    #expect(try await writing.wait(upTo: 60) { try await writing.pendingActions.isEmpty })
    // The server has the action by now, but not at the time of the request.
    #expect(changes.apply(to: Self.post, requestedAt: revision).viewer?.isFavourite == true)
    #expect(
      await writing.wait {
        changes.apply(to: Self.post, requestedAt: changes.currentRevision).viewer?.isFavourite == false
      })
    // A post without viewer state is unchanged.
    var streamed = Self.post
    streamed.viewer = nil
    #expect(changes.apply(to: streamed, requestedAt: revision) == streamed)
    var quoting = Post(id: PostID("8"), quote: .shown(Self.post), viewer: ViewerState())
    quoting = changes.apply(to: quoting, requestedAt: revision)
    guard case .shown(let quoted)? = quoting.quote else {
      Issue.record("It quotes nothing.")
      return
    }
    #expect(quoted.viewer?.isFavourite == true && quoting.viewer?.isFavourite == false)
  }

  @Test(arguments: 0..<6) func `With random actions and faults all states agree in the end`(seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let writing = try await WritingHarness()
    var tern = try await start(writing)
    var wanted = ViewerState(isBookmarked: true)
    writing.server.set(wanted, of: Self.id)
    for _ in 0..<40 {
      let isOn = Bool.random(using: &generator)
      switch Int.random(in: 0..<9, using: &generator) {
      case 0...1:
        wanted.isFavourite = isOn
        try await tern.actions.perform(.favourite(isOn, Self.id))
      case 2...3:
        wanted.isReposted = isOn
        try await tern.actions.perform(.repost(isOn, Self.id, visibility: nil))
      case 4:
        wanted.isBookmarked = isOn
        try await tern.actions.perform(.bookmark(isOn, Self.id))
      case 5: writing.server.actionFaults.append(.lostBefore(Self.lost))
      case 6: writing.server.actionFaults.append(.lostAfter(.timedOut(host: "h", seconds: 30)))
      case 7:
        tern.kill()
        tern = try await start(writing)
      default: writing.clock.advance(to: writing.clock.now.addingTimeInterval(20))
      }
    }
    writing.server.actionFaults = []
    for _ in 0..<3 { _ = await tern.actions.sendPending() }
    #expect(try await writing.wait(upTo: 600) { try await writing.pendingActions.isEmpty })
    #expect(writing.server.viewer(of: Self.id) == wanted)
    #expect(try await cachedPost(tern)?.viewer == wanted)
    #expect(writing.server.maxInFlight == 1)
  }

  @Test func `While the server fails, a new action sends only itself`() async throws {
    let writing = try await WritingHarness()
    let broken = TimelineError.serverError(host: "h", message: "500")
    for kind in [UserAction.Kind.muteThread, .bookmark, .favourite] { writing.server.fail(at: kind, by: broken) }
    let tern = try await start(writing)
    func calls(_ expected: Int) async -> Bool {
      await writing.wait { writing.server.calls.count == expected && writing.clock.sleeperCount > 0 }
    }
    try await tern.actions.perform(.muteThread(true, Self.id))
    #expect(await calls(1))
    let next = try #require(writing.clock.nextDeadline)
    try await tern.actions.perform(.bookmark(false, Self.id))
    #expect(await calls(2))
    try await tern.actions.perform(.favourite(true, Self.id))
    #expect(await calls(3))
    // The others are sent again when they are due, not later.
    #expect(writing.clock.nextDeadline == next)
    for kind in [UserAction.Kind.muteThread, .bookmark, .favourite] { writing.server.repair(kind) }
    // A new action that succeeds shows that the server works again.
    try await tern.actions.perform(.follow(true, account: "7"))
    #expect(try await writing.wait { try await writing.pendingActions.isEmpty })
    #expect(writing.server.done.map(\.kind).first == .follow && writing.server.done.count == 4)
    #expect(writing.clock.now < next)
  }
}
