import Domain
import GRDB

/// Finds what a server lists no more: entries that stand between two of an answer, and are not in it.
struct LiveMissing {
  let database: Database
  let account: StoredAccount
  let entries: LiveEntries

  /// - Parameter listed: the ids of the answer's entries, as they stand now, from the newest on.
  func missing(in answer: RemotePage, listed: [Int64]) throws -> [(entry: LiveEntry, key: PostKey)] {
    guard answer.isWhole, !answer.isRegenerating, let highest = listed.first, let lowest = listed.last,
      let upper = try entries.entry(id: highest), let lower = try entries.entry(id: lowest)
    else { return [] }
    let known = Set(listed)
    let unlisted = try entries.between(lower.position, upper.position).filter { entry in
      !known.contains(entry.id) && entry.notificationID.isEmpty && belongs(entry, between: lower, and: upper)
        && !answer.leftOut.contains { $0.stored == entry.cursor }
    }
    guard !unlisted.isEmpty else { return [] }
    let posts = try PostRows(database, account: account).posts(at: unlisted.map(\.postID))
    let keys = posts.filter { !account.isKept($0.post) }.map { ($0.rowID, $0.post.key) }
    let leaving = Dictionary(keys, uniquingKeysWith: { first, _ in first })
    return unlisted.compactMap { entry in leaving[entry.postID].map { (entry, $0) } }
  }

  /// A stream tells of what is old elsewhere as if it were new. Where ids are numbers, they say that it stands further
  /// down at the server; of others nobody knows, and what stands there stays.
  private func belongs(_ entry: LiveEntry, between lower: LiveEntry, and upper: LiveEntry) -> Bool {
    guard let cursor = RemoteCursor(stored: entry.cursor), let low = RemoteCursor(stored: lower.cursor),
      let high = RemoteCursor(stored: upper.cursor)
    else { return false }
    return cursor.isNewer(than: low) == true && high.isNewer(than: cursor) == true
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
