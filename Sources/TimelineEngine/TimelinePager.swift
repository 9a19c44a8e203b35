import Domain
import FoundationEssentials
import Runtime

/// Whoever shows what a pager holds.
@MainActor
public protocol TimelinePagerDelegate: AnyObject {
  /// What is held, or what stands in its place, is another now.
  func pagerDidChange(_ pager: TimelinePager)
  /// What lies beyond an edge is asked for. What is held is the same.
  func pagerDidBeginFetching(_ pager: TimelinePager)
  /// A page has taken the place of what was held.
  func pager(_ pager: TimelinePager, didLoad page: TimelinePage, _ outcome: TimelinePager.Outcome)
  /// A question was not answered. What was held is held still.
  func pager(_ pager: TimelinePager, didFail error: TimelineError)
}

extension TimelinePagerDelegate {
  public func pagerDidBeginFetching(_ pager: TimelinePager) { pagerDidChange(pager) }
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
  static let fetchAheadDistance = 20
  /// Rows between the selection and a gap that is filled by itself.
  static let gapDistance = 2
  /// In seconds, between two questions to a source that is putting a timeline together (documentation of Mastodon,
  /// methods/timelines, “206 Partial Content”): each pause is twice the one before.
  static let completionIntervals = 3.0...60.0

  public weak var delegate: (any TimelinePagerDelegate)?
  /// Says what is not shown, whatever the source has.
  public var hides: (Post) -> Bool = { _ in false }
  public internal(set) var content = Content.loading
  /// When the posts held came from the source.
  public internal(set) var loadedAt: Date?
  /// Why the posts held are not the newest ones: the last question failed.
  public internal(set) var failure: LoadFailure?
  /// When to ask a source anew that is still putting the timeline together; nil where it is not.
  public internal(set) var completionDate: Date?
  /// Why there are no older posts below, though the source has them.
  public internal(set) var edgeFailure: LoadFailure?
  /// Whether the question that is asked is for the oldest post.
  public internal(set) var isGoingToOldest = false

  var held: HeldTimeline?
  let ask: Ask
  let firstPlace: Place?
  let fillsGaps: Bool
  let loading: LoadTask
  let listener: SourceListener
  let cache: PostCache
  let clock: any WallClock
  let runner: TaskRunner
  /// The question for what is held once more, or for what lies beyond its edge.
  var fetching: Task<Void, Never>?
  /// What has come in since the source was asked: an answer may be older than that.
  var arrived = ArrivedEntries()
  /// Whether the stretch around the selection is asked for anew, and nothing that comes in has a row until it is there.
  var isNarrowing = false
  /// Whether more has come in than is held.
  var missesNews = false
  /// What the source has and is not shown.
  var withheld = WithheldEntries()
  /// How often in a row the source was still putting the timeline together.
  var unfinishedAnswers = 0

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
    let tell: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      delegate?.pagerDidChange(self)
    }
    loading.start(work, begins: atOnce, whenSlow: tell, eachSecond: tell)
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
  func hold(_ held: HeldTimeline) {
    self.held = held
    cache.hold(held.window.posts, for: self)
  }
}
