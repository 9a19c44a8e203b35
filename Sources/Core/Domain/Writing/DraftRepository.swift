import FoundationEssentials

/// Stores the drafts of all accounts.
public protocol DraftRepository: Sendable {
  /// Last changed first.
  func drafts() async throws(StoreError) -> [Draft]

  /// Stores a draft. It is on disk when this returns.
  func store(_ draft: Draft) async throws(StoreError)

  /// Stores a draft only if the stored one is still the given revision, i.e. if it was not edited, sent or deleted
  /// elsewhere. It is on disk when this returns.
  /// - Returns: Whether it was stored.
  func store(_ draft: Draft, over seen: DraftRevision) async throws(StoreError) -> Bool

  /// Removes a draft.
  func remove(_ draft: DraftID) async throws(StoreError)
}

extension DraftRepository {
  public func store(_ draft: Draft, over seen: DraftRevision) async throws(StoreError) -> Bool {
    guard seen.matches(try await drafts().first { $0.id == draft.id }) else { return false }
    try await store(draft)
    return true
  }
}

/// The revision of a draft that an editor last saw.
public struct DraftRevision: Hashable, Sendable {
  private let draft: Draft
  /// Whether it was stored.
  private let isSaved: Bool

  public init(_ draft: Draft, isSaved: Bool) {
    (self.draft, self.isSaved) = (draft, isSaved)
  }

  /// Whether the stored draft is this revision; nil matches a revision that was not stored.
  public func matches(_ stored: Draft?) -> Bool {
    guard let stored else { return !isSaved }
    return stored.hasSamePublishTime(as: draft) && stored.content.hasSameContent(as: draft.content)
  }
}

extension Draft {
  /// The content by the author, without what sending changes.
  fileprivate var content: Draft {
    var draft = self
    draft.purpose = .post
    for index in draft.media.indices {
      (draft.media[index].remoteID, draft.media[index].uploadedDescription) = (nil, nil)
    }
    draft.publishAt = nil
    return draft
  }

  /// Times are stored with millisecond precision.
  fileprivate func hasSamePublishTime(as other: Draft) -> Bool {
    guard let publishAt, let time = other.publishAt else { return publishAt == other.publishAt }
    return abs(publishAt.timeIntervalSince(time)) < 0.002
  }
}
