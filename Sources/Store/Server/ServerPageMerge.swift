import Domain
import FoundationEssentials
import GRDB

/// Puts an answer of a server into one of its timelines.
///
/// The entries of an answer follow each other without anything missing between them. Those that are known already, with
/// the cursor that they had, are its anchors: what is new goes beside them, and where something was missing between two
/// of them nothing is any more.
struct ServerPageMerge {
  /// An answer that comes so many seconds after a newer one was on its way together with it. One from before that is
  /// newer, and the clock has been set.
  private static let maxDelay = 300.0

  /// An entry of the answer.
  private struct Incoming {
    var post: Post
    var new: NewServerEntry
    /// As it stands in the timeline already.
    var known: ServerEntry?

    var hasSameCursor: Bool { known?.cursor == new.cursor }
    /// A late answer does not tell whether it is here or there by now: it is put nowhere, and can be asked for again.
    var hasMoved: Bool { known != nil && !hasSameCursor }
  }

  private let database: Database
  private let account: StoredAccount
  private let id: TimelineID
  private var timeline: StoredServerTimeline
  private let entries: ServerEntries
  private var merged = MergedPosts()
  /// When the answer was asked for.
  private var moment = Date.distantPast

  init(_ database: Database, account: StoredAccount, into timeline: TimelineID) throws {
    guard let stored = try StoredServerTimeline.make(timeline, of: account, in: database) else {
      throw DatabaseError(resultCode: .SQLITE_ERROR)
    }
    self.database = database
    self.account = account
    id = timeline
    self.timeline = stored
    entries = ServerEntries(database: database, timeline: stored.id)
  }

  /// To be called within a transaction.
  mutating func merge(_ page: RemotePage, at place: MergePosition, asOf moment: Date) throws -> MergedPosts {
    self.moment = moment
    let incoming = try write(page.entries)
    timeline.canFill = page.canFill
    let isLate = timeline.asOf.map { $0 > moment && $0.timeIntervalSince(moment) < Self.maxDelay } ?? false
    switch place {
    case .newest:
      try putNewest(incoming, page, isLate: isLate)
      if !isLate { timeline.asOf = moment }
    case .older(let cursor):
      if cursor.usable != nil, timeline.older == cursor.usable { try putOlder(incoming, page, asked: cursor) }
    case .filling(let cursor):
      try fill(cursor, with: incoming, page, isLate: isLate)
    }
    try timeline.save(in: database)
    return merged
  }

  /// Stores the posts, and finds the entries that are known.
  private mutating func write(_ page: [RemoteEntry]) throws -> [Incoming] {
    var posts = try ServerPosts(database, account: account)
    var page = page
    let identified = try PostIdentities(database, account: account).identified(page.map(\.post))
    for (index, post) in identified.enumerated() {
      // A late answer has a former id.
      let isPagedByPost = page[index].cursor.rawValue == page[index].post.id.rawValue
      if isPagedByPost, page[index].post.id != post.id { page[index].cursor = RemoteCursor(post.id.rawValue) }
      page[index].post = post
    }
    let updated = try posts.write(identified, in: [id])
    var incoming: [Incoming] = []
    var seen: Set<[String]> = []
    var told: Set<PostID> = []
    for entry in page {
      guard let rowID = try posts.rowID(of: entry.post) else { continue }
      let notification = entry.post.notification
      // An entry that stands twice in an answer stands where it stands first.
      guard seen.insert([String(rowID), notification?.id ?? ""]).inserted else { continue }
      let new = NewServerEntry(
        cursor: entry.cursor.stored, postID: rowID, notificationID: notification?.id ?? "",
        notification: notification.flatMap { StoredJSON.encode(StoredNotification($0)) },
        date: entry.post.timelineDate?.milliseconds, filter: entry.post.filter, isHidden: entry.post.isHiddenByFilter,
        quoteFilter: entry.post.quoteFilter)
      let known = try entries.entry(post: rowID, notification: new.notificationID)
      let isChanged = try known.map { try entries.update($0, to: new) } ?? false
      var post = entry.post
      post.assign(to: account.accountID)
      incoming.append(Incoming(post: post, new: new, known: known))
      if (isChanged || updated.contains(post.id) || post.formerID != nil) && told.insert(post.id).inserted {
        merged.changed.append(post)
      }
    }
    return incoming
  }
}

// MARK: - Where they go

extension ServerPageMerge {
  private mutating func putNewest(_ page: [Incoming], _ answer: RemotePage, isLate: Bool) throws {
    if isLate, page.contains(where: \.hasMoved) { return }
    let anchors = anchors(of: page)
    let top = try entries.top()
    guard let first = anchors.first, let last = anchors.last else {
      if !isLate || top == nil { try putAbove(page, answer) }
      return
    }
    let ids = try put(page, anchors) { index in
      guard index == 0 else { return nil }
      return isLate ? page[first].known.map { .above($0.id) } : .aboveAll(gap: false)
    }
    guard let highest = ids.first, let lowest = ids.last else { return }
    // Asked once all is in its place: what has moved away has left it what was missing below.
    let hadGap = try page[last].known.flatMap { try entries.entry(id: $0.id)?.isGapBelow } ?? false
    try entries.closeGaps(from: lowest, upTo: highest)
    guard let end = try entries.entry(id: lowest) else { return }
    let isAtEnd = try entries.below(end.position, 1).isEmpty
    if last < page.count - 1, hadGap, !isAtEnd { try entries.setGap(true, below: lowest) }
    try finish(with: answer, at: lowest, isAtEnd: isAtEnd)
    if answer.isWhole, !isLate, !answer.canFill {
      try removeGone(besides: Set(ids), above: lowest)
    } else if !isLate {
      try withdrawMissing(from: answer, ids)
    }
  }

  /// What stands between what the answer lists, and is not in it.
  private mutating func withdrawMissing(from answer: RemotePage, _ listed: [Int64]) throws {
    let missing = DeletionDetector(database: database, account: account, timeline: id, entries: entries)
    for (entry, key) in try missing.missing(in: answer, listed: listed, now: moment) {
      // Taking one away changes what is known of another.
      guard let entry = try entries.entry(id: entry.id) else { continue }
      timeline.older = try entries.remove(entry) ?? timeline.older
      merged.withdrawn.append(key)
    }
  }

  /// What the server does not list any more among its newest. Only where that is all there can be: elsewhere entries may
  /// have come in by another answer.
  private mutating func removeGone(besides listed: Set<Int64>, above lowest: Int64) throws {
    guard let low = try entries.entry(id: lowest)?.position else { return }
    for entry in try entries.between(low, .max) where !listed.contains(entry.id) {
      timeline.older = try entries.remove(entry) ?? timeline.older
    }
  }

  /// Nothing in it is known.
  private mutating func putAbove(_ page: [Incoming], _ answer: RemotePage) throws {
    for incoming in page { try takeAway(incoming) }
    let top = try entries.top()
    guard !page.isEmpty else {
      if top == nil { try finish(with: answer, at: nil, isAtEnd: true) }
      return
    }
    let hasMore = answer.older?.usable != nil
    let canFill = answer.canFill && top?.cursor.isEmpty == false
    if hasMore, !canFill { try entries.removeAll() }
    let isGap = hasMore && canFill
    let ids = try insert(page, at: .aboveAll(gap: isGap))
    guard let lowest = ids.last else { return }
    if isGap { try entries.setGap(true, below: lowest) }
    try finish(with: answer, at: lowest, isAtEnd: top == nil || (hasMore && !canFill))
  }

  private mutating func putOlder(_ page: [Incoming], _ answer: RemotePage, asked: RemoteCursor) throws {
    let ids = try insert(page.filter { $0.known == nil }, at: .belowAll)
    // An answer that leads to itself leads nowhere.
    let isLoop = ids.isEmpty && answer.older == asked
    try finish(with: isLoop ? RemotePage() : answer, at: ids.last, isAtEnd: true)
  }

  private mutating func fill(
    _ cursor: PageCursor, with page: [Incoming], _ answer: RemotePage, isLate: Bool
  ) throws {
    guard let gap = try ServerGap.find(cursor, in: entries) else { return }
    let low = gap.lower
    // Some servers begin with the entry that they are asked for what stands above of.
    var page = page
    if let index = page.firstIndex(where: { $0.known?.id == low.id }) { page.removeSubrange(index...) }
    let isOver = page.isEmpty && !answer.leavesOut
    // Of a group a page tells wherever one of its notifications stands: that it is known above says nothing of what lies
    // between, and there it stays.
    page.removeAll { incoming in
      guard let known = incoming.known, known.id != gap.upper.id else { return false }
      return !known.notificationID.isEmpty && known.position > low.position
    }
    guard !page.isEmpty else {
      // Between others there may be something by now.
      if isOver, ServerCursor(cursor)?.upper == gap.upper.id { try entries.setGap(false, below: gap.upper.id) }
      return
    }
    if isLate, page.contains(where: \.hasMoved) { return }
    let anchors = anchors(of: page, above: low.position)
    let ids = try put(page, anchors) { index in
      if index == 0, let first = anchors.first { return page[first].known.map { .above($0.id) } }
      return anchors.isEmpty || index > anchors[anchors.count - 1] ? .above(low.id) : nil
    }
    if let highest = ids.first { try entries.closeGaps(from: low.id, upTo: highest) }
    if !isLate { try withdrawMissing(from: answer, ids) }
  }

  /// Notes what the server has below the last entry, where that is the last of all.
  private mutating func finish(with answer: RemotePage, at lowest: Int64?, isAtEnd: Bool) throws {
    let older = answer.older?.usable
    if let lowest, older != nil { try entries.setBelow(older, of: lowest) }
    // What is being put together has no end yet.
    if isAtEnd, older != nil || !answer.isRegenerating { timeline.older = older }
  }
}

// MARK: - Putting them there

extension ServerPageMerge {
  /// Those that stay where they are: in the timeline they stand in the same order as in the answer, and as many of them
  /// as can be.
  /// - Parameter low: above which they stand.
  private func anchors(of page: [Incoming], above low: Int64 = .min) -> [Int] {
    let known = page.indices.filter { index in
      page[index].hasSameCursor && page[index].known.map { $0.position > low } ?? false
    }
    let positions = known.map { page[$0].known?.position ?? 0 }
    return LongestDecreasingSubsequence.indices(of: positions).map { known[$0] }
  }

  /// Puts all that is between the anchors beside them.
  /// - Parameter spot: for what begins at an index; nil: right below the anchor before.
  /// - Returns: the ids of all, from the newest on.
  private mutating func put(
    _ page: [Incoming], _ anchors: [Int], spot: (Int) -> ServerEntries.Spot?
  ) throws -> [Int64] {
    let isAnchor = Set(anchors)
    for index in page.indices where !isAnchor.contains(index) { try takeAway(page[index]) }
    var ids: [Int64] = []
    var start = 0
    for end in anchors + [page.count] {
      if start < end {
        let spot = spot(start) ?? ids.last.map { .below($0) } ?? .aboveAll(gap: false)
        ids += try insert(Array(page[start..<end]), at: spot)
      }
      if end < page.count, let id = page[end].known?.id { ids.append(id) }
      start = end + 1
    }
    return ids
  }

  /// What has moved leaves the place that it had.
  private mutating func takeAway(_ incoming: Incoming) throws {
    guard let known = incoming.known, let entry = try entries.entry(id: known.id) else { return }
    timeline.older = try entries.remove(entry) ?? timeline.older
  }

  private mutating func insert(_ page: [Incoming], at spot: ServerEntries.Spot) throws -> [Int64] {
    merged.inserted += page.filter { $0.known == nil }.map(\.post)
    return try entries.place(page.map(\.new), at: spot)
  }
}

/// Something missing, between two entries.
struct ServerGap {
  var lower: ServerEntry
  var upper: ServerEntry

  /// nil where there is no such gap any more.
  static func find(_ cursor: PageCursor, in entries: ServerEntries) throws -> ServerGap? {
    guard let cursor = ServerCursor(cursor) else { return nil }
    // Where the entry below the gap has gone, it is the next one.
    let next = try entries.entry(id: cursor.id) ?? entries.below(cursor.position, 1).first
    guard let lower = next, let upper = try entries.above(lower.position, 1).first, upper.isGapBelow else { return nil }
    return ServerGap(lower: lower, upper: upper)
  }
}
