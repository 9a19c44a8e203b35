import Domain
import FolderSupport
import Foundation
import Runtime
import Store
import TestSupport
import Testing

@testable import ServerSession

/// The contract of all repositories of drafts and outboxes: the store, and the demo's memory.
@Suite struct OutboxContractTests {
  enum Kind: CaseIterable {
    case store, memory
  }

  /// New repositories for a test.
  private struct Repositories {
    let drafts: any DraftRepository
    let outbox: any OutboxRepository
    /// Removed with the test.
    let folder: TemporaryFolder?
  }

  private static let ada = AccountID.demo("ada")

  private func repositories(_ kind: Kind) throws -> Repositories {
    switch kind {
    case .memory:
      let writing = TransientWriting()
      return Repositories(drafts: writing, outbox: writing, folder: nil)
    case .store:
      let folder = TemporaryFolder()
      let store = PostStore(directory: folder.path)
      return Repositories(drafts: StoredDrafts(store: store), outbox: StoredOutbox(store: store), folder: folder)
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
  func `drafts are listed by last change and can be removed`(kind: Kind) async throws {
    let repositories = try repositories(kind)
    let (first, second) = (entry("first").draft, entry("second", seconds: 9).draft)
    for draft in [second, first] { try await repositories.drafts.store(draft) }
    #expect(try await repositories.drafts.drafts() == [second, first])
    var changed = first
    (changed.text, changed.changedAt) = ("changed", later)
    changed.refusal = "Text is too long"
    try await repositories.drafts.store(changed)
    #expect(try await repositories.drafts.drafts() == [changed, second])
    try await repositories.drafts.remove(changed.id)
    try await repositories.drafts.remove(DraftID("none"))
    #expect(try await repositories.drafts.drafts() == [second])
  }

  @Test(arguments: Kind.allCases)
  func `enqueued drafts are in the outbox once, in order`(kind: Kind) async throws {
    let repositories = try repositories(kind)
    let (first, second) = (entry("first"), entry("second", seconds: 9))
    try await repositories.drafts.store(first.draft)
    for entry in [second, first] { try await repositories.outbox.enqueue(entry) }
    var again = first
    again.key = "another"
    #expect(try await repositories.outbox.enqueue(again) == false)
    #expect(try await repositories.outbox.entries() == [first, second])
    #expect(try await repositories.drafts.drafts() == [])
  }

  @Test(arguments: Kind.allCases)
  func `one entry of an account is claimed at a time`(kind: Kind) async throws {
    let repositories = try repositories(kind)
    for (index, text) in ["a", "b"].enumerated() {
      try await repositories.outbox.enqueue(entry(text, seconds: Double(index * 10)))
    }
    try await repositories.outbox.enqueue(entry("other", of: .demo("grace")))
    #expect(try await repositories.outbox.claim(of: Self.ada, now: .noon.minutesAgo(1), lease: lease) == nil)
    let claimed = try #require(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease))
    #expect(claimed.draft.text == "a" && claimed.attempts == 1 && claimed.state == .sending(until: lease))
    #expect(try await repositories.outbox.entries().first == claimed)
    #expect(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease) == nil)
    #expect(try await repositories.outbox.claim(of: .demo("grace"), now: later, lease: lease)?.draft.text == "other")
    // An expired claim is replaced, and its holder can no longer change the entry.
    let end = lease.addingTimeInterval(1)
    let next = try #require(
      try await repositories.outbox.claim(of: Self.ada, now: end, lease: end.addingTimeInterval(60)))
    #expect(next.id == claimed.id && next.attempts == 2)
    var late = claimed
    late.state = .waiting(since: nil)
    #expect(try await repositories.outbox.update(late, claimedUntil: lease) == false)
    #expect(try await repositories.outbox.update(late, claimedUntil: nil) == false)
    #expect(try await repositories.outbox.returnToDrafts(late.draft, claimedUntil: lease) == false)
    #expect(try await repositories.outbox.entries().first == next)
  }

  @Test(arguments: Kind.allCases)
  func `waiting entries become due, unconfirmed ones do not`(kind: Kind) async throws {
    let repositories = try repositories(kind)
    try await repositories.outbox.enqueue(entry("a"))
    var claimed = try #require(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease))
    (claimed.state, claimed.notBefore) = (.waiting(since: .offline(host: "h")), later.addingTimeInterval(5))
    claimed.firstAttemptAt = later
    #expect(try await repositories.outbox.update(claimed, claimedUntil: lease))
    #expect(try await repositories.outbox.entries() == [claimed])
    #expect(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease) == nil)
    claimed.state = .needsConfirmation(.mayHaveBeenSent)
    #expect(try await repositories.outbox.update(claimed, claimedUntil: nil))
    #expect(try await repositories.outbox.claim(of: Self.ada, now: lease, lease: .distantFuture) == nil)
    var gone = claimed
    gone.draft.id = DraftID("gone")
    #expect(try await repositories.outbox.update(gone, claimedUntil: nil) == false)
  }

  @Test(arguments: Kind.allCases)
  func `a finished entry leaves, and its continuation becomes a reply`(kind: Kind) async throws {
    let repositories = try repositories(kind)
    let (first, second) = (entry("1"), entry("2", seconds: 1, after: DraftID("1")))
    let third = entry("3", seconds: 2, after: DraftID("2")).draft
    let fourth = entry("4", seconds: 3, after: DraftID("1")).draft
    for entry in [first, second] { try await repositories.outbox.enqueue(entry) }
    for draft in [third, fourth] { try await repositories.drafts.store(draft) }
    let claimed = try #require(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease))
    // A claim may be renewed: no other entry is due before it ends.
    var waiting = claimed
    waiting.state = .waiting(since: .offline(host: "h"))
    waiting.notBefore = lease
    #expect(try await repositories.outbox.update(waiting, claimedUntil: lease))
    #expect(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease) == nil)
    let post = Post.fixture(id: "9")
    try await repositories.outbox.finish(first.id, as: post)
    let answer = Draft.Purpose.reply(to: DraftSubject(post))
    #expect(try await repositories.outbox.entries().map(\.draft.purpose) == [answer])
    #expect(try await repositories.drafts.drafts().map(\.purpose) == [answer, .continuation(of: DraftID("2"))])
    #expect(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease)?.draft.text == "2")
    try await repositories.outbox.finish(DraftID("2"), as: nil)
    #expect(try await repositories.outbox.entries() == [])
    #expect(try await repositories.drafts.drafts().last?.purpose == .post)
  }

  @Test(arguments: Kind.allCases)
  func `a finished draft is not enqueued again`(kind: Kind) async throws {
    let repositories = try repositories(kind)
    #expect(try await repositories.outbox.enqueue(entry("1")))
    _ = try #require(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease))
    try await repositories.outbox.finish(DraftID("1"), as: .fixture(id: "9"))
    // An editor has saved it in the meantime.
    try await repositories.drafts.store(entry("1").draft)
    #expect(try await repositories.outbox.enqueue(entry("1")) == false)
    #expect(try await repositories.outbox.enqueue([entry("1"), entry("2", after: DraftID("1"))]) == false)
    #expect(try await repositories.outbox.entries() == [])
    #expect(try await repositories.drafts.drafts().map(\.text) == ["1"])
    // A withdrawn post was not sent.
    #expect(try await repositories.outbox.enqueue(entry("3")))
    _ = try await repositories.outbox.withdraw(DraftID("3"), now: .noon)
    #expect(try await repositories.outbox.enqueue(entry("3")))
  }

  @Test(arguments: Kind.allCases)
  func `a thread is enqueued at once and sent in order`(kind: Kind) async throws {
    let repositories = try repositories(kind)
    try await repositories.drafts.store(entry("1").draft)
    try await repositories.outbox.enqueue([
      entry("1"), entry("2", after: DraftID("1")), entry("3", after: DraftID("2")),
    ])
    #expect(try await repositories.drafts.drafts().isEmpty)
    #expect(try await repositories.outbox.entries().map(\.draft.text) == ["1", "2", "3"])
    #expect(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease)?.draft.text == "1")
    try await repositories.outbox.finish(DraftID("1"), as: .fixture(id: "9"))
    let second = try #require(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease)).draft
    #expect(second.text == "2" && second.purpose.subject?.id == PostID("9"))
  }

  @Test(arguments: Kind.allCases)
  func `a refused entry becomes a draft with its continuations`(kind: Kind) async throws {
    let repositories = try repositories(kind)
    try await repositories.outbox.enqueue(entry("1"))
    try await repositories.outbox.enqueue(entry("2", seconds: 1, after: DraftID("1")))
    try await repositories.outbox.enqueue(entry("3", seconds: 2, after: DraftID("2")))
    try await repositories.outbox.enqueue(entry("4", seconds: 3))
    var refused = try #require(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease)).draft
    refused.refusal = "Text is too long"
    #expect(try await repositories.outbox.returnToDrafts(refused, claimedUntil: nil) == false)
    #expect(try await repositories.outbox.returnToDrafts(refused, claimedUntil: lease))
    #expect(try await repositories.outbox.returnToDrafts(refused, claimedUntil: lease) == false)
    #expect(try await repositories.outbox.entries().map(\.draft.text) == ["4"])
    let drafts = try await repositories.drafts.drafts()
    #expect(drafts.map(\.text) == ["3", "2", "1"])
    #expect(drafts.map(\.refusal) == [nil, nil, "Text is too long"])
    #expect(drafts.map(\.purpose) == [.continuation(of: DraftID("2")), .continuation(of: DraftID("1")), .post])
  }

  @Test(arguments: Kind.allCases)
  func `a withdrawn entry becomes a draft unless it is being sent`(
    kind: Kind
  ) async throws {
    let repositories = try repositories(kind)
    try await repositories.outbox.enqueue(entry("1"))
    try await repositories.outbox.enqueue(entry("2", seconds: 1, after: DraftID("1")))
    var claimed = try #require(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease))
    #expect(try await repositories.outbox.withdraw(claimed.id, now: later) == nil)
    (claimed.state, claimed.firstAttemptAt) = (.waiting(since: .offline(host: "h")), later)
    #expect(try await repositories.outbox.update(claimed, claimedUntil: lease))
    #expect(try await repositories.outbox.withdraw(claimed.id, now: later) == claimed)
    #expect(try await repositories.outbox.withdraw(claimed.id, now: later) == nil)
    #expect(try await repositories.outbox.entries() == [])
    let drafts = try await repositories.drafts.drafts()
    #expect(drafts.map(\.text) == ["2", "1"])
    #expect(drafts.last?.refusal == "The server may have this post already")
    #expect(drafts.first?.refusal == nil)
  }

  @Test(arguments: Kind.allCases)
  func `an entry can be withdrawn after its claim has expired`(kind: Kind) async throws {
    let repositories = try repositories(kind)
    try await repositories.outbox.enqueue(entry("1"))
    _ = try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease)
    #expect(try await repositories.outbox.withdraw(DraftID("1"), now: lease) != nil)
    #expect(try await repositories.drafts.drafts().map(\.text) == ["1"])
  }

  @Test(arguments: Kind.allCases)
  func `a draft saved meanwhile stays beside a withdrawn one`(kind: Kind) async throws {
    let repositories = try repositories(kind)
    let (first, second, third) = (entry("first"), entry("second", after: DraftID("first")), entry("third", seconds: 1))
    for entry in [first, second, third] { try await repositories.outbox.enqueue(entry) }
    for entry in [first, second] {
      var newer = entry.draft
      (newer.text, newer.changedAt) = ("newer \(entry.draft.text)", later)
      try await repositories.drafts.store(newer)
    }
    // An identical draft is not duplicated.
    var same = third.draft
    same.changedAt = later
    try await repositories.drafts.store(same)
    #expect(try await repositories.outbox.withdraw(first.id, now: later)?.id == first.id)
    #expect(try await repositories.outbox.withdraw(third.id, now: later) != nil)
    let storedDrafts = try await repositories.drafts.drafts()
    #expect(storedDrafts.map(\.text).sorted() == ["first", "newer first", "newer second", "second", "third"])
    #expect(storedDrafts.first { $0.text == "first" }?.id == first.id)
    #expect(storedDrafts.first { $0.text == "second" }?.purpose == .continuation(of: first.id))
    #expect(Set(storedDrafts.map(\.id)).count == 5)
  }

  @Test(arguments: Kind.allCases)
  func `a draft saved meanwhile stays beside a refused one`(kind: Kind) async throws {
    let repositories = try repositories(kind)
    try await repositories.outbox.enqueue(entry("first"))
    let claimed = try #require(try await repositories.outbox.claim(of: Self.ada, now: later, lease: lease))
    var newer = claimed.draft
    newer.media = [DraftMedia(path: "/home/ada/cat.png")]
    try await repositories.drafts.store(newer)
    var refused = claimed.draft
    refused.refusal = "No"
    #expect(try await repositories.outbox.returnToDrafts(refused, claimedUntil: lease))
    let storedDrafts = try await repositories.drafts.drafts()
    #expect(storedDrafts.count == 2 && storedDrafts.contains(refused))
    #expect(storedDrafts.first { $0.id != refused.id }?.media == newer.media)
  }
}

/// Observers are notified of changed drafts.
@Suite struct ObservableDraftsTests {
  @Test func `each change is reported to all observers, failures are not`() async throws {
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
