import Domain
import FoundationEssentials
import GRDB

/// Finds what a server lists no more: entries that stand between two of an answer, and are not in it.
struct DeletionDetector {
  let database: Database
  let account: StoredAccount
  let timeline: TimelineID
  let entries: ServerEntries

  /// - Parameters:
  ///   - listed: the ids of the answer's entries, as they stand now, from the newest on.
  ///   - now: decides which filters apply.
  func missing(
    in answer: RemotePage, listed: [Int64], now: Date
  ) throws -> [(entry: ServerEntry, key: PostKey)] {
    guard answer.isWhole, !answer.isRegenerating, let highest = listed.first, let lowest = listed.last,
      let upper = try entries.entry(id: highest), let lower = try entries.entry(id: lowest)
    else { return [] }
    let known = Set(listed)
    let between = try entries.between(lower.position, upper.position).sorted { $0.position > $1.position }
    let order = CursorOrder(ofListed: [upper] + between.filter { known.contains($0.id) } + [lower])
    let unlisted = between.filter { entry in
      !known.contains(entry.id) && entry.notificationID.isEmpty && !entry.isHidden
        && order.mayStand(entry, between: lower, and: upper)
        && !answer.leftOut.contains { $0.stored == entry.cursor }
    }
    guard !unlisted.isEmpty else { return [] }
    let posts = try PostRows(database, account: account).posts(at: unlisted.map(\.postID))
    let hides = hidesAtServer(now: now)
    let keys = posts.filter { !account.isKept($0.post) && !hides($0.post) }.map { ($0.rowID, $0.post.key) }
    let leaving = Dictionary(keys, uniquingKeysWith: { first, _ in first })
    return unlisted.compactMap { entry in leaving[entry.postID].map { (entry, $0) } }
  }

  /// Servers leave out what a filter of the reader's hides, without a word: it has not been deleted.
  private func hidesAtServer(now: Date) -> (Post) -> Bool {
    guard let known = StoredOverview(stored: account.overview)?.filters?.known, !known.filters.isEmpty else {
      return { _ in false }
    }
    let filters = ContentFilters(known.filters)
    return { post in
      if case .hide? = filters.verdict(on: post, in: timeline.filterScope, at: now) { true } else { false }
    }
  }
}

/// How the cursors of a timeline are ordered.
private enum CursorOrder {
  /// As their ids say. A stream tells of what is old elsewhere as if it were new; its id says that it stands further down
  /// at the server.
  case byID
  /// As the server lists them, and in no other way: what it does not list between two of them is gone.
  case byPage

  init(ofListed entries: [ServerEntry]) {
    let cursors = entries.map { RemoteCursor(stored: $0.cursor) }
    let isOrdered = zip(cursors, cursors.dropFirst()).allSatisfy { upper, lower in
      guard let upper, let lower else { return false }
      return upper.isNewer(than: lower) == true
    }
    self = isOrdered ? .byID : .byPage
  }

  func mayStand(_ entry: ServerEntry, between lower: ServerEntry, and upper: ServerEntry) -> Bool {
    guard self == .byID, let cursor = RemoteCursor(stored: entry.cursor), let low = RemoteCursor(stored: lower.cursor),
      let high = RemoteCursor(stored: upper.cursor)
    else { return true }
    return cursor.isNewer(than: low) != false && high.isNewer(than: cursor) != false
  }
}

extension StoredAccount {
  /// Whether the account has written a post, or keeps it for itself.
  fileprivate func isKept(_ post: Post) -> Bool { post.viewer?.isBookmarked == true || isOwner(post.author) }

  /// Whether somebody is the one whose account this is.
  func isOwner(_ person: Profile?) -> Bool {
    guard let person else { return false }
    if let id = profile.id, id == person.id { return true }
    return !profile.handle.isEmpty && person.handle.lowercased() == profile.handle.lowercased()
  }
}
