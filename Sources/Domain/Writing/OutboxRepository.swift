import FoundationEssentials

/// A post on its way to its server.
public struct OutboxEntry: Hashable, Sendable {
  public enum State: Hashable, Sendable {
    /// It goes out when its moment has come, and there is a way.
    case waiting(since: TimelineError?)
    /// Some Tern is sending it. Should it never come back, somebody else may go on after that moment.
    case sending(until: Date)
    /// The server may have taken it, and cannot be asked; or it has lain too long to go out unseen. The person says.
    case needsPerson(UnconfirmedReason)
  }

  public var draft: Draft
  /// By which a server knows that it has been sent this before (`Idempotency-Key`).
  public var key: String
  /// When the person sent it.
  public var sentAt: Date
  /// It stays that long, so that it can be taken back.
  public var notBefore: Date
  /// When a request first left with it; nil where none has.
  public var firstTriedAt: Date?
  public var tries: Int
  public var state: State

  public init(
    draft: Draft, key: String, sentAt: Date, notBefore: Date, firstTriedAt: Date? = nil, tries: Int = 0,
    state: State = .waiting(since: nil)
  ) {
    self.draft = draft
    self.key = key
    self.sentAt = sentAt
    self.notBefore = notBefore
    self.firstTriedAt = firstTriedAt
    self.tries = tries
    self.state = state
  }

  public var id: DraftID { draft.id }

  /// What it is when its author takes it back: where a request has left with it, nobody knows whether it arrived.
  public var withdrawnDraft: Draft {
    var draft = draft
    if firstTriedAt != nil { draft.refusal = "It may be at the server already: nobody could tell" }
    return draft
  }
}

/// Why a post that was sent waits for its author's word.
public enum UnconfirmedReason: String, Hashable, Sendable, CaseIterable {
  /// It may be at the server already, and nobody can tell.
  case mayHaveBeenSent
  /// It was sent more than a day ago, and has not gone out since.
  case isOld
}

/// Keeps what is on its way. Each step is on the disk before it is taken.
///
/// Several Terns may share it. Whoever has claimed an entry has it until a moment, which names the claim: what they say
/// after somebody else has taken over changes nothing.
public protocol OutboxRepository: Sendable {
  /// The first sent first.
  func entries() async throws(StoreError) -> [OutboxEntry]

  /// The drafts become posts on their way, all in one step, unless one of them is on its way already, or the server has
  /// it.
  /// - Returns: whether they are on their way now; where not, nothing is changed.
  @discardableResult
  func enqueue(_ entries: [OutboxEntry]) async throws(StoreError) -> Bool

  /// Takes the first entry of an account that is due, for whoever asks and nobody else until `lease`. What goes on from
  /// another one is not due before that has gone out.
  /// - Returns: nil where none is due, or another of the account is on its way. Whoever is known to have ended has none.
  func claim(of account: AccountID, now: Date, lease: Date) async throws(StoreError) -> OutboxEntry?

  /// What has become of one.
  /// - Parameter claim: until when the caller has it; nil where nobody has.
  /// - Returns: whether that is so; where it is not, nothing is changed.
  func update(_ entry: OutboxEntry, claimedUntil claim: Date?) async throws(StoreError) -> Bool

  /// The server has it, which is remembered; what goes on from it answers what it has become.
  /// - Parameter post: nil where it is none yet.
  func finish(_ entry: DraftID, as post: Post?) async throws(StoreError)

  /// It becomes a draft again, in one step, and what goes on from it with it. A draft that has been kept under its id since
  /// then gets another id: both are there.
  /// - Returns: as `update`.
  func giveBack(_ draft: Draft, claimedUntil claim: Date?) async throws(StoreError) -> Bool

  /// It becomes a draft again (`withdrawnDraft`), and what goes on from it with it, unless somebody has it at that moment.
  /// - Returns: as it was on its way; nil where somebody has it, or it has gone.
  func takeBack(_ entry: DraftID, now: Date) async throws(StoreError) -> OutboxEntry?
}

extension OutboxRepository {
  @discardableResult
  public func enqueue(_ entry: OutboxEntry) async throws(StoreError) -> Bool { try await enqueue([entry]) }
}
