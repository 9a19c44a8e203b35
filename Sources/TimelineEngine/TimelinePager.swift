import Domain
import FoundationEssentials
import Runtime

/// Whoever shows what a pager holds.
@MainActor
public protocol TimelinePagerDelegate: AnyObject {
  /// What is held, or what stands in its place, is another now.
  func pagerDidChange(_ pager: TimelinePager)
  /// A page has taken the place of what was held.
  func pager(_ pager: TimelinePager, didLoad page: TimelinePage, _ outcome: TimelinePager.Outcome)
  /// A question was not answered. What was held is held still.
  func pager(_ pager: TimelinePager, didFail error: TimelineError)
}

/// Holds a stretch of one timeline, or of what a search has found, and asks for what lies beyond its edges before the
/// selection gets there. What stands on the screen follows from what it holds: posts, or why there are none.
@MainActor
public final class TimelinePager {
  /// Exactly one of these stands.
  public enum Content: Hashable, Sendable {
    case loading
    case posts
    /// The source has none.
    case empty
    case cancelled
    case failed(LoadFailure)
  }

  /// Which row is selected when a page has come.
  public enum Selecting: Hashable, Sendable {
    case first, last
    case place(Place?)
    /// The name is what the person typed.
    case date(DateSpan, named: String)
  }

  /// What has become of a question.
  public struct Outcome {
    public let request: PageRequest
    public let selecting: Selecting
    /// Whether the source had nothing that was not held, and nothing had failed before.
    public let isNothingNew: Bool
  }

  public typealias Ask = @Sendable (PageRequest) async throws(TimelineError) -> TimelinePage

  /// The question for what lies beyond an edge is asked when the selection is this close to it.
  private static let fetchAheadDistance = 20

  public weak var delegate: (any TimelinePagerDelegate)?
  public private(set) var content = Content.loading
  public private(set) var window: TimelineWindow?
  public private(set) var selection = 0
  /// When the posts held came from the source.
  public private(set) var loadedAt: Date?
  /// Why the posts held are not the newest ones: the last question failed.
  public private(set) var failure: LoadFailure?
  /// Why there are no older posts below, though the source has them.
  public private(set) var edgeFailure: LoadFailure?
  /// Whether the question that is asked is for the oldest post.
  public private(set) var isGoingToOldest = false

  private let ask: Ask
  private let firstPlace: Place?
  private let loading: LoadTask
  private let listener: SourceListener
  private let cache: PostCache
  private let clock: any WallClock
  private let runner: TaskRunner
  /// The question for what is held once more, or for what lies beyond its edge.
  private var fetching: Task<Void, Never>?

  /// - Parameters:
  ///   - ask: asks the source.
  ///   - place: where the timeline was left.
  ///   - loading: what the screen waits for; its pagers share it, because a person waits for one thing at a time.
  public init(
    ask: @escaping Ask, place: Place? = nil, loading: LoadTask, listener: SourceListener, cache: PostCache,
    clock: any WallClock, runner: TaskRunner
  ) {
    self.ask = ask
    firstPlace = place
    self.loading = loading
    self.listener = listener
    self.cache = cache
    self.clock = clock
    self.runner = runner
  }

  deinit { fetching?.cancel() }
}

// MARK: - What is held

extension TimelinePager {
  public var selectedPost: Post? { window?[selection] }
  public var place: Place? { selectedPost.map { Place(key: $0.key, date: $0.timelineDate) } }
  public var hasPosts: Bool { window.map { !$0.isEmpty } ?? false }
  public var isShowingPosts: Bool { content == .posts }
  public var isUnfinished: Bool { window?.isUnfinished ?? false }
  public var isFetching: Bool { fetching != nil }

  /// How many entries stand above the selected one, where that is known.
  public var position: Int? {
    guard let window, let offset = window.offset ?? (window.newer == nil ? 0 : nil) else { return nil }
    return window.entryCount(above: selection).map { offset + $0 }
  }

  /// Why the last question failed, whether posts are shown or not.
  public var standingFailure: LoadFailure? {
    if case .failed(let failure) = content { failure } else { failure }
  }

  /// Whether what is held came from a part of the source that is read by now.
  public var isRenewalDue: Bool { !listener.isReading && isUnfinished && failure == nil }

  public func select(_ index: Int) {
    selection = index
  }
}

// MARK: - Asking for another stretch

extension TimelinePager {
  /// Asks for a stretch that takes the place of the one that is held. What is held stays until it is there; loading
  /// stands before the first `await`. Supersedes whatever is asked for this screen.
  /// - Parameter isContinued: whether this is the second half of a question for which the person has waited already.
  public func load(_ request: PageRequest, selecting: Selecting, isContinued: Bool = false) {
    start(isContinued: isContinued) { [weak self, ask] in
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

  /// Asks for the place where the timeline was left, or for its newest posts.
  public func loadFirstPage(isContinued: Bool = false) {
    load(.place(firstPlace), selecting: .place(firstPlace), isContinued: isContinued)
  }

  public func refresh() {
    let place = place ?? firstPlace
    load(.refresh(place, holding: window?.count ?? 0), selecting: .place(place))
  }

  /// Asks for what is held once more, as the source knows it by now. The selected post stays selected.
  public func catchUp() {
    load(.place(place), selecting: .place(place))
  }

  /// - Returns: the row of the newest entry, where that is held.
  public func showNewest() -> Int? {
    guard let window else { return nil }
    guard window.newer != nil else { return 0 }
    load(.newest, selecting: .first)
    return nil
  }

  /// - Returns: the row of the oldest entry, where that is held.
  public func showOldest() -> Int? {
    guard let window else { return nil }
    guard window.older != nil else { return window.count - 1 }
    load(.oldest, selecting: .last)
    isGoingToOldest = true
    return nil
  }

  /// - Returns: the row of the date, where all of the timeline is held.
  public func show(_ span: DateSpan, named name: String) -> Int? {
    guard let window, isShowingPosts else { return nil }
    guard window.newer != nil || window.older != nil else { return window.index(of: span) }
    load(.nearest(span.end.addingTimeInterval(-0.001)), selecting: .date(span, named: name))
    return nil
  }

  /// Does something that the person waits for before posts of this pager can stand again.
  public func start(isContinued: Bool = false, _ work: @escaping @MainActor () async -> Void) {
    if !isContinued { prepare() }
    defer { delegate?.pagerDidChange(self) }
    if isContinued { return loading.resume(with: work) }
    loading.start(work) { [weak self] in
      guard let self else { return }
      delegate?.pagerDidChange(self)
    }
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
    fetching = nil
  }

  /// The person waits no longer for what was asked.
  public func cancel() {
    stop()
    if content == .loading { content = .cancelled }
  }

  /// Shows a page that has been asked for elsewhere.
  public func accept(_ page: TimelinePage, _ request: PageRequest, _ selecting: Selecting) {
    stop()
    let before = position
    let hadFailed = failure != nil || edgeFailure != nil
    (failure, edgeFailure) = (nil, nil)
    loadedAt = clock.now
    replaceWindow(TimelineWindow(page), selecting: selecting)
    content = page.posts.isEmpty ? .empty : .posts
    let isNothingNew = !hadFailed && page.reading == nil && before != nil && position == before
    delegate?.pager(
      self, didLoad: page, Outcome(request: request, selecting: selecting, isNothingNew: isNothingNew))
  }

  /// A question for these posts was not answered.
  public func fail(_ error: TimelineError) {
    stop()
    let failure = LoadFailure(error.patient(clock), at: clock.now)
    if hasPosts {
      content = .posts
      self.failure = failure
    } else {
      content = .failed(failure)
    }
    delegate?.pager(self, didFail: error)
  }

  private func replaceWindow(_ window: TimelineWindow, selecting: Selecting) {
    self.window = window
    switch selecting {
    case .first: selection = 0
    case .last: selection = max(0, window.count - 1)
    case .place(let place?) where window.isCutShort:
      // Where reading was stopped the place may still lie ahead: what is near it in time is no better than the newest.
      selection = window.index(of: place.key) ?? 0
    case .place(let place): selection = place.map { window.index(nearest: $0) } ?? 0
    case .date(let span, _): selection = window.index(of: span)
    }
    hold()
  }

  /// Tells the cache what is held, and takes from it what is known of that.
  private func hold() {
    cache.hold(window?.posts ?? [], for: self)
  }
}

// MARK: - What lies beyond the edge, and between

extension TimelinePager {
  /// Asks for what lies beyond the edge before the selection gets there.
  public func fetchAhead() {
    guard fetching == nil, !loading.isRunning, isShowingPosts, let window else { return }
    if isRenewalDue { return renew() }
    // A source that asks for patience or for the person is not asked by the way.
    switch failure?.error {
    case .rateLimited, .sessionExpired: return
    default: break
    }
    if window.count - selection <= Self.fetchAheadDistance, let older = window.older, edgeFailure == nil {
      fetch(.older(than: older)) { $0.append($1) }
    } else if selection < Self.fetchAheadDistance, let newer = window.newer, failure == nil {
      fetch(.newer(than: newer)) { $0.prepend($1) }
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
      fetching = nil
    }
  }

  private func fetch(_ request: PageRequest, join: @escaping (inout TimelineWindow, TimelinePage) -> Bool) {
    fetching = runner.start(for: self) { [weak self, ask] in
      do throws(TimelineError) {
        let page = try await ask(request)
        guard let self, !Task.isCancelled else { return }
        fetching = nil
        let hasGrown = self.join(page, keepsRow: request.isFilling, join)
        delegate?.pagerDidChange(self)
        if hasGrown || isRenewalDue { fetchAhead() }
      } catch {
        guard let self, !Task.isCancelled else { return }
        switch (request, error) {
        // Only below the last post there is a line to say it; in the last two cases R is not what helps.
        case (.newer, _), (.filling, _), (_, .rateLimited), (_, .sessionExpired): fail(error)
        default: failAtLowerEdge(error)
        }
      }
    }
    delegate?.pagerDidChange(self)
  }

  private func failAtLowerEdge(_ error: TimelineError) {
    fetching = nil
    edgeFailure = LoadFailure(error, at: clock.now)
    delegate?.pager(self, didFail: error)
  }

  /// Lets the window take a page, unless the selected post would have to give way to it: the person has gone elsewhere
  /// since it was asked for.
  /// - Returns: whether there is something new in the window.
  private func join(
    _ page: TimelinePage, keepsRow: Bool, _ join: (inout TimelineWindow, TimelinePage) -> Bool
  ) -> Bool {
    guard var window else { return false }
    let key = selectedPost?.key
    let hasGrown = join(&window, page)
    if let key {
      guard let index = window.index(of: key) else { return false }
      selection = index
    } else if !keepsRow {
      // The selected row is a gap: it is found where it was, if nothing has come in above it.
      guard let gap = self.window?.row(at: selection), let index = window.rows.firstIndex(of: gap) else { return false }
      selection = index
    }
    self.window = window
    hold()
    return hasGrown
  }

  /// Asks once more for what is held. The selected post stays selected.
  private func renew() {
    let place = placeToKeep
    let held = window?.count ?? 0
    fetching = runner.start(for: self) { [weak self, ask] in
      do throws(TimelineError) {
        let page = try await ask(.renewal(place, holding: held))
        guard let self, !Task.isCancelled else { return }
        accept(renewed: page, askedFor: place)
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
  }

  private func accept(renewed page: TimelinePage, askedFor place: Place?) {
    let held = placeToKeep
    // Whoever has gone on meanwhile is asked for anew.
    guard held == place || page.posts.contains(where: { $0.key == held?.key }) else { return renew() }
    accept(page, .renewal(held, holding: window?.count ?? 0), .place(held))
  }

  /// nil for whoever has not moved from the newest post: there may be a newer one now.
  private var placeToKeep: Place? {
    let hasNotMoved = selection == 0 && window?.newer == nil && firstPlace == nil
    return hasNotMoved ? nil : place
  }
}

// MARK: - What happens to what is held

extension TimelinePager: PostHolder {
  /// Takes entries that have come in above all others.
  /// - Returns: whether there are rows for them.
  public func insert(_ posts: [Post]) -> Bool {
    guard content == .posts || content == .empty, var window else { return false }
    let wasEmpty = window.isEmpty
    let count = window.insert(posts)
    guard count > 0 else { return false }
    self.window = window
    selection = wasEmpty ? 0 : selection + count
    content = .posts
    hold()
    return true
  }

  public func postDidChange(_ post: Post) {
    window?.update(post)
    delegate?.pagerDidChange(self)
  }

  /// The selection goes to the row that takes the place of a selected one.
  public func postWasDeleted(_ ref: PostRef) {
    guard var window else { return }
    let above = window.rows.prefix(selection).count { $0.post?.ref == ref }
    window.remove(ref)
    self.window = window
    selection = max(0, min(selection - above, window.count - 1))
    if window.isEmpty, content == .posts { content = .empty }
    delegate?.pagerDidChange(self)
  }
}

extension PageRequest {
  fileprivate var isFilling: Bool {
    if case .filling = self { true } else { false }
  }
}
