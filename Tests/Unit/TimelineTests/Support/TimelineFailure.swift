import Domain
import EmptyState
import Foundation
import TestSupport
import Testing

/// A failure of the source, and what the screen must show for it.
struct TimelineFailure: CustomTestStringConvertible, Sendable {
  let name: String
  let error: TimelineError
  /// The text of the empty view.
  let words: [String]

  var testDescription: String { name }

  static let all: [TimelineFailure] = [
    TimelineFailure(
      name: "offline", error: .offline(host: "t.example"), words: ["t.example", LocalTime.clock(.noon), "Home"]),
    TimelineFailure(
      name: "timed out", error: .timedOut(host: "t.example", seconds: 9), words: ["t.example", "9 s", "Home"]),
    TimelineFailure(
      name: "server error", error: .serverError(host: "t.example", message: "Kaputt"), words: ["t.example", "Kaputt"]),
    TimelineFailure(
      name: "rate limited", error: .rateLimited(host: "t.example", until: .noon.addingTimeInterval(90)),
      words: ["t.example", "90 s"]),
    TimelineFailure(
      name: "session expired", error: .sessionExpired(handle: "ada@demo", host: "t.example"),
      words: ["@ada@demo", "t.example"]),
    TimelineFailure(
      name: "untrusted host", error: .untrustedHost(host: "t.example", reason: "certificate has expired"),
      words: ["t.example", "certificate has expired"]),
    TimelineFailure(
      name: "refused", error: .refused(host: "t.example", message: "Not for you"), words: ["t.example", "Not for you"]),
    TimelineFailure(
      name: "web page", error: .webPage(host: "t.example", title: "Welcome to the WLAN"),
      words: ["t.example", "Welcome to the WLAN"]),
    TimelineFailure(
      name: "redirected", error: .redirected(host: "t.example", to: "social.t.example"),
      words: ["t.example", "social.t.example"]),
    TimelineFailure(
      name: "account required", error: .accountRequired(host: "t.example"), words: ["t.example", "Home", "sign in"]),
    TimelineFailure(name: "unsupported", error: .unsupported(host: "t.example"), words: ["t.example", "Home"]),
    TimelineFailure(
      name: "account gone",
      error: .accountGone(host: "t.example", message: "Suspended", movedTo: "@ada@engine.example"),
      words: ["t.example", "Suspended", "@ada@engine.example"]),
    TimelineFailure(
      name: "maintenance", error: .maintenance(host: "t.example", until: .noon.addingTimeInterval(90)),
      words: ["t.example", "90 s"]),
    TimelineFailure(name: "file missing", error: .fileMissing(path: "/ada/posts.json"), words: ["/ada/posts.json"]),
    TimelineFailure(
      name: "file unreadable", error: .fileUnreadable(path: "/ada/posts.json", reason: "Permission denied"),
      words: ["/ada/posts.json", "Permission denied"]),
    TimelineFailure(
      name: "file damaged",
      error: .fileDamaged(FileLocation(path: "/ada/posts.json", line: 7, column: 12, expected: "a comma or ]")),
      words: ["/ada/posts.json", "Line 7", "column 12", "a comma or ]"]),
    TimelineFailure(
      name: "error document", error: .errorDocument(path: "/ada/posts.json", message: "Kaputt"),
      words: ["/ada/posts.json", "Kaputt"]),
    TimelineFailure(
      name: "unknown format", error: .unknownFormat(path: "/ada/posts.json", formats: ["Tern", "Mastodon"]),
      words: ["/ada/posts.json", "Tern, Mastodon"]),
  ]
}

extension EmptyReason {
  /// A failed request for Ada's Home at noon.
  static func fixture(_ error: TimelineError) -> EmptyReason {
    EmptyReason(error, Subject(owner: "@ada", contentName: "Home", origin: .demo), lastTry: .noon, now: .noon)
  }
}
