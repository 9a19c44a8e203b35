import Domain
import Runtime

/// The user's actions at a server: stored and shown immediately, sent as soon as the server can be reached.
public final class ServerActions: ActionRepository {
  /// The repositories and the remote that actions need.
  struct Dependencies: Sendable {
    var account: AccountID
    var remote: any RemoteActions
    var pendingActions: any PendingActionRepository
    var cache: any ActionCache & CachedPosts
  }

  private let dependencies: Dependencies
  let queue: ActionQueue

  /// - Parameters:
  ///   - canSend: whether actions are sent. If false, they stay queued.
  ///   - notify: called with changed and deleted posts, and changed relationships.
  ///   - didDelete: called with each deleted post.
  init(
    _ dependencies: Dependencies, canSend: Bool = true, backoff: Backoff, clock: any WallClock,
    notify: @escaping @Sendable (SourceChange) -> Void,
    didDelete: @escaping @Sendable (Post) async -> Void = { _ in }
  ) {
    self.dependencies = dependencies
    queue = ActionQueue(
      dependencies, canSend: canSend, backoff: backoff, clock: clock, notify: notify, didDelete: didDelete)
  }

  public var userChanges: UserChanges { queue.changes }

  /// The kinds of actions that the server is not known to lack.
  public var kinds: Set<UserAction.Kind> { Set(UserAction.Kind.allCases).subtracting(queue.unsupported.kinds) }

  public func perform(_ action: UserAction) async throws(StoreError) { try await queue.perform(action) }

  public func refusals() -> AsyncStream<RefusedAction> {
    let refusals = queue.refusals.subscribe()
    queue.clock.start { [queue] in await queue.resumeSending() }
    return refusals
  }

  public func waitingActions() -> AsyncStream<[UserAction]> {
    let waiting = queue.unsentActions.subscribe()
    queue.clock.start { [queue] in await queue.notifyUnsentActions() }
    return waiting
  }

  public func stalledActions() -> AsyncStream<StalledActions?> { queue.stalls.subscribe() }

  public func lists() async throws(TimelineError) -> [ListedTimeline] { try await dependencies.remote.lists() }

  /// Sends the queued actions and returns when nothing more can be sent now.
  /// - Returns: the reason why actions are still queued; nil if none is.
  func sendPending() async -> TimelineError? { await queue.sendPending() }

  /// Retries actions that failed because the server was unreachable: it has just responded.
  func serverDidRecover() async { await queue.serverDidRecover() }
}
