import Domain
import EmptyState
import Foundation
import TestSupport

extension EmptyReason {
  static let home = Wanted(owner: "@ada@demo", thing: "Home", source: "demo")

  /// One of each case.
  static let all: [EmptyReason] = [
    .loading(home), .loadingCancelled(home), .noPosts(home), .noAccounts,
    .noMatches(words: "tea since:2020", searched: 64, widenings: [.leavingOut(["since:"]), .longerWord]),
    .meaninglessSearch(
      words: "since:yesterweek", SearchQueryError(column: 7, reason: "a date like 2015-03 after since:")),
    .offline(host: "timeline.example", home, lastTry: .noon),
    .timedOut(host: "timeline.example", seconds: 10, home, lastTry: .noon),
    .serverError(host: "timeline.example", message: "The engine has come off its bearings", home, lastTry: .noon),
    .rateLimited(host: "timeline.example", home, until: .noon.addingTimeInterval(30), secondsLeft: 30),
    .sessionExpired(handle: "ada@demo", host: "timeline.example"),
    .fileMissing(path: "/home/ada/posts.json", lastTry: .noon),
    .fileUnreadable(path: "/home/ada/posts.json", reason: "Permission denied", lastTry: .noon),
    .fileDamaged(
      FileLocation(path: "/home/ada/posts.json", line: 3, column: 7, expected: "a comma or ]"), lastTry: .noon),
    .unknownFormat(path: "/home/ada/posts.json", formats: ["Tern", "Mastodon"], lastTry: .noon),
    .unknownTimeline(name: "Work", known: ["Home", "Mentions"]), .postUnavailable(id: "12", .deleted),
    .errorDocument(path: "/home/ada/posts.json", message: "The access token is invalid", lastTry: .noon),
  ]
}
