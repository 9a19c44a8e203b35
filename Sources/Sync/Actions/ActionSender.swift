import Domain
import FoundationEssentials
import Runtime

/// Tells a server what the reader has wanted, one thing after the other: who is put on a list has to be followed first.
/// Of what is wanted one way and the other while the server is being told, only the last is told.
actor ActionSender {
  /// What a server has failed to do for so long, by an error of its own, is given up, in seconds.
  private static let maxAge = 86_400.0

  nonisolated let refusals: Broadcast<RefusedAction>
  /// What the server does not know yet.
  nonisolated let unsent: Broadcast<[ReaderAction]>

  private let parts: LiveActions.Parts
  private let sends: Bool
  private let pause: RetryPause
  nonisolated let clock: any WallClock
  private let tell: @Sendable (SourceChange) -> Void
  private let relate: @Sendable (ReaderAction, ActionResult?) -> Void
  /// What the reader has wanted, and the server does not know yet or has just been told.
  nonisolated let pending = PendingWishes()

  /// What the server does not know yet, the oldest first.
  private var waiting: [Wish] = [] {
    didSet {
      pending.set(waiting)
      unsent.tell(waiting.map(\.action))
    }
  }
  private var isLoaded = false
  /// What is on its way to the server.
  private var inFlight: Wish?
  /// What the server has, by the slots in which something else is wanted.
  private var agreed: [String: Bool] = [:]
  /// Of these a request has left of which nobody knows what has come.
  private var uncertain: Set<String> = []
  /// What has left the timelines because the reader passes it on no more, as long as the server has not agreed.
  private var withdrawn: [PostID: WithdrawnRepost] = [:]
  private var failure: TimelineError?
  private var failures = 0
  private var isKeeping = false
  private var nextToKeep: [CheckedContinuation<Void, Never>] = []

  private var working: Task<Void, Never>?
  private var resting: Task<Bool, Never>?
  private var isCalled = false
  /// Whether what has failed was tried once more because the server answered something, and waits for its own moment now.
  private var wasHurried = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(
    _ parts: LiveActions.Parts, sends: Bool, pause: RetryPause, clock: any WallClock,
    tell: @escaping @Sendable (SourceChange) -> Void,
    relate: @escaping @Sendable (ReaderAction, ActionResult?) -> Void
  ) {
    self.parts = parts
    self.sends = sends
    self.pause = pause
    self.clock = clock
    refusals = Broadcast(clock: clock)
    unsent = Broadcast(clock: clock)
    self.tell = tell
    self.relate = relate
  }

  /// What is to be shown as if the server knew it.
  func wishes() async -> PendingWishes {
    try? await load()
    return pending
  }

  /// Has whoever listens hear of it.
  func tellUnsent() async {
    try? await load()
    unsent.tell(waiting.map(\.action))
  }

  /// Goes on with what waits since another start.
  func begin() async {
    try? await load()
    if !waiting.isEmpty { call() }
  }

  /// In the order in which this is called; returns when it is kept and shown.
  func perform(_ action: ReaderAction) async throws(StoreError) {
    if isKeeping { await withCheckedContinuation { nextToKeep.append($0) } }
    isKeeping = true
    defer { if nextToKeep.isEmpty { isKeeping = false } else { nextToKeep.removeFirst().resume() } }
    try await keep(action)
    call()
  }

  private func keep(_ action: ReaderAction) async throws(StoreError) {
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
          try await parts.wishes.remove(before)
        } catch {
          waiting.append(before)
          throw error
        }
      }
      return await show(action)
    }
    let wish = Wish(account: parts.account, action: action, at: clock.now)
    try await parts.wishes.store(wish)
    waiting = waiting.filter { $0.id != before?.id } + [wish]
    await show(action)
  }

  /// Whether the server has it so already.
  /// - Parameter isFirst: whether what is kept of the post is what the server said.
  private func isKnown(_ action: ReaderAction, _ slot: String, isFirst: Bool) async -> Bool {
    // For how long, and with what, may be another than before.
    if case .mute(.some, _) = action { return false }
    if let agreed = agreed[slot] { return agreed == action.isOn }
    guard isFirst, let id = action.post, let isOn = action.isOn else { return false }
    guard let isSo = (try? await parts.cache.post(id)).flatMap(\.self)?.isAlready(action) else { return false }
    if !isSo { agreed[slot] = !isOn }
    return isSo
  }

  /// It leaves what waits; one that has taken its place stays.
  private func drop(_ wish: Wish) {
    waiting.removeAll { $0.id == wish.id }
    uncertain.remove(wish.id)
    // From now on what is kept says what the server has, which may change there.
    if let slot = wish.action.slot, !waiting.contains(where: { $0.action.slot == slot }) { agreed[slot] = nil }
  }

  private func load() async throws(StoreError) {
    guard !isLoaded else { return }
    let stored = try await parts.wishes.wishes(of: parts.account)
    guard !isLoaded else { return }
    isLoaded = true
    waiting = stored
    // Another Tern may have been stopped while it told the server.
    uncertain = Set(stored.map(\.id))
  }
}

// MARK: - What is shown

extension ActionSender {
  /// What the server is to be asked for first is not shown before it has agreed.
  private func show(_ action: ReaderAction) async {
    guard action.kind != .delete else { return }
    relate(action, nil)
    await hide(action)
    await change(action) { $0.applying(action) }
    switch action {
    case .repost(false, let id, _): await withdraw(id)
    // Nobody has told the server of what was wanted before.
    case .repost(true, let id, _) where inFlight?.action.slot != action.slot: await restore(id)
    default: break
    }
  }

  private func takeBack(_ action: ReaderAction) async {
    relate(action, nil)
    if let inverse = action.inverse { await hide(inverse) }
    await change(action) { $0.takingBack(action) }
    if case .repost(false, let id, _) = action { await restore(id) }
  }

  private func withdraw(_ id: PostID) async {
    guard let repost = try? await parts.cache.withdrawRepost(of: id), !repost.keys.isEmpty else { return }
    withdrawn[id] = repost
    tell(.withdrawn(repost.keys, from: nil))
  }

  /// The repost stands again where it stood. Should something else stand there by now, the server's next answer has it.
  private func restore(_ id: PostID) async {
    guard let repost = withdrawn.removeValue(forKey: id) else { return }
    for timeline in (try? await repost.restore()) ?? [] { tell(.outdated(timeline)) }
  }

  /// A repost that was to be taken back, and is not, stands again.
  private func restoreWanted(_ action: ReaderAction) async {
    guard case .repost(true, let id, _) = action, !waiting.contains(where: { $0.action.slot == action.slot }) else {
      return
    }
    await restore(id)
  }

  /// Whose posts are hidden is known at the next start, before anybody is asked.
  private func hide(_ action: ReaderAction) async {
    guard let person = action.person, action.kind == .mute || action.kind == .block else { return }
    try? await parts.cache.hide(person, since: clock.now) { [now = clock.now] in $0.applying(action, at: now) }
  }

  private func change(_ action: ReaderAction, _ change: @escaping @Sendable (Post) -> Post) async {
    guard let id = action.post else { return }
    guard let post = (try? await parts.cache.change(id, change)).flatMap(\.self) else { return }
    tell(.changed(post))
  }

  private func show(_ result: ActionResult, of action: ReaderAction, askedAt moment: PendingWishes.Moment) async {
    if case .delete(let id) = action {
      _ = try? await parts.cache.delete(id)
      return tell(.deleted(PostRef(account: parts.account, id: id)))
    }
    relate(action, result)
    switch action {
    case .dismiss(let id): try? await parts.cache.removeNotifications(where: { $0.id == id })
    case .acceptFollower(_, let person):
      try? await parts.cache.removeNotifications {
        $0.kind == .followRequest && $0.people.first?.id == person
      }
    default: break
    }
    guard case .post(let told) = result, told.id == action.post else { return }
    // What it does not tell of itself is as the reader has wanted it.
    await change(action) { [pending, account = parts.account] known in
      var post = told
      post.assign(to: account)
      return known.updated(from: pending.apply(to: post, askedAt: moment))
    }
  }
}

// MARK: - Telling the server

extension ActionSender {
  /// - Returns: why the rest waits; nil where nothing does.
  func sendWaiting() async -> TimelineError? {
    await begin()
    guard sends, !waiting.isEmpty else { return nil }
    await withCheckedContinuation { waiter in
      waiters.append(waiter)
      call()
    }
    return waiting.isEmpty ? nil : failure
  }

  func serverIsBack() {
    guard failure?.endsWithAnyAnswer == true, resting != nil, !wasHurried else { return }
    wasHurried = true
    call()
  }

  private func call() {
    guard sends else { return }
    isCalled = true
    resting?.cancel()
    guard working == nil else { return }
    working = clock.start { await self.work() }
  }

  private func work() async {
    while true {
      isCalled = false
      failure = await sendAll()
      failures = failure == nil ? 0 : failures + 1
      if failure == nil { wasHurried = false }
      if isCalled, failure == nil { continue }
      for waiter in waiters { waiter.resume() }
      waiters = []
      guard let failure else { break }
      let end = pause.end(after: failures, since: failure, on: clock)
      let rest = Task(executorPreference: currentTaskExecutor) { [clock] in
        (try? await clock.sleep(seconds: max(0, end.timeIntervalSince(clock.now)))) != nil
      }
      resting = rest
      if await rest.value { wasHurried = false }
      resting = nil
    }
    working = nil
  }

  /// - Returns: why the rest waits; nil where nothing does.
  private func sendAll() async -> TimelineError? {
    var failure: TimelineError?
    var failed: Set<String> = []
    while let wish = waiting.first(where: { !failed.contains($0.id) }) {
      guard let error = await send(wish) else { continue }
      failed.insert(wish.id)
      failure = failure ?? error
      // A server may fail at one thing and not at another.
      guard case .serverError = error else { return error }
    }
    return failure
  }

  /// - Returns: nil where it is over.
  private func send(_ wish: Wish) async -> TimelineError? {
    let action = wish.action
    if let slot = action.slot, let isOn = action.isOn, agreed[slot] == isOn, !action.isMute {
      let failure = await end(wish)
      await restoreWanted(action)
      return failure
    }
    // Another Tern may have told the server, or want something else by now.
    if let known = try? await parts.wishes.wishes(of: parts.account), !known.contains(where: { $0.id == wish.id }) {
      drop(wish)
      return nil
    }
    guard waiting.contains(where: { $0.id == wish.id }) else { return nil }
    let moment = pending.now
    inFlight = wish
    let result = await Result(asking: { [parts] () throws(TimelineError) in try await parts.remote.perform(action) })
    inFlight = nil
    switch result {
    case .success(let told):
      agree(to: action)
      let failure = await end(wish)
      await show(told, of: action, askedAt: moment)
      await restoreWanted(action)
      return failure
    case .failure(let error):
      let isGivenUp = clock.now.timeIntervalSince(wish.at) > Self.maxAge && error.isServerError
      guard error.isFinal || isGivenUp else {
        if !error.isSurelyNotTaken { uncertain.insert(wish.id) }
        // Nobody knows what the server has by now.
        if !error.isSurelyNotTaken, let slot = action.slot { agreed[slot] = nil }
        return error
      }
      if isDone(wish, error) {
        agree(to: action)
        let failure = await end(wish)
        await show(.done, of: action, askedAt: moment)
        return failure
      }
      let isLast = waiting.contains { $0.id == wish.id }
      let failure = await end(wish)
      // Where something else is wanted by now, that is shown.
      guard isLast, action.slot == nil || !waiting.contains(where: { $0.action.slot == action.slot }) else {
        return failure
      }
      await takeBack(action)
      refusals.tell(RefusedAction(action, error: error))
      return failure
    }
  }

  /// What is asked for a second time because nobody knows what came of the first may be refused because it is done.
  private func isDone(_ wish: Wish, _ error: TimelineError) -> Bool {
    if case .delete = wish.action, case .postUnavailable = error { return true }
    return wish.action.slot == nil && uncertain.contains(wish.id)
  }

  private func agree(to action: ReaderAction) {
    pending.noteDone(action)
    if let slot = action.slot { agreed[slot] = action.isOn }
    if case .repost(false, let id, _) = action { withdrawn[id] = nil }
  }

  /// - Returns: why it is asked for once more.
  private func end(_ wish: Wish) async -> TimelineError? {
    do throws(StoreError) {
      try await parts.wishes.remove(wish)
    } catch {
      return .storeFailed(error)
    }
    drop(wish)
    return nil
  }
}

extension ReaderAction {
  fileprivate var isMute: Bool { if case .mute(.some, _) = self { true } else { false } }
}

extension TimelineError {
  fileprivate var isServerError: Bool { if case .serverError = self { true } else { false } }
}
