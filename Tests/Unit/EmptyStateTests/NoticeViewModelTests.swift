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

  @Test func `The notice says what failed and how old the posts are`() {
    let offline = EmptyReason.failure(.offline(host: "timeline.example"))
    let time = LocalTime.clock(.noon)
    #expect(notice(offline).text == "Can’t reach timeline.example · posts as of \(time)")
    #expect(notice(offline, loadedAt: nil).text == "Can’t reach timeline.example")
    #expect(notice(offline).actions == [.retry])
  }

  @Test func `Posts of another day are shown with their date`() {
    let yesterday = Date.noon.addingTimeInterval(-90_000)
    let offline = EmptyReason.failure(.offline(host: "timeline.example"))
    let time = LocalTime.minute(yesterday)
    #expect(notice(offline, loadedAt: yesterday).text == "Can’t reach timeline.example · posts as of \(time)")
  }

  @Test func `The notice has the title of a web page and the new handle of a moved account`() {
    let page = EmptyReason.failure(.webPage(host: "a.example", title: "Welcome"))
    #expect(notice(page, loadedAt: nil).text == "a.example sent a web page: “Welcome”")
    let untitled = EmptyReason.failure(.webPage(host: "a.example", title: ""))
    #expect(notice(untitled, loadedAt: nil).text == "a.example sent a web page")
    let gone = EmptyReason.failure(.accountGone(host: "a.example", message: "Gone", movedTo: "@ada@b.example"))
    #expect(notice(gone, loadedAt: nil).text == "This account is gone from a.example. It moved to @ada@b.example")
    #expect(notice(gone).actions.isEmpty)
  }

  @Test func `The notice has a countdown, a location or an action, as the failure requires`() {
    let limit = EmptyReason.failure(.rateLimited(host: "a.example", until: .noon.addingTimeInterval(12)))
    #expect(notice(limit, loadedAt: nil).text == "Rate limited by a.example. Retrying in 12 s")
    let damage = EmptyReason.failure(
      .fileDamaged(FileLocation(path: "/p", line: 3, column: 7, expected: "a comma")))
    #expect(notice(damage, loadedAt: nil).text == "p is damaged at line 3, column 7")
    #expect(notice(.failure(.sessionExpired(handle: "ada", host: "a.example"))).actions == [.signInAgain])
  }

  @Test(arguments: [
    ("server error", "timeline.example says “The engine has come off its bearings”"),
    ("session expired", "@ada@demo is no longer signed in at timeline.example"),
    ("file missing", "posts.json not found"), ("file unreadable", "Can’t read posts.json: Permission denied"),
    ("file damaged", "posts.json is damaged at line 3, column 7"),
    ("rate limited", "Rate limited by timeline.example. Retrying in 30 s"),
    ("timed out", "timeline.example took too long"), ("unknown format", "Unknown file format"),
  ])
  func `Each failure has a short notice`(name: String, text: String) throws {
    let reason = try #require(EmptyReason.all.first { $0.name == name })
    #expect(notice(reason).text == "\(text) · posts as of \(LocalTime.clock(.noon))")
    #expect(notice(reason, loadedAt: nil).text == text)
  }

  @Test func `A persistent notice that can be dismissed is hidden by the user or by the presenter`() {
    let lasting = NoticeViewModel(text: "Read further", isPersistent: true, isDismissible: true)
    var line = NoticeLine()
    line.show(lasting)
    #expect(line.visibleNotice == lasting && line.canDismiss)
    line.show(NoticeViewModel(text: "Liked"))
    #expect(!line.canDismiss)
    _ = line.keyWasPressed()
    #expect(line.visibleNotice == lasting)
    line.dismiss()
    #expect(line.visibleNotice == nil)
    line.show(lasting)
    line.hide()
    #expect(line.visibleNotice == nil)
  }

  @Test func `Hidden kinds are counted with their reason`() {
    var counts = HiddenCounts(of: [.kind(.reposts)])
    #expect(counts.text == "1 post is hidden because you hide reposts here")
    #expect(counts.status(of: .reposts) == "1 repost hidden" && counts.status(of: .replies) == "replies hidden")
    counts = HiddenCounts(of: [.kind(.reposts), .relationship, .repostOfOwnPost, .dismissed, .otherGroup])
    #expect(counts.count == 2 && counts.filteredCount == 1)
    #expect(
      counts.text
        == "2 posts are hidden: 1 by mutes, blocks or reposts turned off and 1 because you hide reposts here")
  }

  @Test(arguments: EmptyReason.all) func `The notice is persistent and looks like a failure`(reason: EmptyReason) {
    #expect(notice(reason).isPersistent && notice(reason).isFailure)
  }
}
