import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Unsupported and failing actions among others.
@Suite(.timeLimit(.minutes(5))) struct UnsupportedActionTests {
  private static let unsupported = TimelineError.unsupported(host: "server.example")
  private static let page = TimelineError.webPage(host: "server.example", title: "404 Not Found")
  private static let id = PostID("7")

  private func start(_ writing: WritingHarness) async throws -> AppInstance {
    let tern = writing.start()
    let post = Post(
      id: Self.id, author: Profile(id: "7", handle: "grace@server.example"), createdAt: .noon,
      text: PostText([.text("A post")]), viewer: ViewerState())
    if try await tern.cache.post(Self.id) == nil { try await tern.cache.store([post]) }
    return tern
  }

  @Test func `an unsupported action is reverted, reported, and unavailable for a day`() async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: .muteThread, by: Self.unsupported)
    let tern = try await start(writing)
    var refusals = tern.actions.refusals().makeAsyncIterator()
    let action = UserAction.muteThread(true, Self.id)
    #expect(tern.actions.kinds.contains(.muteThread))
    try await tern.actions.perform(action)
    let refusal = try #require(await refusals.next())
    #expect(refusal.action == action && refusal.post?.id == Self.id && refusal.error == Self.unsupported)
    #expect(try await tern.cache.post(Self.id)?.viewer?.isThreadMuted == false)
    #expect(try await writing.pendingActions == [])
    #expect(tern.actions.kinds == Set(UserAction.Kind.allCases).subtracting([.muteThread]))
    // It is known at the next start.
    tern.kill()
    let second = try await start(writing)
    await second.actions.queue.resumeSending()
    #expect(!second.actions.kinds.contains(.muteThread))
    writing.clock.advance(to: .noon.addingTimeInterval(86_401))
    #expect(second.actions.kinds.contains(.muteThread))
  }

  @Test func `an action that succeeds is available again`() async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: .report, by: Self.unsupported)
    let tern = try await start(writing)
    var refusals = tern.actions.refusals().makeAsyncIterator()
    let action = UserAction.report(Report(account: "7"))
    try await tern.actions.perform(action)
    _ = await refusals.next()
    writing.server.repair(.report)
    try await tern.actions.perform(action)
    #expect(await writing.wait { tern.actions.kinds.contains(.report) })
  }

  @Test(arguments: [page, .offline(host: "server.example", .cut), .timedOut(host: "server.example", seconds: 30)])
  func `a failing action does not block others`(error: TimelineError) async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: .mute, by: error)
    let tern = try await start(writing)
    try await tern.actions.perform(.mute(MuteOptions(), account: "8"))
    try await tern.actions.perform(.mute(MuteOptions(), account: "9"))
    try await tern.actions.perform(.mute(MuteOptions(), account: "10"))
    try await tern.actions.perform(.favourite(true, Self.id))
    try await tern.actions.perform(.follow(true, account: "7"))
    #expect(
      await writing.wait(upTo: 60) {
        writing.server.viewer(of: Self.id).isFavourite && writing.server.done.contains(.follow(true, account: "7"))
      })
    var waiting = tern.actions.waitingActions().makeAsyncIterator()
    while let count = await waiting.next()?.count, count > 3 {}
    writing.server.repair(.mute)
    #expect(try await writing.wait(upTo: 600) { try await writing.pendingActions.isEmpty })
  }

  @Test func `few requests are made behind a captive portal`() async throws {
    let writing = try await WritingHarness()
    for kind in UserAction.Kind.allCases { writing.server.fail(at: kind, by: Self.page) }
    let tern = try await start(writing)
    for number in 1...40 { try await tern.actions.perform(.block(true, account: "\(number)")) }
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    let first = writing.server.calls.count
    writing.clock.advance(to: writing.clock.now.addingTimeInterval(400))
    #expect(await writing.wait { writing.server.calls.count > first })
    #expect(writing.server.calls.count <= 3 * 41)
    for kind in UserAction.Kind.allCases { writing.server.repair(kind) }
    #expect(try await writing.wait(upTo: 3_600) { try await writing.pendingActions.isEmpty })
  }

  @Test func `an account is added to a list only after following it`() async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: .follow, by: Self.page)
    let tern = try await start(writing)
    try await tern.actions.perform(.follow(true, account: "7"))
    try await tern.actions.perform(.addToList(true, list: "1", account: "7"))
    try await tern.actions.perform(.addToList(true, list: "1", account: "8"))
    #expect(await writing.wait { writing.server.done == [.addToList(true, list: "1", account: "8")] })
    writing.server.repair(.follow)
    #expect(try await writing.wait(upTo: 600) { try await writing.pendingActions.isEmpty })
    #expect(writing.server.done.map(\.kind) == [.addToList, .follow, .addToList])
  }

  @Test func `an action behind a captive portal is not given up`() async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: .follow, by: Self.page)
    let tern = try await start(writing)
    try await tern.actions.perform(.follow(true, account: "7"))
    #expect(await writing.wait(upTo: 200_000) { writing.clock.now.timeIntervalSince(.noon) > 180_000 })
    #expect(try await writing.pendingActions.count == 1)
    // The server responds to all other requests by now.
    await tern.actions.serverDidRecover()
    #expect(try await writing.wait(upTo: 3_600) { try await writing.pendingActions.isEmpty })
  }

  @Test func `the number of pending actions and the reason are reported`() async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: .mute, by: Self.page)
    let tern = try await start(writing)
    var stalls = tern.actions.stalledActions().makeAsyncIterator()
    try await tern.actions.perform(.mute(MuteOptions(), account: "8"))
    #expect(await stalls.next() == StalledActions(count: 1, reason: Self.page))
    writing.server.repair(.mute)
    #expect(await tern.actions.sendPending() == nil)
    #expect(await stalls.next() == StalledActions?.none)
  }

  @Test func `the end of a session loses nothing`() async throws {
    let writing = try await WritingHarness()
    let ended = TimelineError.sessionExpired(handle: "ada", host: "server.example")
    writing.server.fail(at: .favourite, by: ended)
    writing.server.fail(at: .vote, by: ended)
    let tern = try await start(writing)
    try await tern.actions.perform(.favourite(true, Self.id))
    try await tern.actions.perform(.vote([0], poll: "p", Self.id))
    #expect(await tern.actions.sendPending() == ended)
    #expect(try await writing.pendingActions.count == 2)
    for kind in [UserAction.Kind.favourite, .vote] { writing.server.repair(kind) }
    await tern.actions.serverDidRecover()
    #expect(try await writing.wait(upTo: 600) { try await writing.pendingActions.isEmpty })
    // They are independent and may be sent in any order.
    #expect(writing.server.done.count == 2)
    #expect(Set(writing.server.done.map(\.kind)) == [.favourite, .vote])
  }
}
