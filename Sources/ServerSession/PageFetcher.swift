import Domain
import FoundationEssentials
import Runtime

/// Asks a server for stretches of timelines, and has them kept where they belong.
struct PageFetcher: Sendable {
  /// In entries. Mastodon gives no more than 40 at once (documentation, methods/timelines).
  static let pageLength = 40
  /// So many pages are gone down through where the server cannot fill gaps, until something is known.
  private static let maxPages = 5
  /// Mastodon holds 800 entries of a Home: so many pages bring all of them.
  private static let maxFills = 20
  /// So many answers in a row of which nothing can be shown are gone past at once.
  static let maxEmptyPages = 5
  /// So many pages are asked for at once of a gap that was there before, and so many of all gaps of a timeline.
  private static let (maxOldFills, maxFillsInAll) = (5, 40)

  private let parts: ServerTimelineRepository.Parts
  private let clock: any WallClock

  init(_ parts: ServerTimelineRepository.Parts, clock: any WallClock) {
    self.parts = parts
    self.clock = clock
  }

  /// - Returns: also what was not known before, and what says something else now.
  func fetchNews(of timeline: TimelineID) async throws(TimelineError) -> (page: RemotePage, posts: MergedPosts) {
    // What the answer holds was so when it was asked for, not when it came.
    let moment = clock.now
    var page = try await remotePage(of: timeline, at: .newest)
    if !page.canFill { page = try await goingDown(from: page, of: timeline) }
    let merged = try await merge(page, into: timeline, at: .newest, asOf: moment)
    return (page, merged)
  }

  func fetchOlder(than cursor: RemoteCursor, of timeline: TimelineID) async throws(TimelineError) {
    let moment = clock.now
    let page = try await remotePage(of: timeline, at: .below(cursor))
    try await merge(page, into: timeline, at: .older(than: cursor), asOf: moment)
  }

  /// From the entry below the gap upwards, so that the reader's place does not move.
  /// - Returns: what has come of it.
  @discardableResult
  func fill(_ gap: PageCursor, of timeline: TimelineID) async throws(TimelineError) -> MergedPosts {
    let edges = try await parts.keep { cache throws(StoreError) in try await cache.lowerEdge(of: gap, in: timeline) }
    // It has been filled meanwhile.
    guard let edges else { return MergedPosts() }
    var lower = edges
    var withdrawn: [PostKey] = []
    for _ in 0..<Self.maxEmptyPages {
      let moment = clock.now
      let page = try await remotePage(of: timeline, at: .above(lower))
      var merged = try await merge(page, into: timeline, at: .filling(gap), asOf: moment)
      withdrawn += merged.withdrawn
      merged.withdrawn = withdrawn
      // Of an answer of which nothing goes into the gap, hidden or known from elsewhere, what is above it does.
      guard merged.inserted.isEmpty, let newer = page.newer, newer != lower else { return merged }
      let isOpen = try await parts.keep { cache throws(StoreError) in try await cache.lowerEdge(of: gap, in: timeline) }
      guard isOpen == edges else { return merged }
      lower = newer
    }
    return MergedPosts(withdrawn: withdrawn)
  }

  /// The newest, what is missing between them and what was known, unless that is more than is kept in a while, and some
  /// of what was missing before.
  /// - Returns: how many entries were not known before.
  func fetchAllNews(of timeline: TimelineID) async throws(TimelineError) -> Int {
    let before = try await gaps(in: timeline).count
    var count = try await fetchNews(of: timeline).posts.inserted.count
    // Whether what has just come has left one, how many gaps are left as they are, and how often one was filled.
    var (isNew, left, fills) = (try await gaps(in: timeline).count > before, 0, 0)
    var last = Int.max
    for _ in 0..<Self.maxFillsInAll {
      let gaps = try await gaps(in: timeline)
      if gaps.count < last, last < .max { (isNew, fills) = (false, 0) }
      if fills == (isNew ? Self.maxFills : Self.maxOldFills) { (isNew, left, fills) = (false, left + 1, 0) }
      guard gaps.indices.contains(left) else { break }
      last = gaps.count
      count += try await fill(gaps[left], of: timeline).inserted.count
      fills += 1
    }
    return count
  }

  private func gaps(in timeline: TimelineID) async throws(TimelineError) -> [PageCursor] {
    try await parts.keep { cache throws(StoreError) in try await cache.gaps(in: timeline) }
  }

  /// Where a gap could not be filled later, it is closed at once, as far as that is not too far.
  private func goingDown(from first: RemotePage, of timeline: TimelineID) async throws(TimelineError) -> RemotePage {
    let newest = try await parts.keep { cache throws(StoreError) in
      try await cache.page(of: timeline, at: .newest, limit: Self.pageLength)
    }
    let known = Set((newest?.page.posts ?? []).map(\.key.withoutAccount))
    guard !known.isEmpty else { return first }
    var page = first
    for _ in 1..<Self.maxPages {
      guard let older = page.older, !page.entries.contains(where: { known.contains($0.post.key.withoutAccount) })
      else { break }
      let next = try await remotePage(of: timeline, at: .below(older))
      page.entries += next.entries
      page.older = next.older
      page.leavesOut = page.leavesOut || next.leavesOut
    }
    return page
  }

  private func remotePage(
    of timeline: TimelineID, at position: RemotePosition
  ) async throws(TimelineError) -> RemotePage {
    var page = try await parts.remote.page(of: timeline, at: position, limit: Self.pageLength)
    for index in page.entries.indices { page.entries[index].post.assign(to: parts.account) }
    return page
  }

  @discardableResult
  private func merge(
    _ page: RemotePage, into timeline: TimelineID, at place: MergePosition, asOf moment: Date
  ) async throws(TimelineError) -> MergedPosts {
    try await parts.keep { cache throws(StoreError) in
      try await cache.merge(page, into: timeline, at: place, asOf: moment)
    }
  }
}

extension PostKey {
  /// As entries are compared that come from the same account.
  fileprivate var withoutAccount: PostKey {
    PostKey(id: ref.id, repostedBy: repostedBy, notification: notification)
  }
}
