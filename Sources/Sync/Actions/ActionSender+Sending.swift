import Domain
import FoundationEssentials
import Runtime

/// How the server is told, and what becomes of what it refuses.
extension ActionSender {
  /// What a server has failed to do for so long, by an error of its own, is given up, in seconds.
  private static let maxAge = 86_400.0

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
    if unnoted.contains(wish.id) { return await end(wish) }
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
      unnoted.insert(wish.id)
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
