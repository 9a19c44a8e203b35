import Domain
import FolderSupport
import Foundation
import Runtime
import Store
import TestSupport
import Testing

@testable import ServerSession

/// Whatever keeps drafts and posts on their way keeps to the same rules: the store, and the demo's memory.
@Suite struct OutboxContractTests {
  enum Kind: CaseIterable {
    case store, memory
  }

  /// One of each, made anew for a test.
  private struct Parts {
    let drafts: any DraftRepository
    let outbox: any OutboxRepository
    /// Goes with the test.
    let folder: TemporaryFolder?
  }

  private static let ada = AccountID.demo("ada")

  private func parts(_ kind: Kind) throws -> Parts {
    switch kind {
    case .memory:
      let writing = TransientWriting()
      return Parts(drafts: writing, outbox: writing, folder: nil)
    case .store:
      let folder = try TemporaryFolder()
      let store = PostStore(directory: folder.path)
      return Parts(drafts: StoredDrafts(store: store), outbox: StoredOutbox(store: store), folder: folder)
    }
  }

  private func entry(
    _ text: String, of account: AccountID = Self.ada, seconds: Double = 0, after previous: DraftID? = nil
  ) -> OutboxEntry {
    let moment = Date.noon.addingTimeInterval(seconds)
    let purpose = previous.map { Draft.Purpose.continuation(of: $0) } ?? .post
    let draft = Draft(id: DraftID(text), account: account, purpose: purpose, text: text, changedAt: moment)
    return OutboxEntry(draft: draft, key: "key of \(text)", sentAt: moment, notBefore: moment)
  }

  private let lease = Date.noon.addingTimeInterval(600)
  private let later = Date.noon.addingTimeInterval(100)

  @Test(arguments: Kind.allCases)
  func `drafts come the last changed first, each once, and go`(kind: Kind) async throws {
    let parts = try parts(kind)
    let (first, second) = (entry("first").draft, entry("second", seconds: 9).draft)
    for draft in [second, first] { try await parts.drafts.store(draft) }
    #expect(try await parts.drafts.drafts() == [second, first])
    var changed = first
    (changed.text, changed.changedAt) = ("changed", later)
    changed.refusal = "Text is too long"
    try await parts.drafts.store(changed)
    #expect(try await parts.drafts.drafts() == [changed, second])
    try await parts.drafts.remove(changed.id)
    try await parts.drafts.remove(DraftID("none"))
    #expect(try await parts.drafts.drafts() == [second])
  }

  @Test(arguments: Kind.allCases)
  func `what is sent is a draft no more, and on its way once, the first sent first`(kind: Kind) async throws {
    let parts = try parts(kind)
    let (first, second) = (entry("first"), entry("second", seconds: 9))
    try await parts.drafts.store(first.draft)
    for entry in [second, first] { try await parts.outbox.enqueue(entry) }
    var again = first
    again.key = "another"
    #expect(try await parts.outbox.enqueue(again) == false)
    #expect(try await parts.outbox.entries() == [first, second])
    #expect(try await parts.drafts.drafts() == [])
  }

  @Test(arguments: Kind.allCases)
  func `one of an account is claimed at a time, the first that is due`(kind: Kind) async throws {
    let parts = try parts(kind)
    for (index, text) in ["a", "b"].enumerated() {
      try await parts.outbox.enqueue(entry(text, seconds: Double(index * 10)))
    }
    try await parts.outbox.enqueue(entry("other", of: .demo("grace")))
    #expect(try await parts.outbox.claim(of: Self.ada, now: .noon.minutesAgo(1), lease: lease) == nil)
    let claimed = try #require(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease))
    #expect(claimed.draft.text == "a" && claimed.tries == 1 && claimed.state == .sending(until: lease))
    #expect(try await parts.outbox.entries().first == claimed)
    #expect(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease) == nil)
    #expect(try await parts.outbox.claim(of: .demo("grace"), now: later, lease: lease)?.draft.text == "other")
    // Whoever never came back is succeeded, and changes nothing any more.
    let end = lease.addingTimeInterval(1)
    let next = try #require(try await parts.outbox.claim(of: Self.ada, now: end, lease: end.addingTimeInterval(60)))
    #expect(next.id == claimed.id && next.tries == 2)
    var late = claimed
    late.state = .waiting(since: nil)
    #expect(try await parts.outbox.update(late, claimedUntil: lease) == false)
    #expect(try await parts.outbox.update(late, claimedUntil: nil) == false)
    #expect(try await parts.outbox.giveBack(late.draft, claimedUntil: lease) == false)
    #expect(try await parts.outbox.entries().first == next)
  }

  @Test(arguments: Kind.allCases)
  func `what waits comes to be due, and what needs its author's word does not`(kind: Kind) async throws {
    let parts = try parts(kind)
    try await parts.outbox.enqueue(entry("a"))
    var claimed = try #require(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease))
    (claimed.state, claimed.notBefore) = (.waiting(since: .offline(host: "h")), later.addingTimeInterval(5))
    claimed.firstTriedAt = later
    #expect(try await parts.outbox.update(claimed, claimedUntil: lease))
    #expect(try await parts.outbox.entries() == [claimed])
    #expect(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease) == nil)
    claimed.state = .needsPerson(.mayHaveBeenSent)
    #expect(try await parts.outbox.update(claimed, claimedUntil: nil))
    #expect(try await parts.outbox.claim(of: Self.ada, now: lease, lease: .distantFuture) == nil)
    var gone = claimed
    gone.draft.id = DraftID("gone")
    #expect(try await parts.outbox.update(gone, claimedUntil: nil) == false)
  }

  @Test(arguments: Kind.allCases)
  func `what the server has is gone, and what goes on from it answers it`(kind: Kind) async throws {
    let parts = try parts(kind)
    let (first, second) = (entry("1"), entry("2", seconds: 1, after: DraftID("1")))
    let third = entry("3", seconds: 2, after: DraftID("2")).draft
    let fourth = entry("4", seconds: 3, after: DraftID("1")).draft
    for entry in [first, second] { try await parts.outbox.enqueue(entry) }
    for draft in [third, fourth] { try await parts.drafts.store(draft) }
    let claimed = try #require(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease))
    // It may have taken long: another is not due before it is over.
    var waiting = claimed
    waiting.state = .waiting(since: .offline(host: "h"))
    waiting.notBefore = lease
    #expect(try await parts.outbox.update(waiting, claimedUntil: lease))
    #expect(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease) == nil)
    let post = Post.fixture(id: "9")
    try await parts.outbox.finish(first.id, as: post)
    let answer = Draft.Purpose.reply(to: DraftSubject(post))
    #expect(try await parts.outbox.entries().map(\.draft.purpose) == [answer])
    #expect(try await parts.drafts.drafts().map(\.purpose) == [answer, .continuation(of: DraftID("2"))])
    #expect(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease)?.draft.text == "2")
    try await parts.outbox.finish(DraftID("2"), as: nil)
    #expect(try await parts.outbox.entries() == [])
    #expect(try await parts.drafts.drafts().last?.purpose == .post)
  }

  @Test(arguments: Kind.allCases)
  func `what the server has is not taken once more, nor is a thread that begins with it`(kind: Kind) async throws {
    let parts = try parts(kind)
    #expect(try await parts.outbox.enqueue(entry("1")))
    _ = try #require(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease))
    try await parts.outbox.finish(DraftID("1"), as: .fixture(id: "9"))
    // Somebody who still had it open has kept it since.
    try await parts.drafts.store(entry("1").draft)
    #expect(try await parts.outbox.enqueue(entry("1")) == false)
    #expect(try await parts.outbox.enqueue([entry("1"), entry("2", after: DraftID("1"))]) == false)
    #expect(try await parts.outbox.entries() == [])
    #expect(try await parts.drafts.drafts().map(\.text) == ["1"])
    // What was taken back has not been sent.
    #expect(try await parts.outbox.enqueue(entry("3")))
    _ = try await parts.outbox.takeBack(DraftID("3"), now: .noon)
    #expect(try await parts.outbox.enqueue(entry("3")))
  }

  @Test(arguments: Kind.allCases)
  func `a thread is on its way in one step, and goes out from its beginning on`(kind: Kind) async throws {
    let parts = try parts(kind)
    try await parts.drafts.store(entry("1").draft)
    try await parts.outbox.enqueue([
      entry("1"), entry("2", after: DraftID("1")), entry("3", after: DraftID("2")),
    ])
    #expect(try await parts.drafts.drafts().isEmpty)
    #expect(try await parts.outbox.entries().map(\.draft.text) == ["1", "2", "3"])
    #expect(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease)?.draft.text == "1")
    try await parts.outbox.finish(DraftID("1"), as: .fixture(id: "9"))
    let second = try #require(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease)).draft
    #expect(second.text == "2" && second.purpose.subject?.id == PostID("9"))
  }

  @Test(arguments: Kind.allCases)
  func `what is refused is a draft again with its reason, and what goes on from it with it`(kind: Kind) async throws {
    let parts = try parts(kind)
    try await parts.outbox.enqueue(entry("1"))
    try await parts.outbox.enqueue(entry("2", seconds: 1, after: DraftID("1")))
    try await parts.outbox.enqueue(entry("3", seconds: 2, after: DraftID("2")))
    try await parts.outbox.enqueue(entry("4", seconds: 3))
    var refused = try #require(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease)).draft
    refused.refusal = "Text is too long"
    #expect(try await parts.outbox.giveBack(refused, claimedUntil: nil) == false)
    #expect(try await parts.outbox.giveBack(refused, claimedUntil: lease))
    #expect(try await parts.outbox.giveBack(refused, claimedUntil: lease) == false)
    #expect(try await parts.outbox.entries().map(\.draft.text) == ["4"])
    let drafts = try await parts.drafts.drafts()
    #expect(drafts.map(\.text) == ["3", "2", "1"])
    #expect(drafts.map(\.refusal) == [nil, nil, "Text is too long"])
    #expect(drafts.map(\.purpose) == [.continuation(of: DraftID("2")), .continuation(of: DraftID("1")), .post])
  }

  @Test(arguments: Kind.allCases)
  func `what is taken back is a draft again, unless it is being sent, and says where it may have arrived`(
    kind: Kind
  ) async throws {
    let parts = try parts(kind)
    try await parts.outbox.enqueue(entry("1"))
    try await parts.outbox.enqueue(entry("2", seconds: 1, after: DraftID("1")))
    var claimed = try #require(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease))
    #expect(try await parts.outbox.takeBack(claimed.id, now: later) == nil)
    (claimed.state, claimed.firstTriedAt) = (.waiting(since: .offline(host: "h")), later)
    #expect(try await parts.outbox.update(claimed, claimedUntil: lease))
    #expect(try await parts.outbox.takeBack(claimed.id, now: later) == claimed)
    #expect(try await parts.outbox.takeBack(claimed.id, now: later) == nil)
    #expect(try await parts.outbox.entries() == [])
    let drafts = try await parts.drafts.drafts()
    #expect(drafts.map(\.text) == ["2", "1"])
    #expect(drafts.last?.refusal == "It may be at the server already: nobody could tell")
    #expect(drafts.first?.refusal == nil)
  }

  @Test(arguments: Kind.allCases)
  func `one whose sender never came back can be taken back once the claim is over`(kind: Kind) async throws {
    let parts = try parts(kind)
    try await parts.outbox.enqueue(entry("1"))
    _ = try await parts.outbox.claim(of: Self.ada, now: later, lease: lease)
    #expect(try await parts.outbox.takeBack(DraftID("1"), now: lease) != nil)
    #expect(try await parts.drafts.drafts().map(\.text) == ["1"])
  }

  @Test(arguments: Kind.allCases)
  func `what was written under its id meanwhile is there beside what comes back`(kind: Kind) async throws {
    let parts = try parts(kind)
    let (first, second, third) = (entry("first"), entry("second", after: DraftID("first")), entry("third", seconds: 1))
    for entry in [first, second, third] { try await parts.outbox.enqueue(entry) }
    for entry in [first, second] {
      var newer = entry.draft
      (newer.text, newer.changedAt) = ("newer \(entry.draft.text)", later)
      try await parts.drafts.store(newer)
    }
    // One that says the same is none of its own.
    var same = third.draft
    same.changedAt = later
    try await parts.drafts.store(same)
    #expect(try await parts.outbox.takeBack(first.id, now: later)?.id == first.id)
    #expect(try await parts.outbox.takeBack(third.id, now: later) != nil)
    let kept = try await parts.drafts.drafts()
    #expect(kept.map(\.text).sorted() == ["first", "newer first", "newer second", "second", "third"])
    #expect(kept.first { $0.text == "first" }?.id == first.id)
    #expect(kept.first { $0.text == "second" }?.purpose == .continuation(of: first.id))
    #expect(Set(kept.map(\.id)).count == 5)
  }

  @Test(arguments: Kind.allCases)
  func `what was written meanwhile is there beside what is refused`(kind: Kind) async throws {
    let parts = try parts(kind)
    try await parts.outbox.enqueue(entry("first"))
    let claimed = try #require(try await parts.outbox.claim(of: Self.ada, now: later, lease: lease))
    var newer = claimed.draft
    newer.media = [DraftMedia(path: "/home/ada/cat.png")]
    try await parts.drafts.store(newer)
    var refused = claimed.draft
    refused.refusal = "No"
    #expect(try await parts.outbox.giveBack(refused, claimedUntil: lease))
    let kept = try await parts.drafts.drafts()
    #expect(kept.count == 2 && kept.contains(refused))
    #expect(kept.first { $0.id != refused.id }?.media == newer.media)
  }
}

/// Who shows drafts hears when one is kept or goes.
@Suite struct ObservableDraftsTests {
  @Test func `each change is told to all who listen, and what fails is not`() async throws {
    let drafts = ObservableDrafts(TransientWriting(), clock: VirtualClock(now: .noon))
    var (one, other) = (drafts.changes().makeAsyncIterator(), drafts.changes().makeAsyncIterator())
    let draft = Draft(id: DraftID("a"), account: .demo("ada"), text: "Tern", changedAt: .noon)
    try await drafts.store(draft)
    #expect(try await drafts.drafts() == [draft])
    try await drafts.remove(draft.id)
    #expect(try await drafts.drafts() == [])
    for _ in 0..<2 {
      #expect(await one.next() == draft.id)
      #expect(await other.next() == draft.id)
    }
  }
}
