import FoundationEssentials

/// Keeps what somebody is writing, of all accounts.
public protocol DraftRepository: Sendable {
  /// The one that was changed last comes first.
  func drafts() async throws(StoreError) -> [Draft]

  /// It is on the disk when this returns.
  func store(_ draft: Draft) async throws(StoreError)

  /// Stores a draft where what is kept of it is as whoever writes it saw it last; else nothing is stored, for somebody else
  /// has written, sent or thrown it away. It is on the disk when this returns.
  /// - Returns: whether it was stored.
  func store(_ draft: Draft, over seen: DraftRevision) async throws(StoreError) -> Bool

  func remove(_ draft: DraftID) async throws(StoreError)
}

extension DraftRepository {
  public func store(_ draft: Draft, over seen: DraftRevision) async throws(StoreError) -> Bool {
    guard seen.isStill(try await drafts().first { $0.id == draft.id }) else { return false }
    try await store(draft)
    return true
  }
}

/// What somebody who writes a draft saw of it last.
public struct DraftRevision: Hashable, Sendable {
  private let draft: Draft
  /// Whether it was kept.
  private let isKept: Bool

  public init(_ draft: Draft, isKept: Bool) {
    (self.draft, self.isKept) = (draft, isKept)
  }

  /// Whether what is kept of it says the same; where nothing is, whether nothing was.
  public func isStill(_ kept: Draft?) -> Bool {
    guard let kept else { return !isKept }
    return kept.isPublished(when: draft) && kept.written.saysTheSame(as: draft.written)
  }
}

extension Draft {
  /// What its author has said, but for the time: what sending changes by itself is left out.
  fileprivate var written: Draft {
    var draft = self
    draft.purpose = .post
    for index in draft.media.indices {
      (draft.media[index].remoteID, draft.media[index].toldDescription) = (nil, nil)
    }
    draft.publishAt = nil
    return draft
  }

  /// Times are kept in milliseconds.
  fileprivate func isPublished(when other: Draft) -> Bool {
    guard let publishAt, let time = other.publishAt else { return publishAt == other.publishAt }
    return abs(publishAt.timeIntervalSince(time)) < 0.002
  }
}
