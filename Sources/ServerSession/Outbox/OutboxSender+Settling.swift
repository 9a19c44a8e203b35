import Domain
import FoundationEssentials
import Runtime

/// Delivers a single post, and writes down what has come of it.
extension OutboxSender {
  func deliver(_ claimed: OutboxEntry) async {
    // It is at the server, and told: only the store does not know.
    if let published = unfinished[claimed.id] { return await finish(claimed.id, as: published) }
    current = claimed.id
    await notifyEntries()
    let delivered = await delivery.deliver(claimed)
    current = nil
    let draft = await settle(delivered)
    for recall in recalls { recall.resume(returning: draft) }
    recalls = []
  }

  /// Notes that the server has it. Where that fails, the claim ends by itself, and it is noted then.
  func finish(_ id: DraftID, as published: PublishedPost) async {
    do throws(StoreError) {
      try await parts.outbox.finish(id, as: published.post)
      unfinished[id] = nil
    } catch {
      unfinished[id] = published
      storeFailure = error
    }
  }

  /// Writes down what has come of it. Where that fails, the claim ends by itself, and it is looked at anew.
  /// - Returns: the draft, where it is one again.
  private func settle(_ delivered: OutboxDelivery.Delivered) async -> Draft? {
    let lease = delivered.lease
    var entry = delivered.entry
    switch delivered.outcome {
    case .sent(let published, let lost):
      counts.sent += 1
      counts.lost += lost
      await finish(entry.id, as: published)
      if case .post(var post) = published {
        post.assign(to: parts.account)
        // The answer to an edit replaces what was edited, whatever id it has.
        if case .edit(let edited) = entry.draft.purpose, edited.id != post.id { post.formerID = edited.id }
        note(.sent(.post(post), lost: lost), of: entry.id)
        _ = try? await parts.cache.store([post])
        await willNotify(post, entry.draft)
        news.notify(.sent(entry.id, .post(post)))
        clock.start { [didPublish, post, draft = entry.draft] in
          await didPublish(post, draft)
        }
      } else {
        note(.sent(published, lost: lost), of: entry.id)
        news.notify(.sent(entry.id, published))
      }
      if !lost.isEmpty { news.notify(.lost(entry.id, lost)) }
      return nil
    case .refused(let error):
      entry.draft.refusal = error.refusalWords
      guard (try? await parts.outbox.giveBack(entry.draft, claimedUntil: lease)) == true else { return nil }
      counts.refused += 1
      note(.refused(entry.draft, error), of: entry.id)
      news.notify(.refused(entry.draft, error))
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
