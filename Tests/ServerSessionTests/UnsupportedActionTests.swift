import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Actions that a server does not know, or does not take, among others that it takes.
@Suite(.timeLimit(.minutes(5))) struct UnsupportedActionTests {
  private static let unsupported = TimelineError.unsupported(host: "server.example")
  private static let page = TimelineError.webPage(host: "server.example", title: "404 Not Found")
  private static let id = PostID("7")

  private func start(_ writing: WritingHarness) async throws -> WritingTern {
    let tern = writing.start()
    let post = Post(
      id: Self.id, author: Profile(id: "7", handle: "grace@server.example"), createdAt: .noon,
      text: PostText([.text("A post")]), viewer: ViewerState())
    if try await tern.cache.post(Self.id) == nil { try await tern.cache.store([post]) }
    return tern
  }

  @Test func `what the server does not do is rolled back, told, and not offered for a day`() async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: .muteThread, by: Self.unsupported)
    let tern = try await start(writing)
    var refusals = tern.actions.refusals().makeAsyncIterator()
    let action = UserAction.muteThread(true, Self.id)
    #expect(tern.actions.kinds.contains(.muteThread))
    try await tern.actions.perform(action)
    #expect(await refusals.next() == RefusedAction(action, error: Self.unsupported))
    #expect(try await tern.cache.post(Self.id)?.viewer?.isThreadMuted == false)
    #expect(try await writing.pendingActions == [])
    #expect(tern.actions.kinds == Set(UserAction.Kind.allCases).subtracting([.muteThread]))
    // It is known at the next start.
    tern.kill()
    let second = try await start(writing)
    await second.actions.sender.begin()
    #expect(!second.actions.kinds.contains(.muteThread))
    writing.clock.advance(to: .noon.addingTimeInterval(86_401))
    #expect(second.actions.kinds.contains(.muteThread))
  }

  @Test func `what the server does after all is offered again`() async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: .report, by: Self.unsupported)
    let tern = try await start(writing)
    var refusals = tern.actions.refusals().makeAsyncIterator()
    let action = UserAction.report(Report(person: "7"))
    try await tern.actions.perform(action)
    _ = await refusals.next()
    writing.server.mend(.report)
    try await tern.actions.perform(action)
    #expect(await writing.wait { tern.actions.kinds.contains(.report) })
  }

  @Test(arguments: [page, .offline(host: "server.example", .cut), .timedOut(host: "server.example", seconds: 30)])
  func `what fails at one action holds up no other, and each is tried in turn`(error: TimelineError) async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: .mute, by: error)
    let tern = try await start(writing)
    try await tern.actions.perform(.mute(MuteTerms(), person: "8"))
    try await tern.actions.perform(.mute(MuteTerms(), person: "9"))
    try await tern.actions.perform(.mute(MuteTerms(), person: "10"))
    try await tern.actions.perform(.favourite(true, Self.id))
    try await tern.actions.perform(.follow(true, person: "7"))
    #expect(
      await writing.wait(upTo: 60) {
        writing.server.viewer(of: Self.id).isFavourite && writing.server.done.contains(.follow(true, person: "7"))
      })
    var waiting = tern.actions.waiting().makeAsyncIterator()
    while let count = await waiting.next()?.count, count > 3 {}
    writing.server.mend(.mute)
    #expect(try await writing.wait(upTo: 600) { try await writing.pendingActions.isEmpty })
  }

  @Test func `a portal is asked for few of many at a time`() async throws {
    let writing = try await WritingHarness()
    for kind in UserAction.Kind.allCases { writing.server.fail(at: kind, by: Self.page) }
    let tern = try await start(writing)
    for number in 1...40 { try await tern.actions.perform(.block(true, person: "\(number)")) }
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    let first = writing.server.calls.count
    writing.clock.advance(to: writing.clock.now.addingTimeInterval(400))
    #expect(await writing.wait { writing.server.calls.count > first })
    #expect(writing.server.calls.count <= 3 * 41)
    for kind in UserAction.Kind.allCases { writing.server.mend(kind) }
    #expect(try await writing.wait(upTo: 3_600) { try await writing.pendingActions.isEmpty })
  }

  @Test func `who could not be followed yet is not put on a list yet`() async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: .follow, by: Self.page)
    let tern = try await start(writing)
    try await tern.actions.perform(.follow(true, person: "7"))
    try await tern.actions.perform(.addToList(true, list: "1", person: "7"))
    try await tern.actions.perform(.addToList(true, list: "1", person: "8"))
    #expect(await writing.wait { writing.server.done == [.addToList(true, list: "1", person: "8")] })
    writing.server.mend(.follow)
    #expect(try await writing.wait(upTo: 600) { try await writing.pendingActions.isEmpty })
    #expect(writing.server.done.map(\.kind) == [.addToList, .follow, .addToList])
  }

  @Test func `what only ever meets a portal is not given up`() async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: .follow, by: Self.page)
    let tern = try await start(writing)
    try await tern.actions.perform(.follow(true, person: "7"))
    #expect(await writing.wait(upTo: 200_000) { writing.clock.now.timeIntervalSince(.noon) > 180_000 })
    #expect(try await writing.pendingActions.count == 1)
    // The server answers everything else by now.
    await tern.actions.serverIsBack()
    #expect(try await writing.wait(upTo: 3_600) { try await writing.pendingActions.isEmpty })
  }

  @Test func `how many wait, and why, is told`() async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: .mute, by: Self.page)
    let tern = try await start(writing)
    var stalls = tern.actions.stalled().makeAsyncIterator()
    try await tern.actions.perform(.mute(MuteTerms(), person: "8"))
    #expect(await stalls.next() == StalledActions(count: 1, reason: Self.page))
    writing.server.mend(.mute)
    #expect(await tern.actions.sendWaiting() == nil)
    #expect(await stalls.next() == StalledActions?.none)
  }

  @Test func `a session that has ended loses nothing`() async throws {
    let writing = try await WritingHarness()
    let ended = TimelineError.sessionExpired(handle: "ada", host: "server.example")
    writing.server.fail(at: .favourite, by: ended)
    writing.server.fail(at: .vote, by: ended)
    let tern = try await start(writing)
    try await tern.actions.perform(.favourite(true, Self.id))
    try await tern.actions.perform(.vote([0], poll: "p", Self.id))
    #expect(await tern.actions.sendWaiting() == ended)
    #expect(try await writing.pendingActions.count == 2)
    for kind in [UserAction.Kind.favourite, .vote] { writing.server.mend(kind) }
    await tern.actions.serverIsBack()
    #expect(try await writing.wait(upTo: 600) { try await writing.pendingActions.isEmpty })
    // Neither depends on the other, so they may be sent in any order.
    #expect(writing.server.done.count == 2)
    #expect(Set(writing.server.done.map(\.kind)) == [.favourite, .vote])
  }
}
