import Domain
import FoundationEssentials

/// Looks through all timelines of a document, and keeps what was found last: its pages and its count are asked for one
/// after another.
actor DocumentSearch {
  private struct Found {
    var query: SearchQuery
    var matches: LoadedTimeline
  }

  /// Whether the search is cancelled is looked at after so many posts.
  private static let block = 256

  private let timelines: [[Post]]
  /// The entries of all timelines, newest first, each once; made when it is first needed.
  private var entries: [Post]?
  private var last: Found?

  init(_ timelines: [[Post]]) {
    self.timelines = timelines
  }

  /// How many entries there are to look through.
  var postCount: Int { allEntries().count }

  func matches(of query: SearchQuery) throws(TimelineError) -> LoadedTimeline {
    if let last, last.query.conditions == query.conditions { return last.matches }
    // A query that narrows the last one is answered from what that found.
    let posts = last.map { query.narrows($0.query) ? $0.matches.posts : allEntries() } ?? allEntries()
    var matches: [Post] = []
    for start in stride(from: 0, to: posts.count, by: Self.block) {
      if Task.isCancelled { throw .cancelled }
      matches += posts[start..<min(start + Self.block, posts.count)].filter(query.matches)
    }
    let found = LoadedTimeline(posts: matches, skipped: nil, isCutShort: false)
    last = Found(query: query, matches: found)
    return found
  }

  private func allEntries() -> [Post] {
    if let entries { return entries }
    let entries = timelines.count == 1 ? timelines[0] : Self.merged(timelines)
    self.entries = entries
    return entries
  }

  /// What has no date stays below its newer neighbour, and at the top where it has none.
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
    // `sort` keeps the order of what has the same date.
    return dated.sorted { $0.date > $1.date }.map(\.post)
  }
}
