import Domain
import FoundationEssentials
import Runtime

/// Sending of queued actions, and handling of refusals.
extension ActionQueue {
  /// In seconds. An action that the server fails at for longer, with an error about this action, is given up.
  private static let maxRetryAge = 86_400.0
  /// The number of attempts before an action may be given up.
  private static let minAttempts = 5
  /// The number of consecutive timeouts that end a round: the server is probably down.
  private static let maxTimeouts = 2
  /// The number of responses with a web page that end a round: a captive portal answers every request with one.
  private static let maxWebPages = 3

  func serverDidRecover() {
    isReachable = true
    guard retry.failure?.clearsOnAnyResponse == true, sendLoop.isResting, !retry.wasRetriedEarly else { return }
    retry.wasRetriedEarly = true
    scheduleSending()
  }

  func sendRounds() async {
    await sendLoop.run(on: self) { isDue in
      let isEarly = retry.beginRound(isDue: isDue, at: clock)
      let failure = await sendRound(isEarly: isEarly)
      let next = retry.endRound(isEarly: isEarly, failure, backoff, clock: clock)
      stalls.notify(failure.map { StalledActions(count: waiting.count, reason: $0) })
      return SendLoop.Round(next: next, canRepeat: failure == nil)
    }
  }

  /// Sends each queued action once, those with the fewest failed attempts first.
  /// - Parameter isEarly: whether those that have failed are sent only after another one has succeeded.
  /// - Returns: the reason why actions are still queued; nil if none is.
  private func sendRound(isEarly: Bool) async -> TimelineError? {
    var held = isEarly ? waiting.filter { attempts.failureCount(of: $0.id) > 0 } : []
    var failure: TimelineError?
    var failed: [PendingAction] = []
    var silent = 0
    var pages = 0
    while let pendingAction = nextToSend(excluding: failed + held) {
      guard let error = await send(pendingAction) else {
        held = []
        silent = 0
        pages = 0
        isReachable = true
        continue
      }
      failed.append(pendingAction)
      attempts.recordFailure(of: pendingAction.id)
      failure = failure ?? error
      silent = error.isTimeout ? silent + 1 : 0
      if case .webPage = error { pages += 1 }
      // A server may fail at one action and succeed at another.
      guard error.mayConcernOneAction, silent < Self.maxTimeouts, pages < Self.maxWebPages else {
        if !error.mayConcernOneAction { isReachable = false }
        return error
      }
    }
    return failure ?? (held.isEmpty ? nil : retry.failure)
  }

  /// - Parameter failed: the actions that have failed in this round.
  private func nextToSend(excluding failed: [PendingAction]) -> PendingAction? {
    var next: PendingAction?
    for pendingAction in waiting
    where !failed.contains(where: { $0.id == pendingAction.id || pendingAction.action.depends(on: $0.action) }) {
      guard let known = next else {
        next = pendingAction
        continue
      }
      let isEarlier = attempts.failureCount(of: pendingAction.id) < attempts.failureCount(of: known.id)
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

  /// - Returns: nil if the action is completed, refused or no longer queued; otherwise the error after which it stays
  ///   queued.
  private func send(_ pendingAction: PendingAction) async -> TimelineError? {
    let action = pendingAction.action
    if let slot = action.slot, let isOn = action.isOn, confirmed[slot] == isOn, !action.isMute {
      let failure = await removeFinished(pendingAction)
      await restoreRepostIfKept(action)
      return failure
    }
    // Another instance of Tern may have sent or replaced the action.
    if let known = try? await dependencies.pendingActions.pendingActions(of: dependencies.account),
      !known.contains(where: { $0.id == pendingAction.id })
    {
      changes.confirm(action, at: clock.now)
      drop(pendingAction)
      return nil
    }
    guard waiting.contains(where: { $0.id == pendingAction.id }) else { return nil }
    if attempts.removalFailed.contains(pendingAction.id) { return await removeFinished(pendingAction) }
    let revision = changes.currentRevision
    inFlight = pendingAction
    let current = await current(action)
    let result = await Result(of: { [dependencies] () throws(TimelineError) in
      try await dependencies.remote.perform(current)
    })
    inFlight = nil
    switch result {
    case .success(let response):
      confirm(action, response)
      await unsupported.remove(action.kind)
      let failure = await removeFinished(pendingAction)
      await apply(response, to: action, requestedAt: revision)
      await restoreRepostIfKept(action)
      return failure
    case .failure(let error):
      let shouldGiveUp = shouldGiveUp(pendingAction, error)
      guard error.isPermanent || shouldGiveUp else {
        if !error.isCertainlyNotApplied { attempts.outcomeUnknown.insert(pendingAction.id) }
        // The state at the server is unknown now.
        if !error.isCertainlyNotApplied, let slot = action.slot { confirmed[slot] = nil }
        return error
      }
      if wasAlreadyApplied(pendingAction, error) {
        confirm(action, .done)
        let failure = await removeFinished(pendingAction)
        await apply(.done, to: action, requestedAt: revision)
        return failure
      }
      if case .unsupported = error { await unsupported.add(action.kind) }
      let isLast = waiting.contains { $0.id == pendingAction.id }
      let failure = await removeFinished(pendingAction)
      // A newer action for the same slot determines what is shown.
      guard isLast, action.slot == nil || !waiting.contains(where: { $0.action.slot == action.slot }) else {
        return failure
      }
      if awaitedOutcomes[action] != nil { awaitedOutcomes[action] = .refused(error) }
      let post = await revert(action)
      refusals.notify(RefusedAction(action, on: post, error: error))
      return failure
    }
  }

  /// Whether to give up: the action has failed for a day, and not because the server was unreachable.
  private func shouldGiveUp(_ pendingAction: PendingAction, _ error: TimelineError) -> Bool {
    guard clock.now.timeIntervalSince(pendingAction.at) > Self.maxRetryAge,
      attempts.failureCount(of: pendingAction.id) + 1 >= Self.minAttempts
    else {
      return false
    }
    return error.isServerErrorOrFailedRequest || error.mayConcernOneAction && isReachable
  }

  /// The action with the current server ID of its post.
  private func current(_ action: UserAction) async -> UserAction {
    guard let id = action.post else { return action }
    return action.about(await storedID(of: id))
  }

  /// Whether a refusal means that an earlier attempt with unknown outcome succeeded.
  private func wasAlreadyApplied(_ pendingAction: PendingAction, _ error: TimelineError) -> Bool {
    if case .delete = pendingAction.action, case .postUnavailable = error { return true }
    return pendingAction.action.isRefusedWhenRepeated && attempts.outcomeUnknown.contains(pendingAction.id)
  }

  private func confirm(_ action: UserAction, _ response: ActionResult) {
    if case .relationship(let relationship) = response, let account = action.account {
      changes.confirm(action, at: clock.now, result: relationship)
      notify(.relationship(relationship, account: account))
    } else {
      changes.confirm(action, at: clock.now)
    }
    if let slot = action.slot { confirmed[slot] = action.isOn }
    if case .repost(false, let id, _) = action { withdrawn[id] = nil }
  }

  /// Removes a completed or refused action from the store and the queue.
  /// - Returns: the error if the store could not remove it; the action then stays queued.
  private func removeFinished(_ pendingAction: PendingAction) async -> TimelineError? {
    do throws(StoreError) {
      try await dependencies.pendingActions.remove(pendingAction)
    } catch {
      attempts.removalFailed.insert(pendingAction.id)
      return .storeFailed(error)
    }
    drop(pendingAction)
    return nil
  }
}

extension UserAction {
  fileprivate var isMute: Bool { if case .mute(.some, _) = self { true } else { false } }

  /// Whether servers refuse the action if it was performed before. A report, and taking a post out of a quote, are
  /// accepted each time: if they are refused, they have not been performed.
  fileprivate var isRefusedWhenRepeated: Bool {
    switch self {
    case .report, .revokeQuote: false
    default: slot == nil
    }
  }

  /// Whether a server accepts the action only after another one: adding to a list and hiding reposts require a follow.
  fileprivate func depends(on other: UserAction) -> Bool {
    switch self {
    case .addToList, .showReposts, .notify, .endorse: other.account == account && other.kind == .follow
    default: false
    }
  }
}

extension TimelineError {
  fileprivate var isServerErrorOrFailedRequest: Bool {
    switch self {
    case .serverError, .requestFailed: true
    default: false
    }
  }

  /// Whether the error may concern this action only: a server error, a failed request, a web page as response, or no
  /// response, as from snac when there is nothing to undo.
  fileprivate var mayConcernOneAction: Bool {
    switch self {
    case .serverError, .requestFailed, .webPage: true
    default: isTimeout
    }
  }

  /// Whether the request was sent and no response arrived.
  fileprivate var isTimeout: Bool {
    switch self {
    case .timedOut, .offline(_, .cut): true
    default: false
    }
  }
}
