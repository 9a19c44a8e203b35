import Domain
import EmptyState
import Foundation
import TestSupport

extension EmptyReason {
  static let home = Subject(owner: "@ada@demo", contentName: "Home", origin: .demo)

  /// One reason per case.
  static let all: [EmptyReason] = [
    .loading(home), .loadingCancelled(home), .noPosts(home),
    .allHidden(home, HiddenCounts([.filter("Spoilers"): 9, .relationship: 3]), olderPosts: .available),
    .noneOfGroup(home, .mentions, hidden: 12, olderPosts: .available), .noAccounts,
    .nothingSelected,
    .noMatches(words: "tea since:2020", searched: 64, widenings: [.leavingOut(["since:"]), .longerWord]),
    .invalidSearch(
      words: "since:yesterweek", SearchQueryError(column: 7, reason: "a date like 2015-03 after since:")),
    .failure(.offline(host: "timeline.example")), .failure(.timedOut(host: "timeline.example", seconds: 10)),
    .failure(.serverError(host: "timeline.example", message: "The engine has come off its bearings")),
    .failure(.rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(30))),
    .failure(.sessionExpired(handle: "ada@demo", host: "timeline.example")),
    .failure(.untrustedHost(host: "timeline.example", reason: "certificate has expired")),
    .failure(.refused(host: "timeline.example", message: "This method requires an authenticated user")),
    .failure(.webPage(host: "timeline.example", title: "Welcome to the station’s WLAN")),
    .failure(.redirected(host: "timeline.example", to: "social.timeline.example")),
    .failure(.accountRequired(host: "timeline.example")), .failure(.unsupported(host: "timeline.example")),
    .failure(
      .accountGone(host: "timeline.example", message: "Your login is disabled", movedTo: "@ada@engine.example")),
    .failure(.maintenance(host: "timeline.example", until: .noon.addingTimeInterval(90))),
    .failure(.fileMissing(path: "/home/ada/posts.json")),
    .failure(.fileUnreadable(path: "/home/ada/posts.json", reason: "Permission denied")),
    .failure(
      .fileDamaged(FileLocation(path: "/home/ada/posts.json", line: 3, column: 7, expected: "a comma or ]"))),
    .failure(.unknownFormat(path: "/home/ada/posts.json", formats: ["Tern", "Mastodon"])),
    .failure(.unknownTimeline(name: "Work", known: ["Home", "Mentions"])),
    .failure(.postUnavailable(id: PostID("12"), reason: .deleted)),
    .failure(.errorDocument(path: "/home/ada/posts.json", message: "The access token is invalid")),
    .empty(.notifications), .empty(.favourites), .empty(.bookmarks), .empty(.list("7"), "Work"), .empty(.tag("steam")),
    .empty(.quotes(of: PostID("1"))),
    .empty(.local), .empty(.federated), .empty(.conversations),
  ]

  private static func empty(_ timeline: TimelineID, _ title: String? = nil) -> EmptyReason {
    EmptyReason(empty: timeline, Subject(owner: "@ada@demo", contentName: title ?? timeline.title, origin: .demo))
  }

  /// A failed load of Home at noon.
  static func failure(_ error: TimelineError) -> EmptyReason {
    EmptyReason(error, home, lastTry: .noon, now: .noon)
  }
}
