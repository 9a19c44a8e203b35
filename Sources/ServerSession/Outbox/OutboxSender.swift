import Domain
import FoundationEssentials
import Runtime

/// Takes the posts of one account to its server, one after the other. It works as long as something is on its way, and
/// sleeps until the next of them is due.
actor OutboxSender {
  nonisolated let news: Broadcast<OutboxNews>

  let parts: ServerPublishing.Parts
  let delivery: OutboxDelivery
  private let sends: Bool
  let pause: Backoff
  let clock: any WallClock
  /// Told of each post that the server has, before anyone else is.
  let willNotify: @Sendable (Post, Draft) async -> Void
  let didPublish: @Sendable (Post, Draft) async -> Void

  private var working: Task<Void, Never>?
  private var resting: Task<Void, Never>?
  /// Something may be due by now.
  private var isCalled = false
  /// Those who wait until nothing more can go.
  private var waiters: [CheckedContinuation<Void, Never>] = []
  var told: [OutboxEntry]?
  /// How often the entries have been looked at to be told.
  private var notifications = 0
  var counts = SentWaiting()
  /// The entry that is being sent.
  var current: DraftID?
  var recalls: [CheckedContinuation<Draft?, Never>] = []
  /// What the server has, and the store could not note.
  var unfinished: [DraftID: PublishedPost] = [:]
  /// How often those had been tried that were tried early because the server answered something.
  var hurried: [DraftID: Int] = [:]
  private var storeFailures = 0
  /// Why the store let nothing be done, where it did last.
  var storeFailure: StoreError?
  /// What has come of those that somebody waits for.
  private var fates: [DraftID: SendOutcome?] = [:]

  init(
    _ parts: ServerPublishing.Parts, abilities: PublishingLimitsCache, sends: Bool, pause: Backoff,
    clock: any WallClock,
    willNotify: @escaping @Sendable (Post, Draft) async -> Void,
    didPublish: @escaping @Sendable (Post, Draft) async -> Void
  ) {
    self.parts = parts
    self.sends = sends
    self.pause = pause
    self.clock = clock
    news = Broadcast(clock: clock)
    self.willNotify = willNotify
    self.didPublish = didPublish
    delivery = OutboxDelivery(parts, abilities: abilities, clock: clock) { [news] in news.notify($0) }
  }

  /// Goes on with what is due.
  /// - Parameter tellsAll: whether what is on its way is told, also where it has been told before.
  func begin(tellsAll: Bool = false) async {
    if tellsAll { told = nil }
    await notifyEntries()
    call()
  }

  /// Returns when nothing more can go now.
  func sendWaiting() async -> SentWaiting {
    let before = counts
    storeFailure = nil
    await hasten { _ in true }
    await sendAllDue()
    let entries = await entries()
    let asking = entries.count { if case .needsPerson = $0.state { true } else { false } }
    let lost = counts.lost
    counts.lost = []
    return SentWaiting(
      sent: counts.sent - before.sent, refused: counts.refused - before.refused, waiting: entries.count - asking,
      failure: entries.lazy.compactMap(\.failure).first ?? storeFailure.map { .storeFailed($0) }, asking: asking,
      lost: lost)
  }

  /// Puts a post into the outbox, and returns when nothing more can go now.
  func send(_ entry: OutboxEntry) async throws(StoreError) -> SendOutcome {
    fates[entry.id] = .some(nil)
    defer { fates[entry.id] = nil }
    guard try await parts.outbox.enqueue(entry) else { return .taken }
    storeFailure = nil
    await sendAllDue()
    if let fate = fates[entry.id] ?? nil { return fate }
    do throws(StoreError) {
      guard let entry = try await parts.outbox.entries().first(where: { $0.id == entry.id }) else { return .taken }
      // Where the store has failed, nobody else is at work.
      let failure = storeFailure.map { TimelineError.storeFailed($0) }
      return switch entry.state {
      case .waiting(let error): .waits(error ?? failure)
      case .sending: .waits(failure)
      case .needsPerson(let question): .asks(question)
      }
    } catch {
      return .unreadable(error)
    }
  }

  private func sendAllDue() async {
    guard sends else { return }
    await withCheckedContinuation { waiter in
      waiters.append(waiter)
      call()
    }
  }

  func note(_ fate: SendOutcome, of id: DraftID) {
    if fates[id] != nil { fates[id] = fate }
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
      let next = await sendDue()
      await notifyEntries()
      if isCalled { continue }
      for waiter in waiters { waiter.resume() }
      waiters = []
      guard let next else { break }
      let rest = Task(executorPreference: currentTaskExecutor) { [clock] in
        _ = try? await clock.sleep(seconds: max(0, next.timeIntervalSince(clock.now)))
      }
      resting = rest
      await rest.value
      resting = nil
    }
    working = nil
  }

  /// - Returns: when something may be due; nil where nothing is on its way.
  private func sendDue() async -> Date? {
    while true {
      do throws(StoreError) {
        let now = clock.now
        let claimed = try await parts.outbox.claim(
          of: parts.account, now: now, lease: now.addingTimeInterval(OutboxDelivery.lease))
        storeFailures = 0
        guard let claimed else { return try await nextMoment(after: now) }
        storeFailure = nil
        await deliver(claimed)
        // The claim ends by itself.
        if let storeFailure { throw storeFailure }
      } catch {
        storeFailures += 1
        storeFailure = error
        return pause.end(after: storeFailures, since: .storeFailed(error), on: clock)
      }
    }
  }

  private func nextMoment(after now: Date) async throws(StoreError) -> Date? {
    let entries = try await parts.outbox.entries().filter { $0.draft.account == parts.account }
    let ids = Set(entries.map(\.id))
    let moments = entries.compactMap { entry -> Date? in
      // What goes on from another one is due when that has gone out.
      if case .continuation(let previous) = entry.draft.purpose, ids.contains(previous) { return nil }
      return switch entry.state {
      case .waiting: entry.notBefore
      case .sending(let until): until
      case .needsPerson: nil
      }
    }
    // As long as some Tern sends one, all others wait.
    let claims = entries.compactMap { if case .sending(let until) = $0.state, until > now { until } else { nil } }
    guard let next = claims.min() ?? moments.min() else { return nil }
    return max(next, now.addingTimeInterval(0.1))
  }

  func entries() async -> [OutboxEntry] {
    let all = try? await parts.outbox.entries()
    return all?.filter { $0.draft.account == parts.account } ?? told ?? []
  }

  func notifyEntries() async {
    notifications += 1
    let telling = notifications
    let entries = await entries()
    // Whoever has begun to look meanwhile knows more, and tells it.
    guard telling == notifications, entries != told else { return }
    told = entries
    news.notify(.entries(entries))
  }
}

extension OutboxEntry {
  /// Why it waits, where it has been tried.
  var failure: TimelineError? {
    if case .waiting(let error) = state { error } else { nil }
  }
}
