import Domain
import EmptyState
import Foundation
import TestSupport
import Testing

@Suite struct NoticeViewModelTests {
  private func notice(_ reason: EmptyReason, loadedAt: Date? = .noon) -> NoticeViewModel {
    NoticeViewModel(
      failure: reason, shown: "posts", loadedAt: loadedAt, now: .noon, offered: Set(EmptyStateAction.allCases))
  }

  @Test func `It says what failed, and since when the posts are`() {
    let offline = EmptyReason.failure(.offline(host: "timeline.example"))
    let time = LocalTime.clock(.noon)
    #expect(notice(offline).text == "timeline.example does not answer · posts as of \(time)")
    #expect(notice(offline, loadedAt: nil).text == "timeline.example does not answer")
    #expect(notice(offline).actions == [.retry])
  }

  @Test func `Of posts of another day it says the day`() {
    let yesterday = Date.noon.addingTimeInterval(-90_000)
    let offline = EmptyReason.failure(.offline(host: "timeline.example"))
    let time = LocalTime.minute(yesterday)
    #expect(notice(offline, loadedAt: yesterday).text == "timeline.example does not answer · posts as of \(time)")
  }

  @Test func `A web page is named by its title, a moved account by its new name`() {
    let page = EmptyReason.failure(.webPage(host: "a.example", title: "Welcome"))
    #expect(notice(page, loadedAt: nil).text == "a.example answers with a web page: “Welcome”")
    let untitled = EmptyReason.failure(.webPage(host: "a.example", title: ""))
    #expect(notice(untitled, loadedAt: nil).text == "a.example answers with a web page")
    let gone = EmptyReason.failure(.accountGone(host: "a.example", message: "Gone", movedTo: "@ada@b.example"))
    #expect(notice(gone, loadedAt: nil).text == "This account is gone from a.example: it is now @ada@b.example")
    #expect(notice(gone).actions.isEmpty)
  }

  @Test func `A rate limit is counted, a damaged file has its place, a session is renewed`() {
    let limit = EmptyReason.failure(.rateLimited(host: "a.example", until: .noon.addingTimeInterval(12)))
    #expect(notice(limit, loadedAt: nil).text == "a.example asks for patience, next try in 12 s")
    let damage = EmptyReason.failure(
      .fileDamaged(FileLocation(path: "/p", line: 3, column: 7, expected: "a comma")))
    #expect(notice(damage, loadedAt: nil).text == "p is damaged at line 3, column 7")
    #expect(notice(.failure(.sessionExpired(handle: "ada", host: "a.example"))).actions == [.logIn])
  }

  @Test(arguments: [
    ("server error", "timeline.example: “The engine has come off its bearings”"),
    ("session expired", "@ada@demo is no longer logged in at timeline.example"),
    ("file missing", "posts.json is not there"), ("file unreadable", "posts.json cannot be read: Permission denied"),
    ("file damaged", "posts.json is damaged at line 3, column 7"),
    ("rate limited", "timeline.example asks for patience, next try in 30 s"),
    ("timed out", "timeline.example took too long"), ("unknown format", "No timeline in this file"),
  ])
  func `It says what matters`(name: String, text: String) throws {
    let reason = try #require(EmptyReason.all.first { $0.name == name })
    #expect(notice(reason).text == "\(text) · posts as of \(LocalTime.clock(.noon))")
    #expect(notice(reason, loadedAt: nil).text == text)
  }

  @Test(arguments: EmptyReason.all) func `It stays, and looks like a failure`(reason: EmptyReason) {
    #expect(notice(reason).stays && notice(reason).isFailure)
  }
}
