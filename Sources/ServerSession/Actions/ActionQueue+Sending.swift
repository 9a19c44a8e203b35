import Domain
import FoundationEssentials
import Runtime

/// How the server is told, and what becomes of what it refuses.
extension ActionQueue {
  /// What a server has failed to do for so long, by an error of its own, is given up, in seconds.
  private static let maxAge = 86_400.0
  /// So often it has to have failed until then.
  private static let minTries = 5
  /// So many answers that do not come, one after the other, end a round: the server may not be there.
  private static let maxSilent = 2
  /// So do so many pages in the place of answers: a portal answers everything with one.
  private static let maxPages = 3

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
    isReachable = true
    guard failure?.endsWithAnyAnswer == true, resting != nil, !wasHurried else { return }
    wasHurried = true
    call()
  }

  func call() {
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
      stalls.notify(failure.map { StalledActions(count: waiting.count, reason: $0) })
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

  /// One round: each is tried once, those that have failed least often first.
  /// - Returns: why the rest waits; nil where nothing does.
  private func sendAll() async -> TimelineError? {
    var failure: TimelineError?
    var failed: [PendingAction] = []
    var silent = 0
    var pages = 0
    while let pendingAction = nextToSend(after: failed) {
      guard let error = await send(pendingAction) else {
        silent = 0
        pages = 0
        isReachable = true
        continue
      }
      failed.append(pendingAction)
      tries[pendingAction.id, default: 0] += 1
      failure = failure ?? error
      silent = error.isSilence ? silent + 1 : 0
      if case .webPage = error { pages += 1 }
      // A server may fail at one thing and not at another.
      guard error.mayConcernOneAction, silent < Self.maxSilent, pages < Self.maxPages else {
        if !error.mayConcernOneAction { isReachable = false }
        return error
      }
    }
    return failure
  }

  /// - Parameter failed: what has failed in this round.
  private func nextToSend(after failed: [PendingAction]) -> PendingAction? {
    var next: PendingAction?
    for pendingAction in waiting
    where !failed.contains(where: { $0.id == pendingAction.id || pendingAction.action.depends(on: $0.action) }) {
      guard let known = next else {
        next = pendingAction
        continue
      }
      let isEarlier = tries[pendingAction.id, default: 0] < tries[known.id, default: 0]
      if isEarlier,
        !waiting.prefix(while: { $0.id != pendingAction.id }).contains(where: {
          pendingAction.action.depends(on: $0.action)
        })
      {
        next = pendingAction
      }
    }
    return next
  }

  /// - Returns: nil where it is over.
  private func send(_ pendingAction: PendingAction) async -> TimelineError? {
    let action = pendingAction.action
    if let slot = action.slot, let isOn = action.isOn, confirmed[slot] == isOn, !action.isMute {
      let failure = await end(pendingAction)
      await restoreWanted(action)
      return failure
    }
    // Another Tern may have told the server, or want something else by now.
    if let known = try? await parts.pendingActions.pendingActions(of: parts.account),
      !known.contains(where: { $0.id == pendingAction.id })
    {
      drop(pendingAction)
      return nil
    }
    guard waiting.contains(where: { $0.id == pendingAction.id }) else { return nil }
    if removalFailed.contains(pendingAction.id) { return await end(pendingAction) }
    let moment = pending.now
    inFlight = pendingAction
    let current = await current(action)
    let result = await Result(asking: { [parts] () throws(TimelineError) in try await parts.remote.perform(current) })
    inFlight = nil
    switch result {
    case .success(let told):
      agree(to: action)
      await unsupported.remove(action.kind)
      let failure = await end(pendingAction)
      await show(told, of: action, askedAt: moment)
      await restoreWanted(action)
      return failure
    case .failure(let error):
      let isGivenUp = isGivenUp(pendingAction, error)
      guard error.isFinal || isGivenUp else {
        if !error.isSurelyNotTaken { outcomeUnknown.insert(pendingAction.id) }
        // Nobody knows what the server has by now.
        if !error.isSurelyNotTaken, let slot = action.slot { confirmed[slot] = nil }
        return error
      }
      if isDone(pendingAction, error) {
        agree(to: action)
        let failure = await end(pendingAction)
        await show(.done, of: action, askedAt: moment)
        return failure
      }
      if case .unsupported = error { await unsupported.add(action.kind) }
      let isLast = waiting.contains { $0.id == pendingAction.id }
      let failure = await end(pendingAction)
      // Where something else is wanted by now, that is shown.
      guard isLast, action.slot == nil || !waiting.contains(where: { $0.action.slot == action.slot }) else {
        return failure
      }
      await takeBack(action)
      refusals.notify(RefusedAction(action, error: error))
      return failure
    }
  }

  /// Whether nothing is to be expected of another try: it has failed for a day, and not because there is no way to the
  /// server.
  private func isGivenUp(_ pendingAction: PendingAction, _ error: TimelineError) -> Bool {
    guard clock.now.timeIntervalSince(pendingAction.at) > Self.maxAge,
      tries[pendingAction.id, default: 0] + 1 >= Self.minTries
    else {
      return false
    }
    return error.isServerError || error.mayConcernOneAction && isReachable
  }

  /// With the id that its server has for the post now.
  private func current(_ action: UserAction) async -> UserAction {
    guard let id = action.post else { return action }
    return action.about(await currentID(of: id))
  }

  /// What is asked for a second time because nobody knows what came of the first may be refused because it is done.
  private func isDone(_ pendingAction: PendingAction, _ error: TimelineError) -> Bool {
    if case .delete = pendingAction.action, case .postUnavailable = error { return true }
    return pendingAction.action.slot == nil && outcomeUnknown.contains(pendingAction.id)
  }

  private func agree(to action: UserAction) {
    pending.noteDone(action)
    if let slot = action.slot { confirmed[slot] = action.isOn }
    if case .repost(false, let id, _) = action { withdrawn[id] = nil }
  }

  /// - Returns: why it is asked for once more.
  private func end(_ pendingAction: PendingAction) async -> TimelineError? {
    do throws(StoreError) {
      try await parts.pendingActions.remove(pendingAction)
    } catch {
      removalFailed.insert(pendingAction.id)
      return .storeFailed(error)
    }
    drop(pendingAction)
    return nil
  }
}

extension UserAction {
  fileprivate var isMute: Bool { if case .mute(.some, _) = self { true } else { false } }

  /// Whether a server takes it only after another one: who is put on a list, and whose reposts are hidden, is followed.
  fileprivate func depends(on other: UserAction) -> Bool {
    switch self {
    case .addToList, .showReposts: other.person == person && other.kind == .follow
    default: false
    }
  }
}

extension TimelineError {
  fileprivate var isServerError: Bool { if case .serverError = self { true } else { false } }

  /// Whether another action may fare better: the server has failed at this one, has answered it with a page, or with
  /// nothing, as snac does where it has nothing to take away.
  fileprivate var mayConcernOneAction: Bool {
    switch self {
    case .serverError, .webPage: true
    default: isSilence
    }
  }

  /// Whether the server has been asked, and no answer has come.
  fileprivate var isSilence: Bool {
    switch self {
    case .timedOut, .offline(_, .cut): true
    default: false
    }
  }
}
