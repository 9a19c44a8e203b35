import Domain
import FoundationEssentials
import Runtime

/// Delivers a single entry and stores the outcome.
extension OutboxSender {
  func deliver(_ claimed: OutboxEntry) async {
    // Already at the server and reported; only the store lacks it.
    if let known = unrecorded[claimed.id] { return await recordPublished(claimed, as: known.post) }
    current = claimed.id
    await notifyEntries()
    let delivered = await delivery.deliver(claimed)
    current = nil
    let draft = await recordDelivery(delivered)
    for recall in recallWaiters { recall.resume(returning: draft) }
    recallWaiters = []
  }

  /// Stores that the server has the post. If that fails, the claim expires and it is tried again then.
  func recordPublished(_ entry: OutboxEntry, as published: PublishedPost) async {
    let id = entry.id
    do throws(StoreError) {
      // Before the entry is removed: otherwise both posts would be published if Tern ended in between.
      if let replaced = entry.draft.replaces { try await dependencies.actions?.perform(.cancelScheduled(replaced)) }
      try await dependencies.outbox.finish(id, as: published.post)
      unrecorded[id] = nil
    } catch {
      unrecorded[id] = (entry, published)
      storeFailure = error
    }
  }

  /// Stores the outcome. If that fails, the claim expires and the entry is examined again.
  /// - Returns: the draft if the entry became a draft again.
  private func recordDelivery(_ delivered: OutboxDelivery.Delivered) async -> Draft? {
    let lease = delivered.lease
    var entry = delivered.entry
    switch delivered.outcome {
    case .sent(let published, let losses):
      counts.sent += 1
      counts.losses += losses
      await recordPublished(entry, as: published)
      if case .post(var post) = published {
        post.assign(to: dependencies.account)
        // The response to an edit replaces the edited post, whatever its ID.
        if case .edit(let edited) = entry.draft.purpose, edited.id != post.id { post.formerID = edited.id }
        recordOutcome(.sent(.post(post), losses: losses), of: entry.id)
        _ = try? await dependencies.cache?.store([post])
        await willNotify(post, entry.draft)
        events.notify(.sent(entry.id, .post(post)))
        clock.start { [didPublish, post, draft = entry.draft] in
          await didPublish(post, draft)
        }
      } else {
        recordOutcome(.sent(published, losses: losses), of: entry.id)
        events.notify(.sent(entry.id, published))
      }
      if !losses.isEmpty { events.notify(.sentIncomplete(entry.id, losses)) }
      return nil
    case .refused(let error):
      entry.draft.refusal = error.refusalReason
      guard (try? await dependencies.outbox.returnToDrafts(entry.draft, claimedUntil: lease)) == true else {
        return nil
      }
      counts.refused += 1
      recordOutcome(.refused(entry.draft, error), of: entry.id)
      events.notify(.refused(entry.draft, error))
      return entry.draft
    case .recalled:
      return (try? await dependencies.outbox.returnToDrafts(entry.draft, claimedUntil: lease)) == true
        ? entry.draft : nil
    case .retryLater(let error):
      entry.state = .waiting(since: error)
      entry.notBefore = backoff.nextAttempt(after: entry.attempts, error: error, clock: clock)
    case .settling(let moment):
      entry.state = .waiting(since: nil)
      entry.notBefore = moment
    case .needsConfirmation(let reason): entry.state = .needsConfirmation(reason)
    case .claimLost: return nil
    case .storeFailed(let error):
      storeFailure = error
      return nil
    }
    _ = try? await dependencies.outbox.update(entry, claimedUntil: lease)
    return nil
  }
}

extension TimelineError {
  /// The reason of a refusal for the user, in the server's words if it gave any.
  fileprivate var refusalReason: String {
    switch self {
    case .refused(let host, let message), .accountGone(let host, let message, _):
      message.isEmpty ? "\(host) gave no reason" : message
    case .postUnavailable(_, let reason): "The original post \(reason.clause)"
    case .fileMissing(let path): "File not found: \(path)"
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
