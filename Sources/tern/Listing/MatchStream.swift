import Domain
import FoundationEssentials

/// The matches of one account, one after another, newest first; asked for page by page.
@MainActor
struct MatchStream {
  private static let pageLimit = 500

  private let query: SearchQuery
  private let search: any PostSearchRepository
  private var posts: ArraySlice<Post>
  private var older: PageCursor?

  init(of query: SearchQuery, in search: any PostSearchRepository) throws {
    self.query = query
    self.search = search
    posts = []
    try fill(at: .newest)
  }

  /// Which of them has the newest post; nil where none has any.
  static func newest(of streams: [Self]) -> Int? {
    let dates = streams.enumerated().compactMap { index, stream in
      stream.posts.first.map { (index, $0.timelineDate ?? .distantFuture) }
    }
    return dates.max { $0.1 < $1.1 }?.0
  }

  mutating func next() throws -> Post? {
    let next = posts.popFirst()
    if posts.isEmpty, let older { try fill(at: .older(than: older)) }
    return next
  }

  private mutating func fill(at position: PagePosition) throws {
    let page = try MainLoop.wait { [query, search] () async throws(TimelineError) in
      try await search.matches(of: query, at: position, limit: Self.pageLimit, .cached)
    }
    posts = page.posts[...]
    older = page.older
  }
}
