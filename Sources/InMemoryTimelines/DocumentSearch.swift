import Domain
import FoundationEssentials

/// Looks through all timelines of a document, and keeps what was found last: its pages and its count are asked for one
/// after another.
actor DocumentSearch {
  private struct Found {
    var query: SearchQuery
    var matches: InMemoryTimeline
  }

  /// Whether the search is cancelled is looked at after so many posts.
  private static let block = 256

  private let timelines: [(timeline: ListedTimeline, posts: [Post])]
  /// What stands in no timeline, and is answered by what does.
  private let others: [Post]
  /// Who wrote what; made when it is first needed.
  private var authors: [PostID: Profile]?
  /// The entries of all timelines, newest first, each once; made when it is first needed.
  private var entries: [Post]?
  private var last: Found?

  init(_ timelines: [(timeline: ListedTimeline, posts: [Post])], others: [Post]) {
    (self.timelines, self.others) = (timelines, others)
  }

  /// How many entries there are to look through.
  var postCount: Int { allEntries().count }

  func matches(of query: SearchQuery) throws(TimelineError) -> InMemoryTimeline {
    if let last, last.query.conditions == query.conditions { return last.matches }
    // A query that narrows the last one is answered from what that found.
    let posts = last.map { query.narrows($0.query) ? $0.matches.posts : allEntries() } ?? allEntries()
    let surroundings = surroundings(of: query)
    var matches: [Post] = []
    for start in stride(from: 0, to: posts.count, by: Self.block) {
      if Task.isCancelled { throw .cancelled }
      matches += posts[start..<min(start + Self.block, posts.count)].filter {
        query.matches($0, surroundings)
      }
    }
    let found = InMemoryTimeline(posts: matches, skipped: nil, isCutShort: false)
    last = Found(query: query, matches: found)
    return found
  }

  /// What the query asks for and no post says.
  private func surroundings(of query: SearchQuery) -> SearchQuery.Surroundings {
    var keys: [String: Set<PostKey>] = [:]
    var authors: [PostID: Profile] = [:]
    for condition in SearchQuery.all(query.conditions) {
      switch condition.term {
      case .timeline(let name):
        keys[name] = Set(timelines.filter { $0.timeline.isMeant(by: name) }.flatMap { $0.posts.map(\.key) })
      case .to, .isThread: authors = allAuthors()
      default: break
      }
    }
    return SearchQuery.Surroundings { post, name in
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
