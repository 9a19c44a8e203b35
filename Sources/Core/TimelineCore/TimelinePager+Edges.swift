import Domain

// MARK: - Pages beyond the edges, and gaps

extension TimelinePager {
  /// Fetches the next page if the selection is near an edge. Pages without visible entries are skipped, at most
  /// `maxEmptyPages` at a time. The next selection or key press continues.
  public func fetchAhead() {
    emptyPages = 0
    continueFetching()
  }

  /// Fetches the next page after a load. Pages without visible entries that the load has skipped count.
  public func fetchAheadAfterLoad() {
    if emptyPages < Self.maxEmptyPages { continueFetching() }
  }

  private func continueFetching() {
    guard fetching == nil, !loading.isRunning, isShowingPosts || loadsPastEmptyPages, let window else { return }
    if needsReload { return reloadUnfinished() }
    // No automatic request while the source is rate limited or needs the user.
    if failure?.error.isRateLimited == true { return }
    if window.count - selection <= Self.fetchAheadDistance, let older = window.older, edgeFailure == nil {
      fetch(.older(than: older)) { loaded, page in loaded.join(page) { $0.append($1) } }
    } else if selection < Self.fetchAheadDistance, let newer = window.newer, failure == nil {
      fetch(.newer(than: newer)) { loaded, page in loaded.prepend(page) }
    } else if fillsGapsAutomatically, failure == nil, let gap = window.gap(within: Self.gapDistance, of: selection) {
      fill(gap)
    }
  }

  /// Fills a gap. The selected post stays selected.
  public func fill(_ gap: TimelineGap) {
    guard fetching == nil, !loading.isRunning else { return }
    fetch(.filling(gap)) { $0.fill(gap, with: $1) }
  }

  /// Cancels the request for a page beyond an edge, because the source has finished reading its file.
  public func readingDidEnd() {
    if needsReload {
      fetching?.cancel()
      (fetching, isReloadingAroundSelection) = (nil, false)
    }
  }

  private func fetch(_ request: PageRequest, join: @escaping (inout LoadedTimeline, TimelinePage) -> Bool) {
    fetching = runner.start(for: self) { [weak self, loadPage] in
      do throws(TimelineError) {
        let page = try await loadPage(request)
        guard let self, !Task.isCancelled else { return }
        fetching = nil
        // A successful fill clears the failure: the source responds again.
        if case .filling = request.position { failure = nil }
        let hasGrown = insert(page, request, join)
        if content == .empty, hasPosts { content = .posts }
        // A page without visible entries does not mean that the source has no more.
        if hasGrown, case .filling = request.position { delegate?.pagerDidFillGap(self) }
        // A page that only repeats loaded entries does.
        let isHidden = !hasGrown && request.isBeyondEdge && page.posts.allSatisfy(hides)
        emptyPages = isHidden ? emptyPages + 1 : 0
        let shouldContinue =
          (hasGrown && !request.leavesLowerEdge(in: page)) || needsReload || isHidden && emptyPages < Self.maxEmptyPages
        delegate?.pagerDidChange(self)
        if hasMissedEntries { reloadAroundSelection() } else if shouldContinue { continueFetching() }
      } catch {
        guard let self, !Task.isCancelled else { return }
        switch request.position {
        // Only the lower edge has a footer for the error and the retry hint.
        case .older where !error.isRateLimited: failAtLowerEdge(error)
        default: fail(error)
        }
      }
    }
    delegate?.pagerDidStartFetching(self)
  }

  /// Whether to continue past pages without visible entries. A source that is still being read may return empty pages.
  private var loadsPastEmptyPages: Bool { content == .empty && !isUnfinished }

  private func failAtLowerEdge(_ error: TimelineError) {
    // An empty list has no footer.
    if content == .empty, case let counts = hiddenCounts, counts.count + counts[.otherGroup] == 0 { return fail(error) }
    fetching = nil
    edgeFailure = LoadFailure(error, at: clock.now)
    delegate?.pager(self, didFail: error)
  }

  /// - Returns: Whether new entries were added.
  private func insert(
    _ page: TimelinePage, _ request: PageRequest, _ join: (inout LoadedTimeline, TimelinePage) -> Bool
  ) -> Bool {
    guard var loaded else { return false }
    let wasHiding = hiddenEntries.isHiding(hides)
    let hasGrown = join(&loaded, hiddenEntries.visiblePart(of: page, hiding: hides))
    // The source has counted hidden entries above the window, too.
    if !wasHiding, hiddenEntries.isHiding(hides) { loaded.forgetOffset() }
    // Other pages do not change the number of entries above the window.
    let counted = if case .newer = request.position { page.newest } else { EntryPosition?.none }
    if loaded.window.newer == nil || counted != nil, !insertArrived(arrived, into: &loaded, counted: counted) {
      hasMissedEntries = true
    }
    arrived = NewEntries()
    setLoaded(loaded)
    return hasGrown
  }

  /// Reloads the window. The selected post stays selected.
  private func reloadUnfinished() {
    let loaded = window?.count ?? 0
    fetching = runner.start(for: self, loadOperation(keeping: \.positionToKeep) { .cachedRefresh($0, count: loaded) })
  }

  /// The position to keep; nil if the selection is on the newest post, to show posts that are newer by now.
  private var positionToKeep: EntryPosition? {
    let hasNotMoved = selection == 0 && window?.newer == nil && initialPosition == nil
    return hasNotMoved ? nil : position
  }
}

extension PageRequest {
  /// Whether the rest of a gap is still above the same entry, because it was filled from above. The next key continues.
  fileprivate func leavesLowerEdge(in page: TimelinePage) -> Bool {
    if case .filling(let gap) = position { page.gaps.contains { $0.lower == gap.lower } } else { false }
  }

  fileprivate var isBeyondEdge: Bool {
    switch position {
    case .older, .newer: true
    default: false
    }
  }
}
