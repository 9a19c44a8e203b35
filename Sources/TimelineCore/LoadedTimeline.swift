import Domain

/// The stretch of a timeline that a pager holds, and the row of it that is selected. Whatever comes in or goes, the
/// selected post stays selected.
struct LoadedTimeline {
  private(set) var window: TimelineWindow
  var selection: Int

  init(_ page: TimelinePage, selecting: TimelinePager.Selecting) {
    let window = TimelineWindow(page)
    self.window = window
    selection =
      switch selecting {
      case .first: 0
      case .last: max(0, window.count - 1)
      // Where reading was stopped the place may still lie ahead: what is near it in time is no better than the newest.
      case .place(let place?) where window.isCutShort: window.index(of: place.key) ?? 0
      case .place(let place): place.map { window.index(nearest: $0) } ?? 0
      case .date(let span, _): window.index(of: span)
      }
  }

  var selectedPost: Post? { window[selection] }

  /// Where the person is; in a gap, the post below it, or above it where that is the last one.
  var place: Place? {
    let below = (selection..<max(selection, window.count)).lazy.compactMap { window[$0] }.first
    let post = below ?? (0..<selection).reversed().lazy.compactMap { window[$0] }.first
    return post.map { Place(key: $0.key, date: $0.timelineDate) }
  }

  /// How many entries stand above the selected one, where that is known.
  var position: Int? {
    guard let offset = window.offset ?? (window.newer == nil ? 0 : nil) else { return nil }
    return window.entryCount(above: selection).map { offset + $0 }
  }

  /// Lets the window take a page of what lies beyond an edge, unless the selected post would have to give way to it: the
  /// person has gone elsewhere since it was asked for.
  /// - Returns: whether there is something new in the window.
  mutating func join(_ page: TimelinePage, by join: (inout TimelineWindow, TimelinePage) -> Bool) -> Bool {
    var grown = window
    let hasGrown = join(&grown, page)
    guard let index = selectedIndex(in: grown) else { return false }
    (window, selection) = (grown, index)
    return hasGrown
  }

  /// Takes what was missing in a gap: the selected post stays selected. Where the gap was, it is the lowest of what has
  /// come: it stands where the gap stood, and from there one reads upward.
  /// - Returns: whether anything has changed by that.
  mutating func fill(_ gap: TimelineGap, with page: TimelinePage) -> Bool {
    let selected = window.row(at: selection)
    guard window.fill(gap, with: page) else { return false }
    switch selected {
    case .post(let post): selection = window.index(of: post.key) ?? selection
    case .gap(gap):
      if let last = page.posts.last, let index = window.index(of: last.key) { selection = index }
    case .gap, nil: break
    }
    selection = max(0, min(selection, window.count - 1))
    return true
  }

  /// Takes entries that have come in above all others.
  /// - Returns: whether there are rows for them.
  mutating func insert(_ posts: [Post]) -> Bool {
    let wasEmpty = window.isEmpty
    let count = window.insert(posts)
    selection = wasEmpty ? 0 : selection + count
    return count > 0
  }

  /// Takes what has come in while it was asked for: where it holds the newest, what came after the answer stands above.
  /// - Returns: false where more has come in than can be held, so that it does not hold the newest after all, or nobody
  ///   knows how many stand above what is held.
  mutating func take(_ arrived: NewEntries) -> Bool {
    guard let newest = arrived.posts.first else { return true }
    guard window.newer == nil else { return window.offset == nil }
    guard window.index(of: newest.key) == nil else { return true }
    guard arrived.isWhole, window.count + arrived.posts.count <= PageRequest.maxHeld else { return false }
    _ = insert(arrived.posts)
    return true
  }

  mutating func update(_ post: Post) {
    guard let former = post.formerRef, window.rows.contains(where: { $0.post?.ref == former }) else {
      return window.update(post)
    }
    var selected = window.row(at: selection)
    if case .post(var entry)? = selected, entry.ref == former {
      (entry.ref, entry.formerID) = (post.ref, nil)
      selected = .post(entry)
    }
    window.update(post)
    switch selected {
    case .post(let entry): selection = window.index(of: entry.key) ?? selection
    case let gap?: selection = window.rows.firstIndex(of: gap) ?? selection
    case nil: break
    }
    selection = max(0, min(selection, window.count - 1))
  }

  /// The selection goes to the row that takes the place of a selected one.
  mutating func remove(_ ref: PostRef) {
    let above = window.rows.prefix(selection).count { $0.post?.ref == ref }
    window.remove(ref)
    selection = max(0, min(selection - above, window.count - 1))
  }

  /// Takes an entry out. The selection goes to the row that takes the place of a selected one.
  mutating func remove(_ key: PostKey) {
    guard let row = window.index(of: key) else { return }
    window.remove(key)
    selection = max(0, min(row < selection ? selection - 1 : selection, window.count - 1))
  }

  /// Where the selected row, be it a post or a gap, stands in a window that has grown.
  private func selectedIndex(in grown: TimelineWindow) -> Int? {
    switch window.row(at: selection) {
    case .post(let post): grown.index(of: post.key)
    case let gap?: grown.rows.firstIndex(of: gap)
    case nil: selection
    }
  }
}

/// Entries that have come in since a source was asked, the newest first; no more of them than are held.
struct NewEntries {
  private(set) var posts: [Post] = []
  /// Whether these are all of them.
  private(set) var isWhole = true

  mutating func add(_ new: [Post]) {
    if new.count + posts.count > PageRequest.maxHeld { isWhole = false }
    posts = Array((new + posts).prefix(PageRequest.maxHeld))
  }

  mutating func remove(_ ref: PostRef) { posts.removeAll { $0.ref == ref } }

  mutating func remove(_ keys: [PostKey]) { posts.removeAll { keys.contains($0.key) } }

  mutating func remove(where isDeleted: (Post) -> Bool) { posts.removeAll(where: isDeleted) }
}
