import Domain

// MARK: - What happens to what is held

extension TimelinePager: PostCacheObserver {
  /// Takes entries that have come in above all others.
  /// - Returns: whether there are rows for them.
  public func insert(_ posts: [Post]) -> Bool {
    let hidden = posts.filter(hides)
    hiddenEntries.withhold(hidden)
    let posts = hidden.isEmpty ? posts : posts.filter { !hides($0) }
    guard !posts.isEmpty else { return false }
    if loading.isRunning || fetching != nil { arrived.add(posts) }
    guard content == .posts || content == .empty, var held, !isNarrowing else { return false }
    if held.window.newer == nil, held.window.count + posts.count > PageRequest.maxHeld {
      missesNews = true
      // Where something else is asked for that takes the place of all, it holds these too.
      if !loading.isRunning { narrow() }
      return false
    }
    let hasRows = held.insert(posts)
    hold(held)
    guard hasRows else { return false }
    content = .posts
    return true
  }

  /// Takes entries out that stand there no more.
  public func withdraw(_ keys: [PostKey]) {
    arrived.remove(keys)
    hiddenEntries.remove(keys)
    guard var held, keys.contains(where: { held.window.index(of: $0) != nil }) else { return }
    for key in keys { held.remove(key) }
    hold(held)
    if content == .posts, !hasPosts { content = .empty }
    delegate?.pagerDidChange(self)
  }

  /// Asks for the stretch around the selection anew, because more has come in above than can be held: what lies beyond is
  /// only counted then, until the person goes there.
  func narrow() {
    stop()
    (missesNews, isNarrowing) = (false, true)
    fetching = runner.start(for: self, question(keeping: \.place) { .place($0) })
  }

  public func postDidChange(_ post: Post) {
    held?.update(post)
    delegate?.pagerDidChange(self)
  }

  public func postWasDeleted(_ ref: PostRef) {
    held?.remove(ref)
    arrived.remove(ref)
    hiddenEntries.remove(ref)
    if content == .posts, !hasPosts { content = .empty }
    delegate?.pagerDidChange(self)
  }
}

// MARK: - What is not shown

extension TimelinePager {
  /// What is not to be shown may be something else now: it goes at once.
  /// - Returns: whether something is to be shown that is not held: the source is to be asked once more.
  public func visibilityDidChange() -> Bool {
    guard var held else { return false }
    let hidden = held.window.posts.filter(hides)
    let lacks = hiddenEntries.lacks(hides)
    guard !hidden.isEmpty else { return lacks }
    hiddenEntries.withhold(hidden)
    for post in hidden { held.remove(post.key) }
    hold(held)
    if content == .posts, held.window.rows.isEmpty { content = .empty }
    delegate?.pagerDidChange(self)
    if content == .empty { fetchAhead() }
    return lacks
  }
}
