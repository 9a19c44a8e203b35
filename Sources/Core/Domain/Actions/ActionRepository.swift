import FoundationEssentials

/// Performs actions at a server. It caches nothing and sends no request twice.
public protocol RemoteActions: Sendable {
  /// Performs an action.
  /// - Returns: the post or the relationship after the action, if the server returns it.
  /// - Throws: `refused` with the server's message if it rejects the action; `postUnavailable` if the post no longer
  ///   exists.
  func perform(_ action: UserAction) async throws(TimelineError) -> ActionResult

  /// The user's lists, as for `addToList`.
  func lists() async throws(TimelineError) -> [ListedTimeline]
}

/// The state after an action.
public enum ActionResult: Hashable, Sendable {
  case done
  case post(Post)
  case relationship(Relationship)
}

/// The actions of one account on posts and profiles.
public protocol ActionRepository: Sendable {
  /// The supported actions; others are not offered.
  var kinds: Set<UserAction.Kind> { get }

  /// The actions that what the source returns may not include. The source records here what it stores, what the server
  /// confirms and what it rejects, before it reports the new state.
  var userChanges: UserChanges { get }

  /// Stores an action and shows its effect, then sends it.
  ///
  /// 1. The action is stored and published as a change of the source before the server is asked.
  /// 2. If the server rejects it, the change is undone and then `refusals()` reports it.
  func perform(_ action: UserAction) async throws(StoreError)

  /// Actions that the server has rejected from now on. Ends when the task of the observer is cancelled.
  func refusals() -> AsyncStream<RefusedAction>

  /// Actions that the server does not know yet, oldest first: the current ones, then again after each change.
  func waitingActions() -> AsyncStream<[UserAction]>

  /// Actions that were tried and are waiting, after each change of their number or reason; nil when none is left.
  func stalledActions() -> AsyncStream<StalledActions?>

  func lists() async throws(TimelineError) -> [ListedTimeline]
}

/// Actions that could not be sent yet, and why the first of them is waiting.
public struct StalledActions: Hashable, Sendable {
  public var count: Int
  public var reason: TimelineError

  public init(count: Int, reason: TimelineError) {
    self.count = count
    self.reason = reason
  }
}

extension ActionRepository {
  public func stalledActions() -> AsyncStream<StalledActions?> { AsyncStream { $0.finish() } }

  /// For sources without a queue.
  public func waitingActions() -> AsyncStream<[UserAction]> { AsyncStream { $0.finish() } }
}

/// An action that the server has rejected.
public struct RefusedAction: Hashable, Sendable {
  public var action: UserAction
  /// The post without the action; nil if the source no longer has it.
  public var post: Post?
  public var error: TimelineError

  public init(_ action: UserAction, on post: Post? = nil, error: TimelineError) {
    self.action = action
    self.post = post
    self.error = error
  }
}

/// Stores actions until the server has accepted them.
public protocol PendingActionRepository: Sendable {
  /// Oldest first.
  func pendingActions(of account: AccountID) async throws(StoreError) -> [PendingAction]

  /// Stores an action. It replaces an earlier one with the same slot.
  func store(_ action: PendingAction) async throws(StoreError)

  /// Removes an action that was accepted or rejected. An action that has replaced it in the meantime stays.
  func remove(_ action: PendingAction) async throws(StoreError)
}

/// An action that the server does not know yet.
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
