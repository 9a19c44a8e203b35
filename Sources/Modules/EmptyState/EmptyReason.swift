import Domain
import FoundationEssentials

/// Why there is nothing to list.
public enum EmptyReason: Hashable, Sendable {
  /// With how far it has come, where that is known, and for how long it has lasted.
  case loading(Wanted, LoadingProgress? = nil, seconds: Int = 0)
  case loadingCancelled(Wanted)
  case noPosts(Wanted)
  /// The same of a timeline that fills in a way of its own.
  case emptyTimeline(Filled, Wanted)
  /// There are posts, and filters, mutes or blocks hide all of them that have been loaded.
  case allHidden(Wanted, HiddenCounts, further: Further = .none)
  case noAccounts
  /// Beside a list in which no post is selected.
  case nothingSelected
  /// With what would make the search find more, and who could not be looked through.
  case noMatches(
    words: String, searched: Int, among: Searched = .posts, widenings: [SearchQuery.Widening] = [],
    unanswered: [MultiAccountResult.Failure] = [])
  case meaninglessSearch(words: String, SearchQueryError)
  /// A question was not answered.
  case failed(Failure)

  /// How a timeline fills.
  public enum Filled: Hashable, Sendable, CaseIterable {
    case byNotifications, byFavourites, byBookmarks, byList, byTag, byServer, byFederation
  }

  /// What lies beyond the posts that are hidden.
  public enum Further: Hashable, Sendable {
    case none, available, loading
  }

  /// What was looked through.
  public enum Searched: Hashable, Sendable {
    case posts, accounts
  }

  /// A question, and why there is no answer.
  public struct Failure: Hashable, Sendable {
    public var error: TimelineError
    public var wanted: Wanted
    /// When it was asked last.
    public var lastTry: Date
    /// Until it is asked again by itself, where it is.
    public var secondsLeft: Int?
  }

  /// What was asked for, in words: “@ada@demo’s Home” from “demo”.
  public struct Wanted: Hashable, Sendable {
    public var owner: String
    public var thing: String
    /// nil where several sources are asked.
    public var origin: Account.Origin?

    public init(owner: String, thing: String, origin: Account.Origin? = nil) {
      self.owner = owner
      self.thing = thing
      self.origin = origin
    }

    public var source: String { origin?.label ?? "its sources" }
    /// Whether the source is a file: that is read and not asked.
    public var isFile: Bool { origin?.isFile ?? false }
    /// Whether it can be read but once: standard input.
    public var isReadOnce: Bool { origin?.isReadOnce ?? false }
  }
}

extension EmptyReason {
  /// The reason for an error; a question that was withdrawn is no failure.
  public init(_ error: TimelineError, _ wanted: Wanted, lastTry: Date, now: Date) {
    if case .cancelled = error {
      self = .loadingCancelled(wanted)
      return
    }
    var failure = Failure(error: error, wanted: wanted, lastTry: lastTry)
    if let until = error.retryDate {
      failure.secondsLeft = Int(max(0, min(until.timeIntervalSince(now), 1e9)).rounded(.up))
    }
    self = .failed(failure)
  }

  /// The reason why a timeline has no posts.
  public init(empty timeline: TimelineID, _ wanted: Wanted) {
    let filled: Filled? =
      switch timeline {
      case .notifications: .byNotifications
      case .favourites: .byFavourites
      case .bookmarks: .byBookmarks
      case .list: .byList
      case .tag: .byTag
      case .local: .byServer
      case .federated: .byFederation
      case .home, .profile, .search, .searchOfAll, .named: nil
      }
    guard let filled, !wanted.isFile, !wanted.isArchive else {
      self = .noPosts(wanted)
      return
    }
    self = .emptyTimeline(filled, wanted)
  }

  /// Whether there is nothing, and no question has failed.
  public var isEmptyTimeline: Bool {
    switch self {
    case .noPosts, .emptyTimeline: true
    default: false
    }
  }

  /// The file that it is about.
  var path: String? {
    switch self {
    case .failed(let failure): failure.error.path
    case .loading(let wanted, _, _), .loadingCancelled(let wanted), .noPosts(let wanted),
      .emptyTimeline(_, let wanted), .allHidden(let wanted, _, _):
      wanted.isFile ? wanted.source : nil
    default: nil
    }
  }

  /// The reason's name, for the tour and for tests.
  public var name: String {
    switch self {
    case .loading: "loading"
    case .loadingCancelled: "loading cancelled"
    case .noPosts: "no posts"
    case .emptyTimeline(let filled, _): filled.name
    case .allHidden: "all posts hidden"
    case .noAccounts: "no accounts"
    case .noMatches: "no matches"
    case .meaninglessSearch: "meaningless search"
    case .nothingSelected: "nothing selected"
    case .failed(let failure): failure.error.name
    }
  }
}

extension EmptyReason.Filled {
  fileprivate var name: String {
    switch self {
    case .byNotifications: "no notifications"
    case .byFavourites: "no favourites"
    case .byBookmarks: "no bookmarks"
    case .byList: "empty list"
    case .byTag: "unused tag"
    case .byServer: "no local posts"
    case .byFederation: "no federated posts"
    }
  }
}
