import Domain
import FoundationEssentials

/// Statistics of a source that has its posts in memory, such as files and the demo. Counts page by page.
public struct StatisticsOfTimelines: StatisticsRepository {
  private static let pageLimit = 500
  /// Limit for a source with endless pages.
  private static let maxPages = 100_000

  private let timelines: any TimelineRepository

  public init(timelines: any TimelineRepository) {
    self.timelines = timelines
  }

  public func statistics(at now: Date) async throws(TimelineError) -> PostStatistics {
    var overview = try await timelines.overview(.cached)
    if overview.isGrowing {
      await timelines.waitUntilLoaded()
      overview = try await timelines.overview(.cached)
    }
    var counter = StatisticsCounter<Post>(now: now)
    // A post may be in several timelines.
    var known: Set<PostKey> = []
    let own = overview.timelines.filter { !ArchiveTab.secondary.contains($0.id) }
    for timeline in own.isEmpty ? overview.timelines : own {
      var position = PagePosition.newest
      for _ in 1...Self.maxPages {
        let page = try await timelines.page(of: timeline.id, PageRequest(position, limit: Self.pageLimit))
        for post in page.posts where post.isPost && known.insert(post.key).inserted { counter.add(post) }
        if Task.isCancelled { throw .cancelled }
        guard let older = page.older, !page.posts.isEmpty || page.loading != nil else { break }
        position = .older(than: older)
      }
    }
    return counter.result { $0 }
  }
}

extension StatisticsCounter<Post> {
  mutating func add(_ post: Post) {
    var text = post.text.plain
    text.makeContiguousUTF8()
    let counted = CountedPost(
      date: post.shownDate, isRepost: post.isRepost, likes: post.counts?.likes ?? 0,
      replies: post.counts?.replies ?? 0)
    text.utf8.withContiguousStorageIfAvailable { add(counted, text: $0, as: post) }
  }
}
