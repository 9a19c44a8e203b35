import Domain

/// The stretch of a timeline that is held: a few pages around the selection, however long the timeline is.
struct TimelineWindow: Equatable {
  static let pageLimit = 60
  private static let mostPages = 6

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

  /// The entry itself, or where it is gone the first one that is no newer.
  func index(nearest place: Place) -> Int {
    if let index = index(of: place.key) { return index }
    guard let date = place.date else { return 0 }
    return posts.firstIndex { $0.timelineDate.map { $0 <= date } ?? false } ?? max(0, count - 1)
  }

  /// Takes a page of older posts; the newest page goes when there are too many.
  mutating func append(_ page: TimelinePage) {
    pages.append(unseen(page))
    if pages.count > Self.mostPages { pages.removeFirst() }
  }

  /// Takes a page of newer posts; the oldest page goes when there are too many.
  mutating func prepend(_ page: TimelinePage) {
    pages.insert(unseen(page), at: 0)
    if pages.count > Self.mostPages { pages.removeLast() }
  }

  /// The page without entries that are held already: a source that has moved on gives some of them twice.
  private func unseen(_ page: TimelinePage) -> TimelinePage {
    let held = Set(pages.flatMap(\.posts).map(\.key))
    var page = page
    page.posts.removeAll { held.contains($0.key) }
    return page
  }
}
