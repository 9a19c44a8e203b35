import Domain
import FoundationEssentials

/// Requests of the user: another attempt, or the draft back.
extension OutboxSender {
  func retry() async {
    await makeDue(where: { error in error.retryDate.map { $0 <= clock.now } ?? true })
    await resumeSending()
  }

  func serverDidRecover() async {
    guard lastNotifiedEntries?.isEmpty == false, await makeDue(isEarly: true, where: \.clearsOnAnyResponse) else {
      return
    }
    scheduleSending()
  }

  /// Makes entries due now that wait because of certain failures.
  /// - Parameter isEarly: whether an entry that fails again after this early attempt waits for its regular retry.
  /// - Returns: whether any entry was made due.
  @discardableResult
  func makeDue(isEarly: Bool = false, where isOver: (TimelineError) -> Bool) async -> Bool {
    var hasMadeDue = false
    let entries = await entries()
    if isEarly { earlyAttempts = earlyAttempts.filter { id, _ in entries.contains { $0.id == id } } }
    for var entry in entries {
      guard let failure = entry.failure, isOver(failure), entry.notBefore > clock.now else { continue }
      if isEarly {
        if let earlierAttempts = earlyAttempts[entry.id], entry.attempts - earlierAttempts < 2 { continue }
        earlyAttempts[entry.id] = entry.attempts
      }
      entry.notBefore = clock.now
      if (try? await dependencies.outbox.update(entry, claimedUntil: nil)) == true {
        hasMadeDue = true
      } else if isEarly {
        earlyAttempts[entry.id] = nil
      }
    }
    return hasMadeDue
  }

  /// Sends an entry again as if it were new, after the user has confirmed that it was not posted.
  func sendAgain(_ id: DraftID) async throws(StoreError) {
    guard var entry = try await dependencies.outbox.entries().first(where: { $0.id == id }) else { return }
    switch entry.state {
    case .sending: return
    case .waiting: break
    case .needsConfirmation: (entry.firstAttemptAt, entry.sentAt) = (nil, clock.now)
    }
    (entry.state, entry.notBefore, entry.attempts) = (.waiting(since: nil), clock.now, 0)
    earlyAttempts[id] = nil
    _ = try await dependencies.outbox.update(entry, claimedUntil: nil)
    await resumeSending()
  }

  /// Moves an entry back to the drafts.
  /// - Returns: the draft; nil if it is being sent or was sent.
  func withdraw(_ id: DraftID) async throws(StoreError) -> Draft? {
    if current == id {
      guard await delivery.recall(id) else { return nil }
      guard current == id else { return try await withdrawQueued(id) }
      return await withCheckedContinuation { recallWaiters.append($0) }
    }
    return try await withdrawQueued(id)
  }

  private func withdrawQueued(_ id: DraftID) async throws(StoreError) -> Draft? {
    // The server already has the post.
    if let known = unrecorded[id] {
      await recordPublished(known.entry, as: known.post)
      return nil
    }
    guard let entry = try await dependencies.outbox.withdraw(id, now: clock.now) else { return nil }
    await resumeSending()
    return entry.withdrawnDraft
  }
}
