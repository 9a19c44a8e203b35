import Domain
import FoundationEssentials

/// Pages of one timeline in memory. No page iterates over all posts.
package struct InMemoryTimeline: Sendable {
  package let posts: [Post]
  private let account: AccountID?
  private let skipped: SkippedPosts?
  /// Whether only a part of it was read.
  private let isTruncated: Bool
  private let positions: OnDemand<PositionTable>

  package init(posts: [Post], skipped: SkippedPosts?, isTruncated: Bool) {
    self.posts = posts
    account = posts.first?.ref.account
    self.skipped = skipped
    self.isTruncated = isTruncated
    positions = OnDemand {
      var positions = PositionTable(expecting: posts.count)
      for index in posts.indices {
        let key = posts[index].key
        let hash = key.hashValue
        let isNew = positions.position(hash: hash) { posts[$0].key == key } == nil
        if isNew { positions.add(index, hash: hash) }
      }
      return positions
    }
  }

  package func page(_ request: PageRequest) async -> TimelinePage {
    let limit = min(max(request.limit, 0), posts.count)
    switch request.position {
    case .newest:
      return page(from: 0, limit: limit)
    case .oldest:
      return page(from: posts.count - limit, limit: limit)
    case .newer(let cursor):
      guard let cursor = EntryCursor(cursor, of: account) else { return page(from: 0, limit: limit) }
      let end = await index(of: cursor) ?? index(ofNoNewerThan: cursor)
      return page(from: max(end - limit, 0), limit: min(end, limit))
    case .older(let cursor):
      guard let cursor = EntryCursor(cursor, of: account) else { return page(from: 0, limit: limit) }
      let start = await index(of: cursor).map { $0 + 1 } ?? index(ofNoNewerThan: cursor)
      return page(from: start, limit: limit)
    case .around(let key, let date):
      // If reading was stopped, the entry may not be loaded: the nearest date is meaningless then.
      let nearDate = isTruncated ? nil : date
      guard let center = await index(of: key, date: date) ?? nearDate.flatMap(index(nearest:)) else {
        return page(from: 0, limit: limit)
      }
      return page(around: center, limit: limit)
    // Documents have no gaps.
    case .filling(let gap):
      return await page(PageRequest(.newer(than: gap.cursor), limit: limit))
    case .nearest(let date):
      return page(around: index(nearest: date) ?? 0, limit: limit)
    }
  }

  /// The page of a partial document, if later posts can only follow it; nil if it needs more of the document.
  func partialPage(_ request: PageRequest) async -> TimelinePage? {
    switch request.position {
    case .newest: break
    case .oldest, .filling: return nil
    case .newer(let cursor), .older(let cursor):
      guard let cursor = EntryCursor(cursor, of: account), await index(of: cursor) != nil else { return nil }
    case .around(let key, let date):
      guard await index(of: key, date: date) != nil else { return nil }
    case .nearest(let date):
      // Later posts may be nearer, unless both neighbours of the date are loaded.
      guard 0 < index(ofNoNewerThan: date), index(ofNoNewerThan: date) < posts.count else { return nil }
    }
    var page = await page(request)
    guard let last = page.posts.last else { return nil }
    if page.older == nil { page.older = EntryCursor(to: last, at: posts.count - 1).pageCursor }
    (page.total, page.skipped, page.isTruncated) = (nil, nil, false)
    return page
  }
}

extension InMemoryTimeline {
  private func page(around center: Int, limit: Int) -> TimelinePage {
    page(from: max(min(center - limit / 2, posts.count - limit), 0), limit: limit)
  }

  private func page(from start: Int, limit: Int) -> TimelinePage {
    let end = min(start + limit, posts.count)
    var page = TimelinePage(
      posts: Array(posts[start..<end]), total: posts.count, offset: start, skipped: skipped, isTruncated: isTruncated)
    if let first = page.posts.first, start > 0 {
      page.newer = EntryCursor(to: first, at: start).pageCursor
      page.newest = EntryPosition(posts[0])
    }
    if let last = page.posts.last, end < posts.count { page.older = EntryCursor(to: last, at: end - 1).pageCursor }
    return page
  }

  private func index(of cursor: EntryCursor) async -> Int? {
    if posts.indices.contains(cursor.offset), posts[cursor.offset].key == cursor.key { return cursor.offset }
    return await index(of: cursor.key, date: cursor.date)
  }

  /// Searches entries of that date first, which avoids building the table for a large timeline.
  private func index(of key: PostKey, date: Date?) async -> Int? {
    if let date {
      let start = index(ofNoNewerThan: date)
      let near = posts[start..<min(start + 16, posts.count)]
      if let index = near.firstIndex(where: { $0.key == key }) { return index }
    }
    return await positions.value.position(hash: key.hashValue) { posts[$0].key == key }
  }

  /// The position at which the cursor's entry would be, if it was removed.
  private func index(ofNoNewerThan cursor: EntryCursor) -> Int {
    cursor.date.map(index(ofNoNewerThan:)) ?? min(cursor.offset, posts.count)
  }

  /// The first entry that is not newer than a date, by binary search. An entry without a date counts as its next older
  /// neighbour.
  private func index(ofNoNewerThan date: Date) -> Int {
    var low = 0
    var high = posts.count
    while low < high {
      let middle = (low + high) / 2
      let dated = posts[middle..<high].firstIndex { $0.timelineDate != nil } ?? high
      if dated < high, let found = posts[dated].timelineDate, found > date {
        low = dated + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// The dated entry nearest to a date; nil if none exists.
  private func index(nearest date: Date) -> Int? {
    let border = index(ofNoNewerThan: date)
    let newer = posts[..<border].lastIndex { $0.timelineDate != nil }
    let older = posts[border...].firstIndex { $0.timelineDate != nil }
    guard let newer, let older else { return newer ?? older }
    return distance(newer, date) < distance(older, date) ? newer : older
  }

  private func distance(_ index: Int, _ date: Date) -> Double {
    abs(posts[index].timelineDate?.timeIntervalSince(date) ?? .infinity)
  }
}

/// The content of a page's cursor: an entry, and hints for finding it.
struct EntryCursor: Hashable {
  var key: PostKey
  /// Used if the entry was removed.
  var date: Date?
  /// The entry's position when the cursor was created, which is valid unless the timeline has changed.
  var offset: Int

  init(to post: Post, at offset: Int) {
    key = post.key
    date = post.timelineDate
    self.offset = offset
  }

  /// nil for a cursor of another source.
  init?(_ cursor: PageCursor, of account: AccountID?) {
    // By bytes: a combining mark at the start of a name would form one character with the colon.
    let fields = cursor.rawValue.utf8.split(
      separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count == 4, let offset = Int(Substring(fields[0])), offset >= 0 else { return nil }
    self.offset = offset
    date = Double(Substring(fields[1])).map { Date(timeIntervalSinceReferenceDate: $0) }
    let name = fields[3]
    guard let handleLength = Int(Substring(fields[2])) else {
      key = PostKey(id: PostID(String(Substring(name))), account: account)
      return
    }
    guard 0...name.count ~= handleLength,
      let handle = String(name.prefix(handleLength)), let id = String(name.dropFirst(handleLength))
    else {
      return nil
    }
    key = PostKey(id: PostID(id), account: account, repostedBy: handle)
  }

  /// The handle is preceded by its length, because IDs and handles may have any character.
  var pageCursor: PageCursor {
    let date = date.map { String($0.timeIntervalSinceReferenceDate) } ?? ""
    let handle = key.repostedBy ?? ""
    let handleLength = key.repostedBy.map { String($0.utf8.count) } ?? ""
    return PageCursor("\(offset):\(date):\(handleLength):\(handle)\(key.id.rawValue)")
  }
}
