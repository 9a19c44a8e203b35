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
    /// How many entries have come above the selected one; nil where nobody knows.
    public let newAbove: Int?
  }

  public typealias Ask = @Sendable (PageRequest) async throws(TimelineError) -> TimelinePage

  /// The question for what lies beyond an edge is asked when the selection is this close to it.
  private static let fetchAheadDistance = 20
  /// Rows between the selection and a gap that is filled by itself.
  private static let gapDistance = 2
  /// In seconds, between two questions to a source that is putting a timeline together (documentation of Mastodon,
  /// methods/timelines, “206 Partial Content”): each pause is twice the one before.
  private static let completionIntervals = 3.0...60.0

  public weak var delegate: (any TimelinePagerDelegate)?
  /// Says what is not shown, whatever the source has.
  public var hides: (Post) -> Bool = { _ in false }
  public private(set) var content = Content.loading
  /// When the posts held came from the source.
  public private(set) var loadedAt: Date?
  /// Why the posts held are not the newest ones: the last question failed.
  public private(set) var failure: LoadFailure?
  /// When to ask a source anew that is still putting the timeline together; nil where it is not.
  public private(set) var completionDate: Date?
  /// Why there are no older posts below, though the source has them.
  public private(set) var edgeFailure: LoadFailure?
  /// Whether the question that is asked is for the oldest post.
  public private(set) var isGoingToOldest = false

  private var held: HeldTimeline?
  private let ask: Ask
  private let firstPlace: Place?
  private let fillsGaps: Bool
  private let loading: LoadTask
  private let listener: SourceListener
  private let cache: PostCache
  private let clock: any WallClock
  private let runner: TaskRunner
  /// The question for what is held once more, or for what lies beyond its edge.
  private var fetching: Task<Void, Never>?
  /// What has come in since the source was asked: an answer may be older than that.
  private var arrived = ArrivedEntries()
  /// Whether the stretch around the selection is asked for anew, and nothing that comes in has a row until it is there.
  private var isNarrowing = false
  /// Whether more has come in than is held.
  private var missesNews = false
  /// What the source has and is not shown.
  private var withheld = WithheldEntries()
  /// How often in a row the source was still putting the timeline together.
  private var unfinishedAnswers = 0

  /// - Parameters:
  ///   - ask: asks the source.
  ///   - place: where the timeline was left.
  ///   - fillsGaps: whether what is missing is asked for when the selection comes near.
  ///   - loading: what the screen waits for; its pagers share it, because a person waits for one thing at a time.
  public init(
    ask: @escaping Ask, place: Place? = nil, fillsGaps: Bool = false, loading: LoadTask, listener: SourceListener,
    cache: PostCache,
    clock: any WallClock, runner: TaskRunner
  ) {
    self.ask = ask
    firstPlace = place
    self.fillsGaps = fillsGaps
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
  public var window: TimelineWindow? { held?.window }
  public var selection: Int { held?.selection ?? 0 }
  public var selectedPost: Post? { held?.selectedPost }
  public var place: Place? { held?.place }
  /// How many entries stand above the selected one, where that is known.
  public var position: Int? { held?.position }
  public var hasPosts: Bool { window.map { !$0.isEmpty } ?? false }
  public var isShowingPosts: Bool { content == .posts }
  public var isUnfinished: Bool { window?.isUnfinished ?? false }
  public var isFetching: Bool { fetching != nil }

  /// Why the last question failed, whether posts are shown or not.
  public var standingFailure: LoadFailure? {
    if case .failed(let failure) = content { failure } else { failure }
  }

  /// Whether what is held came from a part of the source that is read by now.
  public var isRenewalDue: Bool { !listener.isReading && isUnfinished && failure == nil }

  public func select(_ index: Int) {
    held?.selection = index
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
    let tell: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      delegate?.pagerDidChange(self)
    }
    loading.start(work, whenSlow: tell, eachSecond: tell)
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
    (fetching, isNarrowing, arrived) = (nil, false, ArrivedEntries())
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
    let before = position
    let hadFailed = failure != nil || edgeFailure != nil
    (failure, edgeFailure) = (nil, nil)
    loadedAt = page.asOf ?? clock.now
    completionDate = completionDate(after: page)
    (missesNews, withheld) = (false, WithheldEntries())
    var held = HeldTimeline(withheld.shown(of: page, without: hides), selecting: selecting)
    let holdsAll = held.take(arrived)
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
    let failure = LoadFailure(error.patient(clock), at: clock.now)
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
  private func hold(_ held: HeldTimeline) {
    self.held = held
    cache.hold(held.window.posts, for: self)
  }
}

// MARK: - What lies beyond the edge, and between

extension TimelinePager {
  /// Asks for what lies beyond the edge before the selection gets there.
  public func fetchAhead() {
    guard fetching == nil, !loading.isRunning, isShowingPosts, let window else { return }
    if isRenewalDue { return renew() }
    // A source that asks for patience or for the person is not asked by the way.
    if failure?.error.asksForPatience == true { return }
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

  private func fetch(_ request: PageRequest, join: @escaping (inout HeldTimeline, TimelinePage) -> Bool) {
    fetching = runner.start(for: self) { [weak self, ask] in
      do throws(TimelineError) {
        let page = try await ask(request)
        guard let self, !Task.isCancelled else { return }
        fetching = nil
        // What was missing is the source's alone: it answers again.
        if case .filling = request { failure = nil }
        let hasGrown = take(page, join)
        delegate?.pagerDidChange(self)
        if missesNews { narrow() } else if hasGrown || isRenewalDue { fetchAhead() }
      } catch {
        guard let self, !Task.isCancelled else { return }
        switch request {
        // Only below the last post there is a line to say it, and that R helps.
        case .older where !error.asksForPatience: failAtLowerEdge(error)
        default: fail(error)
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

  /// - Returns: whether there is something new in the window.
  private func take(_ page: TimelinePage, _ join: (inout HeldTimeline, TimelinePage) -> Bool) -> Bool {
    guard var held else { return false }
    let hasGrown = join(&held, withheld.shown(of: page, without: hides))
    if held.window.newer == nil, !held.take(arrived) { missesNews = true }
    arrived = ArrivedEntries()
    hold(held)
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
    let hidden = posts.filter(hides)
    withheld.withhold(hidden)
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
    guard var held, keys.contains(where: { held.window.index(of: $0) != nil }) else { return }
    for key in keys { held.remove(key) }
    hold(held)
    if content == .posts, !hasPosts { content = .empty }
    delegate?.pagerDidChange(self)
  }

  /// Asks for the stretch around the selection anew, because more has come in above than can be held: what lies beyond is
  /// only counted then, until the person goes there.
  private func narrow() {
    stop()
    (missesNews, isNarrowing) = (false, true)
    let place = (selection..<max(selection, window?.count ?? 0)).lazy.compactMap { [held] in held?.window[$0] }.first
      .map { Place(key: $0.key, date: $0.timelineDate) }
    let request = PageRequest.place(place)
    fetching = runner.start(for: self) { [weak self, ask] in
      do throws(TimelineError) {
        let page = try await ask(request)
        guard let self, !Task.isCancelled else { return }
        accept(page, request, .place(selectedPost.map { Place(key: $0.key, date: $0.timelineDate) } ?? place))
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
  }

  public func postDidChange(_ post: Post) {
    held?.update(post)
    delegate?.pagerDidChange(self)
  }

  public func postWasDeleted(_ ref: PostRef) {
    held?.remove(ref)
    arrived.remove(ref)
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
    let lacks = withheld.lacks(hides)
    guard !hidden.isEmpty else { return lacks }
    withheld.withhold(hidden)
    for post in hidden { held.remove(post.key) }
    hold(held)
    if content == .posts, held.window.rows.isEmpty { content = .empty }
    delegate?.pagerDidChange(self)
    return lacks
  }
}
