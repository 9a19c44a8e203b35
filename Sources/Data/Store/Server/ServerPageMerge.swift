import Domain
import FoundationEssentials
import GRDB

/// Merges one page of a server's response into a cached timeline.
///
/// The contract, in the order in which it is applied:
///
/// 1. The posts of the page are stored. Each entry is matched with a stored one by its post and notification ID. Of an
///    entry that a page lists twice, the first position counts. In Notifications the cursor is the ID of a
///    notification: an entry with the same one is the same entry, though its group has another name. So is one without
///    a group whose accounts are in a group of that kind for its post. The name of a group counts more than none, and
///    the page's more than the stored one.
/// 2. A known entry is updated where it is. If that changes what is displayed, its post is reported in
///    `MergedPosts.changed`.
/// 3. Entries of one page have nothing missing between them. Known entries with an unchanged cursor are the anchors: as
///    many as form the same order in the page and in the timeline. Other known entries move to where the page lists
///    them, and new entries are inserted next to the anchors. Gaps between the highest and the lowest entry of the page
///    are closed.
/// 4. A page is late if it was requested at most 300 s before the newest page that is merged already. (If it is more,
///    the clock was changed, and the page counts as newer.) A late page moves no entry, removes none and does not
///    change `asOf`.
/// 5. Entries that a contiguous page does not list between two of its entries are withdrawn. `DeletionDetector` has the
///    exceptions. They are reported in `MergedPosts.withdrawn`.
/// 6. Afterwards the timeline's cursors say where the server continues below.
///
/// Where the entries go:
///
/// | Position | Page | Result |
/// |---|---|---|
/// | newest | has an anchor | New entries next to the anchors. A gap below the last anchor moves to the page's end. |
/// | newest | no anchor, nothing older at the server | All entries on top, no gap. |
/// | newest | no anchor, older entries, gaps can be filled | All entries on top, with a gap below them. |
/// | newest | no anchor, older entries, gaps cannot be filled | All entries replace the timeline. |
/// | newest | empty | No change. An empty timeline gets the page's cursor. |
/// | newest | late, no anchor | Ignored, unless the timeline is empty. |
/// | newest | contiguous, gaps cannot be filled | Instead of step 5, all unlisted entries above its end are removed. |
/// | older | requested with the timeline's current cursor | New entries at the bottom. Known entries stay. |
/// | older | requested with another cursor | Ignored. |
/// | older | nothing new, next cursor is its own | The timeline ends here. |
/// | filling | gap no longer exists | Ignored. |
/// | filling | does not list the entry below the gap | Ignored: the server may have returned its newest entries. |
/// | filling | lists the entry above the gap, too | Entries inserted, gap closed. |
/// | filling | does not list the entry above the gap | Entries inserted above the lower edge, gap stays above them. |
/// | filling from above | lists an entry below the gap, or the server has none older | Entries inserted, gap closed. |
/// | filling from above | lists no entry below the gap | Entries inserted below the upper edge, gap stays below them. |
/// | filling from above | lists entries above the gap, but not its upper edge | Ignored. |
/// | filling, either way | lists a known group of notifications | The group stays: it is listed at each of its notifications. |
/// | any | lists a conversation with a new last post | The entry with its former last post is withdrawn. |
/// | newest, filling, either way | late, lists a known entry elsewhere | Ignored. |
struct ServerPageMerge {
  /// In seconds. See step 4 of the contract.
  private static let maxDelay = 300.0

  private struct IncomingEntry {
    var post: Post
    var new: NewServerEntry
    /// The stored entry; nil if it is new.
    var stored: ServerEntry?

    var hasSameCursor: Bool { stored?.cursor == new.cursor }
    /// Whether the page lists a known entry at another position. A late page cannot tell the current one.
    var hasMoved: Bool { stored != nil && !hasSameCursor }
  }

  private let database: Database
  private let account: StoredAccount
  private let id: TimelineID
  private var timeline: StoredServerTimeline
  private let entries: ServerEntries
  private var merged = MergedPosts()
  /// When the page was requested.
  private var moment = Date.distantPast

  init(_ database: Database, account: StoredAccount, into query: TimelineQuery) throws {
    guard let stored = try StoredServerTimeline.findOrCreate(query, of: account, in: database) else {
      throw DatabaseError(resultCode: .SQLITE_ERROR)
    }
    self.database = database
    self.account = account
    id = query.timeline
    self.timeline = stored
    entries = ServerEntries(database: database, timeline: stored.id)
  }

  /// Merges the page. Must be called within a transaction.
  /// - Parameter moment: the date of the request for the page.
  mutating func merge(_ page: RemotePage, at place: MergePosition, asOf moment: Date) throws -> MergedPosts {
    self.moment = moment
    let incoming = try write(page.entries)
    timeline.canFill = page.canFill
    let isLate = timeline.asOf.map { $0 > moment && $0.timeIntervalSince(moment) < Self.maxDelay } ?? false
    switch place {
    case .newest:
      try mergeNewest(incoming, page, isLate: isLate)
      if !isLate { timeline.asOf = moment }
    case .older(let cursor):
      if cursor.usable != nil, timeline.older == cursor.usable { try appendOlder(incoming, page, requested: cursor) }
    case .filling(let cursor):
      try fillGap(cursor, with: incoming, page, isLate: isLate)
    case .fillingFromAbove(let cursor):
      try fillGap(fromAbove: cursor, with: incoming, page, isLate: isLate)
    }
    try timeline.save(in: database)
    return merged
  }

  /// Stores the posts, and matches the entries with stored ones.
  private mutating func write(_ page: [RemoteEntry]) throws -> [IncomingEntry] {
    var posts = try ServerPosts(database, account: account)
    var page = page
    let identified = try PostIdentities(database, account: account).identified(page.map(\.post))
    for (index, post) in identified.enumerated() {
      // A late page may have the former ID.
      let isPagedByPost = page[index].cursor.rawValue == page[index].post.id.rawValue
      if isPagedByPost, page[index].post.id != post.id { page[index].cursor = RemoteCursor(post.id.rawValue) }
      page[index].post = post
    }
    let updated = try posts.write(identified, in: [id])
    var incoming: [IncomingEntry] = []
    var seen: Set<[String]> = []
    var reported: Set<PostID> = []
    let listed = Set(page.compactMap { $0.post.notification?.id })
    for entry in page {
      guard let rowID = try posts.rowID(of: entry.post) else { continue }
      let notification = entry.post.notification
      // The first of two equal entries counts.
      guard seen.insert([String(rowID), notification?.id ?? ""]).inserted else { continue }
      var new = NewServerEntry(
        cursor: entry.cursor.stored, postID: rowID, notificationID: notification?.id ?? "",
        notification: notification.flatMap { StoredJSON.encode(StoredNotification($0)) },
        date: entry.post.timelineDate?.milliseconds, filter: entry.post.filter, isHidden: entry.post.isHiddenByFilter,
        quoteFilter: entry.post.quoteFilter)
      let known = try matchStoredEntry(&new, of: entry.post, listed: listed)
      if id == .conversations, known == nil { try removeFormerEntries(of: new) }
      let isChanged = try known.map { try entries.update($0, to: new) } ?? false
      var post = entry.post
      post.assign(to: account.accountID)
      incoming.append(IncomingEntry(post: post, new: new, stored: known))
      if (isChanged || updated.contains(post.id) || post.formerID != nil) && reported.insert(post.id).inserted {
        merged.changed.append(post)
      }
    }
    return incoming
  }
}

// MARK: - Positions

extension ServerPageMerge {
  /// Matches a new entry with a stored one. Entries of the same notification with another name are renamed or removed.
  /// - Parameters:
  ///   - new: takes the name of the stored entry if it belongs to no group.
  ///   - listed: the names on the page.
  /// - Returns: the stored entry; nil if none exists.
  private mutating func matchStoredEntry(
    _ new: inout NewServerEntry, of post: Post, listed: Set<String>
  ) throws -> ServerEntry? {
    var known = try entries.entry(post: new.postID, notification: new.notificationID)
    guard id == .notifications, let notification = post.notification, !new.cursor.isEmpty else { return known }
    var others = try entries.entries(at: new.cursor)
    if !notification.isUngrouped { others += try entries.entries(post: new.postID).filter(notification.includes) }
    for other in others.uniqued(on: \.id) where !listed.contains(other.notificationID) {
      if known != nil {
        try withdraw(other)
      } else if notification.isUngrouped {
        new.postID = other.postID
        new.notificationID = other.notificationID
        new.notification = other.notification
        new.date = other.date
        known = other
      } else {
        try entries.rename(other, to: new.notificationID, post: new.postID)
        merged.renamed.append(PostKey(id: post.id, account: account.accountID, notification: new.notificationID))
        known = try entries.entry(id: other.id)
      }
    }
    return known
  }

  private mutating func withdraw(_ entry: ServerEntry) throws {
    timeline.older = try entries.remove(entry) ?? timeline.older
    for row in try PostRows(database, account: account).posts(at: [entry.postID]) {
      merged.withdrawn.append(PostKey(row.post.ref, notification: entry.notificationID))
    }
  }

  /// Removes the entry of a conversation with its former last post.
  private mutating func removeFormerEntries(of new: NewServerEntry) throws {
    for entry in try entries.formerEntries(of: new.notificationID, except: new.postID) { try withdraw(entry) }
  }

  private mutating func mergeNewest(_ page: [IncomingEntry], _ response: RemotePage, isLate: Bool) throws {
    if isLate, page.contains(where: \.hasMoved) { return }
    let anchors = anchors(of: page)
    let top = try entries.top()
    guard let first = anchors.first, let last = anchors.last else {
      if !isLate || top == nil { try putOnTop(page, response) }
      return
    }
    let ids = try insertBetweenAnchors(page, anchors) { index in
      guard index == 0 else { return nil }
      return isLate ? page[first].stored.map { .above($0.id) } : .aboveAll(gap: false)
    }
    guard let highest = ids.first, let lowest = ids.last else { return }
    // Read only now: an entry that moved away leaves its gap to the one above.
    let hadGap = try page[last].stored.flatMap { try entries.entry(id: $0.id)?.isGapBelow } ?? false
    try entries.closeGaps(from: lowest, upTo: highest)
    guard let end = try entries.entry(id: lowest) else { return }
    let isAtEnd = try entries.below(end.position, 1).isEmpty
    if last < page.count - 1, hadGap, !isAtEnd { try entries.setGap(true, below: lowest) }
    try storeCursors(with: response, at: lowest, isAtEnd: isAtEnd)
    if response.isContiguous, !isLate, !response.canFill {
      try removeUnlisted(keeping: Set(ids), above: lowest)
    } else if !isLate {
      try withdrawUnlisted(from: response, ids)
    }
  }

  /// Withdraws entries that the page does not list between its own.
  private mutating func withdrawUnlisted(from response: RemotePage, _ listed: [Int64]) throws {
    let detector = DeletionDetector(database: database, account: account, timeline: id, entries: entries)
    for (entry, key) in try detector.unlistedEntries(in: response, listed: listed, now: moment) {
      // Removing one entry can change another.
      guard let entry = try entries.entry(id: entry.id) else { continue }
      timeline.older = try entries.remove(entry) ?? timeline.older
      merged.withdrawn.append(key)
    }
  }

  /// Removes entries that the newest page no longer lists. Only for servers that cannot fill gaps: elsewhere, entries
  /// may come from other pages.
  private mutating func removeUnlisted(keeping listed: Set<Int64>, above lowest: Int64) throws {
    guard let low = try entries.entry(id: lowest)?.position else { return }
    for entry in try entries.between(low, .max) where !listed.contains(entry.id) {
      timeline.older = try entries.remove(entry) ?? timeline.older
    }
  }

  /// Puts a page without known entries on top.
  private mutating func putOnTop(_ page: [IncomingEntry], _ response: RemotePage) throws {
    for incoming in page { try removeFromFormerPosition(incoming) }
    let top = try entries.top()
    guard !page.isEmpty else {
      if top == nil { try storeCursors(with: response, at: nil, isAtEnd: true) }
      return
    }
    let hasMore = response.older?.usable != nil
    let canFill = response.canFill && top?.cursor.isEmpty == false
    if hasMore, !canFill { try entries.removeAll() }
    let isGap = hasMore && canFill
    let ids = try insert(page, at: .aboveAll(gap: isGap))
    guard let lowest = ids.last else { return }
    if isGap { try entries.setGap(true, below: lowest) }
    try storeCursors(with: response, at: lowest, isAtEnd: top == nil || (hasMore && !canFill))
  }

  private mutating func appendOlder(_ page: [IncomingEntry], _ response: RemotePage, requested cursor: RemoteCursor)
    throws
  {
    let ids = try insert(page.filter { $0.stored == nil }, at: .belowAll)
    // A page whose cursor is its own would be requested forever.
    let isLoop = ids.isEmpty && response.older == cursor
    try storeCursors(with: isLoop ? RemotePage() : response, at: ids.last, isAtEnd: true)
  }

  private mutating func fillGap(
    _ cursor: PageCursor, with page: [IncomingEntry], _ response: RemotePage, isLate: Bool
  ) throws {
    guard let gap = try ServerGap.find(cursor, in: entries) else { return }
    let low = gap.lower
    var page = page
    guard let edge = page.firstIndex(where: { $0.stored?.id == low.id && $0.hasSameCursor }) else { return }
    page.removeSubrange(edge...)
    removeKnownGroups(from: &page, except: gap.upper, above: low.position)
    if page.isEmpty || isLate && page.contains(where: \.hasMoved) { return }
    let anchors = anchors(of: page, above: low.position)
    let ids = try insertBetweenAnchors(page, anchors) { index in
      if index == 0, let first = anchors.first { return page[first].stored.map { .above($0.id) } }
      return anchors.isEmpty || index > anchors[anchors.count - 1] ? .above(low.id) : nil
    }
    if let highest = ids.first { try entries.closeGaps(from: low.id, upTo: highest) }
    if !isLate { try withdrawUnlisted(from: response, ids) }
  }

  private mutating func fillGap(
    fromAbove cursor: PageCursor, with page: [IncomingEntry], _ response: RemotePage, isLate: Bool
  ) throws {
    guard let gap = try ServerGap.find(cursor, in: entries) else { return }
    let low = gap.lower.position
    let high = gap.upper.position
    var page = page
    let isKnown = { (incoming: IncomingEntry) in incoming.hasSameCursor ? incoming.stored : nil }
    let reached = page.firstIndex { isKnown($0).map { $0.position <= low } ?? false }
    let end = reached.flatMap { page[$0].stored?.id }
    if let reached { page.removeSubrange(reached...) }
    // Some servers list the entry at the upper edge, too. One that lists others above it ignores the cursor.
    if let index = page.lastIndex(where: { isKnown($0).map { $0.position >= high } ?? false }) {
      guard page[index].stored?.id == gap.upper.id else { return }
      page.removeSubrange(...index)
    }
    removeKnownGroups(from: &page, except: nil, above: low)
    let hasMoved = page.contains(where: \.hasMoved)
    if isLate && hasMoved || page.contains(where: { $0.stored?.id == gap.upper.id }) { return }
    for incoming in page { try removeFromFormerPosition(incoming) }
    let ids = try insert(page, at: .below(gap.upper.id))
    try entries.setGap(false, below: gap.upper.id)
    guard let lowest = try entries.entry(id: ids.last ?? gap.upper.id) else { return }
    if let end {
      if !isLate { try withdrawUnlisted(from: response, [gap.upper.id] + ids + [end]) }
      return
    }
    let isAtEnd = try entries.below(lowest.position, 1).isEmpty
    let hasMore = response.older?.usable != nil || response.isRegenerating
    if hasMore, !isAtEnd { try entries.setGap(true, below: lowest.id) }
    try storeCursors(with: response, at: lowest.id, isAtEnd: isAtEnd)
  }

  /// A group is listed at each of its notifications: a known group says nothing about the range between, and stays.
  private func removeKnownGroups(from page: inout [IncomingEntry], except edge: ServerEntry?, above position: Int64) {
    page.removeAll { incoming in
      guard let known = incoming.stored, known.id != edge?.id else { return false }
      return !known.notificationID.isEmpty && known.position > position
    }
  }

  /// Stores the cursor below the lowest entry, and of the timeline if that is its last entry.
  private mutating func storeCursors(with response: RemotePage, at lowest: Int64?, isAtEnd: Bool) throws {
    let older = response.older?.usable
    if let lowest, older != nil { try entries.setBelow(older, of: lowest) }
    // The end of a timeline that the server is still generating is unknown.
    if isAtEnd, older != nil || !response.isRegenerating { timeline.older = older }
  }
}

// MARK: - Insertion

extension ServerPageMerge {
  /// Indices of the known entries that keep their positions: as many as possible in the same order in the page and in
  /// the timeline.
  /// - Parameter low: only entries above this position.
  private func anchors(of page: [IncomingEntry], above low: Int64 = .min) -> [Int] {
    let known = page.indices.filter { index in
      page[index].hasSameCursor && page[index].stored.map { $0.position > low } ?? false
    }
    let positions = known.map { page[$0].stored?.position ?? 0 }
    return LongestDecreasingSubsequence.indices(of: positions).map { known[$0] }
  }

  /// Inserts the entries between the anchors.
  /// - Parameter point: the insertion point of the entries that begin at an index; nil for directly below the anchor
  ///   before.
  /// - Returns: the IDs of all entries, newest first.
  private mutating func insertBetweenAnchors(
    _ page: [IncomingEntry], _ anchors: [Int], point: (Int) -> ServerEntries.InsertionPoint?
  ) throws -> [Int64] {
    let isAnchor = Set(anchors)
    for index in page.indices where !isAnchor.contains(index) { try removeFromFormerPosition(page[index]) }
    var ids: [Int64] = []
    var start = 0
    for end in anchors + [page.count] {
      if start < end {
        let point = point(start) ?? ids.last.map { .below($0) } ?? .aboveAll(gap: false)
        ids += try insert(Array(page[start..<end]), at: point)
      }
      if end < page.count, let id = page[end].stored?.id { ids.append(id) }
      start = end + 1
    }
    return ids
  }

  /// Removes a moved entry from its old position.
  private mutating func removeFromFormerPosition(_ incoming: IncomingEntry) throws {
    guard let known = incoming.stored, let entry = try entries.entry(id: known.id) else { return }
    timeline.older = try entries.remove(entry) ?? timeline.older
  }

  private mutating func insert(_ page: [IncomingEntry], at point: ServerEntries.InsertionPoint) throws -> [Int64] {
    merged.inserted += page.filter { $0.stored == nil }.map(\.post)
    return try entries.insert(page.map(\.new), at: point)
  }
}

/// A gap between two entries.
struct ServerGap {
  var lower: ServerEntry
  var upper: ServerEntry

  /// nil if the gap no longer exists.
  static func find(_ cursor: PageCursor, in entries: ServerEntries) throws -> ServerGap? {
    guard let cursor = ServerCursor(cursor) else { return nil }
    // If the entry below the gap was removed, the next one is the lower edge.
    let next = try entries.entry(id: cursor.id) ?? entries.below(cursor.position, 1).first
    guard let lower = next, let upper = try entries.above(lower.position, 1).first, upper.isGapBelow else { return nil }
    return ServerGap(lower: lower, upper: upper)
  }

  func edges(in entries: ServerEntries) throws -> GapEdges {
    let below = try lower.isGapBelow ? nil : entries.below(lower.position, 1).first
    return GapEdges(
      lower: below.flatMap { RemoteCursor(stored: $0.cursor) },
      upper: RemoteCursor(stored: upper.below ?? upper.cursor))
  }
}

extension PostNotification {
  /// Whether an entry of the same post is a notification without a group, and the accounts of this group include its
  /// own.
  fileprivate func includes(_ entry: ServerEntry) -> Bool {
    let other = StoredNotification.notification(id: entry.notificationID, stored: entry.notification)
    let accounts = Set(profiles.map(\.actionTargetID))
    return other.isUngrouped && other.kind == kind && !other.profiles.isEmpty
      && other.profiles.allSatisfy { accounts.contains($0.actionTargetID) }
  }
}
