import Domain
import FoundationEssentials
import GRDB

/// Finds entries that the server no longer lists: those between two entries of a page that are not in it.
///
/// Not reported are:
/// 1. entries of a page that is incomplete or still being generated,
/// 2. notifications, which groups list elsewhere,
/// 3. entries that the page or a filter of the user left out,
/// 4. entries whose ID belongs to another position,
/// 5. posts that the user wrote or bookmarked.
struct DeletionDetector {
  let database: Database
  let account: StoredAccount
  let timeline: TimelineID
  let entries: ServerEntries

  /// - Parameters:
  ///   - listed: The IDs of the page's entries as stored now, newest first.
  ///   - now: Decides which filters apply.
  func unlistedEntries(
    in page: RemotePage, listed: [Int64], now: Date
  ) throws -> [(entry: ServerEntry, key: PostKey)] {
    guard page.isContiguous, !page.isRegenerating, let highest = listed.first, let lowest = listed.last,
      let upper = try entries.entry(id: highest), let lower = try entries.entry(id: lowest)
    else { return [] }
    let known = Set(listed)
    let between = try entries.between(lower.position, upper.position).sorted { $0.position > $1.position }
    let order = CursorOrder(ofListed: [upper] + between.filter { known.contains($0.id) } + [lower])
    let unlisted = between.filter { entry in
      !known.contains(entry.id) && entry.notificationID.isEmpty && !entry.isHidden
        && order.couldBe(entry, between: lower, and: upper)
        && !page.omitted.contains { $0.stored == entry.cursor }
    }
    guard !unlisted.isEmpty else { return [] }
    let posts = try PostRows(database, account: account).posts(at: unlisted.map(\.postID))
    let hides = serverHides(now: now)
    let keys = posts.filter { !account.isOwnOrBookmarked($0.post) && !hides($0.post) }.map { ($0.rowID, $0.post.key) }
    let leaving = Dictionary(keys, uniquingKeysWith: { first, _ in first })
    return unlisted.compactMap { entry in leaving[entry.postID].map { (entry, $0) } }
  }

  /// Whether a filter of the user hides a post. Servers leave those out silently: they are not deleted.
  private func serverHides(now: Date) -> (Post) -> Bool {
    guard let known = StoredOverview(stored: account.overview)?.filters?.cached, !known.filters.isEmpty else {
      return { _ in false }
    }
    let filters = ContentFilters(known.filters)
    return { post in
      if case .hide? = filters.verdict(on: post, in: timeline.filterScope, at: now) { true } else { false }
    }
  }
}

/// The order of the cursors of a timeline.
private enum CursorOrder {
  /// By their IDs. A stream delivers posts that are old elsewhere as new; their IDs belong further down at the server.
  case byID
  /// As the server lists them only: an entry that is not listed between two of them was removed.
  case byPage

  init(ofListed entries: [ServerEntry]) {
    let cursors = entries.map { RemoteCursor(stored: $0.cursor) }
    let isOrdered = zip(cursors, cursors.dropFirst()).allSatisfy { upper, lower in
      guard let upper, let lower else { return false }
      return upper.isNewer(than: lower) == true
    }
    self = isOrdered ? .byID : .byPage
  }

  func couldBe(_ entry: ServerEntry, between lower: ServerEntry, and upper: ServerEntry) -> Bool {
    guard self == .byID, let cursor = RemoteCursor(stored: entry.cursor), let low = RemoteCursor(stored: lower.cursor),
      let high = RemoteCursor(stored: upper.cursor)
    else { return true }
    return cursor.isNewer(than: low) != false && high.isNewer(than: cursor) != false
  }
}

extension StoredAccount {
  /// Whether the account wrote or bookmarked the post.
  fileprivate func isOwnOrBookmarked(_ post: Post) -> Bool { post.viewer?.isBookmarked == true || isOwner(post.author) }

  /// Whether a profile is the owner of this account, by ID or handle.
  func isOwner(_ candidate: Profile?) -> Bool {
    guard let candidate else { return false }
    if let id = profile.id, id == candidate.id { return true }
    return !profile.handle.isEmpty && candidate.handle.lowercased() == profile.handle.lowercased()
  }
}
