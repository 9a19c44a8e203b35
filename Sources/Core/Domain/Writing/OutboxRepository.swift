import FoundationEssentials

/// A post in the outbox.
public struct OutboxEntry: Hashable, Sendable {
  public enum State: Hashable, Sendable {
    /// Is sent when it is due and the server can be reached; the last error.
    case waiting(since: TimelineError?)
    /// Claimed by a Tern that is sending it. After this date another one may claim it.
    case sending(until: Date)
    /// The server may have the post already and cannot be asked, or it is too old to be sent without asking. The user
    /// decides.
    case needsConfirmation(UnconfirmedReason)
  }

  public var draft: Draft
  /// The `Idempotency-Key` of the request, by which a server recognizes a repeated one.
  public var key: String
  /// When the user sent it.
  public var sentAt: Date
  /// The end of the undo period.
  public var notBefore: Date
  /// When a request was first sent; nil if none was.
  public var firstAttemptAt: Date?
  public var attempts: Int
  public var state: State

  public init(
    draft: Draft, key: String, sentAt: Date, notBefore: Date, firstAttemptAt: Date? = nil, attempts: Int = 0,
    state: State = .waiting(since: nil)
  ) {
    self.draft = draft
    self.key = key
    self.sentAt = sentAt
    self.notBefore = notBefore
    self.firstAttemptAt = firstAttemptAt
    self.attempts = attempts
    self.state = state
  }

  public var id: DraftID { draft.id }

  /// The draft for when the user withdraws the entry. If a request was sent, it is unknown whether the server has the
  /// post.
  public var withdrawnDraft: Draft {
    var draft = draft
    if firstAttemptAt != nil { draft.refusal = "The server may have this post already" }
    return draft
  }
}

/// The reason that an entry needs the user's confirmation.
public enum UnconfirmedReason: String, Hashable, Sendable, CaseIterable {
  /// The server may have the post already, and it cannot be determined.
  case mayHaveBeenSent
  /// It was sent more than a day ago and could not be delivered.
  case tooOld = "isOld"
}

/// Stores the outbox. Each change is on disk before the next step.
///
/// Several processes may share an outbox. A claim is valid until its lease ends and is identified by that date; updates
/// by a process whose claim was taken over are ignored.
public protocol OutboxRepository: Sendable {
  /// In the order in which they were sent.
  func entries() async throws(StoreError) -> [OutboxEntry]

  /// Moves drafts to the outbox in one transaction, unless one of them is already there or at the server.
  /// - Returns: whether they were moved; if not, nothing is changed.
  @discardableResult
  func enqueue(_ entries: [OutboxEntry]) async throws(StoreError) -> Bool

  /// Claims the first due entry of an account until `lease`. A continuation is not due before its predecessor was sent.
  /// Claims of processes that are known to have ended are void.
  /// - Returns: nil if none is due, or another entry of the account is claimed.
  func claim(of account: AccountID, now: Date, lease: Date) async throws(StoreError) -> OutboxEntry?

  /// Updates an entry.
  /// - Parameter claim: the end of the caller's claim; nil without one.
  /// - Returns: whether the claim is still valid; if not, nothing is changed.
  func update(_ entry: OutboxEntry, claimedUntil claim: Date?) async throws(StoreError) -> Bool

  /// Removes a sent entry and remembers it. Continuations become replies to the post.
  /// - Parameter post: nil if the server has scheduled it.
  func finish(_ entry: DraftID, as post: Post?) async throws(StoreError)

  /// Moves an entry and its continuations back to the drafts in one transaction. If a draft with the same ID was stored
  /// in the meantime, that one gets another ID.
  /// - Returns: the same as `update`.
  func returnToDrafts(_ draft: Draft, claimedUntil claim: Date?) async throws(StoreError) -> Bool

  /// Moves an unclaimed entry (`withdrawnDraft`) and its continuations back to the drafts.
  /// - Returns: the former entry; nil if it is claimed or was sent.
  func withdraw(_ entry: DraftID, now: Date) async throws(StoreError) -> OutboxEntry?
}

extension OutboxRepository {
  @discardableResult
  public func enqueue(_ entry: OutboxEntry) async throws(StoreError) -> Bool { try await enqueue([entry]) }
}
