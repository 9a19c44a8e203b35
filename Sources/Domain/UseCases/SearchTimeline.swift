/// Looks for words in a whole timeline, not only in what is on the screen.
public protocol SearchTimelineUseCase: Sendable {
  func callAsFunction(_ query: SearchQuery, in timeline: TimelineKind) async throws(TimelineError) -> SearchResult
}

/// Where words were found.
public struct SearchResult: Hashable, Sendable {
  /// The entries that hold them, newest first.
  public var matches: [Place]
  /// How many entries were looked through.
  public var searched: Int

  public init(matches: [Place], searched: Int) {
    self.matches = matches
    self.searched = searched
  }
}

public struct SearchTimeline: SearchTimelineUseCase {
  private static let pageLimit = 1_000
  private let repository: any TimelineRepository

  public init(repository: any TimelineRepository) {
    self.repository = repository
  }

  public func callAsFunction(
    _ query: SearchQuery, in timeline: TimelineKind
  ) async throws(TimelineError) -> SearchResult {
    var result = SearchResult(matches: [], searched: 0)
    var position = PagePosition.newest
    while !Task.isCancelled {
      let page = try await repository.page(of: timeline, at: position, limit: Self.pageLimit)
      if page.reading != nil {
        // What is read later may stand between the pages: it begins anew once all is there.
        await repository.waitUntilRead()
        (result, position) = (SearchResult(matches: [], searched: 0), .newest)
        continue
      }
      result.searched += page.posts.count
      for post in page.posts where query.matches(post) {
        result.matches.append(Place(key: post.key, date: post.timelineDate))
      }
      guard let older = page.older else { return result }
      position = .older(than: older)
    }
    throw .cancelled
  }
}
