import Domain
import FoundationEssentials
import Runtime

/// Sends one claimed draft to its server. Each step is stored before it is taken.
actor OutboxDelivery {
  /// The time for which an entry is claimed, in seconds. The claim is renewed while the entry is being worked on.
  static let lease = 60.0
  private static let renewal = 20.0
  /// The tolerated difference between the server's clock and the local one, in seconds.
  private static let clockDifference = 120.0

  enum Outcome: Hashable {
    /// - losses: the requested properties that the post lacks.
    case sent(PublishedPost, losses: [PublishingLoss])
    case refused(TimelineError)
    case retryLater(TimelineError)
    /// Not found at the server, where it may still appear.
    case settling(until: Date)
    case needsConfirmation(UnconfirmedReason)
    /// The user took the draft back before any request was sent.
    case recalled
    /// Another process has claimed the entry.
    case claimLost
    /// The next step could not be stored.
    case storeFailed(StoreError)
  }

  /// The outcome for an entry, and the claim under which it may be stored.
  struct Delivered {
    var outcome: Outcome
    var entry: OutboxEntry
    /// The end of the current claim.
    var lease: Date
  }

  private let dependencies: ServerPublishing.Dependencies
  private let limits: PublishingLimitsCache
  private let clock: any WallClock
  private let notify: @Sendable (OutboxEvent) -> Void
  private var entry: OutboxEntry?
  private var lease = Date.distantPast
  /// IDs of posts already published from drafts, so that no post is matched twice.
  private var published: Set<PostID> = []
  /// Whether a request with the post is about to be sent or was sent.
  private var isCommitted = false
  private var isRecalled = false
  private var uploading: Task<Result<String, TimelineError>, Never>?

  init(
    _ dependencies: ServerPublishing.Dependencies, limits: PublishingLimitsCache, clock: any WallClock,
    notify: @escaping @Sendable (OutboxEvent) -> Void
  ) {
    self.dependencies = dependencies
    self.limits = limits
    self.clock = clock
    self.notify = notify
  }

  /// - Parameter claimed: an entry that is claimed until the date in its state.
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

  /// Takes the claimed entry back for the user.
  /// - Returns: whether it becomes a draft again; false if a request with it was already sent.
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
    // Irrelevant to drafts that were never sent.
    if entry.firstAttemptAt != nil {
      isCommitted = true
      do throws(TimelineError) {
        keyLifetime = try await limits.cachedOrLoaded().keyLifetime
      } catch {
        return .retryLater(error)
      }
    }
    switch entry.nextStep(at: clock.now, keyLifetime: keyLifetime) {
    case .needsConfirmation(let reason): return .needsConfirmation(reason)
    case .send: return await send(&entry, isFirst: true)
    case .sendAgain: return await send(&entry, isFirst: false)
    case .search: return await searchServer(&entry, keyLifetime)
    }
  }

  private func searchServer(_ entry: inout OutboxEntry, _ keyLifetime: Double?) async -> Outcome {
    if let moment = entry.draft.publishAt { return await searchScheduled(&entry, at: moment, keyLifetime) }
    let since = entry.sentAt.addingTimeInterval(-Self.clockDifference)
    let result = await renewingClaim { [dependencies] () throws(TimelineError) in
      try await dependencies.remote.ownPosts(since: since)
    }
    switch result {
    case .failure(let error): return error.isPermanent ? .needsConfirmation(.mayHaveBeenSent) : .retryLater(error)
    case .success(let posts):
      switch PublishedPostFinder(posts: posts, others: published).match(for: entry.draft, since: since) {
      case .found(let post):
        return .sent(.post(post), losses: PublishedPost.post(post).losses(of: entry.draft.sanitized))
      case .uncertain: return .needsConfirmation(.mayHaveBeenSent)
      case .notFound: return await sendIfSettled(&entry, keyLifetime)
      }
    }
  }

  private func searchScheduled(
    _ entry: inout OutboxEntry, at moment: Date, _ keyLifetime: Double?
  ) async -> Outcome {
    guard let scheduled = dependencies.scheduled else { return .needsConfirmation(.mayHaveBeenSent) }
    let result = await renewingClaim { () throws(TimelineError) in try await scheduled.scheduledPosts() }
    switch result {
    case .failure(let error): return error.isPermanent ? .needsConfirmation(.mayHaveBeenSent) : .retryLater(error)
    case .success(let posts):
      let draft = entry.draft
      if let post = posts.first(where: { $0.isScheduled(from: draft) }) {
        return .sent(.scheduled(at: post.publishAt), losses: [])
      }
      // It may have been published since.
      return moment <= clock.now ? .needsConfirmation(.mayHaveBeenSent) : await sendIfSettled(&entry, keyLifetime)
    }
  }

  /// Sends a post again that the server does not have, once it can no longer appear there.
  private func sendIfSettled(_ entry: inout OutboxEntry, _ keyLifetime: Double?) async -> Outcome {
    let now = clock.now
    guard let end = entry.unsettledUntil(now: now, keyLifetime: keyLifetime) else {
      return .needsConfirmation(.mayHaveBeenSent)
    }
    if now < end { return .settling(until: end) }
    if entry.isOld(at: now) { return .needsConfirmation(.tooOld) }
    return await send(&entry, isFirst: true)
  }

  /// - Parameter isFirst: whether the post is certainly not at the server.
  private func send(_ entry: inout OutboxEntry, isFirst: Bool) async -> Outcome {
    let before = isFirst ? nil : entry.firstAttemptAt
    entry.firstAttemptAt = before
    var uploaded: Set<String> = []
    while true {
      if let failure = await upload(&entry, &uploaded) { return failure }
      if isRecalled { return .recalled }
      let draft = await resolved(entry.draft)
      if isRecalled { return .recalled }
      isCommitted = true
      entry.firstAttemptAt = before ?? clock.now
      if let failure = await storeRenewingClaim(entry) { return failure }
      let result = await renewingClaim {
        [dependencies, key = entry.key] () throws(PublishingFailure) in
        try await dependencies.remote.send(draft, key: key)
      }
      switch result {
      case .success(let post):
        let losses = post.losses(of: draft)
        if losses.contains(where: \.isSchedule) { await limits.reload() }
        return .sent(post, losses: losses)
      case .failure(let failure):
        let error = failure.reason
        if !failure.mayHaveArrived { entry.firstAttemptAt = before }
        guard error.isPermanent else { return .retryLater(error) }
        if draft.publishAt != nil { await limits.reload() }
        // Servers delete unused uploads after a while.
        guard case .refused = error, entry.draft.forgetUploads(except: uploaded) else { return .refused(error) }
      }
    }
  }

  /// The draft as it is sent. The visibility is explicit wherever the server's default could be wider than that of the
  /// post replied to or the default of the account, which is requested again: it may have been changed elsewhere.
  private func resolved(_ draft: Draft) async -> Draft {
    var draft = draft.sanitized
    if let subject = draft.purpose.subject, subject.visibility == nil,
      let known = try? await dependencies.cache?.post(subject.id)
    {
      draft = draft.updatingSubject(from: known)
    }
    guard draft.visibility == nil else { return draft.resolvingVisibility(ownDefault: nil) }
    do throws(TimelineError) {
      return draft.resolvingVisibility(ownDefault: try await limits.currentCapabilities().defaultVisibility)
    } catch {
      // The account's default is unknown: the server applies it to a new post, and a reply to a post that is not public
      // is limited to followers.
      let isBounded = draft.widestVisibility.map { $0 != .public } ?? false
      return draft.resolvingVisibility(ownDefault: isBounded ? .followers : nil)
    }
  }

  /// Uploads the files that are not at the server yet, one at a time, and updates changed descriptions of the others.
  /// - Returns: nil if all are there; otherwise why the delivery ends.
  private func upload(_ entry: inout OutboxEntry, _ uploaded: inout Set<String>) async -> Outcome? {
    for (index, media) in entry.draft.media.enumerated() where !media.isAtServer {
      let task = Task(executorPreference: currentTaskExecutor) { [dependencies, notify, id = entry.id] in
        await Result(of: { () throws(TimelineError) in
          try await dependencies.remote.upload(media.sanitized) { notify(.uploading(id, file: index, share: $0)) }
        })
      }
      uploading = task
      if isRecalled { task.cancel() }
      let result = await renewingClaim { () throws(TimelineError) in try await task.value.get() }
      uploading = nil
      switch result {
      case .success(let remoteID):
        uploaded.insert(remoteID)
        entry.draft.media[index].remoteID = remoteID
        entry.draft.media[index].uploadedDescription = media.description
        entry.draft.media[index].uploadedFocus = media.focus
        if let failure = await storeRenewingClaim(entry) { return failure }
      case .failure(let error):
        if isRecalled { return .recalled }
        let isPermanent = error.isPermanent || error.path != nil
        return isPermanent ? .refused(error) : .retryLater(error)
      }
      if isRecalled { return .recalled }
    }
    return nil
  }
}

// MARK: - The claim

extension OutboxDelivery {
  /// Stores the entry and renews the claim.
  /// - Returns: nil on success; `claimLost` or `storeFailed` if the delivery must end.
  private func storeRenewingClaim(_ entry: OutboxEntry) async -> Outcome? {
    var new = entry
    let until = clock.now.addingTimeInterval(Self.lease)
    new.state = .sending(until: until)
    do throws(StoreError) {
      guard try await dependencies.outbox.update(new, claimedUntil: lease) else { return .claimLost }
    } catch {
      return .storeFailed(error)
    }
    (self.entry, lease) = (new, until)
    // The computer may have been asleep.
    return clock.now < until ? nil : .claimLost
  }

  /// Performs a request that may take long, and renews the claim until it ends.
  private func renewingClaim<Response: Sendable, Failure: Error>(
    _ operation: @escaping @Sendable () async throws(Failure) -> Response
  ) async -> Result<Response, Failure> {
    let renewal = clock.start { await self.renewClaimPeriodically() }
    let result = await Result(of: operation)
    renewal.cancel()
    // A renewal that has begun is completed.
    await renewal.value
    return result
  }

  private func renewClaimPeriodically() async {
    while (try? await clock.sleep(seconds: Self.renewal)) != nil {
      guard let entry, await storeRenewingClaim(entry) == nil else { return }
    }
  }
}

extension Result {
  /// The result of an asynchronous operation.
  init(of operation: () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await operation())
    } catch {
      self = .failure(error)
    }
  }
}

extension ScheduledPost {
  /// Whether the draft was scheduled as this post.
  fileprivate func isScheduled(from draft: Draft) -> Bool {
    id != draft.replaces && draft.publishAt.map { abs($0.timeIntervalSince(publishAt)) < 60 } ?? false
      && source.media.count == draft.media.count && FoldedText(source.text) == FoldedText(draft.text)
  }
}

extension PublishingLoss {
  fileprivate var isSchedule: Bool {
    if case .schedule = self { true } else { false }
  }
}

extension Draft {
  /// Discards the IDs of uploads so that the files are uploaded again.
  /// - Parameter kept: IDs of the uploads to keep.
  /// - Returns: whether any was discarded.
  fileprivate mutating func forgetUploads(except kept: Set<String>) -> Bool {
    var hasForgottenUploads = false
    for index in media.indices {
      // Files of a post that is being edited exist only at the server.
      guard let id = media[index].remoteID, !kept.contains(id), !media[index].path.isEmpty else { continue }
      (media[index].remoteID, media[index].uploadedDescription, media[index].uploadedFocus) = (nil, nil, nil)
      hasForgottenUploads = true
    }
    return hasForgottenUploads
  }
}
