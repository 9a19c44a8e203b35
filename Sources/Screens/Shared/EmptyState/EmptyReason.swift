import Domain
import FoundationEssentials

/// The reason why a screen shows an empty view instead of content.
public enum EmptyReason: Hashable, Sendable {
  /// Loading, with its progress (nil if unknown) and the seconds elapsed.
  case loading(Subject, LoadingProgress? = nil, seconds: Int = 0)
  case loadingCancelled(Subject)
  case noPosts(Subject)
  /// No posts in a timeline whose empty view explains how it fills.
  case emptyTimeline(EmptyTimelineKind, Subject)
  /// Filters, mutes or blocks hide all loaded posts.
  case allHidden(Subject, HiddenCounts, olderPosts: OlderPosts = .none)
  /// No loaded notification belongs to the group to which they are limited; the number of others.
  case noneOfGroup(Subject, NotificationGroup, hidden: Int, olderPosts: OlderPosts = .none)
  case noAccounts
  /// No post is selected in the list that a detail pane follows.
  case nothingSelected
  /// No search results, with changes that would find more and the accounts that could not be searched.
  case noMatches(
    words: String, searched: Int, among: SearchedContent = .posts, widenings: [SearchQuery.Widening] = [],
    failures: [MultiAccountResult.AccountFailure] = [])
  case invalidSearch(words: String, SearchQueryError)
  case failed(FailureDetails)

  public enum EmptyTimelineKind: Hashable, Sendable, CaseIterable {
    case notifications, conversations, favourites, bookmarks, list, tag, quotes, local, federated
  }

  /// Whether posts older than the hidden ones can be loaded.
  public enum OlderPosts: Hashable, Sendable {
    case none, available, loading
  }

  public enum SearchedContent: Hashable, Sendable {
    case posts, accounts
  }

  /// A failed request.
  public struct FailureDetails: Hashable, Sendable {
    public var error: TimelineError
    public var subject: Subject
    /// When the request was last sent.
    public var lastAttempt: Date
    /// The seconds until the next automatic retry; nil if no retry is scheduled.
    public var secondsLeft: Int?
  }

  /// The requested content in words: “@ada@demo’s Home” from “demo”.
  public struct Subject: Hashable, Sendable {
    public var owner: String
    public var contentName: String
    /// nil if the content comes from several sources.
    public var origin: Account.Origin?

    public init(owner: String, contentName: String, origin: Account.Origin? = nil) {
      self.owner = owner
      self.contentName = contentName
      self.origin = origin
    }

    public var source: String { origin?.label ?? "its sources" }
    public var isFile: Bool { origin?.isFile ?? false }
    /// Whether the source is standard input, which cannot be read again.
    public var isReadOnce: Bool { origin?.isReadOnce ?? false }
  }
}

extension EmptyReason {
  /// Creates the reason for an error. `TimelineError.cancelled` is not a failure.
  public init(_ error: TimelineError, _ subject: Subject, lastTry: Date, now: Date) {
    if case .cancelled = error {
      self = .loadingCancelled(subject)
      return
    }
    var failure = FailureDetails(error: error, subject: subject, lastAttempt: lastTry)
    if let until = error.retryDate {
      failure.secondsLeft = Int(max(0, min(until.timeIntervalSince(now), 1e9)).rounded(.up))
    }
    self = .failed(failure)
  }

  /// Creates the reason for a timeline without posts.
  public init(empty timeline: TimelineID, _ subject: Subject) {
    let kind: EmptyTimelineKind? =
      switch timeline {
      case .notifications: .notifications
      case .conversations: .conversations
      case .favourites: .favourites
      case .bookmarks: .bookmarks
      case .list: .list
      case .tag: .tag
      case .quotes: .quotes
      case .local: .local
      case .federated: .federated
      case .home, .profile, .search, .searchOfAll, .publicTimeline, .merged, .named: nil
      }
    guard let kind, !subject.isFile, !subject.isArchive else {
      self = .noPosts(subject)
      return
    }
    self = .emptyTimeline(kind, subject)
  }

  /// Whether the timeline has no posts, as opposed to a failure or hidden posts.
  public var isEmptyTimeline: Bool {
    switch self {
    case .noPosts, .emptyTimeline: true
    default: false
    }
  }

  /// The path of the file that the reason is about, if any.
  var path: String? {
    switch self {
    case .failed(let failure): failure.error.path
    case .loading(let subject, _, _), .loadingCancelled(let subject), .noPosts(let subject),
      .emptyTimeline(_, let subject), .allHidden(let subject, _, _), .noneOfGroup(let subject, _, _, _):
      subject.isFile ? subject.source : nil
    default: nil
    }
  }

  /// The name shown in the tour, also used by tests.
  public var name: String {
    switch self {
    case .loading: "loading"
    case .loadingCancelled: "loading cancelled"
    case .noPosts: "no posts"
    case .emptyTimeline(let kind, _): kind.name
    case .allHidden: "all posts hidden"
    case .noneOfGroup(_, let group, _, _): "no \(group.title)"
    case .noAccounts: "no accounts"
    case .noMatches: "no matches"
    case .invalidSearch: "invalid search"
    case .nothingSelected: "nothing selected"
    case .failed(let failure): failure.error.name
    }
  }
}

extension EmptyReason.EmptyTimelineKind {
  fileprivate var name: String {
    switch self {
    case .notifications: "no notifications"
    case .conversations: "no messages"
    case .favourites: "no favourites"
    case .bookmarks: "no bookmarks"
    case .list: "empty list"
    case .tag: "unused tag"
    case .quotes: "no quotes"
    case .local: "no local posts"
    case .federated: "no federated posts"
    }
  }
}
