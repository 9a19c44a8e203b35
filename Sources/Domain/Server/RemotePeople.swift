/// What a server tells of people, and of what posts have said before. Nothing is kept, and nothing is asked twice by
/// itself.
public protocol RemotePeople: Sendable {
  /// Somebody by their id where that is known, else by their handle.
  /// - Throws: `unknownTimeline` where the server knows nobody of that handle; else why it has no answer.
  func person(_ person: Profile) async throws(TimelineError) -> ProfilePage

  /// All that a post has said since it was written, the first first.
  /// - Throws: `postUnavailable` where the server does not show the post; else why it has no answer.
  func history(of post: PostID) async throws(TimelineError) -> [PostVersion]
}

/// What a server finds. Nothing is kept, and nothing is asked twice by itself.
public protocol RemoteSearch: Sendable {
  /// Posts, people and tags for words as they were typed.
  /// - Throws: `unknownTimeline` where the server cannot be looked through; else why it has no answer.
  func matches(of words: String) async throws(TimelineError) -> ServerMatches

  /// A post by its address, wherever it was written: where the server does not know it yet, it fetches it.
  /// - Returns: nil where it finds none.
  func post(at address: String) async throws(TimelineError) -> Post?
}

extension RemoteSearch {
  /// Where a server fetches nothing.
  public func post(at address: String) async throws(TimelineError) -> Post? { nil }
}
