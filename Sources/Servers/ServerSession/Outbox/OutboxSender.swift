import Domain
import FoundationEssentials
import Runtime

/// Sends the outbox of one account to its server, one post at a time. Runs while entries are due and sleeps until the
/// next one is.
actor OutboxSender {
  nonisolated let events: Broadcast<OutboxEvent>

  let dependencies: ServerPublishing.Dependencies
  let delivery: OutboxDelivery
  private let canSend: Bool
  let backoff: Backoff
  let clock: any WallClock
  /// Called with each published post before the observers are notified.
  let willNotify: @Sendable (Post, Draft) async -> Void
  let didPublish: @Sendable (Post, Draft) async -> Void

  private let sendLoop: SendLoop
  var lastNotifiedEntries: [OutboxEntry]?
  /// Sequence number of the last read for a notification.
  private var notificationCount = 0
  var counts = SendReport()
  /// The entry that is being sent.
  var current: DraftID?
  var recallWaiters: [CheckedContinuation<Draft?, Never>] = []
  /// Published posts that the store could not record.
  var unrecorded: [DraftID: (entry: OutboxEntry, post: PublishedPost)] = [:]
  /// Attempts of the entries that were retried early, at the time of that retry.
  var earlyAttempts: [DraftID: Int] = [:]
  private var storeFailures = 0
  /// The last error of the store.
  var storeFailure: StoreError?
  /// Outcomes for the callers of `send(_:)`; nil while undecided.
  private var outcomes: [DraftID: SendOutcome?] = [:]

  init(
    _ dependencies: ServerPublishing.Dependencies, limits: PublishingLimitsCache, canSend: Bool, backoff: Backoff,
    clock: any WallClock,
    willNotify: @escaping @Sendable (Post, Draft) async -> Void,
    didPublish: @escaping @Sendable (Post, Draft) async -> Void
  ) {
    self.dependencies = dependencies
    self.canSend = canSend
    self.backoff = backoff
    self.clock = clock
    sendLoop = SendLoop(clock: clock)
    events = Broadcast(clock: clock)
    self.willNotify = willNotify
    self.didPublish = didPublish
    delivery = OutboxDelivery(dependencies, limits: limits, clock: clock) { [events] in events.notify($0) }
  }

  /// Starts sending due entries.
  /// - Parameter notifiesAlways: whether the entries are reported even if unchanged.
  func resumeSending(notifiesAlways: Bool = false) async {
    if notifiesAlways { lastNotifiedEntries = nil }
    await notifyEntries()
    scheduleSending()
  }

  /// Sends all due entries and returns when nothing more can be sent now.
  func sendPending() async -> SendReport {
    let before = counts
    storeFailure = nil
    await makeDue(where: { _ in true })
    await sendAllDue()
    let entries = await entries()
    let unconfirmed = entries.count { if case .needsConfirmation = $0.state { true } else { false } }
    let losses = counts.losses
    counts.losses = []
    return SendReport(
      sent: counts.sent - before.sent, refused: counts.refused - before.refused, waiting: entries.count - unconfirmed,
      failure: entries.lazy.compactMap(\.failure).first ?? storeFailure.map { .storeFailed($0) },
      unconfirmed: unconfirmed,
      losses: losses)
  }

  /// Enqueues a post and returns when nothing more can be sent now.
  func send(_ entry: OutboxEntry) async throws(StoreError) -> SendOutcome {
    outcomes[entry.id] = .some(nil)
    defer { outcomes[entry.id] = nil }
    guard try await dependencies.outbox.enqueue(entry) else { return .handledElsewhere }
    storeFailure = nil
    await sendAllDue()
    if let outcome = outcomes[entry.id] ?? nil { return outcome }
    do throws(StoreError) {
      guard let entry = try await dependencies.outbox.entries().first(where: { $0.id == entry.id }) else {
        return .handledElsewhere
      }
      // If the store has failed, no other process is sending.
      let failure = storeFailure.map { TimelineError.storeFailed($0) }
      return switch entry.state {
      case .waiting(let error): .queued(error ?? failure)
      case .sending: .queued(failure)
      case .needsConfirmation(let reason): .needsConfirmation(reason)
      }
    } catch {
      return .unreadable(error)
    }
  }

  private func sendAllDue() async {
    if canSend { await sendLoop.waitUntilIdle(on: self) { scheduleSending() } }
  }

  func recordOutcome(_ outcome: SendOutcome, of id: DraftID) {
    if outcomes[id] != nil { outcomes[id] = outcome }
  }

  func scheduleSending() {
    if canSend { sendLoop.request { await self.sendRounds() } }
  }

  private func sendRounds() async {
    await sendLoop.run(on: self) { _ in
      let next = await sendDue()
      await notifyEntries()
      return SendLoop.Round(next: next)
    }
  }

  /// - Returns: the date when the next entry may be due; nil if none is waiting.
  private func sendDue() async -> Date? {
    while true {
      do throws(StoreError) {
        let now = clock.now
        let claimed = try await dependencies.outbox.claim(
          of: dependencies.account, now: now, lease: now.addingTimeInterval(OutboxDelivery.lease))
        storeFailures = 0
        guard let claimed else { return try await nextAttemptDate(after: now) }
        storeFailure = nil
        await deliver(claimed)
        // The claim expires.
        if let storeFailure { throw storeFailure }
      } catch {
        storeFailures += 1
        storeFailure = error
        return backoff.nextAttempt(after: storeFailures, error: .storeFailed(error), clock: clock)
      }
    }
  }

  private func nextAttemptDate(after now: Date) async throws(StoreError) -> Date? {
    let entries = try await dependencies.outbox.entries().filter { $0.draft.account == dependencies.account }
    let ids = Set(entries.map(\.id))
    let moments = entries.compactMap { entry -> Date? in
      // A continuation is due when the previous post of its thread was sent.
      if case .continuation(let previous) = entry.draft.purpose, ids.contains(previous) { return nil }
      return switch entry.state {
      case .waiting: entry.notBefore
      case .sending(let until): until
      case .needsConfirmation: nil
      }
    }
    // While one instance of Tern is sending, all others wait.
    let claims = entries.compactMap { if case .sending(let until) = $0.state, until > now { until } else { nil } }
    guard let next = claims.min() ?? moments.min() else { return nil }
    return max(next, now.addingTimeInterval(0.1))
  }

  func entries() async -> [OutboxEntry] {
    let all = try? await dependencies.outbox.entries()
    return all?.filter { $0.draft.account == dependencies.account } ?? lastNotifiedEntries ?? []
  }

  func notifyEntries() async {
    notificationCount += 1
    let sequence = notificationCount
    let entries = await entries()
    // A read that started later has newer entries and reports them.
    guard sequence == notificationCount, entries != lastNotifiedEntries else { return }
    lastNotifiedEntries = entries
    events.notify(.entries(entries))
  }
}

extension OutboxEntry {
  /// The reason for waiting; nil if it was never tried.
  var failure: TimelineError? {
    if case .waiting(let error) = state { error } else { nil }
  }
}
