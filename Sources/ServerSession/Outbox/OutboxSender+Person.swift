import Domain
import FoundationEssentials

/// What the person asks for: another try, or the post back.
extension OutboxSender {
  func retry() async {
    await hasten { error in error.retryDate.map { $0 <= clock.now } ?? true }
    await begin()
  }

  func serverIsBack() async {
    guard told?.isEmpty == false, await hasten(isEarly: true, \.endsWithAnyAnswer) else { return }
    call()
  }

  /// What waits because of something is due now.
  /// - Parameter isEarly: whether what has failed again after such an early try waits until its own moment.
  /// - Returns: whether anything has waited for that.
  @discardableResult
  func hasten(isEarly: Bool = false, _ isOver: (TimelineError) -> Bool) async -> Bool {
    var hasWaited = false
    let entries = await entries()
    if isEarly { hurried = hurried.filter { id, _ in entries.contains { $0.id == id } } }
    for var entry in entries {
      guard let failure = entry.failure, isOver(failure), entry.notBefore > clock.now else { continue }
      if isEarly {
        if let tries = hurried[entry.id], entry.tries - tries < 2 { continue }
        hurried[entry.id] = entry.tries
      }
      entry.notBefore = clock.now
      if (try? await parts.outbox.update(entry, claimedUntil: nil)) == true {
        hasWaited = true
      } else if isEarly {
        hurried[entry.id] = nil
      }
    }
    return hasWaited
  }

  /// From now on it is as if it had been sent now: what the person says is so.
  func sendAgain(_ id: DraftID) async throws(StoreError) {
    guard var entry = try await parts.outbox.entries().first(where: { $0.id == id }) else { return }
    switch entry.state {
    case .sending: return
    case .waiting: break
    case .needsPerson: (entry.firstTriedAt, entry.sentAt) = (nil, clock.now)
    }
    (entry.state, entry.notBefore, entry.tries) = (.waiting(since: nil), clock.now, 0)
    hurried[id] = nil
    _ = try await parts.outbox.update(entry, claimedUntil: nil)
    await begin()
  }

  func takeBack(_ id: DraftID) async throws(StoreError) -> Draft? {
    if current == id {
      guard await delivery.recall(id) else { return nil }
      guard current == id else { return try await withdrawWaiting(id) }
      return await withCheckedContinuation { recalls.append($0) }
    }
    return try await withdrawWaiting(id)
  }

  private func withdrawWaiting(_ id: DraftID) async throws(StoreError) -> Draft? {
    // The server has it.
    if let published = unfinished[id] {
      await finish(id, as: published)
      return nil
    }
    guard let entry = try await parts.outbox.takeBack(id, now: clock.now) else { return nil }
    await begin()
    return entry.withdrawnDraft
  }
}
