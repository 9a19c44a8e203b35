import Domain

/// The outcome of an action that a caller waits for.
public enum ActionOutcome: Hashable, Sendable {
  /// The server has confirmed it, or had the requested state already.
  case confirmed
  /// The server has rejected it, and it was undone.
  case refused(TimelineError)
  /// It is stored and sent later, for this reason; nil if another instance of Tern is sending it.
  case queued(TimelineError?)
}

extension ActionQueue {
  /// Performs an action and returns when nothing more can be done for it now.
  func performNow(_ action: UserAction) async throws(StoreError) -> ActionOutcome {
    awaitedOutcomes[action] = .confirmed
    defer { awaitedOutcomes[action] = nil }
    try await perform(action)
    let failure = await sendPending()
    if waiting.contains(where: { $0.action == action }) { return .queued(failure) }
    return awaitedOutcomes[action] ?? .confirmed
  }
}
