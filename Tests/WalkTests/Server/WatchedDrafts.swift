import Domain
import Store
import Synchronization

/// Drafts in the store, and a list of all that were ever there and that nobody has thrown away.
final class WatchedDrafts: DraftRepository {
  let store: PostStore
  private let stored: StoredDrafts
  /// Whether it says that it keeps what it does not keep: a test plants that.
  private let isForgetful = Atomic(false)
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

  func becomeForgetful() { isForgetful.store(true, ordering: .relaxed) }

  func drafts() async throws(StoreError) -> [Draft] { try await stored.drafts() }

  func store(_ draft: Draft) async throws(StoreError) {
    if !isForgetful.load(ordering: .relaxed) { try await stored.store(draft) }
    known.withLock { $0[draft.id] = draft.text }
  }

  func remove(_ draft: DraftID) async throws(StoreError) {
    try await stored.remove(draft)
    known.withLock { $0[draft] = nil }
  }

  /// What has become of all of them that should not have.
  /// - Parameter accepted: all that the server has ever taken.
  func problem(accepted: Set<String>) async -> String? {
    let drafts: [Draft]
    let entries: [OutboxEntry]
    do {
      (drafts, entries) = (try await stored.drafts(), try await StoredOutbox(store: store).entries())
    } catch {
      return "what is kept cannot be read: \(error)"
    }
    let onTheirWay = Set(entries.map(\.id))
    if let both = drafts.first(where: { onTheirWay.contains($0.id) }) {
      return "“\(both.text.debugDescription)” is on its way, and a draft as well"
    }
    let kept = onTheirWay.union(drafts.map(\.id))
    return known.withLock { known in
      for draft in drafts { known[draft.id] = draft.text }
      for entry in entries { known[entry.id] = entry.draft.text }
      for (id, text) in known where !kept.contains(id) {
        guard accepted.contains(text) else { return "“\(text.debugDescription)” is lost" }
        // It has become a post: what becomes of that is another matter.
        known[id] = nil
      }
      return nil
    }
  }
}
