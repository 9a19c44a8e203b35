import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Posts in the outbox: none is lost or published twice.
@Suite(.timeLimit(.minutes(5))) struct OutboxTests {
  private static let lost = TimelineError.offline(host: "server.example")
  private static let lostAnswers: [TimelineError] = [
    lost, .timedOut(host: "server.example", seconds: 30), .serverError(host: "server.example", message: "504"),
    .webPage(host: "server.example", title: "Gateway"), .maintenance(host: "server.example", until: nil), .cancelled,
  ]

  @Test(arguments: [true, false]) func `A post is published once and is no longer a draft`(supportsKeys: Bool)
    async throws
  {
    let writing = try await WritingHarness(supportsKeys: supportsKeys)
    let tern = writing.start()
    var news = tern.publishing.outboxEvents().makeAsyncIterator()
    #expect(await news.next() == .entries([]))
    let draft = writing.draft()
    try await tern.publishing.send(draft, delay: 0)
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts == ["Steam!"])
    #expect(try await writing.drafts == [])
    var isSent = false
    while let event = await news.next() {
      if case .sent(draft.id, .post) = event { isSent = true }
      // An initially empty list may be reported twice.
      if isSent, event == .entries([]) { break }
    }
    #expect(isSent)
    #expect(try await tern.cache.post(PostID("sent1"))?.text.plain == "Steam!")
  }

  @Test func `A post can be taken back before it is sent`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    let (staying, leaving) = (writing.draft("Stays"), writing.draft("Goes"))
    try await tern.publishing.send(staying, delay: 10)
    try await tern.publishing.send(leaving, delay: 10)
    let back = try await tern.publishing.withdraw(staying.id)
    #expect(back?.text == "Stays" && back?.refusal == nil)
    #expect(try await writing.drafts.map(\.text) == ["Stays"])
    #expect(writing.server.calls.allSatisfy { $0 != "publish" })
    #expect(try await writing.waitUntilDone(within: 10))
    #expect(writing.server.texts == ["Goes"])
    #expect(try await tern.publishing.withdraw(leaving.id) == nil)
    #expect(try await writing.drafts.map(\.text) == ["Stays"])
  }

  @Test func `Only hashtags with the prefix are suggested`() async throws {
    let publishing = try await WritingHarness().start().publishing
    #expect(await publishing.tagsAtServer(matching: "LO", limit: 5) == ["Loom", "lo"])
    #expect(await publishing.tagsAtServer(matching: "lo.", limit: 5) == [])
    #expect(await publishing.tags(matching: "lo", limit: 5) == [])
  }

  @Test func `A failed request for the custom emoji is repeated after minutes, and not at each key`() async throws {
    let writing = try await WritingHarness()
    let publishing = writing.start().publishing
    writing.server.emojiFaults = [.refused(.cancelled), .refused(.timedOut(host: "server.example", seconds: 30))]
    func requests() -> Int { writing.server.calls.count { $0 == "emoji" } }
    // The lookup of an earlier key was cancelled.
    #expect(await publishing.emojisAtServer(matching: "t", limit: 5) == [])
    for typed in ["te", "ter", "tern"] {
      #expect(await publishing.emojisAtServer(matching: typed, limit: 5) == [])
    }
    #expect(requests() == 2)
    writing.clock.advance(to: .noon.addingTimeInterval(301))
    #expect(await publishing.emojisAtServer(matching: "tern", limit: 5) == ["tern2", "Terns", "blobtern"])
    #expect(await publishing.emojisAtServer(matching: "b", limit: 5) == ["blobtern"])
    #expect(requests() == 3)
  }

  @Test(arguments: [true, false], lostAnswers)
  func `A post is published once if the response is lost`(supportsKeys: Bool, error: TimelineError) async throws {
    for fault in [WritingServer.Fault.lostBefore(error), .lostAfter(error), .late(40, error)] {
      let writing = try await WritingHarness(supportsKeys: supportsKeys)
      writing.server.faults = [fault]
      let tern = writing.start()
      try await tern.publishing.send(writing.draft(), delay: 0)
      #expect(try await writing.wait { try await writing.entries.first?.firstAttemptAt != nil })
      #expect(try await writing.waitUntilDone())
      writing.clock.advance(to: writing.clock.now.addingTimeInterval(60))
      #expect(writing.server.texts == ["Steam!"], "\(fault)")
      #expect(try await writing.entries == [])
      #expect(try await writing.drafts == [])
    }
  }

  @Test func `Without idempotency keys the server is searched first`() async throws {
    let writing = try await WritingHarness(supportsKeys: false)
    writing.server.faults = [.lostAfter(Self.lost)]
    let tern = writing.start()
    try await tern.publishing.send(writing.draft(), delay: 0)
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.calls.filter { $0 == "publish" }.count == 1)
    #expect(writing.server.calls.contains("look"))
    // An old key is not used either.
    let late = try await WritingHarness()
    late.server.faults = [.lostAfter(Self.lost)]
    let first = late.start()
    try await first.publishing.send(late.draft(), delay: 0)
    #expect(
      try await late.wait {
        try await late.entries.first.map { $0.firstAttemptAt != nil && $0.failure != nil } ?? false
      })
    first.kill()
    late.clock.advance(to: .noon.addingTimeInterval(7_200))
    await late.start().publishing.retry()
    #expect(try await late.waitUntilDone())
    #expect(late.server.texts == ["Steam!"])
    #expect(late.server.calls.filter { $0 == "publish" }.count == 1)
  }

  @Test func `Unconfirmed posts need the user's confirmation`() async throws {
    let writing = try await WritingHarness(supportsKeys: false)
    writing.server.faults = [.lostBefore(Self.lost)]
    writing.server.searchFaults = [.refused(.refused(host: "server.example", message: "No such list"))]
    let tern = writing.start()
    let draft = writing.draft()
    try await tern.publishing.send(draft, delay: 0)
    #expect(
      try await writing.wait(upTo: 600) {
        try await writing.entries.first?.state == .needsConfirmation(.mayHaveBeenSent)
      })
    #expect(writing.server.texts.isEmpty)
    try await tern.publishing.sendAgain(draft.id)
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts == ["Steam!"])
  }

  @Test func `Continuations of an unconfirmed post wait`() async throws {
    let writing = try await WritingHarness(supportsKeys: false)
    writing.server.faults = [.lostBefore(Self.lost)]
    writing.server.searchFaults = [.refused(.refused(host: "server.example", message: "No such list"))]
    let tern = writing.start()
    let first = writing.draft("One")
    var second = writing.draft("Two")
    second.purpose = .continuation(of: first.id)
    try await tern.publishing.send(first, delay: 0)
    try await tern.publishing.send(second, delay: 0)
    #expect(
      try await writing.wait(upTo: 600) {
        try await writing.entries.first?.state == .needsConfirmation(.mayHaveBeenSent)
      })
    #expect(await writing.wait { writing.clock.sleeperCount == 0 })
    try await tern.publishing.sendAgain(first.id)
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts == ["One", "Two"])
    #expect(writing.server.posts.last?.replyTo == writing.server.posts.first?.id)
  }

  @Test func `An ambiguous match needs confirmation`() async throws {
    let writing = try await WritingHarness(supportsKeys: false)
    let tern = writing.start()
    try await tern.publishing.send(writing.draft("A long day in the engine room, part one"), delay: 0)
    #expect(try await writing.waitUntilDone())
    tern.kill()
    let second = writing.start()
    writing.server.faults = [.lostBefore(Self.lost)]
    try await second.publishing.send(writing.draft("A long day in the engine room, part one and a half"), delay: 0)
    #expect(try await writing.waitUntilDone())
    #expect(try await writing.entries.map(\.state) == [.needsConfirmation(.mayHaveBeenSent)])
    #expect(writing.server.posts.count == 1)
    let asked = try await writing.entries[0].id
    #expect(try await second.publishing.withdraw(asked)?.refusal != nil)
    #expect(try await writing.drafts.count == 1)
  }

  @Test func `The same text sent twice is two posts`() async throws {
    for supportsKeys in [true, false] {
      let writing = try await WritingHarness(supportsKeys: supportsKeys)
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
  func `A refused post becomes a draft with the server's message`(error: TimelineError) async throws {
    let writing = try await WritingHarness()
    writing.server.faults = [.refused(error)]
    let tern = writing.start()
    var news = tern.publishing.outboxEvents().makeAsyncIterator()
    let draft = writing.draft(replyTo: "7")
    try await tern.publishing.send(draft, delay: 0)
    var refused: OutboxEvent?
    while refused == nil, let event = await news.next() { if case .refused = event { refused = event } }
    guard case .refused(let received, error)? = refused else {
      Issue.record("Nothing was refused.")
      return
    }
    #expect(received.id == draft.id && received.refusal?.isEmpty == false)
    if case .refused(_, let message) = error { #expect(received.refusal == message) }
    #expect(try await writing.drafts == [received])
    #expect(try await writing.entries == [])
    #expect(writing.server.posts.isEmpty)
    // It can be sent again.
    try await tern.publishing.send(received, delay: 0)
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.posts.count == 1)
    #expect(try await writing.drafts == [])
  }

  @Test(arguments: [
    TimelineError.sessionExpired(handle: "ada", host: "server.example"),
    .rateLimited(host: "server.example", until: .noon.addingTimeInterval(900)), lost,
    .serverError(host: "server.example", message: "500"),
  ])
  func `A failed post waits with the reason and is sent later`(error: TimelineError) async throws {
    let writing = try await WritingHarness()
    writing.server.faults = Array(repeating: .lostBefore(error), count: 4)
    let tern = writing.start()
    try await tern.publishing.send(writing.draft("One"), delay: 0)
    #expect(try await writing.wait { try await writing.entries.first?.state == .waiting(since: error) })
    if let moment = error.retryDate { #expect(try await writing.entries.first?.notBefore == moment) }
    try await tern.publishing.send(writing.draft("Two"), delay: 0)
    #expect(try await writing.waitUntilDone())
    #expect(Set(writing.server.texts) == ["One", "Two"] && writing.server.posts.count == 2)
    #expect(writing.server.maxInFlight == 1)
  }

  @Test func `Delays grow, and end with a response or a retry`() async throws {
    let writing = try await WritingHarness()
    writing.server.faults = Array(repeating: .lostBefore(Self.lost), count: 30)
    let tern = writing.start()
    try await tern.publishing.send(writing.draft(), delay: 0)
    var pauses: [Double] = []
    for count in 1...8 {
      #expect(await writing.wait { writing.server.calls.filter { $0 == "publish" }.count == count })
      #expect(
        try await writing.wait {
          try await writing.entries.first.map { $0.failure != nil && $0.attempts == count } ?? false
        })
      let next = try #require(try await writing.entries.first?.notBefore)
      pauses.append(next.timeIntervalSince(writing.clock.now))
      #expect(await writing.wait { writing.clock.nextDeadline == next })
      writing.clock.advance(to: next)
    }
    #expect(pauses == [5, 10, 20, 40, 80, 160, 300, 300])
    #expect(
      try await writing.wait { try await writing.entries.first.map { $0.failure != nil && $0.attempts == 9 } ?? false })
    await tern.publishing.serverDidRecover()
    #expect(await writing.wait { writing.server.calls.filter { $0 == "publish" }.count == 10 })
    #expect(
      try await writing.wait { try await writing.entries.first.map { $0.failure != nil && $0.attempts == 10 } ?? false }
    )
    writing.server.faults = []
    await tern.publishing.retry()
    #expect(await writing.wait { writing.server.texts == ["Steam!"] })
  }

  @Test func `A post that fails again waits for its regular retry`() async throws {
    let writing = try await WritingHarness()
    writing.server.faults = Array(repeating: .lostBefore(Self.lost), count: 30)
    let tern = writing.start()
    try await tern.publishing.send(writing.draft(), delay: 0)
    func hasFailed(_ count: Int) async throws -> Bool {
      try await writing.wait {
        try await writing.entries.first.map { $0.failure != nil && $0.attempts == count } ?? false
      }
    }
    #expect(try await hasFailed(1))
    await tern.publishing.serverDidRecover()
    #expect(try await hasFailed(2))
    let next = try #require(try await writing.entries.first?.notBefore)
    for _ in 1...5 { await tern.publishing.serverDidRecover() }
    #expect(try await writing.entries.first?.notBefore == next)
    #expect(await writing.wait { writing.clock.nextDeadline == next })
    #expect(writing.server.calls.filter { $0 == "publish" }.count == 2)
    // After that date a response counts again.
    writing.clock.advance(to: next)
    #expect(try await hasFailed(3))
    await tern.publishing.serverDidRecover()
    #expect(try await hasFailed(4))
  }

  @Test func `A post older than a day needs confirmation`() async throws {
    let writing = try await WritingHarness()
    let first = writing.start()
    try await first.publishing.send(writing.draft("Never left"), delay: 3_600)
    first.kill()
    // A post that may have arrived is searched for.
    let second = writing.start()
    writing.server.faults = [.lostAfter(Self.lost)]
    try await second.publishing.send(writing.draft("Got there"), delay: 0)
    #expect(
      try await writing.wait { try await writing.entries.contains { $0.firstAttemptAt != nil && $0.failure != nil } })
    second.kill()
    writing.clock.advance(to: .noon.addingTimeInterval(2 * 86_400))
    let third = writing.start()
    let sent = await third.publishing.sendPending()
    #expect(sent == SendReport(sent: 1, unconfirmed: 1))
    #expect(writing.server.texts == ["Got there"])
    let entry = try #require(try await writing.entries.first)
    #expect(entry.state == .needsConfirmation(.tooOld))
    try await third.publishing.sendAgain(entry.id)
    #expect(await writing.wait { writing.server.texts == ["Got there", "Never left"] })
  }

  @Test func `A single flush does not wait for retries`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    #expect(await tern.publishing.sendPending() == SendReport())
    writing.server.faults = Array(repeating: .lostBefore(Self.lost), count: 2)
    try await tern.publishing.send(writing.draft("Waits"), delay: 0)
    #expect(try await writing.wait { try await writing.entries.first?.failure != nil })
    #expect(await tern.publishing.sendPending() == SendReport(waiting: 1, failure: Self.lost))
    #expect(await tern.publishing.sendPending() == SendReport(sent: 1))
    #expect(writing.server.texts == ["Waits"])
  }

  @Test func `Publishing capabilities are cached for a day`() async throws {
    let writing = try await WritingHarness()
    writing.server.capabilities.limits.characters = 5_000
    let tern = writing.start()
    #expect(await tern.publishing.capabilities() == PublishingCapabilities())
    #expect(await writing.wait { await tern.publishing.capabilities().limits.characters == 5_000 })
    let next = writing.start()
    #expect(await next.publishing.capabilities().keyLifetime == 3_600)
    #expect(await next.publishing.loadCapabilities().limits.characters == 5_000)
    #expect(writing.server.calls == ["capabilities"])
    writing.clock.advance(to: .noon.addingTimeInterval(86_500))
    writing.server.capabilities.limits.characters = 7
    #expect(await next.publishing.capabilities().limits.characters == 5_000)
    #expect(await writing.wait { await next.publishing.capabilities().limits.characters == 7 })
  }

  @Test func `The composer asks for the capabilities again after ten seconds`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    _ = await tern.publishing.loadCapabilities()
    writing.server.capabilities.limits.characters = 7
    writing.clock.advance(to: .noon.addingTimeInterval(9))
    #expect(await tern.publishing.refreshedCapabilities().limits.characters == 500)
    writing.clock.advance(to: .noon.addingTimeInterval(11))
    #expect(await tern.publishing.refreshedCapabilities().limits.characters == 7)
  }

  @Test func `Outdated capabilities are returned at once and loaded again`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    _ = await tern.publishing.loadCapabilities()
    writing.server.capabilities.limits.characters = 7
    writing.clock.advance(to: .noon.addingTimeInterval(86_500))
    #expect(await tern.publishing.loadCapabilities().limits.characters == 500)
    #expect(await writing.wait { await tern.publishing.loadCapabilities().limits.characters == 7 })
  }
}
