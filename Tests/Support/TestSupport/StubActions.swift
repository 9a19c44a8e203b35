import Domain
import Runtime
import Synchronization

/// Records the user's actions, and refuses them on demand.
public final class StubActions: ActionRepository {
  public let kinds: Set<UserAction.Kind>
  public let userChanges = UserChanges()
  /// The actions that the server does not know yet.
  public let unsent: Broadcast<[UserAction]>
  private let clock: any WallClock
  private let performed = Mutex<[UserAction]>([])
  private let refused: Broadcast<RefusedAction>
  private let userLists: [ListedTimeline]
  private let failure = Mutex<TimelineError?>(nil)
  private let storeFailure = Mutex<StoreError?>(nil)

  public init(
    _ kinds: Set<UserAction.Kind> = Set(UserAction.Kind.allCases), lists: [ListedTimeline] = [], clock: any WallClock
  ) {
    self.kinds = kinds
    userLists = lists
    self.clock = clock
    unsent = Broadcast(clock: clock)
    refused = Broadcast(clock: clock)
  }

  /// The error of requests for lists; nil for none.
  public var listsError: TimelineError? {
    get { failure.withLock(\.self) }
    set { failure.withLock { $0 = newValue } }
  }

  /// The error of actions; nil for none.
  public var storeError: StoreError? {
    get { storeFailure.withLock(\.self) }
    set { storeFailure.withLock { $0 = newValue } }
  }

  public var actions: [UserAction] { performed.withLock(\.self) }

  public func perform(_ action: UserAction) async throws(StoreError) {
    performed.withLock { $0.append(action) }
    if let storeError { throw storeError }
    userChanges.confirm(action, at: clock.now)
  }
  public func refusals() -> AsyncStream<RefusedAction> { refused.subscribe() }
  public func waitingActions() -> AsyncStream<[UserAction]> {
    defer { unsent.notify([]) }
    return unsent.subscribe()
  }
  public func lists() async throws(TimelineError) -> [ListedTimeline] {
    if let listsError { throw listsError }
    return userLists
  }

  public func refuse(_ action: UserAction, on post: Post? = nil, message: String = "No") {
    userChanges.revert(action)
    refused.notify(RefusedAction(action, on: post, error: .refused(host: "near.example", message: message)))
  }
}
