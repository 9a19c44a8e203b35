import Domain
import FoundationEssentials
import Runtime

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
  /// So many pages in a row of which nothing is shown are gone past before the user is asked to go on.
  static let maxEmptyPages = 5

  /// Says what is not shown besides what the user's filters hide.
  public var isHidden: (Post) -> Bool = { _ in false }
  /// Says what is gone for the user, and neither counted nor shown: a notification that was dismissed.
  public var isDeleted: (Post) -> Bool = { _ in false }
  /// Whether also that is shown which filters, mutes and blocks hide.
  public private(set) var showsHidden = false
  /// Whether a post that the user has added belongs at the top; nil if only the source knows.
  public var gains: (Post, PostAddition) -> Bool? = { _, _ in false }
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

  var held: LoadedTimeline?
  let ask: Ask
  let firstPlace: Place?
  let fillsGaps: Bool
  let loading: LoadTask
  let listener: SourceObserver
  let cache: PostCache
  let clock: any WallClock
  let runner: TaskRunner
  /// The question for what is held once more, or for what lies beyond its edge.
  var fetching: Task<Void, Never>?
  /// What has come in since the source was asked: an answer may be older than that.
  var arrived = NewEntries()
  /// Whether the stretch around the selection is asked for anew, and nothing that comes in has a row until it is there.
  var isNarrowing = false
  /// Whether more has come in than is held.
  var missesNews = false
  /// What the source has and is not shown.
  var hiddenEntries = HiddenEntries()
  /// How many pages have come in a row of which nothing is shown.
  var emptyPages = 0
  /// How often in a row the source was still putting the timeline together.
  var unfinishedAnswers = 0

  /// - Parameters:
  ///   - ask: asks the source.
  ///   - place: where the timeline was left.
  ///   - fillsGaps: whether what is missing is asked for when the selection comes near.
  ///   - loading: what the screen waits for; its pagers share it, because a person waits for one thing at a time.
  public init(
    ask: @escaping Ask, place: Place? = nil, fillsGaps: Bool = false, loading: LoadTask, listener: SourceObserver,
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
  public var lastFailure: LoadFailure? {
    if case .failed(let failure) = content { failure } else { failure }
  }

  /// Whether what is held came from a part of the source that is read by now.
  public var isRenewalDue: Bool { !listener.isReading && isUnfinished && failure == nil }

  public func select(_ index: Int) {
    held?.selection = index
  }

  /// How many entries of what has been loaded are not shown, and why.
  public var hiddenCounts: HiddenCounts { hiddenEntries.counts(without: isDeleted) }

  /// Whether a page was empty, or hidden whole, and the source has more.
  public var hasMoreBehindHidden: Bool { content == .empty && (window?.older != nil || window?.newer != nil) }

  /// Whether pages in a row of which nothing is shown have come at the lower edge, and no further one is asked for by
  /// itself.
  public var hasPausedAtHidden: Bool { emptyPages >= Self.maxEmptyPages && fetching == nil && window?.older != nil }

  /// Whether an entry is left out.
  public func hides(_ post: Post) -> Bool {
    isDeleted(post) || !showsHidden && (post.isHiddenByFilter || isHidden(post))
  }

  /// Shows what filters, mutes and blocks hide, or hides it again.
  public func setShowsHidden(_ shows: Bool) {
    guard showsHidden != shows else { return }
    showsHidden = shows
    guard held != nil else { return }
    if shows { catchUp() } else { _ = visibilityDidChange() }
  }
}
