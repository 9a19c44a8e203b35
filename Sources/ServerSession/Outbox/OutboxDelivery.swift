import Domain
import FoundationEssentials
import Runtime

/// Takes one claimed post to its server: whatever is done is on the disk before it is done.
actor OutboxDelivery {
  /// For how long an entry is claimed, in seconds. Whoever works on it claims it anew meanwhile.
  static let lease = 60.0
  private static let renewal = 20.0
  /// The clocks of the server and of this machine may differ by so much, in seconds.
  private static let clockDifference = 120.0

  enum Outcome: Hashable {
    /// - lost: what the draft asked for and the post lacks.
    case sent(PublishedPost, lost: [PublishingLoss])
    case refused(TimelineError)
    case waits(TimelineError)
    /// Not seen at the server, but it may still come to be seen.
    case rests(until: Date)
    case asks(UnconfirmedReason)
    /// The person wants it back, and no request has left with it.
    case recalled
    /// Somebody else has it.
    case lost
    /// It could not be written down what is about to be done.
    case unwritten(StoreError)
  }

  /// What has come of an entry, and as whose it may be written down.
  struct Delivered {
    var outcome: Outcome
    var entry: OutboxEntry
    /// Until when it is claimed.
    var lease: Date
  }

  private let parts: ServerPublishing.Parts
  private let abilities: PublishingLimitsCache
  private let clock: any WallClock
  private let notify: @Sendable (OutboxNews) -> Void
  private var entry: OutboxEntry?
  private var lease = Date.distantPast
  /// What drafts have become, so that none is taken for another.
  private var published: Set<PostID> = []
  /// Whether a request is about to leave with the post, or has left.
  private var isCommitted = false
  private var isRecalled = false
  private var uploading: Task<Result<String, TimelineError>, Never>?

  init(
    _ parts: ServerPublishing.Parts, abilities: PublishingLimitsCache, clock: any WallClock,
    notify: @escaping @Sendable (OutboxNews) -> Void
  ) {
    self.parts = parts
    self.abilities = abilities
    self.clock = clock
    self.notify = notify
  }

  /// - Parameter claimed: nobody else has it until its state says.
  func deliver(_ claimed: OutboxEntry) async -> Delivered {
    var claimed = claimed
    lease = if case .sending(let until) = claimed.state { until } else { .distantPast }
    entry = claimed
    (isCommitted, isRecalled) = (false, false)
    let outcome = await outcome(of: &claimed)
    entry = nil
    if case .sent(.post(let post), _) = outcome { published.insert(post.id) }
    return Delivered(outcome: outcome, entry: claimed, lease: lease)
  }

  /// The person wants it back.
  /// - Returns: whether it comes back; where a request is on its way with it, it does not.
  func recall(_ id: DraftID) -> Bool {
    guard entry?.id == id, !isCommitted else { return false }
    isRecalled = true
    uploading?.cancel()
    return true
  }
}

// MARK: - What is to be done

extension OutboxDelivery {
  private func outcome(of entry: inout OutboxEntry) async -> Outcome {
    var keyLifetime: Double?
    // It is of no importance to what has never left.
    if entry.firstTriedAt != nil {
      isCommitted = true
      do throws(TimelineError) {
        keyLifetime = try await abilities.certain().keyLifetime
      } catch {
        return .waits(error)
      }
    }
    switch entry.nextStep(at: clock.now, keyLifetime: keyLifetime) {
    case .ask(let question): return .asks(question)
    case .send: return await send(&entry, isFirst: true)
    case .sendAgain: return await send(&entry, isFirst: false)
    case .look: return await look(&entry, keyLifetime)
    }
  }

  private func look(_ entry: inout OutboxEntry, _ keyLifetime: Double?) async -> Outcome {
    let now = clock.now
    let since = entry.sentAt.addingTimeInterval(-Self.clockDifference)
    let asked = await claiming { [parts] () throws(TimelineError) in try await parts.remote.ownPosts(since: since) }
    switch asked {
    case .failure(let error): return error.isFinal ? .asks(.mayHaveBeenSent) : .waits(error)
    case .success(let posts):
      switch PublishedPostFinder(posts: posts, others: published).answer(to: entry.draft, since: since) {
      case .found(let post): return .sent(.post(post), lost: PublishedPost.post(post).losses(of: entry.draft.harmless))
      case .doubtful: return .asks(.mayHaveBeenSent)
      case .notThere:
        guard let end = entry.unsettledUntil(now: now, keyLifetime: keyLifetime) else { return .asks(.mayHaveBeenSent) }
        if now < end { return .rests(until: end) }
        if entry.isOld(at: now) { return .asks(.isOld) }
        return await send(&entry, isFirst: true)
      }
    }
  }

  /// - Parameter isFirst: whether it is surely not at the server.
  private func send(_ entry: inout OutboxEntry, isFirst: Bool) async -> Outcome {
    let before = isFirst ? nil : entry.firstTriedAt
    entry.firstTriedAt = before
    var fresh: Set<String> = []
    while true {
      if let failure = await upload(&entry, &fresh) { return failure }
      if isRecalled { return .recalled }
      let draft = await resolved(entry.draft)
      if isRecalled { return .recalled }
      isCommitted = true
      entry.firstTriedAt = before ?? clock.now
      if let failure = await failure(writing: entry) { return failure }
      let asked = await claiming {
        [parts, key = entry.key] () throws(PublishingFailure) in
        try await parts.remote.send(draft, key: key)
      }
      switch asked {
      case .success(let post):
        let lost = post.losses(of: draft)
        if lost.contains(where: \.isOfSchedule) { await abilities.askAgain() }
        return .sent(post, lost: lost)
      case .failure(let failure):
        let error = failure.reason
        if !failure.mayHaveArrived { entry.firstTriedAt = before }
        guard error.isFinal else { return .waits(error) }
        if draft.publishAt != nil { await abilities.askAgain() }
        // A server forgets files that have lain there for a while.
        guard case .refused = error, entry.draft.forgetFiles(but: fresh) else { return .refused(error) }
      }
    }
  }

  /// As it is sent: who may read it is said wherever the server's default could be wider than what it answers, or than
  /// the account is set to.
  private func resolved(_ draft: Draft) async -> Draft {
    var draft = draft.harmless
    if let subject = draft.purpose.subject, subject.visibility == nil,
      let known = try? await parts.cache.post(subject.id)
    {
      draft = draft.learning(subject: known)
    }
    guard draft.visibility == nil else { return draft.resolvingVisibility(ownDefault: nil) }
    do throws(TimelineError) {
      return draft.resolvingVisibility(ownDefault: try await abilities.certain().defaultVisibility)
    } catch {
      // How the account is set is not known: what answers less than everyone's is for followers at most.
      let isBounded = draft.widestVisibility.map { $0 != .public } ?? false
      return draft.resolvingVisibility(ownDefault: isBounded ? .followers : nil)
    }
  }

  /// Brings those files to the server that are not there yet, one after the other, and says anew what the others show
  /// where that has changed.
  /// - Returns: nil where all are there.
  private func upload(_ entry: inout OutboxEntry, _ fresh: inout Set<String>) async -> Outcome? {
    for (index, media) in entry.draft.media.enumerated() where !media.isAtServer {
      let task = Task(executorPreference: currentTaskExecutor) { [parts, notify, id = entry.id] in
        await Result(asking: { () throws(TimelineError) in
          try await parts.remote.upload(media.harmless) { notify(.uploading(id, file: index, share: $0)) }
        })
      }
      uploading = task
      if isRecalled { task.cancel() }
      let asked = await claiming { () throws(TimelineError) in try await task.value.get() }
      uploading = nil
      switch asked {
      case .success(let remoteID):
        fresh.insert(remoteID)
        entry.draft.media[index].remoteID = remoteID
        entry.draft.media[index].toldDescription = media.description
        if let failure = await failure(writing: entry) { return failure }
      case .failure(let error):
        if isRecalled { return .recalled }
        let isFinal = error.isFinal || error.path != nil
        return isFinal ? .refused(error) : .waits(error)
      }
      if isRecalled { return .recalled }
    }
    return nil
  }
}

// MARK: - The claim

extension OutboxDelivery {
  /// Has it written down, and the claim renewed.
  /// - Returns: why it is not to go on: that failed, or the claim is not held any more; nil where it is.
  private func failure(writing entry: OutboxEntry) async -> Outcome? {
    var new = entry
    let until = clock.now.addingTimeInterval(Self.lease)
    new.state = .sending(until: until)
    do throws(StoreError) {
      guard try await parts.outbox.update(new, claimedUntil: lease) else { return .lost }
    } catch {
      return .unwritten(error)
    }
    (self.entry, lease) = (new, until)
    // The machine may have slept meanwhile.
    return clock.now < until ? nil : .lost
  }

  /// Asks the server something, which may take long, and keeps the claim meanwhile.
  private func claiming<Answer: Sendable, Failure: Error>(
    _ ask: @escaping @Sendable () async throws(Failure) -> Answer
  ) async -> Result<Answer, Failure> {
    let keeping = clock.start { await self.keepClaim() }
    let result = await Result(asking: ask)
    keeping.cancel()
    // What it is about to write is written first.
    await keeping.value
    return result
  }

  private func keepClaim() async {
    while (try? await clock.sleep(seconds: Self.renewal)) != nil {
      guard let entry, await failure(writing: entry) == nil else { return }
    }
  }
}

extension Result {
  /// What has come of a question.
  init(asking ask: () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await ask())
    } catch {
      self = .failure(error)
    }
  }
}

extension PublishingLoss {
  fileprivate var isOfSchedule: Bool {
    if case .schedule = self { true } else { false }
  }
}

extension Draft {
  /// - Parameter kept: what the server calls those that it has just been given.
  /// - Returns: whether there were others.
  fileprivate mutating func forgetFiles(but kept: Set<String>) -> Bool {
    var hasForgotten = false
    for index in media.indices {
      // What belongs to a post that is changed is nowhere else.
      guard let id = media[index].remoteID, !kept.contains(id), !media[index].path.isEmpty else { continue }
      (media[index].remoteID, media[index].toldDescription) = (nil, nil)
      hasForgotten = true
    }
    return hasForgotten
  }
}
