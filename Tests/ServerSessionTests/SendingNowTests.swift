import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// What becomes of a post whose author waits for that.
@Suite(.timeLimit(.minutes(5))) struct SendingNowTests {
  private static let lost = TimelineError.offline(host: "server.example")

  private func fate(of draft: Draft, in writing: WritingHarness) async throws -> SendOutcome {
    let tern = writing.start()
    return try await tern.publishing.sendNow(draft)
  }

  @Test func `What the server takes has an address`() async throws {
    let writing = try await WritingHarness()
    guard case .sent(.post(let post), lost: []) = try await fate(of: writing.draft(), in: writing) else {
      Issue.record("it was not sent")
      return
    }
    #expect(post.text.plain == "Steam!" && post.ref.account == WritingHarness.account)
    #expect(try await writing.entries.isEmpty)
  }

  @Test func `What the server refuses is a draft again`() async throws {
    let writing = try await WritingHarness()
    let refusal = TimelineError.refused(host: "server.example", message: "Too steamy")
    writing.server.faults = [.refused(refusal)]
    guard case .refused(let draft, refusal) = try await fate(of: writing.draft(), in: writing) else {
      Issue.record("it was not refused")
      return
    }
    #expect(draft.refusal == "Too steamy")
    #expect(try await writing.drafts.map(\.text) == ["Steam!"])
  }

  @Test func `What somebody else is sending is waited for; a store that fails is named, and no other Tern`()
    async throws
  {
    let writing = try await WritingHarness()
    let tern = writing.start()
    let broken = StoreError.unusable(path: "store", reason: "No space left on device")
    for (state, expected) in [
      (UnsteadyOutbox.Fault.none, nil), (.claiming, .waits(.storeFailed(broken))),
      (.updating, .waits(.storeFailed(broken))), (.reading, .unreadable(broken)),
    ] as [(UnsteadyOutbox.Fault, SendOutcome?)] {
      let outbox = UnsteadyOutbox(state, broken)
      let publishing = ServerPublishing(
        .init(account: WritingHarness.account, remote: writing.server, outbox: outbox, cache: tern.cache),
        pause: Backoff(random: { 0.5 }), clock: writing.clock)
      let fate = try await publishing.sendNow(writing.draft())
      if let expected { #expect(fate == expected) } else if case .sent = fate {} else { Issue.record("\(fate)") }
    }
    // Another one has claimed what was there before.
    try await writing.outbox.enqueue(
      OutboxEntry(draft: writing.draft("First"), key: "k", sentAt: writing.clock.now, notBefore: writing.clock.now))
    let lease = writing.clock.now.addingTimeInterval(60)
    _ = try await writing.outbox.claim(of: WritingHarness.account, now: writing.clock.now, lease: lease)
    #expect(try await tern.publishing.sendNow(writing.draft("Second")) == .waits(nil))
  }

  @Test(arguments: [true, false])
  func `Where the answer is lost it waits, and goes out once later`(isTaken: Bool) async throws {
    let writing = try await WritingHarness()
    writing.server.faults = [isTaken ? .lostAfter(Self.lost) : .lostBefore(Self.lost)]
    #expect(try await fate(of: writing.draft(), in: writing) == .waits(Self.lost))
    #expect(try await writing.entries.map(\.draft.text) == ["Steam!"])
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts == ["Steam!"])
  }

  @Test(arguments: [true, false])
  func `Where the store cannot note that the server has it, it goes out once all the same`(keepsKeys: Bool)
    async throws
  {
    let writing = try await WritingHarness(keepsKeys: keepsKeys)
    let outbox = UnsteadyOutbox(.finishing, .unusable(path: "store", reason: "No space left on device"))
    let publishing = ServerPublishing(
      .init(
        account: WritingHarness.account, remote: writing.server, outbox: outbox, cache: writing.start().cache),
      pause: Backoff(random: { 0.5 }), clock: writing.clock)
    guard case .sent = try await publishing.sendNow(writing.draft()) else {
      Issue.record("it was not sent")
      return
    }
    let id = try #require(try await outbox.entries().first?.id)
    if keepsKeys {
      // It cannot be taken back: the server has it.
      #expect(try await publishing.takeBack(id) == nil)
    }
    #expect(try await writing.wait(upTo: 600) { try await outbox.entries().isEmpty })
    #expect(writing.server.texts == ["Steam!"])
    #expect(writing.server.calls.filter { $0 == "publish" }.count == 1)
  }

  @Test func `Of two at once each hears of its own`() async throws {
    let writing = try await WritingHarness()
    writing.server.faults = [.refused(.refused(host: "server.example", message: "Not this one"))]
    let tern = writing.start()
    let (first, second) = (writing.draft("First"), writing.draft("Second"))
    async let one = tern.publishing.sendNow(first)
    async let other = tern.publishing.sendNow(second)
    let fates = try await [one, other]
    #expect(fates.count { if case .refused = $0 { true } else { false } } == 1)
    #expect(fates.count { if case .sent = $0 { true } else { false } } == 1)
  }

  @Test func `What waits before it goes out before it, and does not keep it`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    try await tern.publishing.send(writing.draft("Waits"), delay: 600)
    guard case .sent = try await tern.publishing.sendNow(writing.draft("Goes")) else {
      Issue.record("it was not sent")
      return
    }
    #expect(writing.server.texts == ["Goes"])
    #expect(try await writing.entries.map(\.draft.text) == ["Waits"])
  }
}

/// An outbox in memory, of which something fails once a post is in it.
private final class UnsteadyOutbox: OutboxRepository {
  enum Fault {
    case none, claiming, updating, reading
    /// The first time, with a post that the server has.
    case finishing
  }

  private let memory = TransientWriting()
  private let fault: Fault
  private let error: StoreError
  private let finishings = Atomic(0)

  init(_ fault: Fault, _ error: StoreError) {
    (self.fault, self.error) = (fault, error)
  }

  private func fail(_ kind: Fault) throws(StoreError) {
    if fault == kind { throw error }
  }

  func entries() async throws(StoreError) -> [OutboxEntry] {
    try fail(.reading)
    return try await memory.entries()
  }

  func enqueue(_ entries: [OutboxEntry]) async throws(StoreError) -> Bool { try await memory.enqueue(entries) }

  func claim(of account: AccountID, now: Date, lease: Date) async throws(StoreError) -> OutboxEntry? {
    try fail(.claiming)
    if fault == .reading { return nil }
    return try await memory.claim(of: account, now: now, lease: lease)
  }

  func update(_ entry: OutboxEntry, claimedUntil claim: Date?) async throws(StoreError) -> Bool {
    try fail(.updating)
    return try await memory.update(entry, claimedUntil: claim)
  }

  func finish(_ entry: DraftID, as post: Post?) async throws(StoreError) {
    if finishings.add(1, ordering: .relaxed).oldValue == 0 { try fail(.finishing) }
    try await memory.finish(entry, as: post)
  }

  func giveBack(_ draft: Draft, claimedUntil claim: Date?) async throws(StoreError) -> Bool {
    try await memory.giveBack(draft, claimedUntil: claim)
  }

  func takeBack(_ entry: DraftID, now: Date) async throws(StoreError) -> OutboxEntry? {
    try await memory.takeBack(entry, now: now)
  }
}
