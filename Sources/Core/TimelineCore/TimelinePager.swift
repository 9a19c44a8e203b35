import Domain
import FoundationEssentials
import Runtime

/// Loads one timeline, or the matches of a search, page by page, and keeps a window of it around the selection. Fetches
/// the next page before the selection reaches the edge of the window.
@MainActor
public final class TimelinePager {
  /// The content to show. Exactly one case applies at any time.
  public enum Content: Hashable, Sendable {
    case loading
    case posts
    /// The source has no entries.
    case empty
    case cancelled
    case failed(LoadFailure)
  }

  /// The row to select in a newly loaded page.
  public enum InitialSelection: Hashable, Sendable {
    case first, last
    case position(EntryPosition?)
    /// `named` is the date as the user typed it.
    case date(DateSpan, named: String)
  }

  /// The result of a successful request.
  public struct Outcome {
    public let request: PageRequest
    public let selecting: InitialSelection
    /// Whether the response had nothing new, and no request had failed before.
    public let isNothingNew: Bool
    /// The number of new visible entries above the selected one; nil if unknown.
    public let newAbove: Int?
    /// Whether there are new visible entries above the selected one, even if their number is unknown.
    public let hasNewAbove: Bool
  }

  public typealias LoadPage = @MainActor (PageRequest) async throws(TimelineError) -> TimelinePage

  /// Rows between the selection and the edge at which the next page is fetched.
  static let fetchAheadDistance = 20
  /// Rows between the selection and a gap at which the gap is filled automatically.
  static let gapDistance = 2
  /// In seconds: the shortest and longest interval between requests to a server that is regenerating a timeline
  /// (documentation of Mastodon, methods/timelines, “206 Partial Content”). Each interval is twice the one before.
  static let completionIntervals = 3.0...60.0

  public weak var delegate: (any TimelinePagerDelegate)?
  /// The number of consecutive pages without visible entries after which fetching pauses until the user continues.
  static let maxEmptyPages = 5

  /// Returns why an entry is not shown; nil if it is. The flag says whether entries that filters, mutes and blocks hide
  /// are shown.
  public var hiddenReason: (Post, _ showsFiltered: Bool) -> HiddenReason? = { $1 ? nil : $0.filterReason }
  /// Whether the user has limited the timeline to a part, such as a group of notifications.
  public var isPartial: () -> Bool = { false }
  /// Whether entries hidden by filters, mutes and blocks are shown.
  public private(set) var showsHidden = false
  /// Whether a post that the user has added belongs at the top; nil if only the source knows.
  public var shouldInsert: (Post, PostAddition) -> Bool? = { _, _ in false }
  public internal(set) var content = Content.loading
  /// When the loaded posts came from the source.
  public internal(set) var loadedAt: Date?
  /// The reason that the last request failed; the loaded posts may be out of date.
  public internal(set) var failure: LoadFailure?
  /// When to request again from a server that is regenerating the timeline; nil if it is not.
  public internal(set) var completionDate: Date?
  /// The reason that the request for older posts failed.
  public internal(set) var edgeFailure: LoadFailure?
  /// Whether the current request is for the oldest post.
  public internal(set) var isGoingToOldest = false

  var loaded: LoadedTimeline?
  let loadPage: LoadPage
  let initialPosition: EntryPosition?
  let fillsGapsAutomatically: Bool
  let loading: LoadTask
  let sourceObserver: SourceObserver
  let cache: PostCache
  let clock: any WallClock
  let runner: TaskRunner
  /// Fetches a page beyond an edge, fills a gap or reloads the window.
  var fetching: Task<Void, Never>?
  /// Entries that arrived during a request: its response may be older than they are.
  var arrived = NewEntries()
  /// Whether the window is being reloaded around the selection. New entries are not inserted until that is done.
  var isReloadingAroundSelection = false
  /// Whether entries arrived that did not fit into the window.
  var hasMissedEntries = false
  /// Loaded entries that are not shown.
  var hiddenEntries = HiddenEntries()
  /// The number of consecutive pages without visible entries.
  var emptyPages = 0
  var newestEntries = NewestEntries()
  /// The position when entries were hidden or shown again, until the next selection.
  var positionBeforeHiding: EntryPosition?
  /// The number of consecutive responses that said the timeline is being regenerated.
  var regenerationCount = 0

  /// - Parameters:
  ///   - loadPage: loads a page from the source.
  ///   - position: the position at which the timeline was left; nil for the newest post.
  ///   - fillsGapsAutomatically: whether gaps near the selection are filled automatically.
  ///   - loading: the load operation of the screen. Its pagers share it, so that the user waits for one request at a
  ///     time.
  public init(
    loadPage: @escaping LoadPage, position: EntryPosition? = nil, fillsGapsAutomatically: Bool = false,
    loading: LoadTask,
    sourceObserver: SourceObserver,
    cache: PostCache,
    clock: any WallClock, runner: TaskRunner
  ) {
    self.loadPage = loadPage
    initialPosition = position
    self.fillsGapsAutomatically = fillsGapsAutomatically
    self.loading = loading
    self.sourceObserver = sourceObserver
    self.cache = cache
    self.clock = clock
    self.runner = runner
  }

  deinit { fetching?.cancel() }
}

// MARK: - The loaded window

extension TimelinePager {
  public var window: TimelineWindow? { loaded?.window }
  public var selection: Int { loaded?.selection ?? 0 }
  public var selectedPost: Post? { loaded?.selectedPost }
  public var position: EntryPosition? { loaded?.position }
  /// The number of visible entries above the selected one; nil if unknown.
  public var entriesAbove: Int? { loaded?.entriesAbove }
  /// The number of visible entries above a row; nil if unknown.
  public func entries(above row: Int) -> Int? { loaded?.entries(above: row) }
  public var hasPosts: Bool { window.map { !$0.isEmpty } ?? false }
  public var isShowingPosts: Bool { content == .posts }
  public var isUnfinished: Bool { window?.isUnfinished ?? false }
  public var isFetching: Bool { fetching != nil }

  /// The reason that the last request failed, whether posts are shown or not.
  public var lastFailure: LoadFailure? {
    if case .failed(let failure) = content { failure } else { failure }
  }

  /// Whether the window was loaded while the source was still being read, and reading has ended since.
  public var needsReload: Bool { !sourceObserver.isReading && isUnfinished && failure == nil }

  public func select(_ index: Int) {
    positionBeforeHiding = nil
    loaded?.selection = index
  }

  /// The number of loaded entries that are hidden, by reason.
  public var hiddenCounts: HiddenCounts {
    var reposted: Set<PostRef> = []
    return HiddenCounts(
      of: hiddenEntries.all.compactMap { entry in
        let reason = hiddenReason(of: entry)
        // Reposts of the same post would be one row.
        return reason == .kind(.reposts) && !reposted.insert(entry.ref).inserted ? nil : reason
      })
  }

  /// Whether no entry is shown although the source has more.
  public var hasMoreBehindHidden: Bool { content == .empty && (window?.older != nil || window?.newer != nil) }

  /// Whether no entry is shown and the newest entries are not loaded, for example after a jump to hidden entries.
  public var isEmptyBelowNewest: Bool { content == .empty && window?.newer != nil }

  /// Whether fetching has paused at the lower edge after too many pages without visible entries.
  public var hasPausedAtHidden: Bool { emptyPages >= Self.maxEmptyPages && fetching == nil && window?.older != nil }

  /// The reason that an entry is not shown; nil if it is shown.
  public func hiddenReason(of entry: Post) -> HiddenReason? { hiddenReason(entry, showsHidden) }

  func hides(_ entry: Post) -> Bool { hiddenReason(of: entry) != nil }

  /// Shows or hides the entries that filters, mutes and blocks hide.
  public func setShowsHidden(_ shows: Bool) {
    guard showsHidden != shows else { return }
    showsHidden = shows
    guard loaded != nil else { return }
    if shows { reload() } else { _ = visibilityDidChange() }
  }
}
