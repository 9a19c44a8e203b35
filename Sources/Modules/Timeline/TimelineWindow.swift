import Domain
import FoundationEssentials

/// The stretch of a timeline that is held: a few pages around the selection, however long the timeline is.
struct TimelineWindow: Equatable {
  static let pageLimit = 60
  /// Pages go when what is left holds as many posts.
  static let maxPosts = 6 * pageLimit

  /// Newest first; at least one.
  private(set) var pages: [TimelinePage]

  init(_ page: TimelinePage) {
    pages = [page]
  }

  var count: Int { pages.reduce(0) { $0 + $1.posts.count } }
  var isEmpty: Bool { pages.allSatisfy(\.posts.isEmpty) }
  var posts: [Post] { pages.flatMap(\.posts) }
  var newer: PageCursor? { pages.first?.newer }
  var older: PageCursor? { pages.last?.older }
  var total: Int? { pages.lazy.compactMap(\.total).first }
  /// Whether some of it came while the source was being read: there may be more by now.
  var isUnfinished: Bool { pages.contains { $0.reading != nil } }
  /// Whether the source does not know what is older, because somebody stopped its reading.
  var isCutShort: Bool { pages.last?.isCutShort ?? false }
  /// Whether the source's file ends where it cannot end.
  var isCutOff: Bool { pages.last?.skipped?.isCutOff ?? false }
  /// How many entries stand above the first one held.
  var offset: Int? { pages.first?.offset }

  /// nil where there is no such row.
  subscript(index: Int) -> Post? {
    var index = index
    for page in pages {
      if index < page.posts.count { return index < 0 ? nil : page.posts[index] }
      index -= page.posts.count
    }
    return nil
  }

  func index(of key: PostKey) -> Int? {
    var start = 0
    for page in pages {
      if let index = page.posts.firstIndex(where: { $0.key == key }) { return start + index }
      start += page.posts.count
    }
    return nil
  }

  /// The entry itself, or where it is gone the one nearest to it in time. A pinned post may stand above newer ones, so
  /// the order of the entries does not tell.
  func index(nearest place: Place) -> Int {
    if let index = index(of: place.key) { return index }
    guard let date = place.date else { return 0 }
    func distance(_ post: Post) -> Double {
      post.timelineDate.map { abs($0.timeIntervalSince(date)) } ?? .infinity
    }
    return posts.enumerated().min { distance($0.element) < distance($1.element) }?.offset ?? 0
  }

  /// Takes a page of older posts; the newest ones go when there are too many.
  /// - Returns: whether there was anything new in it.
  mutating func append(_ page: TimelinePage) -> Bool {
    let page = unseen(page)
    pages.append(page)
    while let first = pages.first, pages.count > 1, count - first.posts.count >= Self.maxPosts {
      pages.removeFirst()
    }
    return !page.posts.isEmpty
  }

  /// Takes a page of newer posts; the oldest ones go when there are too many.
  /// - Returns: whether there was anything new in it.
  mutating func prepend(_ page: TimelinePage) -> Bool {
    let page = unseen(page)
    pages.insert(page, at: 0)
    while let last = pages.last, pages.count > 1, count - last.posts.count >= Self.maxPosts {
      pages.removeLast()
    }
    return !page.posts.isEmpty
  }

  /// The page without entries that are held already: a source that has moved on gives some of them twice.
  private func unseen(_ page: TimelinePage) -> TimelinePage {
    let held = Set(pages.flatMap(\.posts).map(\.key))
    var page = page
    page.posts.removeAll { held.contains($0.key) }
    return page
  }
}
