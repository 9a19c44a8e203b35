import Domain
import EmptyState
import FoundationEssentials

/// The stations of the tour: one for every reason why there may be nothing to list.
enum TourStop: CaseIterable {
  case loading, loadingCancelled, noPosts, noAccounts, noMatches, meaninglessSearch
  case offline, timedOut, serverError, rateLimited, sessionExpired
  case fileMissing, fileUnreadable, fileDamaged, errorDocument, unknownFormat, unknownTimeline, postUnavailable
  case storeFailed

  /// An example, as it could be at that moment.
  func reason(now: Date) -> EmptyReason {
    let host = "timeline.example"
    return switch self {
    case .loading: .loading(.home(of: "slow"))
    case .loadingCancelled: .loadingCancelled(.home(of: "slow"))
    case .noPosts: .noPosts(.home(of: "empty"))
    case .noAccounts: .noAccounts
    case .noMatches:
      .noMatches(words: "analytical since:2020", searched: 64, widenings: [.leavingOut(["since:"]), .shorterWord])
    case .meaninglessSearch:
      .meaninglessSearch(
        words: "since:yesterweek", SearchQueryError(column: 7, reason: "a date like 2015-03 after since:"))
    case .offline: .offline(host: host, .home(of: "offline"), lastTry: now)
    case .timedOut: .timedOut(host: host, seconds: 10, .home(of: "timeout"), lastTry: now)
    case .serverError:
      .serverError(
        host: host, message: "The engine has come off its bearings (500)", .home(of: "servererror"), lastTry: now)
    case .rateLimited:
      .rateLimited(host: host, .home(of: "limited"), until: now.addingTimeInterval(15), secondsLeft: 15)
    case .sessionExpired: .sessionExpired(handle: "expired@demo", host: host)
    case .fileMissing: .fileMissing(path: "/home/you/tweets.js", lastTry: now)
    case .fileUnreadable: .fileUnreadable(path: "/home/you/tweets.js", reason: "Permission denied", lastTry: now)
    case .fileDamaged:
      .fileDamaged(
        FileLocation(path: "/home/you/tweets.js", line: 7, column: 22, expected: "a comma or ]"), lastTry: now)
    case .errorDocument:
      .errorDocument(path: "/home/you/home.json", message: "The access token is invalid", lastTry: now)
    case .unknownFormat:
      .unknownFormat(
        path: "/home/you/recipes.json",
        formats: [
          "Tern", "X archive", "Mastodon", "Mastodon archive", "X API v1.1", "X API v2", "Bluesky",
        ], lastTry: now)
    case .unknownTimeline: .unknownTimeline(name: "Lists", known: ["Home", "Mentions", "Favourites"])
    case .postUnavailable: .postUnavailable(id: "1843", .deleted)
    case .storeFailed:
      .storeFailed(
        .damaged(
          path: "/home/you/.local/share/tern/tern.sqlite", setAside: "/home/you/.local/share/tern/tern.sqlite.damaged"),
        lastTry: now)
    }
  }
}

extension EmptyReason.Wanted {
  fileprivate static func home(of name: String) -> Self {
    Self(owner: "@\(name)@demo", thing: "Home", source: "demo")
  }
}
