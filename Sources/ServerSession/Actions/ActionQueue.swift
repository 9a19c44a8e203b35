import Domain
import FoundationEssentials
import Runtime

/// Tells a server what the reader has wanted, one thing after the other: who is put on a list has to be followed first.
/// What a server fails at holds up nothing but what depends on it. Of what is wanted one way and the other while the server is being told, only the last is told.
actor ActionQueue {
  nonisolated let refusals: Broadcast<RefusedAction>
  /// What the server does not know yet.
  nonisolated let unsent: Broadcast<[UserAction]>
  nonisolated let stalls: Broadcast<StalledActions?>

  let parts: ServerActions.Parts
  let sends: Bool
  let pause: Backoff
  nonisolated let clock: any WallClock
  let notify: @Sendable (SourceChange) -> Void
  let relate: @Sendable (UserAction, ActionResult?) -> Void
  /// Told of what the user has done with a post, with the post as it is shown then.
  let note: @Sendable (UserAction, Post) async -> Void
  /// What the reader has wanted, and the server does not know yet or has just been told.
  nonisolated let pending: OptimisticOverlay

  /// What the server does not know yet, the oldest first.
  var waiting: [PendingAction] = [] {
    didSet {
      pending.set(waiting)
      unsent.notify(waiting.map(\.action))
    }
  }
  private var isLoaded = false
  /// What is on its way to the server.
  var inFlight: PendingAction?
  /// What the server has, by the slots in which something else is wanted.
  var confirmed: [String: Bool] = [:]
  /// Of these a request has left of which nobody knows what has come.
  var outcomeUnknown: Set<String> = []
  /// What has come of these is known, and the store could not note it.
  var removalFailed: Set<String> = []
  /// Reposts that the reader has taken back: they have left the timelines, and the server has not agreed yet.
  var withdrawn: [PostID: WithdrawnRepost] = [:]
  var failure: TimelineError?
  var failures = 0
  /// How often each has failed since the start.
  var tries: [String: Int] = [:]
  /// Whether the server has answered anything well since it could not be reached.
  var isReachable = false
  nonisolated let unsupported: UnsupportedActions
  private var isEnqueueing = false
  private var enqueueWaiters: [CheckedContinuation<Void, Never>] = []

  var working: Task<Void, Never>?
  var resting: Task<Bool, Never>?
  var isCalled = false
  /// Whether what has failed was tried once more because the server answered something, and waits for its own moment now.
  var wasHurried = false
  var waiters: [CheckedContinuation<Void, Never>] = []

  init(
    _ parts: ServerActions.Parts, sends: Bool, pause: Backoff, clock: any WallClock,
    notify: @escaping @Sendable (SourceChange) -> Void,
    relate: @escaping @Sendable (UserAction, ActionResult?) -> Void,
    note: @escaping @Sendable (UserAction, Post) async -> Void
  ) {
    self.parts = parts
    pending = OptimisticOverlay(of: parts.account)
    unsupported = UnsupportedActions(parts.cache, clock: clock)
    self.sends = sends
    self.pause = pause
    self.clock = clock
    refusals = Broadcast(clock: clock)
    unsent = Broadcast(clock: clock)
    stalls = Broadcast(clock: clock)
    self.notify = notify
    self.relate = relate
    self.note = note
  }

  /// What is to be shown as if the server knew it.
  func pendingActions() async -> OptimisticOverlay {
    try? await load()
    return pending
  }

  /// Has whoever listens hear of it.
  func notifyUnsent() async {
    try? await load()
    unsent.notify(waiting.map(\.action))
  }

  /// Goes on with what waits since another start.
  func begin() async {
    try? await load()
    if !waiting.isEmpty { call() }
  }

  /// In the order in which this is called; returns when it is kept and shown.
  func perform(_ action: UserAction) async throws(StoreError) {
    if isEnqueueing { await withCheckedContinuation { enqueueWaiters.append($0) } }
    isEnqueueing = true
    defer { if enqueueWaiters.isEmpty { isEnqueueing = false } else { enqueueWaiters.removeFirst().resume() } }
    try await keep(action)
    call()
  }

  private func keep(_ action: UserAction) async throws(StoreError) {
    try await load()
    let slot = action.slot
    let before = waiting.last { slot == nil ? $0.action == action : $0.action.slot == slot }
    // What stands for itself is wanted once.
    if slot == nil, before != nil { return }
    if let slot, inFlight?.action.slot != slot, await isKnown(action, slot, isFirst: before == nil) {
      if let before {
        // First, so that nobody sends it meanwhile.
        drop(before)
        do throws(StoreError) {
          try await parts.pendingActions.remove(before)
        } catch {
          waiting.append(before)
          throw error
        }
      }
      return await show(action)
    }
    let pendingAction = PendingAction(account: parts.account, action: action, at: clock.now)
    do throws(StoreError) {
      try await parts.pendingActions.store(pendingAction)
    } catch {
      if let slot, before == nil { confirmed[slot] = nil }
      throw error
    }
    waiting = waiting.filter { $0.id != before?.id } + [pendingAction]
    await show(action)
  }

  /// Whether the server has it so already.
  /// - Parameter isFirst: whether what is kept of the post is what the server said.
  private func isKnown(_ action: UserAction, _ slot: String, isFirst: Bool) async -> Bool {
    // For how long, and with what, may be another than before.
    if case .mute(.some, _) = action { return false }
    if let confirmed = confirmed[slot] { return confirmed == action.isOn }
    guard isFirst, let id = action.post, let isOn = action.isOn else { return false }
    guard let isSo = (try? await parts.cache.post(id)).flatMap(\.self)?.isAlready(action) else { return false }
    if !isSo { confirmed[slot] = !isOn }
    return isSo
  }

  /// It leaves what waits; one that has taken its place stays.
  func drop(_ pendingAction: PendingAction) {
    waiting.removeAll { $0.id == pendingAction.id }
    outcomeUnknown.remove(pendingAction.id)
    removalFailed.remove(pendingAction.id)
    tries[pendingAction.id] = nil
    // From now on what is kept says what the server has, which may change there.
    if let slot = pendingAction.action.slot, !waiting.contains(where: { $0.action.slot == slot }) {
      confirmed[slot] = nil
    }
  }

  private func load() async throws(StoreError) {
    guard !isLoaded else { return }
    await unsupported.load()
    let stored = try await parts.pendingActions.pendingActions(of: parts.account)
    guard !isLoaded else { return }
    isLoaded = true
    waiting = stored
    // Another Tern may have been stopped while it told the server.
    outcomeUnknown = Set(stored.map(\.id))
  }
}
