import Domain
import FoundationEssentials

/// Searches all timelines of a document. Caches the last result, because pages and count are requested separately.
actor DocumentSearch {
  private struct CachedResult {
    var query: SearchQuery
    var matches: InMemoryTimeline
  }

  /// Posts between two checks for cancellation.
  private static let block = 256

  private let timelines: [(timeline: ListedTimeline, posts: [Post])]
  /// Unlisted posts, which listed ones reply to.
  private let others: [Post]
  /// Authors by post, computed on first use.
  private var authors: [PostID: Profile]?
  /// Distinct entries of all timelines, newest first, computed on first use.
  private var entries: [Post]?
  private var last: CachedResult?

  init(_ timelines: [(timeline: ListedTimeline, posts: [Post])], others: [Post]) {
    (self.timelines, self.others) = (timelines, others)
  }

  /// The number of searched entries.
  var postCount: Int { allEntries().count }

  /// - Throws: `TimelineError.cancelled` if the task is cancelled.
  func matches(of query: SearchQuery) throws(TimelineError) -> InMemoryTimeline {
    if let last, last.query.conditions == query.conditions { return last.matches }
    // A query that narrows the last one searches its result only.
    let posts = last.map { query.narrows($0.query) ? $0.matches.posts : allEntries() } ?? allEntries()
    let context = context(of: query)
    var matches: [Post] = []
    for start in stride(from: 0, to: posts.count, by: Self.block) {
      if Task.isCancelled { throw .cancelled }
      matches += posts[start..<min(start + Self.block, posts.count)].filter {
        query.matches($0, context)
      }
    }
    let found = InMemoryTimeline(posts: matches, skipped: nil, isTruncated: false)
    last = CachedResult(query: query, matches: found)
    return found
  }

  /// The information that a query needs and posts do not have.
  private func context(of query: SearchQuery) -> SearchQuery.MatchContext {
    var keys: [String: Set<PostKey>] = [:]
    var authors: [PostID: Profile] = [:]
    for condition in SearchQuery.all(query.conditions) {
      switch condition.term {
      case .timeline(let name):
        keys[name] = Set(timelines.filter { $0.timeline.matches(name) }.flatMap { $0.posts.map(\.key) })
      case .to, .isThread: authors = allAuthors()
      default: break
      }
    }
    return SearchQuery.MatchContext { post, name in
      keys[name]?.contains(post.key) ?? false
    } author: { id in
      authors[id]
    }
  }

  private func allAuthors() -> [PostID: Profile] {
    if let authors { return authors }
    var authors: [PostID: Profile] = [:]
    for start in timelines.flatMap(\.posts) + others {
      var next: Post? = start
      while let post = next {
        authors[post.id] = authors[post.id] ?? post.author
        next = if case .shown(let quoted)? = post.quote { quoted } else { nil }
      }
    }
    self.authors = authors
    return authors
  }

  private func allEntries() -> [Post] {
    if let entries { return entries }
    let entries = timelines.count == 1 ? timelines[0].posts : Self.merged(timelines.map(\.posts))
    self.entries = entries
    return entries
  }

  /// Merges timelines by date. An entry without a date stays below its newer neighbour, or on top.
  private static func merged(_ timelines: [[Post]]) -> [Post] {
    var seen: Set<PostKey> = []
    var dated: [(date: Date, post: Post)] = []
    for posts in timelines {
      var date = Date.distantFuture
      for post in posts {
        date = post.timelineDate ?? date
        if seen.insert(post.key).inserted { dated.append((date, post)) }
      }
    }
    // `sorted` is stable: equal dates keep their order.
    return dated.sorted { $0.date > $1.date }.map(\.post)
  }
}
