/// The people whom an account can read about, wherever that lies.
public protocol PeopleRepository: Sendable {
  /// What there is of their posts, in the order in which it is shown; at least one.
  var parts: [ProfileTab] { get }

  /// Somebody, as far as the source tells of them.
  /// - Parameter person: by their id where that is known, else by their handle.
  /// - Throws: `unknownTimeline` where the source knows nobody of that handle; `cancelled` soon after the task has been
  ///   cancelled; else why the source has no answer.
  func person(_ person: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage

  /// What they have written, under the same rules as any timeline.
  /// - Throws: as `person` does.
  func posts(
    of person: Profile, _ part: ProfileTab, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage
}

/// What the posts of an account have said before they were edited.
public protocol PostHistoryRepository: Sendable {
  /// All that a post has said since it was written, the first first.
  /// - Throws: `postUnavailable` where the source does not show the post; `cancelled` soon after the task has been
  ///   cancelled; else why the source has no answer.
  func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion]
}
