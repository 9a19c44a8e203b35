import Domain

/// The window of a timeline and its selected row. The selected post stays selected when entries are inserted or
/// removed.
struct LoadedTimeline {
  private(set) var window: TimelineWindow
  var selection: Int

  init(_ page: TimelinePage, selecting: TimelinePager.InitialSelection) {
    let window = TimelineWindow(page)
    self.window = window
    selection =
      switch selecting {
      case .first: 0
      case .last: max(0, window.count - 1)
      // The position may be in the part of the file that was not read. The nearest post is then no better than the
      // newest.
      case .position(let position?) where window.isTruncated: window.index(of: position.key) ?? 0
      case .position(let position): position.map { window.index(nearest: $0) } ?? 0
      case .date(let span, _): window.index(of: span)
      }
  }

  var selectedPost: Post? { window[selection] }

  /// The position of the selected post. For a gap, that of the post below it, or above it if it is the last row.
  var position: EntryPosition? {
    let below = (selection..<max(selection, window.count)).lazy.compactMap { window[$0] }.first
    let post = below ?? (0..<selection).reversed().lazy.compactMap { window[$0] }.first
    return post.map(EntryPosition.init)
  }

  /// The number of visible entries above the selected one; nil if unknown.
  var entriesAbove: Int? { entries(above: selection) }

  /// The number of visible entries above a row; nil if unknown.
  func entries(above row: Int) -> Int? {
    guard let offset = window.offset ?? (window.newer == nil ? 0 : nil) else { return nil }
    return window.entryCount(above: row).map { offset + $0 }
  }

  /// Forgets the number of entries above the window, since it includes hidden ones.
  mutating func forgetOffset() { window.forgetOffset() }

  /// Forgets where the source continues.
  mutating func forgetEdges() { window.forgetEdges() }

  /// Sets the number of visible entries above the selected one.
  mutating func setEntriesAbove(_ count: Int) { window.setEntryCount(count, above: selection) }

  /// Sets whether entries are left out that may be unread.
  mutating func setPartial(_ isPartial: Bool) { window.isPartial = isPartial }

  /// Prepends a page of newer posts, unless that would push the selected post out of the window. If the window had no
  /// posts, the oldest new one is selected.
  /// - Returns: whether new entries were added.
  mutating func prepend(_ page: TimelinePage) -> Bool {
    let wasEmpty = window.isEmpty
    let hasGrown = join(page) { $0.prepend($1) }
    if wasEmpty, let last = window.rows.lastIndex(where: { $0.post != nil }) { selection = last }
    return hasGrown
  }

  /// Adds a page beyond an edge, unless that would push the selected post out of the window.
  /// - Returns: whether new entries were added.
  mutating func join(_ page: TimelinePage, by join: (inout TimelineWindow, TimelinePage) -> Bool) -> Bool {
    var grown = window
    let hasGrown = join(&grown, page)
    guard let index = selectedIndex(in: grown) else { return false }
    (window, selection) = (grown, index)
    return hasGrown
  }

  /// Fills a gap. The selected post stays selected. If the gap was selected, the lowest new entry is, because users
  /// read upward from there.
  /// - Returns: whether the window has changed.
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

  /// Inserts new entries at the top.
  /// - Returns: whether rows were added.
  mutating func insert(_ posts: [Post]) -> Bool {
    let wasEmpty = window.isEmpty
    let count = window.insert(posts)
    selection = wasEmpty ? 0 : selection + count
    return count > 0
  }

  /// Inserts entries that arrived during the request, if the window contains the newest entries.
  /// - Returns: false if they do not fit, or if the number of entries above the window has become unknown.
  mutating func insertArrived(_ arrived: NewEntries) -> Bool {
    guard let newest = arrived.posts.first else { return true }
    guard window.newer == nil else { return window.offset == nil }
    guard window.index(of: newest.key) == nil else { return true }
    guard arrived.isComplete, window.count + arrived.posts.count <= PageRequest.maxLoaded else { return false }
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

  /// Removes a post. If it was selected, the next row is.
  mutating func remove(_ ref: PostRef) {
    let above = window.rows.prefix(selection).count { $0.post?.ref == ref }
    window.remove(ref)
    selection = max(0, min(selection - above, window.count - 1))
  }

  /// Removes one entry. If it was selected, the next row is.
  mutating func remove(_ key: PostKey) {
    guard let row = window.index(of: key) else { return }
    window.remove(key)
    selection = max(0, min(row < selection ? selection - 1 : selection, window.count - 1))
  }

  /// The index of the selected row in a larger window.
  private func selectedIndex(in grown: TimelineWindow) -> Int? {
    switch window.row(at: selection) {
    case .post(let post): grown.index(of: post.key)
    case let gap?: grown.rows.firstIndex(of: gap)
    case nil: selection
    }
  }
}

/// Entries that arrived during a request, newest first; at most `PageRequest.maxLoaded`.
struct NewEntries {
  private(set) var posts: [Post] = []
  /// Whether no entry was dropped.
  private(set) var isComplete = true
  /// The newest entry that was reported before them; nil if there was none.
  private(set) var previous: PostKey?

  /// - Parameter newest: the newest entry that was reported before.
  mutating func add(_ new: [Post], after newest: PostKey?) {
    if posts.isEmpty { previous = newest }
    if new.count + posts.count > PageRequest.maxLoaded { isComplete = false }
    posts = Array((new + posts).prefix(PageRequest.maxLoaded))
  }

  mutating func remove(_ ref: PostRef) { posts.removeAll { $0.ref == ref } }

  mutating func remove(_ keys: [PostKey]) { posts.removeAll { keys.contains($0.key) } }

  mutating func remove(where isDeleted: (Post) -> Bool) { posts.removeAll(where: isDeleted) }
}
