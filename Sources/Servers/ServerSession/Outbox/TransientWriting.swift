import Domain
import FoundationEssentials
import Synchronization

/// Drafts and an outbox in memory, for the demo.
public final class TransientWriting: DraftRepository, OutboxRepository {
  fileprivate struct State {
    var drafts: [Draft] = []
    var entries: [OutboxEntry] = []
    /// IDs of published drafts.
    var sent: Set<DraftID> = []
  }

  private let state = Mutex(State())

  public init() {}

  public func drafts() async -> [Draft] { state.withLock(\.drafts) }
  public func store(_ draft: Draft) async { state.withLock { $0.save(draft) } }

  public func remove(_ draft: DraftID) async {
    state.withLock { state in state.drafts.removeAll { $0.id == draft } }
  }

  public func entries() async -> [OutboxEntry] { state.withLock(\.entries) }

  public func enqueue(_ entries: [OutboxEntry]) async -> Bool {
    state.withLock { state in
      guard entries.allSatisfy({ state[$0.id] == nil && !state.sent.contains($0.id) }) else { return false }
      for entry in entries {
        state.drafts.removeAll { $0.id == entry.id }
        let index = state.entries.firstIndex { $0.sentAt > entry.sentAt } ?? state.entries.endIndex
        state.entries.insert(entry, at: index)
      }
      return true
    }
  }

  public func claim(of account: AccountID, now: Date, lease: Date) async -> OutboxEntry? {
    state.withLock { state -> OutboxEntry? in
      let own = state.entries.filter { $0.draft.account == account }
      guard !own.contains(where: { $0.isClaimed(at: now) }) else { return nil }
      let due = own.first { $0.isSendable && $0.notBefore <= now && !state.waitsForPrevious($0) }
      guard var entry = due else { return nil }
      entry.state = .sending(until: lease)
      entry.attempts += 1
      state[entry.id] = entry
      return entry
    }
  }

  public func update(_ entry: OutboxEntry, claimedUntil claim: Date?) async -> Bool {
    state.withLock { state in
      guard state[entry.id].map({ $0.lease == claim }) == true else { return false }
      state[entry.id] = entry
      return true
    }
  }

  public func finish(_ entry: DraftID, as post: Post?) async {
    state.withLock { state in
      state[entry] = nil
      state.sent.insert(entry)
      let purpose = post.map { Draft.Purpose.reply(to: DraftSubject($0)) } ?? .post
      for index in state.entries.indices where state.entries[index].draft.purpose == .continuation(of: entry) {
        state.entries[index].draft.purpose = purpose
      }
      for index in state.drafts.indices where state.drafts[index].purpose == .continuation(of: entry) {
        state.drafts[index].purpose = purpose
      }
    }
  }

  public func returnToDrafts(_ draft: Draft, claimedUntil claim: Date?) async -> Bool {
    state.withLock { state in
      guard state[draft.id].map({ $0.lease == claim }) == true else { return false }
      state.returnToDrafts(draft)
      return true
    }
  }

  public func withdraw(_ entry: DraftID, now: Date) async -> OutboxEntry? {
    state.withLock { state -> OutboxEntry? in
      guard let known = state[entry], !known.isClaimed(at: now) else { return nil }
      state.returnToDrafts(known.withdrawnDraft)
      return known
    }
  }
}

extension TransientWriting.State {
  fileprivate subscript(id: DraftID) -> OutboxEntry? {
    get { entries.first { $0.id == id } }
    set {
      guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
      if let newValue { entries[index] = newValue } else { entries.remove(at: index) }
    }
  }

  fileprivate mutating func save(_ draft: Draft) {
    drafts.removeAll { $0.id == draft.id }
    drafts.insert(draft, at: drafts.firstIndex { $0.changedAt <= draft.changedAt } ?? drafts.endIndex)
  }

  fileprivate func waitsForPrevious(_ entry: OutboxEntry) -> Bool {
    if case .continuation(let previous) = entry.draft.purpose { self[previous] != nil } else { false }
  }

  /// Moves an entry back to the drafts, with its continuations.
  fileprivate mutating func returnToDrafts(_ draft: Draft) {
    self[draft.id] = nil
    // A newer version with the same ID becomes a separate draft.
    if let index = drafts.firstIndex(where: { $0.id == draft.id }), !drafts[index].hasSameContent(as: draft) {
      drafts[index].id = DraftID()
    }
    save(draft)
    for next in entries where next.draft.purpose == .continuation(of: draft.id) { returnToDrafts(next.draft) }
  }
}

extension OutboxEntry {
  fileprivate var lease: Date? {
    if case .sending(let until) = state { until } else { nil }
  }

  fileprivate func isClaimed(at date: Date) -> Bool { lease.map { $0 > date } ?? false }

  fileprivate var isSendable: Bool {
    if case .needsConfirmation = state { false } else { true }
  }
}
