import Domain

// MARK: - Changes to loaded entries

extension TimelinePager: PostCacheObserver {
  /// Inserts new entries at the top.
  /// - Returns: whether rows were added.
  public func insert(_ posts: [Post]) -> Bool {
    let hidden = posts.filter(hides)
    hiddenEntries.add(hidden)
    let posts = hidden.isEmpty ? posts : posts.filter { !hides($0) }
    guard let first = posts.first else { return false }
    if loading.isRunning || fetching != nil { arrived.add(posts, after: newestEntries.reported) }
    newestEntries.report(first)
    guard content == .posts || content == .empty, var loaded, !isReloadingAroundSelection else { return false }
    if loaded.window.newer == nil, loaded.window.count + posts.count > PageRequest.maxLoaded {
      hasMissedEntries = true
      // A running load that replaces the window will include these entries.
      if !loading.isRunning { reloadAroundSelection() }
      return false
    }
    let hasRows = loaded.insert(loaded.window.newer == nil ? posts : newestEntries.uncounted(posts))
    setLoaded(loaded)
    guard hasRows else { return false }
    content = .posts
    return true
  }

  /// Inserts the entries that arrived during a request, or counts them above the window, unless the page has counted
  /// them.
  /// - Parameter counted: the newest entry that the page counts; nil if the source does not tell.
  /// - Returns: false if they do not fit, or the number of entries above the window has become unknown.
  func insertArrived(_ arrived: NewEntries, into loaded: inout LoadedTimeline, counted: EntryPosition?) -> Bool {
    newestEntries.recordCounted(counted, arrived: arrived)
    let visible = hiddenEntries.visiblePart(of: arrived, hiding: hides)
    guard loaded.window.newer != nil, counted != nil, visible.isComplete else { return loaded.insertArrived(visible) }
    _ = loaded.insert(newestEntries.uncounted(visible.posts))
    return true
  }

  /// Removes entries that are no longer in the timeline.
  public func removeEntries(_ keys: [PostKey]) {
    arrived.remove(keys)
    hiddenEntries.remove(keys)
    guard var loaded, keys.contains(where: { loaded.window.index(of: $0) != nil }) else { return }
    for key in keys { loaded.remove(key) }
    setLoaded(loaded)
    if content == .posts, !hasPosts { content = .empty }
    delegate?.pagerDidChange(self)
  }

  /// Reloads the window around the selection, because more new entries have arrived than fit into it. The entries above
  /// are then only counted until the user goes there.
  func reloadAroundSelection() {
    stop()
    (hasMissedEntries, isReloadingAroundSelection) = (false, true)
    fetching = runner.start(for: self, loadOperation(keeping: \.position) { .position($0) })
  }

  public func postDidChange(_ post: Post) {
    loaded?.update(post)
    delegate?.pagerDidChange(self)
  }

  public func postWasDeleted(_ ref: PostRef) {
    loaded?.remove(ref)
    arrived.remove(ref)
    hiddenEntries.remove(ref)
    if content == .posts, !hasPosts { content = .empty }
    delegate?.pagerDidChange(self)
  }
}

// MARK: - Hidden entries

extension TimelinePager {
  /// Removes entries that have become hidden.
  /// - Returns: whether an entry has become visible that is not loaded. The timeline should then be reloaded.
  public func visibilityDidChange() -> Bool {
    guard var loaded else { return false }
    let hidden = loaded.window.posts.filter(hides)
    let hasMissingEntries = hiddenEntries.containsVisible(hides)
    guard !hidden.isEmpty else { return hasMissingEntries }
    hiddenEntries.add(hidden)
    for post in hidden { loaded.remove(post.key) }
    loaded.forgetOffset()
    setLoaded(loaded)
    if content == .posts, loaded.window.rows.isEmpty { content = .empty }
    delegate?.pagerDidChange(self)
    if content == .empty { fetchAhead() }
    return hasMissingEntries
  }

  /// Applies a change of what `hiddenReason` returns. Entries that are shown again are loaded, around the selected one.
  /// - Parameter isOutdated: whether other entries are now requested from the source.
  public func hiddenReasonsDidChange(isOutdated: Bool = false) {
    guard var loaded else { return }
    let around = positionBeforeHiding ?? position
    positionBeforeHiding = around
    // Its cursors are of other entries.
    if isOutdated { loaded.forgetEdges() }
    setLoaded(loaded)
    let isMissingEntries = hiddenEntries.containsVisible(hides) || visibilityDidChange()
    if isOutdated || isMissingEntries {
      load(.position(around), selecting: .position(around))
    } else {
      delegate?.pagerDidChange(self)
    }
  }
}
