import Domain
import FoundationEssentials
import Runtime

/// Sends the user's actions to a server, one at a time and in order.
///
/// An action that fails blocks only those that depend on it: an account must be followed before it can be added to a
/// list. If the user toggles something while a request for it is in flight, only the last state is sent afterwards.
actor ActionQueue {
  nonisolated let refusals: Broadcast<RefusedAction>
  /// The actions that the server has not confirmed.
  nonisolated let unsentActions: Broadcast<[UserAction]>
  nonisolated let stalls: Broadcast<StalledActions?>

  let dependencies: ServerActions.Dependencies
  private let canSend: Bool
  let backoff: Backoff
  nonisolated let clock: any WallClock
  let notify: @Sendable (SourceChange) -> Void
  let didDelete: @Sendable (Post) async -> Void
  nonisolated let changes: UserChanges

  /// The actions that the server has not confirmed, oldest first.
  var waiting: [PendingAction] = [] {
    didSet {
      changes.set(waiting: waiting)
      unsentActions.notify(waiting.map(\.action))
    }
  }
  private var isLoaded = false
  /// The action whose request is in flight.
  var inFlight: PendingAction?
  /// The last confirmed state at the server, by slot, for slots with a pending action.
  var confirmed: [String: Bool] = [:]
  var attempts = ActionAttempts()
  /// Undone reposts, removed from the cached timelines before the server has confirmed.
  var withdrawn: [PostID: WithdrawnRepost] = [:]
  var retry = ActionRetry()
  /// Whether a request has succeeded since the last connection failure.
  var isReachable = false
  nonisolated let unsupported: UnsupportedActions
  private var isEnqueueing = false
  private var enqueueWaiters: [CheckedContinuation<Void, Never>] = []
  let sendLoop: SendLoop
  /// The outcomes of actions that callers wait for.
  var awaitedOutcomes: [UserAction: ActionOutcome] = [:]

  init(
    _ dependencies: ServerActions.Dependencies, canSend: Bool, backoff: Backoff, clock: any WallClock,
    notify: @escaping @Sendable (SourceChange) -> Void,
    didDelete: @escaping @Sendable (Post) async -> Void
  ) {
    self.dependencies = dependencies
    changes = UserChanges(of: dependencies.account)
    unsupported = UnsupportedActions(dependencies.cache, clock: clock)
    self.canSend = canSend
    self.backoff = backoff
    self.clock = clock
    sendLoop = SendLoop(clock: clock)
    refusals = Broadcast(clock: clock)
    unsentActions = Broadcast(clock: clock)
    stalls = Broadcast(clock: clock)
    self.notify = notify
    self.didDelete = didDelete
  }

  /// The changes, with the stored actions loaded.
  func loadedChanges() async -> UserChanges {
    try? await load()
    return changes
  }

  /// Sends the current list of pending actions to the observers.
  func notifyUnsentActions() async {
    try? await load()
    unsentActions.notify(waiting.map(\.action))
  }

  /// Loads the actions that were stored in an earlier run and sends them.
  func resumeSending() async {
    try? await load()
    if !waiting.isEmpty { scheduleSending() }
  }

  /// - Parameter isEarly: whether only new actions are sent, unless the server responds, before the next attempt is
  ///   due.
  func scheduleSending(isEarly: Bool = false) {
    guard canSend else { return }
    retry.isNextRoundEarly = isEarly && (retry.isNextRoundEarly || !sendLoop.isRequested)
    sendLoop.request { await self.sendRounds() }
  }

  /// Sends all queued actions and returns when the round is complete.
  /// - Returns: the reason why actions are still queued; nil if none is.
  func sendPending() async -> TimelineError? {
    await resumeSending()
    guard canSend, !waiting.isEmpty else { return nil }
    await sendLoop.waitUntilIdle(on: self) { scheduleSending() }
    return waiting.isEmpty ? nil : retry.failure
  }

  /// Enqueues an action and starts sending. Concurrent calls are served in order. Returns when the action is stored and
  /// shown.
  func perform(_ action: UserAction) async throws(StoreError) {
    if isEnqueueing { await withCheckedContinuation { enqueueWaiters.append($0) } }
    isEnqueueing = true
    defer { if enqueueWaiters.isEmpty { isEnqueueing = false } else { enqueueWaiters.removeFirst().resume() } }
    try await enqueue(action)
    scheduleSending(isEarly: true)
  }

  private func enqueue(_ action: UserAction) async throws(StoreError) {
    try await load()
    let slot = action.slot
    let before = waiting.last { slot == nil ? $0.action == action : $0.action.slot == slot }
    // An action without a slot is queued once.
    if slot == nil, before != nil { return }
    if let slot, inFlight?.action.slot != slot, await isAlreadyApplied(action, slot, isFirst: before == nil) {
      if let before {
        // Dropped first so that it is not sent in the meantime.
        drop(before)
        do throws(StoreError) {
          try await dependencies.pendingActions.remove(before)
        } catch {
          waiting.append(before)
          throw error
        }
      }
      changes.confirm(action, at: clock.now)
      return await applyOptimistically(action)
    }
    let pendingAction = PendingAction(account: dependencies.account, action: action, at: clock.now)
    do throws(StoreError) {
      try await dependencies.pendingActions.store(pendingAction)
    } catch {
      if let slot, before == nil { confirmed[slot] = nil }
      throw error
    }
    waiting = waiting.filter { $0.id != before?.id } + [pendingAction]
    await applyOptimistically(action)
  }

  /// Whether the server already has the state that the action requests.
  /// - Parameter isFirst: whether the cached post is as the server returned it: no action for this slot is pending.
  private func isAlreadyApplied(_ action: UserAction, _ slot: String, isFirst: Bool) async -> Bool {
    // Duration and notifications may differ from before.
    if case .mute(.some, _) = action { return false }
    if let confirmed = confirmed[slot] { return confirmed == action.isOn }
    guard isFirst, let id = action.post, let isOn = action.isOn else { return false }
    guard let isApplied = (try? await dependencies.cache.post(id)).flatMap(\.self)?.reflects(action) else {
      return false
    }
    if !isApplied { confirmed[slot] = !isOn }
    return isApplied
  }

  /// Removes an action from the queue. An action that has replaced it stays.
  func drop(_ pendingAction: PendingAction) {
    waiting.removeAll { $0.id == pendingAction.id }
    attempts.forget(pendingAction.id)
    // The cached post has the server's state from now on.
    if let slot = pendingAction.action.slot, !waiting.contains(where: { $0.action.slot == slot }) {
      confirmed[slot] = nil
    }
  }

  private func load() async throws(StoreError) {
    guard !isLoaded else { return }
    await unsupported.load()
    let stored = try await dependencies.pendingActions.pendingActions(of: dependencies.account)
    guard !isLoaded else { return }
    isLoaded = true
    waiting = stored
    // Another instance of Tern may have ended while sending.
    attempts.outcomeUnknown = Set(stored.map(\.id))
  }
}

/// The outcomes of the requests for pending actions, by action ID.
struct ActionAttempts {
  /// The number of failed requests since the start.
  private var failures: [String: Int] = [:]
  /// Sent actions whose outcome is unknown.
  var outcomeUnknown: Set<String> = []
  /// Completed actions that could not be deleted from the store.
  var removalFailed: Set<String> = []

  func failureCount(of id: String) -> Int { failures[id, default: 0] }

  mutating func recordFailure(of id: String) { failures[id, default: 0] += 1 }

  mutating func forget(_ id: String) {
    failures[id] = nil
    outcomeUnknown.remove(id)
    removalFailed.remove(id)
  }
}

/// When failed actions are sent again.
struct ActionRetry {
  /// Why actions are still queued; nil if the last round has sent all.
  private(set) var failure: TimelineError?
  private var failedRounds = 0
  /// When the next attempt is due; nil if the last round has not failed.
  private var nextAttempt: Date?
  /// Whether the next round precedes the next attempt, because of a new action.
  var isNextRoundEarly = false
  /// Whether the failed actions were already retried early because the server responded to another request.
  var wasRetriedEarly = false

  /// - Parameter isDue: whether the next attempt is due.
  /// - Returns: whether the round only sends new actions.
  mutating func beginRound(isDue: Bool, at clock: any WallClock) -> Bool {
    if isDue { wasRetriedEarly = false }
    defer { isNextRoundEarly = false }
    return isNextRoundEarly && nextAttempt.map(clock.isBefore) ?? false
  }

  /// - Returns: when the next round is due; nil if nothing is left to send.
  mutating func endRound(
    isEarly: Bool, _ failure: TimelineError?, _ backoff: Backoff, clock: any WallClock
  ) -> Date? {
    self.failure = failure
    guard let failure else {
      (failedRounds, nextAttempt, wasRetriedEarly) = (0, nil, false)
      return nil
    }
    if !isEarly { failedRounds += 1 }
    let known = isEarly ? nextAttempt : nil
    nextAttempt = known ?? backoff.nextAttempt(after: failedRounds, error: failure, clock: clock)
    return nextAttempt
  }
}
