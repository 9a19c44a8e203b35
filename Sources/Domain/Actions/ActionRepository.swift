import FoundationEssentials

/// Acts at a server. Nothing is kept, and nothing is sent twice by itself.
public protocol RemoteActions: Sendable {
  /// - Returns: what the post, or what there is between the reader and the person, is now, where the server says.
  /// - Throws: `refused` where the server says no, in its words; `postUnavailable` where the post is gone; else why
  ///   nobody knows.
  func perform(_ action: UserAction) async throws(TimelineError) -> ActionResult

  /// The person's lists: what `addToList` takes.
  func lists() async throws(TimelineError) -> [ListedTimeline]
}

/// What is so after something was done.
public enum ActionResult: Hashable, Sendable {
  case done
  case post(Post)
  case relationship(Relationship)
}

/// What one account can do with posts and people, whatever is behind it.
public protocol ActionRepository: Sendable {
  /// What can be done here; what cannot is not offered.
  var kinds: Set<UserAction.Kind> { get }

  /// It is kept, and told as a change of the source, before the server hears of it. A no of the server is told in
  /// `refusals()`, after what was shown has been taken back.
  func perform(_ action: UserAction) async throws(StoreError)

  /// What the server has not let the person do, for as long as somebody listens.
  func refusals() -> AsyncStream<RefusedAction>

  /// What the server does not know yet, the oldest first: told to whoever begins to listen, and whenever it is other than
  /// it was.
  func waiting() -> AsyncStream<[UserAction]>

  /// Actions that were tried and wait, whenever they are others or wait for another reason; nil when none is left.
  func stalled() -> AsyncStream<StalledActions?>

  func lists() async throws(TimelineError) -> [ListedTimeline]
}

/// Actions that the server has not taken yet, and why the first of them waits.
public struct StalledActions: Hashable, Sendable {
  public var count: Int
  public var reason: TimelineError

  public init(count: Int, reason: TimelineError) {
    self.count = count
    self.reason = reason
  }
}

extension ActionRepository {
  public func stalled() -> AsyncStream<StalledActions?> { AsyncStream { $0.finish() } }

  /// Where the server knows at once, nothing waits.
  public func waiting() -> AsyncStream<[UserAction]> { AsyncStream { $0.finish() } }
}

/// What a person wanted and the server did not.
public struct RefusedAction: Hashable, Sendable {
  public var action: UserAction
  public var error: TimelineError

  public init(_ action: UserAction, error: TimelineError) {
    self.action = action
    self.error = error
  }
}

/// Keeps what a person has wanted until the server knows it.
public protocol PendingActionRepository: Sendable {
  /// The oldest first.
  func pendingActions(of account: AccountID) async throws(StoreError) -> [PendingAction]

  /// Takes the place of an earlier one with the same slot.
  func store(_ wish: PendingAction) async throws(StoreError)

  /// It is done, or refused; one that has taken its place meanwhile stays.
  func remove(_ wish: PendingAction) async throws(StoreError)
}

/// Something that a person has wanted, and the server does not know yet.
public struct PendingAction: Hashable, Sendable {
  public var id: String
  public var account: AccountID
  public var action: UserAction
  public var at: Date

  public init(id: String = UUID().uuidString, account: AccountID, action: UserAction, at: Date) {
    self.id = id
    self.account = account
    self.action = action
    self.at = at
  }
}
