import Domain
import FoundationEssentials
import Runtime

/// Takes the posts of one account to its server, one after the other. It works as long as something is on its way, and
/// sleeps until the next of them is due.
actor OutboxSender {
  nonisolated let news: Broadcast<OutboxNews>

  private let parts: LivePublishing.Parts
  private let delivery: OutboxDelivery
  private let sends: Bool
  private let pause: RetryPause
  private let clock: any WallClock
  private let didPublish: @Sendable (Post, Draft) async -> Void

  private var working: Task<Void, Never>?
  private var resting: Task<Void, Never>?
  /// Something may be due by now.
  private var isCalled = false
  /// Those who wait until nothing more can go.
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var told: [OutboxEntry]?
  /// How often the entries have been looked at to be told.
  private var tellings = 0
  private var counts = SentWaiting()
  /// The entry that is being sent.
  private var current: DraftID?
  private var recalls: [CheckedContinuation<Draft?, Never>] = []
  /// How often those had been tried that were tried early because the server answered something.
  private var hurried: [DraftID: Int] = [:]
  private var storeFailures = 0
  /// Why the store let nothing be done, where it did last.
  private var storeFailure: StoreError?
  /// What has come of those that somebody waits for.
  private var fates: [DraftID: DraftFate?] = [:]

  init(
    _ parts: LivePublishing.Parts, abilities: KeptAbilities, sends: Bool, pause: RetryPause, clock: any WallClock,
    didPublish: @escaping @Sendable (Post, Draft) async -> Void
  ) {
    self.parts = parts
    self.sends = sends
    self.pause = pause
    self.clock = clock
    news = Broadcast(clock: clock)
    self.didPublish = didPublish
    delivery = OutboxDelivery(parts, abilities: abilities, clock: clock) { [news] in news.tell($0) }
  }

  /// Goes on with what is due.
  /// - Parameter tellsAll: whether what is on its way is told, also where it has been told before.
  func begin(tellsAll: Bool = false) async {
    if tellsAll { told = nil }
    await tellEntries()
    call()
  }

  /// Returns when nothing more can go now.
  func sendWaiting() async -> SentWaiting {
    let before = counts
    await hasten { _ in true }
    await sendAllDue()
    let waiting = await entries()
    return SentWaiting(
      sent: counts.sent - before.sent, refused: counts.refused - before.refused, waiting: waiting.count,
      failure: waiting.lazy.compactMap(\.failure).first)
  }

  /// Puts a post into the outbox, and returns when nothing more can go now.
  func send(_ entry: OutboxEntry) async throws(StoreError) -> DraftFate {
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

  private func note(_ fate: DraftFate, of id: DraftID) {
    if fates[id] != nil { fates[id] = fate }
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
      let next = await sendDue()
      await tellEntries()
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

  private func entries() async -> [OutboxEntry] {
    let all = try? await parts.outbox.entries()
    return all?.filter { $0.draft.account == parts.account } ?? told ?? []
  }

  private func tellEntries() async {
    tellings += 1
    let telling = tellings
    let entries = await entries()
    // Whoever has begun to look meanwhile knows more, and tells it.
    guard telling == tellings, entries != told else { return }
    told = entries
    news.tell(.entries(entries))
  }
}

// MARK: - One post

extension OutboxSender {
  private func deliver(_ claimed: OutboxEntry) async {
    current = claimed.id
    await tellEntries()
    let delivered = await delivery.deliver(claimed)
    current = nil
    let draft = await settle(delivered)
    for recall in recalls { recall.resume(returning: draft) }
    recalls = []
  }

  /// Writes down what has come of it. Where that fails, the claim ends by itself, and it is looked at anew.
  /// - Returns: the draft, where it is one again.
  private func settle(_ delivered: OutboxDelivery.Delivered) async -> Draft? {
    let lease = delivered.lease
    var entry = delivered.entry
    switch delivered.outcome {
    case .sent(let published):
      counts.sent += 1
      try? await parts.outbox.finish(entry.id, as: published.post)
      if case .post(var post) = published {
        post.assign(to: parts.account)
        note(.sent(.post(post)), of: entry.id)
        _ = try? await parts.cache.store([post])
        news.tell(.sent(entry.id, .post(post)))
        clock.start { [didPublish, post, draft = entry.draft] in
          await didPublish(post, draft)
        }
      } else {
        note(.sent(published), of: entry.id)
        news.tell(.sent(entry.id, published))
      }
      return nil
    case .refused(let error):
      entry.draft.refusal = error.refusalWords
      guard (try? await parts.outbox.giveBack(entry.draft, claimedUntil: lease)) == true else { return nil }
      counts.refused += 1
      note(.refused(entry.draft, error), of: entry.id)
      news.tell(.refused(entry.draft, error))
      return entry.draft
    case .recalled:
      return (try? await parts.outbox.giveBack(entry.draft, claimedUntil: lease)) == true ? entry.draft : nil
    case .waits(let error):
      entry.state = .waiting(since: error)
      entry.notBefore = pause.end(after: entry.tries, since: error, on: clock)
    case .rests(let moment):
      entry.state = .waiting(since: nil)
      entry.notBefore = moment
    case .asks(let question): entry.state = .needsPerson(question)
    case .lost: return nil
    case .unwritten(let error):
      storeFailure = error
      return nil
    }
    _ = try? await parts.outbox.update(entry, claimedUntil: lease)
    return nil
  }
}

// MARK: - What the person says

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
  private func hasten(isEarly: Bool = false, _ isOver: (TimelineError) -> Bool) async -> Bool {
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
      guard current == id else { return try await takeBackWaiting(id) }
      return await withCheckedContinuation { recalls.append($0) }
    }
    return try await takeBackWaiting(id)
  }

  private func takeBackWaiting(_ id: DraftID) async throws(StoreError) -> Draft? {
    guard let entry = try await parts.outbox.takeBack(id, now: clock.now) else { return nil }
    await begin()
    return entry.takenBack
  }
}

extension OutboxEntry {
  /// Why it waits, where it has been tried.
  var failure: TimelineError? {
    if case .waiting(let error) = state { error } else { nil }
  }
}

extension TimelineError {
  /// Why a server did not take a post, for its author: in the server's words, where it has some.
  fileprivate var refusalWords: String {
    switch self {
    case .refused(let host, let message), .accountGone(let host, let message, _):
      message.isEmpty ? "\(host) did not say why" : message
    case .postUnavailable(_, let reason): "The post that it is about \(reason.clause)"
    case .fileMissing(let path): "There is no file \(path)"
    case .fileUnreadable(let path, let reason): "\(path): \(reason)"
    default: name
    }
  }
}

extension PublishedPost {
  fileprivate var post: Post? {
    if case .post(let post) = self { post } else { nil }
  }
}
