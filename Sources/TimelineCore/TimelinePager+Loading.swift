import Domain
import FoundationEssentials
import Runtime

/// Asks for another stretch, and takes what is answered.
extension TimelinePager {
  /// Asks for a stretch that takes the place of the one that is held. What is held stays until it is there; loading
  /// stands before the first `await`. Supersedes whatever is asked for this screen.
  /// - Parameter isContinued: whether this is the second half of a question for which the person has waited already.
  public func load(_ request: PageRequest, selecting: Selecting, isContinued: Bool = false) {
    if !isContinued { prepare() }
    defer { delegate?.pagerDidChange(self) }
    begin(question(request, selecting), isContinued: isContinued)
  }

  /// Asks for a stretch elsewhere in what stands. As long as the answer is not slow to come, nothing is another: whoever
  /// shows it has nothing to draw before.
  private func leap(_ request: PageRequest, selecting: Selecting) {
    let isAtRest =
      isShowingPosts && !isFetching && !loading.isRunning && failure == nil && edgeFailure == nil
      && completionDate == nil
    guard isAtRest else { return load(request, selecting: selecting) }
    prepare()
    begin(question(request, selecting), atOnce: true)
  }

  private func question(_ request: PageRequest, _ selecting: Selecting) -> @MainActor () async -> Void {
    { [weak self, ask] in
      do throws(TimelineError) {
        let page = try await ask(request)
        guard !Task.isCancelled else { return }
        self?.accept(page, request, selecting)
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
  }

  /// A question for what is held. Whoever goes on while it is asked stays where they have gone.
  /// - Parameter place: says where the person is; nil where they are to see the newest.
  func question(
    keeping place: KeyPath<TimelinePager, Place?>, _ request: (Place?) -> PageRequest
  ) -> @MainActor () async -> Void {
    let asked = self[keyPath: place]
    let request = request(asked)
    return { [weak self, ask] in
      do throws(TimelineError) {
        let page = try await Self.page(request, around: asked, from: ask) { self?[keyPath: place] }
        guard let self, !Task.isCancelled else { return }
        accept(page, request, .place(self[keyPath: place]))
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
  }

  /// The stretch that is asked for; where the person has gone beyond it meanwhile, the one around them.
  /// - Parameters:
  ///   - asked: where the person was; nil where they were to see the newest.
  ///   - place: says where they are by then.
  static func page(
    _ request: PageRequest, around asked: Place?,
    from ask: @MainActor (PageRequest) async throws(TimelineError) -> TimelinePage,
    keeping place: @MainActor () -> Place?
  ) async throws(TimelineError) -> TimelinePage {
    var asked = asked
    var page = try await ask(request)
    while !Task.isCancelled, case let here = place(), here != asked,
      !page.posts.contains(where: { $0.key == here?.key })
    {
      asked = here
      page = try await ask(.renewal(here, holding: page.posts.count))
    }
    return page
  }

  private var placeOrFirst: Place? { place ?? firstPlace }
  private var placeBelowFirst: Place? { selection > 0 ? place : nil }

  /// Asks for the place where the timeline was left, or for its newest posts.
  public func loadFirstPage(isContinued: Bool = false) {
    load(.place(firstPlace), selecting: .place(firstPlace), isContinued: isContinued)
  }

  /// Asks the source anew for what is held. The selected post stays selected.
  public func refresh() {
    let held = window?.count ?? 0
    start(question(keeping: \.placeOrFirst) { .refresh($0, holding: held) })
  }

  /// As `refresh`, behind what is shown: an empty view stays until the source has more.
  public func refreshBehind() {
    let wasEmpty = content == .empty
    let held = window?.count ?? 0
    prepare()
    if wasEmpty { content = .empty }
    begin(question(keeping: \.placeOrFirst) { .refresh($0, holding: held) })
    delegate?.pagerDidChange(self)
  }

  /// Asks for what is held once more, as the source knows it by now. The selected post stays selected.
  public func catchUp() {
    start(question(keeping: \.place) { .place($0) })
  }

  /// Asks for what is held once more, where more has been found. Whoever has not moved sees the newest first.
  public func showMore() {
    let held = window?.count ?? 0
    start(question(keeping: \.placeBelowFirst) { .renewal($0, holding: held) })
  }

  /// - Returns: the row of the newest entry, where that is held.
  public func showNewest() -> Int? {
    guard let window else { return nil }
    guard window.newer != nil else { return 0 }
    leap(.newest, selecting: .first)
    return nil
  }

  /// - Returns: the row of the oldest entry, where that is held.
  public func showOldest() -> Int? {
    guard let window else { return nil }
    guard window.older != nil else { return window.count - 1 }
    leap(.oldest, selecting: .last)
    isGoingToOldest = true
    return nil
  }

  /// - Returns: the row of the date, where all of the timeline is held.
  public func show(_ span: DateSpan, named name: String) -> Int? {
    guard let window, isShowingPosts else { return nil }
    guard window.newer != nil || window.older != nil else { return window.index(of: span) }
    leap(.nearest(span.end.addingTimeInterval(-0.001)), selecting: .date(span, named: name))
    return nil
  }

  /// Does something that the person waits for before posts of this pager can stand again.
  public func start(_ work: @escaping @MainActor () async -> Void) {
    prepare()
    defer { delegate?.pagerDidChange(self) }
    begin(work)
  }

  private func begin(
    _ work: @escaping @MainActor () async -> Void, isContinued: Bool = false, atOnce: Bool = false
  ) {
    if isContinued { return loading.resume(with: work) }
    let notify: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      delegate?.pagerDidChange(self)
    }
    loading.start(work, begins: atOnce, whenSlow: notify, eachSecond: notify)
  }

  /// Loading stands from now on where there are no posts. Asks for nothing any more.
  public func prepare() {
    stop()
    content = hasPosts ? .posts : .loading
  }

  /// Asks for nothing any more.
  public func stop() {
    loading.cancel()
    isGoingToOldest = false
    fetching?.cancel()
    (fetching, isNarrowing, arrived) = (nil, false, NewEntries())
  }

  /// The person waits no longer for what was asked.
  public func cancel() {
    stop()
    if content == .loading { content = .cancelled }
  }

  /// Shows a page that has been asked for elsewhere.
  public func accept(_ page: TimelinePage, _ request: PageRequest, _ selecting: Selecting) {
    let arrived = arrived
    stop()
    // Where a gap was selected, the post below it is then: it is no other by that.
    let before = selectedPost == nil ? nil : position
    let hadFailed = failure != nil || edgeFailure != nil
    (failure, edgeFailure) = (nil, nil)
    loadedAt = page.asOf ?? clock.now
    completionDate = completionDate(after: page)
    (missesNews, hiddenEntries) = (false, HiddenEntries())
    var held = LoadedTimeline(hiddenEntries.shown(of: page, without: hides), selecting: selecting)
    let holdsAll = held.take(hiddenEntries.shown(of: arrived, without: hides))
    hold(held)
    content = held.window.isEmpty ? .empty : .posts
    let isNothingNew = !hadFailed && page.reading == nil && before != nil && position == before
    let newAbove = before.flatMap { before in position.map { $0 - before } }
    delegate?.pager(
      self, didLoad: page,
      Outcome(request: request, selecting: selecting, isNothingNew: isNothingNew, newAbove: newAbove))
    if !holdsAll, fetching == nil, !loading.isRunning { narrow() }
  }

  private func completionDate(after page: TimelinePage) -> Date? {
    unfinishedAnswers = page.isRegenerating ? unfinishedAnswers + 1 : 0
    guard page.isRegenerating else { return nil }
    let (first, longest) = (Self.completionIntervals.lowerBound, Self.completionIntervals.upperBound)
    return clock.now.addingTimeInterval(min(longest, first * Double(1 << min(unfinishedAnswers - 1, 5))))
  }

  /// A question for these posts was not answered.
  public func fail(_ error: TimelineError) {
    stop()
    let failure = LoadFailure(error.withMinimumRetryDelay(clock), at: clock.now)
    if hasPosts {
      content = .posts
      self.failure = failure
      if missesNews { narrow() }
    } else {
      content = .failed(failure)
    }
    delegate?.pager(self, didFail: error)
  }

  /// Tells the cache what is held, and takes from it what is known of that.
  func hold(_ held: LoadedTimeline) {
    self.held = held
    cache.hold(held.window.posts, for: self)
  }
}
