import Domain
import EmptyState
import FoundationEssentials

/// The stops of the tour about empty views: one for each `EmptyReason`.
enum TourStop: CaseIterable {
  case loading, loadingCancelled, noPosts, noAccounts, nothingSelected, noMatches, invalidSearch
  case offline, timedOut, serverError, requestFailed, rateLimited, sessionExpired
  case untrustedHost, refused, webPage, redirected, accountRequired, unsupported, accountGone,
    maintenance
  case fileMissing, fileUnreadable, fileDamaged, errorDocument, unknownFormat, unknownTimeline, postUnavailable
  case storeFailed, allHidden
  case noNotifications, noFavourites, noBookmarks, emptyList, unusedTag, noLocalPosts, noFederatedPosts
  case noMentions, noMessages, noQuotes

  /// An example for this stop.
  /// - Parameter now: the time in the example.
  func reason(now: Date) -> EmptyReason {
    let host = "timeline.example"
    return switch self {
    case .loading: .loading(.home(of: "slow"))
    case .loadingCancelled: .loadingCancelled(.home(of: "slow"))
    case .noPosts: .noPosts(.home(of: "empty"))
    case .allHidden:
      .allHidden(
        .home(of: "ada"), HiddenCounts([.filter("Spoilers"): 52, .relationship: 8]), olderPosts: .available)
    case .noAccounts: .noAccounts
    case .nothingSelected: .nothingSelected
    case .noMatches:
      .noMatches(words: "analytical since:2020", searched: 64, widenings: [.leavingOut(["since:"]), .shorterWord])
    case .invalidSearch:
      .invalidSearch(
        words: "since:yesterweek", SearchQueryError(column: 7, reason: "a date like 2015-03 after since:"))
    case .offline: failed(.offline(host: host), of: "offline", now)
    case .timedOut: failed(.timedOut(host: host, seconds: 10), of: "timeout", now)
    case .serverError:
      failed(.serverError(host: host, message: "The engine has come off its bearings (500)"), of: "servererror", now)
    case .requestFailed:
      failed(.requestFailed(host: host, reason: "The response is larger than 16 MiB."), of: "ada", now)
    case .rateLimited: failed(.rateLimited(host: host, until: now.addingTimeInterval(15)), of: "limited", now)
    case .sessionExpired: failed(.sessionExpired(handle: "expired@demo", host: host), of: "expired", now)
    case .untrustedHost:
      failed(.untrustedHost(host: host, reason: "certificate has expired"), of: "untrusted", now)
    case .refused:
      failed(.refused(host: host, message: "This method requires an authenticated user"), of: "refused", now)
    case .webPage: failed(.webPage(host: host, title: "Welcome to the station’s WLAN"), of: "portal", now)
    case .redirected: failed(.redirected(host: host, to: "social.timeline.example"), of: "moved", now)
    case .accountRequired: failed(.accountRequired(host: host), of: "guest", now)
    case .unsupported: failed(.unsupported(host: host), of: "simple", now)
    case .accountGone:
      failed(
        .accountGone(
          host: host, message: "Your login is currently disabled", movedTo: "@ada@engine.example"), of: "gone", now)
    case .maintenance: failed(.maintenance(host: host, until: now.addingTimeInterval(90)), of: "works", now)
    case .fileMissing: failed(.fileMissing(path: "/home/you/tweets.js"), now)
    case .fileUnreadable: failed(.fileUnreadable(path: "/home/you/tweets.js", reason: "Permission denied"), now)
    case .fileDamaged:
      failed(
        .fileDamaged(FileLocation(path: "/home/you/tweets.js", line: 7, column: 22, expected: "a comma or ]")), now)
    case .errorDocument:
      failed(.errorDocument(path: "/home/you/home.json", message: "The access token is invalid"), now)
    case .unknownFormat:
      failed(
        .unknownFormat(
          path: "/home/you/recipes.json",
          formats: ["Tern", "X archive", "Mastodon", "Mastodon archive", "X API v1.1", "X API v2", "Bluesky"]), now)
    case .unknownTimeline: failed(.unknownTimeline(name: "Lists", known: ["Home", "Mentions", "Favourites"]), now)
    case .postUnavailable: failed(.postUnavailable(id: PostID("1843"), reason: .deleted), now)
    case .storeFailed:
      failed(
        .storeFailed(
          .damaged(
            path: "/home/you/.local/share/tern/tern.sqlite",
            setAside: "/home/you/.local/share/tern/tern.sqlite.damaged")), now)
    case .noNotifications: empty(.notifications)
    case .noFavourites: empty(.favourites)
    case .noMessages: empty(.conversations)
    case .noBookmarks: empty(.bookmarks)
    case .emptyList: empty(.list("engines"), "Engines")
    case .unusedTag: empty(.tag("clockwork"))
    case .noLocalPosts: empty(.local)
    case .noFederatedPosts: empty(.federated)
    case .noQuotes: empty(.quotes(of: PostID("1843")))
    case .noMentions:
      .noneOfGroup(
        .init(owner: "@ada@demo", contentName: TimelineID.notifications.title, origin: .demo), .mentions, hidden: 64,
        olderPosts: .available)
    }
  }

  private func empty(_ timeline: TimelineID, _ title: String? = nil) -> EmptyReason {
    EmptyReason(empty: timeline, .init(owner: "@empty@demo", contentName: title ?? timeline.title, origin: .demo))
  }

  private func failed(_ error: TimelineError, of name: String = "ada", _ now: Date) -> EmptyReason {
    EmptyReason(error, .home(of: name), lastTry: now, now: now)
  }
}

extension EmptyReason.Subject {
  fileprivate static func home(of name: String) -> Self {
    Self(owner: "@\(name)@demo", contentName: "Home", origin: .demo)
  }
}
