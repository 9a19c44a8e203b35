import Domain
import FoundationEssentials
import Runtime

// MARK: - Loading

extension TimelinePager {
  /// Loads a page that replaces the window. The window stays until the page arrives. The content is set to loading
  /// before the first suspension. Cancels the running request of the screen.
  /// - Parameter isContinued: whether this is the second step of a request that the user is already waiting for.
  public func load(_ request: PageRequest, selecting: InitialSelection, isContinued: Bool = false) {
    if !isContinued { prepareToLoad() }
    defer { delegate?.pagerDidChange(self) }
    startLoading(loadOperation(request, selecting), isContinued: isContinued)
  }

  /// Loads another part of the timeline. Nothing changes on screen unless the response is slow, so that the screen is
  /// not drawn for nothing.
  private func jump(_ request: PageRequest, selecting: InitialSelection) {
    let isAtRest =
      isShowingPosts && !isFetching && !loading.isRunning && failure == nil && edgeFailure == nil
      && completionDate == nil
    guard isAtRest else { return load(request, selecting: selecting) }
    prepareToLoad()
    startLoading(loadOperation(request, selecting), atOnce: true)
  }

  private func loadOperation(_ request: PageRequest, _ selecting: InitialSelection) -> @MainActor () async -> Void {
    { [weak self, loadPage] in
      do throws(TimelineError) {
        let page = try await loadPage(request)
        let pages = await Self.pages(from: page, loadPage) { self?.hidesAll(of: $0) ?? false }
        guard !Task.isCancelled else { return }
        self?.accept(pages, request, selecting)
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
  }

  /// A load operation that keeps the position. If the user moves while it runs, it follows.
  /// - Parameter position: the position to keep; nil shows the newest posts.
  func loadOperation(
    keeping position: KeyPath<TimelinePager, EntryPosition?>, _ request: (EntryPosition?) -> PageRequest
  ) -> @MainActor () async -> Void {
    let requested = self[keyPath: position]
    let request = request(requested)
    return { [weak self, loadPage] in
      do throws(TimelineError) {
        var newest: TimelinePage?
        let page = try await Self.page(request, around: requested) { request throws(TimelineError) in
          let page = try await loadPage(request)
          if self?.needsNewest(beside: page, request) == true { newest = try? await loadPage(.newest) }
          return page
        } keeping: {
          self?[keyPath: position]
        }
        let pages = await Self.pages(from: page, loadPage) { self?.hidesAll(of: $0) ?? false }
        guard let self, !Task.isCancelled else { return }
        accept(pages, request, .position(self[keyPath: position]), newest: newest)
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
  }

  /// Loads a page around a position. If the user moves beyond it in the meantime, loads again around the new position.
  /// - Parameters:
  ///   - requested: the position when the request is made; nil for the newest posts.
  ///   - position: returns the current position.
  /// - Throws: the error of the first failed request.
  static func page(
    _ request: PageRequest, around requested: EntryPosition?,
    from loadPage: @MainActor (PageRequest) async throws(TimelineError) -> TimelinePage,
    keeping position: @MainActor () -> EntryPosition?
  ) async throws(TimelineError) -> TimelinePage {
    var requested = requested
    var page = try await loadPage(request)
    while !Task.isCancelled, case let here = position(), here != requested,
      !page.posts.contains(where: { $0.key == here?.key })
    {
      requested = here
      page = try await loadPage(.cachedRefresh(here, count: page.posts.count))
    }
    return page
  }

  /// Loads newer pages while all entries are hidden, at most `maxEmptyPages`. A jump then shows the nearest newer
  /// entries that are visible.
  /// - Returns: the pages, the oldest first. If a request fails, those loaded before.
  private static func pages(
    from page: TimelinePage, _ loadPage: LoadPage, while isHidden: @MainActor (TimelinePage) -> Bool
  ) async -> [TimelinePage] {
    var pages = [page]
    while pages.count <= maxEmptyPages, let last = pages.last, isHidden(last), let newer = last.newer,
      !Task.isCancelled, let next = try? await loadPage(.newer(than: newer))
    {
      pages.append(next)
    }
    return pages
  }

  private func hidesAll(of page: TimelinePage) -> Bool { page.posts.allSatisfy(hides) }

  /// Whether the newest entries are needed to count the new visible ones after a refresh: the source counts hidden
  /// entries, too.
  private func needsNewest(beside page: TimelinePage, _ request: PageRequest) -> Bool {
    guard request.freshness == .fresh, page.newer != nil, newestEntries.known != nil else { return false }
    return hiddenEntries.isHiding(hides) || page.posts.contains(where: hides)
  }

  private var positionOrInitial: EntryPosition? { position ?? initialPosition }
  private var positionBelowFirstRow: EntryPosition? { selection > 0 ? position : nil }

  /// Loads the position at which the timeline was left, or the newest posts.
  public func loadFirstPage(isContinued: Bool = false) {
    load(.position(initialPosition), selecting: .position(initialPosition), isContinued: isContinued)
  }

  /// Reloads the window from the source. The selected post stays selected.
  public func refresh() {
    let loaded = window?.count ?? 0
    start(loadOperation(keeping: \.positionOrInitial) { .refresh($0, count: loaded) })
  }

  /// As `refresh()`, but an empty view stays on screen until posts arrive.
  public func refreshInBackground() {
    let wasEmpty = content == .empty
    let loaded = window?.count ?? 0
    prepareToLoad()
    if wasEmpty { content = .empty }
    startLoading(loadOperation(keeping: \.positionOrInitial) { .refresh($0, count: loaded) })
    delegate?.pagerDidChange(self)
  }

  /// Reloads the window, allowing cached pages. The selected post stays selected.
  public func reload() {
    start(loadOperation(keeping: \.position) { .position($0) })
  }

  /// Reloads the window after more matches were found. The selection stays, unless it is on the first row.
  public func reloadWithNewMatches() {
    let loaded = window?.count ?? 0
    start(loadOperation(keeping: \.positionBelowFirstRow) { .cachedRefresh($0, count: loaded) })
  }

  /// Goes to the newest entry.
  /// - Returns: its row if it is loaded; nil if it has to be loaded first.
  public func showNewest() -> Int? {
    guard let window else { return nil }
    guard window.newer != nil else { return 0 }
    jump(.newest, selecting: .first)
    return nil
  }

  /// Goes to the oldest entry.
  /// - Returns: its row if it is loaded; nil if it has to be loaded first.
  public func showOldest() -> Int? {
    guard let window else { return nil }
    guard window.older != nil else { return window.count - 1 }
    jump(.oldest, selecting: .last)
    isGoingToOldest = true
    return nil
  }

  /// Goes to a date.
  /// - Returns: its row if the whole timeline is loaded; nil if it has to be loaded first.
  public func show(_ span: DateSpan, named name: String) -> Int? {
    guard let window, isShowingPosts else { return nil }
    guard window.newer != nil || window.older != nil else { return window.index(of: span) }
    jump(.nearest(span.end.addingTimeInterval(-0.001)), selecting: .date(span, named: name))
    return nil
  }

  /// Runs an operation for which the user waits, before the posts of this pager can be shown again.
  public func start(_ work: @escaping @MainActor () async -> Void) {
    prepareToLoad()
    defer { delegate?.pagerDidChange(self) }
    startLoading(work)
  }

  private func startLoading(
    _ work: @escaping @MainActor () async -> Void, isContinued: Bool = false, atOnce: Bool = false
  ) {
    if isContinued { return loading.resume(with: work) }
    let notify: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      delegate?.pagerDidChange(self)
    }
    loading.start(work, startsImmediately: atOnce, whenSlow: notify, eachSecond: notify)
  }

  /// Cancels all requests and sets the content to loading unless there are posts.
  public func prepareToLoad() {
    stop()
    content = hasPosts ? .posts : .loading
  }

  /// Cancels all requests.
  public func stop() {
    loading.cancel()
    isGoingToOldest = false
    fetching?.cancel()
    (fetching, isReloadingAroundSelection, arrived) = (nil, false, NewEntries())
  }

  /// Cancels all requests at the user's command.
  public func cancel() {
    stop()
    if content == .loading { content = .cancelled }
  }

  /// Replaces the window with a page that was loaded elsewhere.
  public func accept(_ page: TimelinePage, _ request: PageRequest, _ selecting: InitialSelection) {
    accept([page], request, selecting)
  }

  /// Replaces the window.
  /// - Parameters:
  ///   - pages: adjacent pages, the oldest first. The request was for the first one.
  ///   - newest: the newest page, to count the new entries; nil if it is not needed.
  private func accept(
    _ pages: [TimelinePage], _ request: PageRequest, _ selecting: InitialSelection, newest: TimelinePage? = nil
  ) {
    guard let page = pages.first else { return }
    let arrived = arrived
    stop()
    if selecting != .position(positionBeforeHiding) { positionBeforeHiding = nil }
    // A selected gap counts as the post below it, which is not a change of position.
    let before = selectedPost == nil ? nil : entriesAbove
    let selectedBefore = selectedPost?.key
    let newestBefore = newestEntries.known
    let hadFailed = failure != nil || edgeFailure != nil
    (failure, edgeFailure) = (nil, nil)
    loadedAt = page.asOf ?? clock.now
    completionDate = completionDate(after: page)
    hasMissedEntries = false
    hiddenEntries.removeAll()
    var loaded = LoadedTimeline(hiddenEntries.visiblePart(of: page, hiding: hides), selecting: selecting)
    for newer in pages.dropFirst() { _ = loaded.prepend(hiddenEntries.visiblePart(of: newer, hiding: hides)) }
    let holdsAll = insertArrived(arrived, into: &loaded, counted: pages.last?.newest)
    let newest = newest.map { newest in newest.posts.filter { !hides($0) } }
    var newAbove = before.flatMap { before in loaded.entriesAbove.map { $0 - before } }
    if let newest, newAbove == nil { newAbove = Self.count(of: newest, newerThan: newestBefore) }
    if loaded.entriesAbove == nil, let before, let newAbove, loaded.selectedPost?.key == selectedBefore {
      loaded.setEntriesAbove(before + newAbove)
    }
    setLoaded(loaded)
    if let first = newest?.first { newestEntries.known = EntryPosition(first) }
    content = loaded.window.isEmpty ? .empty : .posts
    emptyPages = content == .empty ? pages.count - 1 : 0
    delegate?.pager(
      self, didLoad: page,
      Outcome(
        request: request, selecting: selecting, isNothingNew: !hadFailed && page.loading == nil && newAbove == 0,
        newAbove: newAbove,
        hasNewAbove: newAbove.map { $0 > 0 } ?? Self.contains(newest ?? [], newerThan: newestBefore)))
    if !holdsAll, fetching == nil, !loading.isRunning { reloadAroundSelection() }
  }

  /// The number of posts above a known one; nil if that is not among them.
  private static func count(of posts: [Post], newerThan known: EntryPosition?) -> Int? {
    known.flatMap { known in posts.firstIndex { $0.key == known.key } }
  }

  private static func contains(_ posts: [Post], newerThan known: EntryPosition?) -> Bool {
    guard let newest = posts.first?.timelineDate, let date = known?.date else { return false }
    return newest > date
  }

  private func completionDate(after page: TimelinePage) -> Date? {
    regenerationCount = page.isRegenerating ? regenerationCount + 1 : 0
    guard page.isRegenerating else { return nil }
    let (first, longest) = (Self.completionIntervals.lowerBound, Self.completionIntervals.upperBound)
    return clock.now.addingTimeInterval(min(longest, first * Double(1 << min(regenerationCount - 1, 5))))
  }

  /// Sets the failure of a request for these posts.
  public func fail(_ error: TimelineError) {
    stop()
    let failure = LoadFailure(error.withMinimumRetryDelay(clock), at: clock.now)
    if hasPosts {
      content = .posts
      self.failure = failure
      if hasMissedEntries { reloadAroundSelection() }
    } else {
      content = .failed(failure)
    }
    delegate?.pager(self, didFail: error)
  }

  /// Clears the failures that are over once the source responds to another request.
  /// - Returns: whether the posts may be out of date and should be refreshed.
  public func sourceDidRespond() -> Bool {
    if edgeFailure?.error.isConnectionFailure == true { edgeFailure = nil }
    guard lastFailure?.error.isConnectionFailure == true else { return false }
    failure = nil
    if case .failed = content { content = window == nil ? .loading : .empty }
    return true
  }

  /// Sets the window, and updates the shared cache with its posts.
  func setLoaded(_ loaded: LoadedTimeline) {
    var loaded = loaded
    loaded.setPartial(isPartial())
    self.loaded = loaded
    if loaded.window.newer == nil, let newest = loaded.window.posts.first {
      newestEntries.known = EntryPosition(newest)
    }
    cache.setPosts(loaded.window.posts, for: self)
  }
}
