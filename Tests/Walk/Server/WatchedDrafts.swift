import Domain
import Store
import Synchronization

/// Drafts in the store, and a list of all that were ever stored and not discarded.
final class WatchedDrafts: DraftRepository {
  let store: PostStore
  private let stored: StoredDrafts
  /// Whether it silently drops drafts; a fault planted by a test.
  private let dropsDrafts = Atomic(false)
  private let known = Mutex<[DraftID: String]>([:])

  init(_ store: PostStore) {
    self.store = store
    stored = StoredDrafts(store: store)
  }

  var texts: [String] {
    get async {
      let (drafts, entries) = (try? await stored.drafts(), try? await StoredOutbox(store: store).entries())
      return (drafts ?? []).map(\.text) + (entries ?? []).map(\.draft.text)
    }
  }

  func startDroppingDrafts() { dropsDrafts.store(true, ordering: .relaxed) }

  func drafts() async throws(StoreError) -> [Draft] { try await stored.drafts() }

  func store(_ draft: Draft) async throws(StoreError) {
    if !dropsDrafts.load(ordering: .relaxed) { try await stored.store(draft) }
    known.withLock { $0[draft.id] = draft.text }
  }

  func remove(_ draft: DraftID) async throws(StoreError) {
    try await stored.remove(draft)
    known.withLock { $0[draft] = nil }
  }

  /// The first lost draft, or nil.
  /// - Parameter accepted: the text of each post that the server has ever accepted.
  func problem(accepted: Set<String>) async -> String? {
    let drafts: [Draft]
    let entries: [OutboxEntry]
    do {
      (drafts, entries) = (try await stored.drafts(), try await StoredOutbox(store: store).entries())
    } catch {
      return "the drafts cannot be read: \(error)"
    }
    let outboxIDs = Set(entries.map(\.id))
    if let both = drafts.first(where: { outboxIDs.contains($0.id) }) {
      return "“\(both.text.debugDescription)” is in the outbox and also a draft"
    }
    let storedIDs = outboxIDs.union(drafts.map(\.id))
    return known.withLock { known in
      for draft in drafts { known[draft.id] = draft.text }
      for entry in entries { known[entry.id] = entry.draft.text }
      for (id, text) in known where !storedIDs.contains(id) {
        guard accepted.contains(text) else { return "“\(text.debugDescription)” is lost" }
        // It was published and need not be tracked any longer.
        known[id] = nil
      }
      return nil
    }
  }
}
