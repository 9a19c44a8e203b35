import Domain
import FolderSupport
import Foundation
import Logging
import Runtime
import TestSupport
import Testing

@Suite struct FileLogTests {
  private let folder = TemporaryFolder()
  private let clock = VirtualClock(now: .noon)

  private func lines(_ events: [LogEvent]) throws -> [String] {
    let log = try FileLog(path: folder.path(of: "log"), clock: clock)
    events.forEach(log.record)
    return try folder.text(of: "log").split(separator: "\n").map(String.init)
  }

  @Test func `Each event is a line with its time`() throws {
    let log = try FileLog(path: folder.path(of: "log"), clock: clock)
    log.record(.started(version: "1.0"))
    clock.advance(to: .noon.addingTimeInterval(61))
    log.record(.ended(reason: "quit"))
    let expected = "2026-11-20T12:00:00Z started, version 1.0\n2026-11-20T12:01:01Z ended: quit\n"
    #expect(try folder.text(of: "log") == expected)
  }

  @Test func `An existing log is continued`() throws {
    #expect(try lines([.accountOpened(handle: "ada")]).count == 1)
    #expect(try lines([.signInFailed(handle: "ada")]).count == 2)
  }

  @Test func `A new log is accessible only to its owner`() throws {
    _ = try lines([.accountOpened(handle: "ada")])
    #expect(try folder.permissions(of: "log") == 0o600)
  }

  @Test func `Control characters and line breaks in names are replaced`() throws {
    let handle = "a\nb\u{1B}[2J\u{9B}\u{202E}\u{2028}\u{7F}軌"
    #expect(
      try lines([.accountOpened(handle: handle)]) == [
        "2026-11-20T12:00:00Z @a\u{FFFD}b\u{FFFD}[2J\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}軌 opened"
      ])
  }

  @Test(arguments: [
    (TimelineError.offline(host: "h"), "h cannot be reached"),
    (.timedOut(host: "h", seconds: 10), "h gave no answer in 10 s"),
    (.rateLimited(host: "h", until: .noon), "h is rate limited until 2026-11-20T12:00:00Z"),
    (.sessionExpired(handle: "ada", host: "h"), "the session of @ada at h has expired"),
    (.fileMissing(path: "a.json"), "a.json is missing"),
    (.fileUnreadable(path: "a.json", reason: "Permission denied"), "a.json cannot be read: Permission denied"),
    (
      .fileDamaged(FileLocation(path: "a.json", line: 3, column: 4, expected: "a comma")),
      "a.json:3:4: a comma was expected"
    ),
    (.unknownFormat(path: "a.json", formats: ["X archive"]), "a.json is of no known format"),
    (.unknownTimeline(name: "x", known: ["Home"]), "there is no timeline x"),
    (.postUnavailable(id: PostID("1"), reason: .blocked), "post 1 is unavailable: blocked"),
    (.cancelled, "cancelled"),
  ]) func `A failure is described`(error: TimelineError, words: String) throws {
    let line = "2026-11-20T12:00:00Z @ada failed: \(words)"
    #expect(try lines([.timelineFailed(handle: "ada", error: error)]) == [line])
  }

  @Test func `A server's own message is omitted`() throws {
    let error = TimelineError.serverError(host: "h", message: "token s3cret is no good")
    let line = "2026-11-20T12:00:00Z @ada failed: h answered with an error"
    #expect(try lines([.timelineFailed(handle: "ada", error: error)]) == [line])
  }

  @Test func `A loaded timeline has its number of posts`() throws {
    let line = "2026-11-20T12:00:00Z @ada Home: 12 posts"
    #expect(try lines([.timelineLoaded(handle: "ada", timeline: "Home", count: 12)]) == [line])
  }

  @Test func `A log that cannot be opened is an error with the system's reason`() {
    let path = folder.path(of: "missing/log")
    #expect(throws: FileLog.OpenError(path: path, reason: "No such file or directory")) {
      try FileLog(path: path, clock: clock)
    }
  }

  @Test func `Write errors are ignored`() throws {
    try FileLog(path: "/dev/full", clock: clock).record(.ended(reason: "quit"))
  }
}
