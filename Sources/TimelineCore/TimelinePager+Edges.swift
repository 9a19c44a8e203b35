import Domain

// MARK: - What lies beyond the edge, and between

extension TimelinePager {
  /// Asks for what lies beyond the edge before the selection gets there. Pages of which nothing is shown are gone past,
  /// a few at a time: when the user moves on, or presses a key, the next ones are asked for.
  public func fetchAhead() {
    emptyPages = 0
    fetchOn()
  }

  private func fetchOn() {
    guard fetching == nil, !loading.isRunning, isShowingPosts || loadsPastEmptyPages, let window else { return }
    if isRenewalDue { return renew() }
    // A source that asks for patience or for the person is not asked by the way.
    if failure?.error.isRateLimited == true { return }
    if window.count - selection <= Self.fetchAheadDistance, let older = window.older, edgeFailure == nil {
      fetch(.older(than: older)) { held, page in held.join(page) { $0.append($1) } }
    } else if selection < Self.fetchAheadDistance, let newer = window.newer, failure == nil {
      fetch(.newer(than: newer)) { held, page in held.join(page) { $0.prepend($1) } }
    } else if fillsGaps, failure == nil, let gap = window.gap(within: Self.gapDistance, of: selection) {
      fill(gap)
    }
  }

  /// Asks for what is missing in a gap. The selection stays in the row where it is.
  public func fill(_ gap: TimelineGap) {
    guard fetching == nil, !loading.isRunning else { return }
    fetch(.filling(gap)) { $0.fill(gap, with: $1) }
  }

  /// Forgets what was being asked beyond the edge: the source has read on.
  public func readingDidEnd() {
    if isRenewalDue {
      fetching?.cancel()
      (fetching, isNarrowing) = (nil, false)
    }
  }

  private func fetch(_ request: PageRequest, join: @escaping (inout LoadedTimeline, TimelinePage) -> Bool) {
    fetching = runner.start(for: self) { [weak self, ask] in
      do throws(TimelineError) {
        let page = try await ask(request)
        guard let self, !Task.isCancelled else { return }
        fetching = nil
        // What was missing is the source's alone: it answers again.
        if case .filling = request { failure = nil }
        let hasGrown = take(page, join)
        if content == .empty, hasPosts { content = .posts }
        // Of a page that has brought nothing to show, the source may have more beyond.
        if hasGrown, case .filling = request { delegate?.pagerDidFillGap(self) }
        // One that has given again what is held has not.
        let isHidden = !hasGrown && request.isBeyondEdge && page.posts.allSatisfy(hides)
        emptyPages = isHidden ? emptyPages + 1 : 0
        let goesOn = hasGrown || isRenewalDue || isHidden && emptyPages < Self.maxEmptyPages
        delegate?.pagerDidChange(self)
        if missesNews { narrow() } else if goesOn { fetchOn() }
      } catch {
        guard let self, !Task.isCancelled else { return }
        switch request {
        // Only below the last post there is a line to say it, and that R helps.
        case .older where !error.isRateLimited: failAtLowerEdge(error)
        default: fail(error)
        }
      }
    }
    delegate?.pagerDidStartFetching(self)
  }

  /// A part of a source that is still being read may be empty as well.
  private var loadsPastEmptyPages: Bool { content == .empty && !isUnfinished }

  private func failAtLowerEdge(_ error: TimelineError) {
    // Where nothing is shown there is no line below it.
    if content == .empty, hiddenCounts.count == 0 { return fail(error) }
    fetching = nil
    edgeFailure = LoadFailure(error, at: clock.now)
    delegate?.pager(self, didFail: error)
  }

  /// - Returns: whether there is something new in the window.
  private func take(_ page: TimelinePage, _ join: (inout LoadedTimeline, TimelinePage) -> Bool) -> Bool {
    guard var held else { return false }
    let hasGrown = join(&held, hiddenEntries.shown(of: page, without: hides))
    if held.window.newer == nil, !held.take(hiddenEntries.shown(of: arrived, without: hides)) { missesNews = true }
    arrived = NewEntries()
    hold(held)
    return hasGrown
  }

  /// Asks once more for what is held. The selected post stays selected.
  private func renew() {
    let held = window?.count ?? 0
    fetching = runner.start(for: self, question(keeping: \.positionToSave) { .renewal($0, holding: held) })
  }

  /// nil for whoever has not moved from the newest post: there may be a newer one now.
  private var positionToSave: Place? {
    let hasNotMoved = selection == 0 && window?.newer == nil && firstPlace == nil
    return hasNotMoved ? nil : place
  }
}

extension PageRequest {
  fileprivate var isBeyondEdge: Bool {
    switch self {
    case .older, .newer: true
    default: false
    }
  }
}
