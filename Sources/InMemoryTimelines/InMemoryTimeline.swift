import Domain
import FoundationEssentials

/// One timeline in memory, cut into pages. Nothing here walks through all of its posts for a page.
package struct InMemoryTimeline: Sendable {
  package let posts: [Post]
  private let account: AccountID?
  private let skipped: SkippedPosts?
  /// Whether there is more of it than has been read.
  private let isCutShort: Bool
  private let positions: OnDemand<PositionTable>

  package init(posts: [Post], skipped: SkippedPosts?, isCutShort: Bool) {
    self.posts = posts
    account = posts.first?.ref.account
    self.skipped = skipped
    self.isCutShort = isCutShort
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

  package func page(at position: PagePosition, limit: Int) async -> TimelinePage {
    let limit = min(max(limit, 0), posts.count)
    switch position {
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
      // Where reading was stopped the entry may still lie ahead: what is near its date says nothing then.
      let nearDate = isCutShort ? nil : date
      guard let center = await index(of: key, date: date) ?? nearDate.flatMap(index(nearest:)) else {
        return page(from: 0, limit: limit)
      }
      return page(around: center, limit: limit)
    // Nothing is missing in a document: what stands above is what fills a gap.
    case .filling(let gap):
      return await page(at: .newer(than: gap.cursor), limit: limit)
    case .nearest(let date):
      return page(around: index(nearest: date) ?? 0, limit: limit)
    }
  }

  /// The page, if what is read later can but add to it; nil where one has to wait for more.
  func pageSoFar(at position: PagePosition, limit: Int) async -> TimelinePage? {
    switch position {
    case .newest: break
    case .oldest, .filling: return nil
    case .newer(let cursor), .older(let cursor):
      guard let cursor = EntryCursor(cursor, of: account), await index(of: cursor) != nil else { return nil }
    case .around(let key, let date):
      guard await index(of: key, date: date) != nil else { return nil }
    case .nearest(let date):
      // What is read later may be nearer, unless both neighbours of the date are there.
      guard 0 < index(ofNoNewerThan: date), index(ofNoNewerThan: date) < posts.count else { return nil }
    }
    var page = await page(at: position, limit: limit)
    guard let last = page.posts.last else { return nil }
    if page.older == nil { page.older = EntryCursor(to: last, at: posts.count - 1).pageCursor }
    (page.total, page.skipped, page.isCutShort) = (nil, nil, false)
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
      posts: Array(posts[start..<end]), total: posts.count, offset: start, skipped: skipped, isCutShort: isCutShort)
    if let first = page.posts.first, start > 0 { page.newer = EntryCursor(to: first, at: start).pageCursor }
    if let last = page.posts.last, end < posts.count { page.older = EntryCursor(to: last, at: end - 1).pageCursor }
    return page
  }

  private func index(of cursor: EntryCursor) async -> Int? {
    if posts.indices.contains(cursor.offset), posts[cursor.offset].key == cursor.key { return cursor.offset }
    return await index(of: cursor.key, date: cursor.date)
  }

  /// Looks among the entries of that date first: that spares the table of a large timeline.
  private func index(of key: PostKey, date: Date?) async -> Int? {
    if let date {
      let start = index(ofNoNewerThan: date)
      let near = posts[start..<min(start + 16, posts.count)]
      if let index = near.firstIndex(where: { $0.key == key }) { return index }
    }
    return await positions.value.position(hash: key.hashValue) { posts[$0].key == key }
  }

  /// Where the cursor's entry would stand, now that it is gone.
  private func index(ofNoNewerThan cursor: EntryCursor) -> Int {
    cursor.date.map(index(ofNoNewerThan:)) ?? min(cursor.offset, posts.count)
  }

  /// The first entry that is not newer than a date, by bisection; what has no date counts as its next older
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

  /// The dated entry that is nearest to a date, nil where there is none.
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

/// What a page's cursor says: the entry it stands at, and where to look for it first.
struct EntryCursor: Hashable {
  var key: PostKey
  /// Leads near it when the entry is gone.
  var date: Date?
  /// Where the entry stood when the cursor was given; it stands there still unless the timeline has changed.
  var offset: Int

  init(to post: Post, at offset: Int) {
    key = post.key
    date = post.timelineDate
    self.offset = offset
  }

  /// nil for a cursor that is none of ours.
  init?(_ cursor: PageCursor, of account: AccountID?) {
    // Byte by byte: a mark at the start of a name would make one character with the colon before it.
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

  /// The handle's length stands before it, because ids and handles may hold any character.
  var pageCursor: PageCursor {
    let date = date.map { String($0.timeIntervalSinceReferenceDate) } ?? ""
    let handle = key.repostedBy ?? ""
    let handleLength = key.repostedBy.map { String($0.utf8.count) } ?? ""
    return PageCursor("\(offset):\(date):\(handleLength):\(handle)\(key.id.rawValue)")
  }
}
