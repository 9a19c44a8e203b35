import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// What the reader does: shown at once, told to the server, and taken back where that says no.
@Suite(.timeLimit(.minutes(5))) struct ActionTests {
  private static let lost = TimelineError.offline(host: "server.example")
  private static let no = TimelineError.refused(host: "server.example", message: "This is not allowed")
  private static let id = PostID("7")

  private static let post = Post(
    id: id, author: Profile(id: "7", handle: "grace@server.example"), createdAt: .noon,
    text: PostText([.text("A post")]), counts: Counts(replies: 0, reposts: 1, likes: 4),
    poll: Poll(options: [.init(title: "Yes", votes: 3), .init(title: "No", votes: 1)], isClosed: false, id: "p"),
    viewer: ViewerState(isBookmarked: true))

  private func start(_ writing: WritingHarness) async throws -> WritingTern {
    let tern = writing.start()
    if try await tern.cache.post(Self.id) == nil { try await tern.cache.store([Self.post]) }
    return tern
  }

  private func kept(_ tern: WritingTern) async throws -> Post? { try await tern.cache.post(Self.id) }

  @Test func `A favourite is shown at once, told, and at the server`() async throws {
    let writing = try await WritingHarness()
    let tern = try await start(writing)
    try await tern.actions.perform(.favourite(true, Self.id))
    guard case .changed(let post)? = tern.told.all.first else {
      Issue.record("Nothing was told.")
      return
    }
    #expect(post.viewer == ViewerState(isFavourite: true, isBookmarked: true) && post.counts?.likes == 5)
    #expect(try await kept(tern)?.viewer?.isFavourite == true)
    #expect(await writing.wait { writing.server.viewer(of: Self.id).isFavourite })
    #expect(try await writing.wait { try await writing.pendingActions.isEmpty })
    // What is so already is not told again.
    try await tern.actions.perform(.favourite(true, Self.id))
    #expect(await tern.actions.sendWaiting() == nil)
    #expect(writing.server.done == [.favourite(true, Self.id)])
    #expect(try await kept(tern)?.counts?.likes == 5)
  }

  @Test func `A repost that is taken back leaves at once, and who is muted is known at the next start`() async throws {
    let writing = try await WritingHarness()
    let tern = try await start(writing)
    var repost = Self.post
    repost.viewer?.isReposted = true
    repost.repost = Repost(by: Profile(handle: WritingHarness.account.key), at: .noon)
    let entry = RemoteEntry(cursor: RemoteCursor("9"), post: repost)
    try await tern.cache.merge(RemotePage(entries: [entry]), into: .home, at: .newest, asOf: .noon)
    try await tern.actions.perform(.repost(false, Self.id, visibility: nil))
    let key = try #require(
      tern.told.all.lazy.compactMap { if case .withdrawn(let keys, nil) = $0 { keys.first } else { nil } }.first)
    #expect(key.id == Self.id && key.repostedBy != nil)
    #expect(try await tern.cache.page(of: .home, at: .newest, limit: 9)?.page.posts.isEmpty == true)
    try await tern.cache.store(TimelineOverview(timelines: [ListedTimeline(.home)]))
    try await tern.actions.perform(.mute(MuteTerms(), person: "7"))
    #expect(try await tern.cache.overview()?.hidden.map(\.id) == ["7"])
    try await tern.actions.perform(.mute(nil, person: "7"))
    #expect(try await tern.cache.overview()?.hidden.isEmpty == true)
  }

  /// The reader's own repost among others.
  private func mergeRepost(into tern: WritingTern) async throws {
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

  private func home(_ tern: WritingTern) async throws -> [String] {
    try await tern.cache.page(of: .home, at: .newest, limit: 9)?.page.posts.map(\.id.rawValue) ?? []
  }

  @Test func `A repost that the server does not let go stands again where it stood`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.lostBefore(Self.lost), .refused(Self.no)]
    let tern = try await start(writing)
    try await mergeRepost(into: tern)
    var refusals = tern.actions.refusals().makeAsyncIterator()
    let action = UserAction.repost(false, Self.id, visibility: nil)
    try await tern.actions.perform(action)
    #expect(try await home(tern) == ["9", "5"])
    #expect(await writing.wait(upTo: 60) { tern.told.all.contains(.outdated(.home)) })
    #expect(await refusals.next() == RefusedAction(action, error: Self.no))
    #expect(try await home(tern) == ["9", "7", "5"])
    #expect(try await kept(tern)?.viewer?.isReposted == true)
  }

  @Test func `So does one that is wanted again before the server was told`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = Array(repeating: .lostBefore(.sessionExpired(handle: "ada", host: "h")), count: 9)
    let tern = try await start(writing)
    try await mergeRepost(into: tern)
    try await tern.actions.perform(.repost(false, Self.id, visibility: nil))
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    #expect(try await home(tern) == ["9", "5"])
    try await tern.actions.perform(.repost(true, Self.id, visibility: nil))
    #expect(try await home(tern) == ["9", "7", "5"])
    #expect(tern.told.all.contains(.outdated(.home)))
    #expect(try await writing.pendingActions == [])
  }

  @Test func `So does one that is wanted again while the server is told, and does not let it go`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.refused(Self.no)]
    let tern = try await start(writing)
    try await mergeRepost(into: tern)
    let actions = tern.actions
    writing.server.duringAction = { try? await actions.perform(.repost(true, Self.id, visibility: nil)) }
    try await tern.actions.perform(.repost(false, Self.id, visibility: nil))
    #expect(await writing.wait { tern.told.all.contains(.outdated(.home)) })
    #expect(try await home(tern) == ["9", "7", "5"])
    #expect(try await writing.wait { try await writing.pendingActions.isEmpty })
    #expect(try await kept(tern)?.viewer?.isReposted == true)
  }

  @Test func `Pressed fast, it ends in what was pressed last, with the fewest requests`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.lostBefore(Self.lost)]
    let tern = try await start(writing)
    for isOn in [true, false, true, false, true] { try await tern.actions.perform(.favourite(isOn, Self.id)) }
    #expect(await writing.wait(upTo: 60) { writing.server.viewer(of: Self.id).isFavourite })
    #expect(writing.server.mostInFlight == 1)
    #expect(writing.server.done.count <= 3)
    #expect(try await kept(tern)?.viewer?.isFavourite == true)
    #expect(try await kept(tern)?.counts?.likes == 5)
  }

  @Test func `What was wanted and is wanted no more is never sent`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = Array(repeating: .lostBefore(.sessionExpired(handle: "ada", host: "h")), count: 3)
    let tern = try await start(writing)
    try await tern.actions.perform(.bookmark(false, Self.id))
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    try await tern.actions.perform(.bookmark(true, Self.id))
    #expect(try await writing.pendingActions == [])
    #expect(await tern.actions.sendWaiting() == nil)
    #expect(writing.server.done == [])
    #expect(try await kept(tern)?.viewer?.isBookmarked == true)
  }

  @Test func `What the server refuses is taken back, and told`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = Array(repeating: .refused(Self.no), count: 3)
    let tern = try await start(writing)
    var refusals = tern.actions.refusals().makeAsyncIterator()
    let actions: [UserAction] = [.repost(true, Self.id, visibility: .unlisted), .vote([0], poll: "p", Self.id)]
    for action in actions {
      try await tern.actions.perform(action)
      #expect(await refusals.next() == RefusedAction(action, error: Self.no))
      let post = try #require(try await kept(tern))
      #expect(post.viewer == Self.post.viewer && post.counts == Self.post.counts && post.poll == Self.post.poll)
      guard case .changed(let last)? = tern.told.all.last else {
        Issue.record("Nothing was told.")
        return
      }
      #expect(last.viewer == Self.post.viewer && last.poll?.ownVotes == nil)
    }
    #expect(tern.told.all.count == 4)
    #expect(try await writing.pendingActions == [])
  }

  @Test func `Offline it waits, and goes out after another start`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = Array(repeating: .lostBefore(Self.lost), count: 99)
    let tern = try await start(writing)
    try await tern.actions.perform(.favourite(true, Self.id))
    try await tern.actions.perform(.vote([1], poll: "p", Self.id))
    try await tern.actions.perform(.follow(true, person: "7"))
    try await tern.actions.perform(.addToList(true, list: "1", person: "7"))
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    tern.kill()
    #expect(try await writing.pendingActions.count == 4)
    writing.server.actionFaults = []
    let second = try await start(writing)
    #expect(try await kept(second)?.viewer?.isFavourite == true)
    #expect(try await kept(second)?.poll?.ownVotes == [1])
    var waiting = second.actions.waiting().makeAsyncIterator()
    #expect(await waiting.next()?.isEmpty == false)
    #expect(await second.actions.sendWaiting() == nil)
    // It ends with nothing, and says so.
    while await waiting.next()?.isEmpty == false {}
    // In the order in which it was wanted.
    #expect(writing.server.done.map(\.kind) == [.favourite, .vote, .follow, .addToList])
    #expect(try await writing.pendingActions == [])
  }

  @Test func `What fails again while the server answers waits for its own moment`() async throws {
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
    await tern.actions.serverIsBack()
    #expect(await hasFailed(2))
    let next = try #require(writing.clock.nextDeadline)
    for _ in 1...5 { await tern.actions.serverIsBack() }
    #expect(writing.clock.nextDeadline == next)
    #expect(await hasFailed(2))
    // After that moment an answer counts once more.
    writing.clock.advance(to: next)
    #expect(await hasFailed(3))
    await tern.actions.serverIsBack()
    #expect(await hasFailed(4))
  }

  @Test func `A post that is deleted leaves when the server has agreed`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.lostAfter(Self.lost), .refused(.postUnavailable(id: Self.id, reason: .deleted))]
    let tern = try await start(writing)
    try await tern.actions.perform(.delete(Self.id))
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    #expect(tern.told.all == [])
    #expect(try await kept(tern)?.states.contains(.deleted) == false)
    #expect(await tern.actions.sendWaiting() == nil)
    #expect(tern.told.all == [.deleted(PostRef(account: WritingHarness.account, id: Self.id))])
    #expect(try await kept(tern)?.states.contains(.deleted) == true)
  }

  @Test func `A vote whose answer was lost and that is refused after that is one`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.lostAfter(Self.lost), .refused(Self.no)]
    let tern = try await start(writing)
    try await tern.actions.perform(.vote([0], poll: "p", Self.id))
    #expect(try await writing.wait(upTo: 60) { try await writing.pendingActions.isEmpty })
    #expect(try await kept(tern)?.poll?.ownVotes == [0])
    #expect(writing.server.done.count == 1)
  }

  @Test func `What a server fails at holds up nothing else, and is given up after a day`() async throws {
    let writing = try await WritingHarness()
    let broken = TimelineError.serverError(host: "h", message: "500")
    writing.server.fail(at: .muteThread, by: broken)
    let tern = try await start(writing)
    try await tern.actions.perform(.muteThread(true, Self.id))
    try await tern.actions.perform(.favourite(true, Self.id))
    #expect(await writing.wait { writing.server.viewer(of: Self.id).isFavourite })
    #expect(writing.server.viewer(of: Self.id).isThreadMuted == false)
    let refused = Notes<RefusedAction>()
    let refusals = tern.actions.refusals()
    let hearing = Task { for await refusal in refusals { refused.note(refusal) } }
    #expect(await writing.wait(upTo: 90_000) { !refused.all.isEmpty })
    hearing.cancel()
    #expect(refused.all == [RefusedAction(.muteThread(true, Self.id), error: broken)])
    #expect(try await kept(tern)?.viewer?.isThreadMuted == false)
  }

  @Test func `Answers that are older than what was wanted do not take it back`() async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.lostBefore(Self.lost)]
    let tern = try await start(writing)
    let pendingActions = await tern.actions.sender.pendingActions()
    let asked = pendingActions.now
    try await tern.actions.perform(.favourite(true, Self.id))
    #expect(pendingActions.apply(to: Self.post, askedAt: asked).viewer?.isFavourite == true)
    #expect(try await writing.wait(upTo: 60) { try await writing.pendingActions.isEmpty })
    // The server knows it by now, and did not when it was asked.
    #expect(pendingActions.apply(to: Self.post, askedAt: asked).viewer?.isFavourite == true)
    #expect(
      await writing.wait {
        pendingActions.apply(to: Self.post, askedAt: pendingActions.now).viewer?.isFavourite == false
      })
    // What does not speak of the reader is left as it is.
    var streamed = Self.post
    streamed.viewer = nil
    #expect(pendingActions.apply(to: streamed, askedAt: asked) == streamed)
    var quoting = Post(id: PostID("8"), quote: .shown(Self.post), viewer: ViewerState())
    quoting = pendingActions.apply(to: quoting, askedAt: asked)
    guard case .shown(let quoted)? = quoting.quote else {
      Issue.record("It quotes nothing.")
      return
    }
    #expect(quoted.viewer?.isFavourite == true && quoting.viewer?.isFavourite == false)
  }

  @Test(arguments: 0..<6) func `Whatever is pressed and whatever fails, all agree in the end`(seed: Int) async throws {
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
    for _ in 0..<3 { _ = await tern.actions.sendWaiting() }
    #expect(try await writing.wait(upTo: 600) { try await writing.pendingActions.isEmpty })
    #expect(writing.server.viewer(of: Self.id) == wanted)
    #expect(try await kept(tern)?.viewer == wanted)
    #expect(writing.server.mostInFlight == 1)
  }
}
