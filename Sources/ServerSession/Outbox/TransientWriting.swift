import Domain
import FoundationEssentials
import Synchronization

/// Drafts and posts on their way in memory: for the demo, of which nothing is kept.
public final class TransientWriting: DraftRepository, OutboxRepository {
  fileprivate struct State {
    var drafts: [Draft] = []
    var entries: [OutboxEntry] = []
    /// What servers have.
    var sent: Set<DraftID> = []
  }

  private let state = Mutex(State())

  public init() {}

  public func drafts() async throws(StoreError) -> [Draft] { state.withLock(\.drafts) }
  public func store(_ draft: Draft) async throws(StoreError) { state.withLock { $0.keep(draft) } }

  public func remove(_ draft: DraftID) async throws(StoreError) {
    state.withLock { state in state.drafts.removeAll { $0.id == draft } }
  }

  public func entries() async throws(StoreError) -> [OutboxEntry] { state.withLock(\.entries) }

  public func enqueue(_ entries: [OutboxEntry]) async throws(StoreError) -> Bool {
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

  public func claim(of account: AccountID, now: Date, lease: Date) async throws(StoreError) -> OutboxEntry? {
    state.withLock { state -> OutboxEntry? in
      let own = state.entries.filter { $0.draft.account == account }
      guard !own.contains(where: { $0.isClaimed(at: now) }) else { return nil }
      let due = own.first { $0.needsNobody && $0.notBefore <= now && !state.waitsForAnother($0) }
      guard var entry = due else { return nil }
      entry.state = .sending(until: lease)
      entry.tries += 1
      state[entry.id] = entry
      return entry
    }
  }

  public func update(_ entry: OutboxEntry, claimedUntil claim: Date?) async throws(StoreError) -> Bool {
    state.withLock { state in
      guard state[entry.id].map({ $0.lease == claim }) == true else { return false }
      state[entry.id] = entry
      return true
    }
  }

  public func finish(_ entry: DraftID, as post: Post?) async throws(StoreError) {
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

  public func giveBack(_ draft: Draft, claimedUntil claim: Date?) async throws(StoreError) -> Bool {
    state.withLock { state in
      guard state[draft.id].map({ $0.lease == claim }) == true else { return false }
      state.giveBack(draft)
      return true
    }
  }

  public func takeBack(_ entry: DraftID, now: Date) async throws(StoreError) -> OutboxEntry? {
    state.withLock { state -> OutboxEntry? in
      guard let known = state[entry], !known.isClaimed(at: now) else { return nil }
      state.giveBack(known.withdrawnDraft)
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

  fileprivate mutating func keep(_ draft: Draft) {
    drafts.removeAll { $0.id == draft.id }
    drafts.insert(draft, at: drafts.firstIndex { $0.changedAt <= draft.changedAt } ?? drafts.endIndex)
  }

  fileprivate func waitsForAnother(_ entry: OutboxEntry) -> Bool {
    if case .continuation(let previous) = entry.draft.purpose { self[previous] != nil } else { false }
  }

  /// With what goes on from it.
  fileprivate mutating func giveBack(_ draft: Draft) {
    self[draft.id] = nil
    // What has been written under its id since becomes a draft of its own.
    if let index = drafts.firstIndex(where: { $0.id == draft.id }), !drafts[index].saysTheSame(as: draft) {
      drafts[index].id = DraftID()
    }
    keep(draft)
    for next in entries where next.draft.purpose == .continuation(of: draft.id) { giveBack(next.draft) }
  }
}

extension OutboxEntry {
  fileprivate var lease: Date? {
    if case .sending(let until) = state { until } else { nil }
  }

  fileprivate func isClaimed(at moment: Date) -> Bool { lease.map { $0 > moment } ?? false }

  fileprivate var needsNobody: Bool {
    if case .needsPerson = state { false } else { true }
  }
}

/// A cache that holds nothing: what it would keep is kept elsewhere.
public struct NoTimelineCache: TimelineCache {
  public init() {}

  public func overview() async throws(StoreError) -> TimelineOverview? { nil }
  public func store(_ overview: TimelineOverview) async throws(StoreError) {}

  public func hide(
    _ person: String, since moment: Date, _ change: @escaping @Sendable (Relationship) -> Relationship
  ) async throws(StoreError) {}

  public func page(
    of timeline: TimelineID, at position: PagePosition, limit: Int
  ) async throws(StoreError) -> CachedPage? { nil }

  public func merge(
    _ page: RemotePage, into timeline: TimelineID, at place: MergePosition, asOf moment: Date
  ) async throws(StoreError) -> MergedPosts { MergedPosts() }

  public func store(_ posts: [Post]) async throws(StoreError) -> [Post] { [] }
  public func post(_ id: PostID) async throws(StoreError) -> Post? { nil }
  public func post(at address: String) async throws(StoreError) -> Post? { nil }

  public func change(
    _ id: PostID, _ change: @escaping @Sendable (Post) -> Post
  ) async throws(StoreError) -> Post? { nil }

  public func people(matching typed: String, limit: Int) async throws(StoreError) -> [Profile] { [] }
  public func tags(matching typed: String, limit: Int) async throws(StoreError) -> [String] { [] }
  public func publishing() async throws(StoreError) -> CachedPublishingCapabilities? { nil }
  public func store(_ publishing: CachedPublishingCapabilities) async throws(StoreError) {}
  public func delete(_ post: PostID) async throws(StoreError) -> [PostKey] { [] }
  public func withdrawRepost(of post: PostID) async throws(StoreError) -> WithdrawnRepost { WithdrawnRepost() }
  public func removeNotifications(
    where matches: @escaping @Sendable (PostNotification) -> Bool
  ) async throws(StoreError) {}
  public func lowerEdge(of gap: PageCursor, in timeline: TimelineID) async throws(StoreError) -> RemoteCursor? { nil }
  public func gaps(in timeline: TimelineID) async throws(StoreError) -> [PageCursor] { [] }
  public func place(readUpTo cursor: RemoteCursor, in timeline: TimelineID) async throws(StoreError) -> Place? { nil }
  public func cursor(of entry: PostKey, in timeline: TimelineID) async throws(StoreError) -> RemoteCursor? { nil }

  public func isEntry(
    _ cursor: RemoteCursor, above other: RemoteCursor, in timeline: TimelineID
  ) async throws(StoreError) -> Bool? { nil }

  public func prune(to bounds: CacheBounds, now: Date) async throws(StoreError) -> Bool { false }
}
