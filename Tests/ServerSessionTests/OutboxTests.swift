import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Posts on their way: none is lost, and none gets there twice.
@Suite(.timeLimit(.minutes(5))) struct OutboxTests {
  private static let lost = TimelineError.offline(host: "server.example")
  private static let lostAnswers: [TimelineError] = [
    lost, .timedOut(host: "server.example", seconds: 30), .serverError(host: "server.example", message: "504"),
    .webPage(host: "server.example", title: "Gateway"), .maintenance(host: "server.example", until: nil), .cancelled,
  ]

  @Test(arguments: [true, false]) func `A post goes out, once, and is a draft no more`(keepsKeys: Bool) async throws {
    let writing = try await WritingHarness(keepsKeys: keepsKeys)
    let tern = writing.start()
    var news = tern.publishing.outbox().makeAsyncIterator()
    #expect(await news.next() == .entries([]))
    let draft = writing.draft()
    try await tern.publishing.send(draft, delay: 0)
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts == ["Steam!"])
    #expect(try await writing.drafts == [])
    var isSent = false
    while let heard = await news.next() {
      if case .sent(draft.id, .post) = heard { isSent = true }
      // What is empty at first may be told twice.
      if isSent, heard == .entries([]) { break }
    }
    #expect(isSent)
    #expect(try await tern.cache.post(PostID("sent1"))?.text.plain == "Steam!")
  }

  @Test func `For a while it can be taken back, and then goes out`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    let (kept, gone) = (writing.draft("Stays"), writing.draft("Goes"))
    try await tern.publishing.send(kept, delay: 10)
    try await tern.publishing.send(gone, delay: 10)
    let back = try await tern.publishing.takeBack(kept.id)
    #expect(back?.text == "Stays" && back?.refusal == nil)
    #expect(try await writing.drafts.map(\.text) == ["Stays"])
    #expect(writing.server.calls.allSatisfy { $0 != "publish" })
    #expect(try await writing.waitUntilDone(within: 10))
    #expect(writing.server.texts == ["Goes"])
    #expect(try await tern.publishing.takeBack(gone.id) == nil)
    #expect(try await writing.drafts.map(\.text) == ["Stays"])
  }

  @Test func `Of the tags that a server finds those are taken that begin so`() async throws {
    let publishing = try await WritingHarness().start().publishing
    #expect(await publishing.tagsAtServer(matching: "LO", limit: 5) == ["Loom", "lo"])
    #expect(await publishing.tagsAtServer(matching: "lo.", limit: 5) == [])
    #expect(await publishing.tags(matching: "lo", limit: 5) == [])
  }

  @Test(arguments: [true, false], lostAnswers)
  func `Where the answer is lost, it is sent no second time`(keepsKeys: Bool, error: TimelineError) async throws {
    for fault in [WritingServer.Fault.lostBefore(error), .lostAfter(error), .late(40, error)] {
      let writing = try await WritingHarness(keepsKeys: keepsKeys)
      writing.server.faults = [fault]
      let tern = writing.start()
      try await tern.publishing.send(writing.draft(), delay: 0)
      #expect(try await writing.wait { try await writing.entries.first?.firstTriedAt != nil })
      #expect(try await writing.waitUntilDone())
      writing.clock.advance(to: writing.clock.now.addingTimeInterval(60))
      #expect(writing.server.texts == ["Steam!"], "\(fault)")
      #expect(try await writing.entries == [])
      #expect(try await writing.drafts == [])
    }
  }

  @Test func `A server that keeps no keys is looked at first`() async throws {
    let writing = try await WritingHarness(keepsKeys: false)
    writing.server.faults = [.lostAfter(Self.lost)]
    let tern = writing.start()
    try await tern.publishing.send(writing.draft(), delay: 0)
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.calls.filter { $0 == "publish" }.count == 1)
    #expect(writing.server.calls.contains("look"))
    // Nor is a key believed in once it is old.
    let late = try await WritingHarness()
    late.server.faults = [.lostAfter(Self.lost)]
    let first = late.start()
    try await first.publishing.send(late.draft(), delay: 0)
    #expect(
      try await late.wait { try await late.entries.first.map { $0.firstTriedAt != nil && $0.failure != nil } ?? false })
    first.kill()
    late.clock.advance(to: .noon.addingTimeInterval(7_200))
    await late.start().publishing.retry()
    #expect(try await late.waitUntilDone())
    #expect(late.server.texts == ["Steam!"])
    #expect(late.server.calls.filter { $0 == "publish" }.count == 1)
  }

  @Test func `What nobody can notify is asked, and the person's word holds`() async throws {
    let writing = try await WritingHarness(keepsKeys: false)
    writing.server.faults = [.lostBefore(Self.lost)]
    writing.server.lookFaults = [.refused(.refused(host: "server.example", message: "No such list"))]
    let tern = writing.start()
    let draft = writing.draft()
    try await tern.publishing.send(draft, delay: 0)
    #expect(
      try await writing.wait(upTo: 600) { try await writing.entries.first?.state == .needsPerson(.mayHaveBeenSent) })
    #expect(writing.server.texts.isEmpty)
    try await tern.publishing.sendAgain(draft.id)
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts == ["Steam!"])
  }

  @Test func `What goes on from a post that waits for its author waits without a stir`() async throws {
    let writing = try await WritingHarness(keepsKeys: false)
    writing.server.faults = [.lostBefore(Self.lost)]
    writing.server.lookFaults = [.refused(.refused(host: "server.example", message: "No such list"))]
    let tern = writing.start()
    let first = writing.draft("One")
    var second = writing.draft("Two")
    second.purpose = .continuation(of: first.id)
    try await tern.publishing.send(first, delay: 0)
    try await tern.publishing.send(second, delay: 0)
    #expect(
      try await writing.wait(upTo: 600) { try await writing.entries.first?.state == .needsPerson(.mayHaveBeenSent) })
    #expect(await writing.wait { writing.clock.sleeperCount == 0 })
    try await tern.publishing.sendAgain(first.id)
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts == ["One", "Two"])
    #expect(writing.server.posts.last?.replyTo == writing.server.posts.first?.id)
  }

  @Test func `What may be there and cannot be told from another is asked`() async throws {
    let writing = try await WritingHarness(keepsKeys: false)
    let tern = writing.start()
    try await tern.publishing.send(writing.draft("A long day in the engine room, part one"), delay: 0)
    #expect(try await writing.waitUntilDone())
    tern.kill()
    let second = writing.start()
    writing.server.faults = [.lostBefore(Self.lost)]
    try await second.publishing.send(writing.draft("A long day in the engine room, part one and a half"), delay: 0)
    #expect(try await writing.waitUntilDone())
    #expect(try await writing.entries.map(\.state) == [.needsPerson(.mayHaveBeenSent)])
    #expect(writing.server.posts.count == 1)
    let asked = try await writing.entries[0].id
    #expect(try await second.publishing.takeBack(asked)?.refusal != nil)
    #expect(try await writing.drafts.count == 1)
  }

  @Test func `The same words sent twice are two posts`() async throws {
    for keepsKeys in [true, false] {
      let writing = try await WritingHarness(keepsKeys: keepsKeys)
      let tern = writing.start()
      try await tern.publishing.send(writing.draft("Good morning"), delay: 0)
      #expect(try await writing.waitUntilDone())
      writing.server.faults = [.lostBefore(Self.lost)]
      try await tern.publishing.send(writing.draft("Good morning"), delay: 0)
      #expect(try await writing.waitUntilDone())
      #expect(writing.server.texts == ["Good morning", "Good morning"])
    }
  }

  @Test(arguments: [
    TimelineError.refused(host: "server.example", message: "Text too long"),
    .postUnavailable(id: PostID("7"), reason: .deleted),
    .accountGone(host: "server.example", message: "Suspended", movedTo: nil),
  ])
  func `What the server refuses is a draft again, with its words`(error: TimelineError) async throws {
    let writing = try await WritingHarness()
    writing.server.faults = [.refused(error)]
    let tern = writing.start()
    var news = tern.publishing.outbox().makeAsyncIterator()
    let draft = writing.draft(replyTo: "7")
    try await tern.publishing.send(draft, delay: 0)
    var refused: OutboxNews?
    while refused == nil, let heard = await news.next() { if case .refused = heard { refused = heard } }
    guard case .refused(let told, error)? = refused else {
      Issue.record("Nothing was refused.")
      return
    }
    #expect(told.id == draft.id && told.refusal?.isEmpty == false)
    if case .refused(_, let message) = error { #expect(told.refusal == message) }
    #expect(try await writing.drafts == [told])
    #expect(try await writing.entries == [])
    #expect(writing.server.posts.isEmpty)
    // And can be sent once more.
    try await tern.publishing.send(told, delay: 0)
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.posts.count == 1)
    #expect(try await writing.drafts == [])
  }

  @Test(arguments: [
    TimelineError.sessionExpired(handle: "ada", host: "server.example"),
    .rateLimited(host: "server.example", until: .noon.addingTimeInterval(900)), lost,
    .serverError(host: "server.example", message: "500"),
  ])
  func `What is not taken now waits, says why, and goes out later`(error: TimelineError) async throws {
    let writing = try await WritingHarness()
    writing.server.faults = Array(repeating: .lostBefore(error), count: 4)
    let tern = writing.start()
    try await tern.publishing.send(writing.draft("One"), delay: 0)
    #expect(try await writing.wait { try await writing.entries.first?.state == .waiting(since: error) })
    if let moment = error.retryDate { #expect(try await writing.entries.first?.notBefore == moment) }
    try await tern.publishing.send(writing.draft("Two"), delay: 0)
    #expect(try await writing.waitUntilDone())
    #expect(Set(writing.server.texts) == ["One", "Two"] && writing.server.posts.count == 2)
    #expect(writing.server.mostInFlight == 1)
  }

  @Test func `Pauses grow, and end as soon as the server answers anything, or the person wants it`() async throws {
    let writing = try await WritingHarness()
    writing.server.faults = Array(repeating: .lostBefore(Self.lost), count: 30)
    let tern = writing.start()
    try await tern.publishing.send(writing.draft(), delay: 0)
    var pauses: [Double] = []
    for count in 1...8 {
      #expect(await writing.wait { writing.server.calls.filter { $0 == "publish" }.count == count })
      #expect(
        try await writing.wait {
          try await writing.entries.first.map { $0.failure != nil && $0.tries == count } ?? false
        })
      let next = try #require(try await writing.entries.first?.notBefore)
      pauses.append(next.timeIntervalSince(writing.clock.now))
      #expect(await writing.wait { writing.clock.nextDeadline == next })
      writing.clock.advance(to: next)
    }
    #expect(pauses == [5, 10, 20, 40, 80, 160, 300, 300])
    #expect(
      try await writing.wait { try await writing.entries.first.map { $0.failure != nil && $0.tries == 9 } ?? false })
    await tern.publishing.serverIsBack()
    #expect(await writing.wait { writing.server.calls.filter { $0 == "publish" }.count == 10 })
    #expect(
      try await writing.wait { try await writing.entries.first.map { $0.failure != nil && $0.tries == 10 } ?? false })
    writing.server.faults = []
    await tern.publishing.retry()
    #expect(await writing.wait { writing.server.texts == ["Steam!"] })
  }

  @Test func `What fails again while the server answers waits for its own moment`() async throws {
    let writing = try await WritingHarness()
    writing.server.faults = Array(repeating: .lostBefore(Self.lost), count: 30)
    let tern = writing.start()
    try await tern.publishing.send(writing.draft(), delay: 0)
    func hasFailed(_ count: Int) async throws -> Bool {
      try await writing.wait {
        try await writing.entries.first.map { $0.failure != nil && $0.tries == count } ?? false
      }
    }
    #expect(try await hasFailed(1))
    await tern.publishing.serverIsBack()
    #expect(try await hasFailed(2))
    let next = try #require(try await writing.entries.first?.notBefore)
    for _ in 1...5 { await tern.publishing.serverIsBack() }
    #expect(try await writing.entries.first?.notBefore == next)
    #expect(await writing.wait { writing.clock.nextDeadline == next })
    #expect(writing.server.calls.filter { $0 == "publish" }.count == 2)
    // After that moment an answer counts once more.
    writing.clock.advance(to: next)
    #expect(try await hasFailed(3))
    await tern.publishing.serverIsBack()
    #expect(try await hasFailed(4))
  }

  @Test func `What is older than a day asks before it goes out`() async throws {
    let writing = try await WritingHarness()
    let first = writing.start()
    try await first.publishing.send(writing.draft("Never left"), delay: 3_600)
    first.kill()
    // What has left, and may be there, is looked for all the same.
    let second = writing.start()
    writing.server.faults = [.lostAfter(Self.lost)]
    try await second.publishing.send(writing.draft("Got there"), delay: 0)
    #expect(
      try await writing.wait { try await writing.entries.contains { $0.firstTriedAt != nil && $0.failure != nil } })
    second.kill()
    writing.clock.advance(to: .noon.addingTimeInterval(2 * 86_400))
    let third = writing.start()
    let sent = await third.publishing.sendWaiting()
    #expect(sent == SentWaiting(sent: 1, asking: 1))
    #expect(writing.server.texts == ["Got there"])
    let entry = try #require(try await writing.entries.first)
    #expect(entry.state == .needsPerson(.isOld))
    try await third.publishing.sendAgain(entry.id)
    #expect(await writing.wait { writing.server.texts == ["Got there", "Never left"] })
  }

  @Test func `Nothing waits for somebody who only wants to send what can go now`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    #expect(await tern.publishing.sendWaiting() == SentWaiting())
    writing.server.faults = Array(repeating: .lostBefore(Self.lost), count: 2)
    try await tern.publishing.send(writing.draft("Waits"), delay: 0)
    #expect(try await writing.wait { try await writing.entries.first?.failure != nil })
    #expect(await tern.publishing.sendWaiting() == SentWaiting(waiting: 1, failure: Self.lost))
    #expect(await tern.publishing.sendWaiting() == SentWaiting(sent: 1))
    #expect(writing.server.texts == ["Waits"])
  }

  @Test func `What the server said of writing is kept, and asked for anew after a day`() async throws {
    let writing = try await WritingHarness()
    writing.server.capabilities.limits.characters = 5_000
    let tern = writing.start()
    #expect(await tern.publishing.capabilities() == PublishingCapabilities())
    #expect(await writing.wait { await tern.publishing.capabilities().limits.characters == 5_000 })
    let next = writing.start()
    #expect(await next.publishing.capabilities().keyLifetime == 3_600)
    #expect(writing.server.calls == ["capabilities"])
    writing.clock.advance(to: .noon.addingTimeInterval(86_500))
    writing.server.capabilities.limits.characters = 7
    #expect(await next.publishing.capabilities().limits.characters == 5_000)
    #expect(await writing.wait { await next.publishing.capabilities().limits.characters == 7 })
  }
}
