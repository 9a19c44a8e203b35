import Domain
import Runtime

/// What can be done at a server: kept and shown at once, and sent as soon as the server can be reached.
public final class ServerActions: ActionRepository {
  /// What the account acts with.
  public struct Parts: Sendable {
    public var account: AccountID
    public var remote: any RemoteActions
    public var pendingActions: any PendingActionRepository
    public var cache: any TimelineCache

    public init(
      account: AccountID, remote: any RemoteActions, pendingActions: any PendingActionRepository,
      cache: any TimelineCache
    ) {
      self.account = account
      self.remote = remote
      self.pendingActions = pendingActions
      self.cache = cache
    }
  }

  private let allKinds: Set<UserAction.Kind>
  private let parts: Parts
  let sender: ActionQueue

  /// - Parameters:
  ///   - sends: whether anything goes out, and does not only wait.
  ///   - tell: told of posts that have changed, or gone.
  ///   - relate: told of what is wanted of somebody, or is not any more, and of what the server has made of it.
  ///   - note: told of what the user has done with a post, when it is shown and when the server has agreed.
  public convenience init(
    _ parts: Parts, kinds: Set<UserAction.Kind> = Set(UserAction.Kind.allCases), sends: Bool = true,
    clock: any WallClock, notify: @escaping @Sendable (SourceChange) -> Void,
    relate: @escaping @Sendable (UserAction, ActionResult?) -> Void = { _, _ in },
    note: @escaping @Sendable (UserAction, Post) async -> Void = { _, _ in }
  ) {
    self.init(
      parts, kinds: kinds, sends: sends, pause: Backoff(), clock: clock, notify: notify, relate: relate, note: note)
  }

  init(
    _ parts: Parts, kinds: Set<UserAction.Kind> = Set(UserAction.Kind.allCases), sends: Bool = true,
    pause: Backoff, clock: any WallClock, notify: @escaping @Sendable (SourceChange) -> Void,
    relate: @escaping @Sendable (UserAction, ActionResult?) -> Void = { _, _ in },
    note: @escaping @Sendable (UserAction, Post) async -> Void = { _, _ in }
  ) {
    allKinds = kinds
    self.parts = parts
    sender = ActionQueue(parts, sends: sends, pause: pause, clock: clock, notify: notify, relate: relate, note: note)
  }

  /// All but what the server was found not to do.
  public var kinds: Set<UserAction.Kind> { allKinds.subtracting(sender.unsupported.kinds) }

  public func perform(_ action: UserAction) async throws(StoreError) { try await sender.perform(action) }

  public func refusals() -> AsyncStream<RefusedAction> {
    let refusals = sender.refusals.listen()
    sender.clock.start { [sender] in await sender.begin() }
    return refusals
  }

  public func waiting() -> AsyncStream<[UserAction]> {
    let waiting = sender.unsent.listen()
    sender.clock.start { [sender] in await sender.notifyUnsent() }
    return waiting
  }

  public func stalled() -> AsyncStream<StalledActions?> { sender.stalls.listen() }

  public func lists() async throws(TimelineError) -> [ListedTimeline] { try await parts.remote.lists() }

  /// Sends what waits, and returns when nothing more can go now.
  /// - Returns: why the rest waits; nil where nothing does.
  func sendWaiting() async -> TimelineError? { await sender.sendWaiting() }

  /// The server has answered something: what waits because it did not, may go.
  func serverIsBack() async { await sender.serverIsBack() }
}
