import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// Sending a post and waiting for the outcome.
@Suite(.timeLimit(.minutes(5))) struct SendingNowTests {
  private static let lost = TimelineError.offline(host: "server.example")

  private func outcome(of draft: Draft, in writing: WritingHarness) async throws -> SendOutcome {
    let tern = writing.start()
    return try await tern.publishing.sendNow(draft)
  }

  @Test func `An accepted post has an address`() async throws {
    let writing = try await WritingHarness()
    guard case .sent(.post(let post), losses: []) = try await outcome(of: writing.draft(), in: writing) else {
      Issue.record("it was not sent")
      return
    }
    #expect(post.text.plain == "Steam!" && post.ref.account == WritingHarness.account)
    #expect(try await writing.entries.isEmpty)
  }

  @Test func `A refused post becomes a draft`() async throws {
    let writing = try await WritingHarness()
    let refusal = TimelineError.refused(host: "server.example", message: "Too steamy")
    writing.server.faults = [.refused(refusal)]
    guard case .refused(let draft, refusal) = try await outcome(of: writing.draft(), in: writing) else {
      Issue.record("it was not refused")
      return
    }
    #expect(draft.refusal == "Too steamy")
    #expect(try await writing.drafts.map(\.text) == ["Steam!"])
  }

  @Test func `An entry claimed elsewhere waits; a store failure is reported`()
    async throws
  {
    let writing = try await WritingHarness()
    let tern = writing.start()
    let broken = StoreError.unusable(path: "store", reason: "No space left on device")
    for (state, expected) in [
      (FailingOutbox.Fault.none, nil), (.claiming, .queued(.storeFailed(broken))),
      (.updating, .queued(.storeFailed(broken))), (.reading, .unreadable(broken)),
    ] as [(FailingOutbox.Fault, SendOutcome?)] {
      let outbox = FailingOutbox(state, broken)
      let publishing = ServerPublishing(
        .init(account: WritingHarness.account, remote: writing.server, outbox: outbox, cache: tern.cache),
        backoff: Backoff(random: { 0.5 }), clock: writing.clock)
      let outcome = try await publishing.sendNow(writing.draft())
      if let expected {
        #expect(outcome == expected)
      } else if case .sent = outcome {
      } else {
        Issue.record("\(outcome)")
      }
    }
    // Another process has claimed an earlier entry.
    try await writing.outbox.enqueue(
      OutboxEntry(draft: writing.draft("First"), key: "k", sentAt: writing.clock.now, notBefore: writing.clock.now))
    let lease = writing.clock.now.addingTimeInterval(60)
    _ = try await writing.outbox.claim(of: WritingHarness.account, now: writing.clock.now, lease: lease)
    #expect(try await tern.publishing.sendNow(writing.draft("Second")) == .queued(nil))
  }

  @Test(arguments: [true, false])
  func `If the response is lost, it waits and is published once`(isAccepted: Bool) async throws {
    let writing = try await WritingHarness()
    writing.server.faults = [isAccepted ? .lostAfter(Self.lost) : .lostBefore(Self.lost)]
    #expect(try await outcome(of: writing.draft(), in: writing) == .queued(Self.lost))
    #expect(try await writing.entries.map(\.draft.text) == ["Steam!"])
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts == ["Steam!"])
  }

  @Test(arguments: [true, false])
  func `If the store cannot record the post, it is published once`(supportsKeys: Bool)
    async throws
  {
    let writing = try await WritingHarness(supportsKeys: supportsKeys)
    let outbox = FailingOutbox(.finishing, .unusable(path: "store", reason: "No space left on device"))
    let publishing = ServerPublishing(
      .init(
        account: WritingHarness.account, remote: writing.server, outbox: outbox, cache: writing.start().cache),
      backoff: Backoff(random: { 0.5 }), clock: writing.clock)
    guard case .sent = try await publishing.sendNow(writing.draft()) else {
      Issue.record("it was not sent")
      return
    }
    let id = try #require(try await outbox.entries().first?.id)
    if supportsKeys {
      // It cannot be taken back: the server has it.
      #expect(try await publishing.withdraw(id) == nil)
    }
    #expect(try await writing.wait(upTo: 600) { try await outbox.entries().isEmpty })
    #expect(writing.server.texts == ["Steam!"])
    #expect(writing.server.calls.filter { $0 == "publish" }.count == 1)
  }

  @Test func `Two concurrent calls get their own outcomes`() async throws {
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

  @Test func `Earlier entries are sent first and do not block`() async throws {
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

/// An outbox in memory with an operation that fails once an entry is in it.
private final class FailingOutbox: OutboxRepository {
  enum Fault {
    case none, claiming, updating, reading
    /// The first time, for a published post.
    case finishing
  }

  private let memory: any OutboxRepository = TransientWriting()
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

  func returnToDrafts(_ draft: Draft, claimedUntil claim: Date?) async throws(StoreError) -> Bool {
    try await memory.returnToDrafts(draft, claimedUntil: claim)
  }

  func withdraw(_ entry: DraftID, now: Date) async throws(StoreError) -> OutboxEntry? {
    try await memory.withdraw(entry, now: now)
  }
}
