import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct GoToDateTests {
  /// One post a day at noon, from 2026-11-20 back, but none from 2026-03-10 to 2026-03-20.
  private let harness: TimelineHarness

  init() {
    let gap = DateSpan("2026-03-10", now: .noon).flatMap { first in
      DateSpan("2026-03-20", now: .noon).map { first.start..<$0.end }
    }
    let posts = (0..<700).map { day in
      let date = Date.noon.addingTimeInterval(-86_400 * Double(day))
      return Post.fixture(id: "\(day)", createdAt: date, text: LocalTime.day(date))
    }
    harness = TimelineHarness([
      (.home, posts.filter { post in post.createdAt.map { gap?.contains($0) != true } ?? true })
    ]
    )
  }

  @Test(arguments: [
    ("2026-11-20", "2026-11-20"), ("2026-10", "2026-10-31"), ("2025", "2025-12-31"), ("2026/02/28", "2026-02-28"),
    ("2026-03", "2026-03-31"), ("today", "2026-11-20"), (" yesterday ", "2026-11-19"),
  ])
  func `It goes to the newest post of the date`(text: String, day: String) async {
    await harness.load()
    harness.view.reset()
    await harness.after { $0.goToDate(text) }
    #expect(harness.view.selectedText == day)
    #expect(harness.view.calls.contains("endDateEntry"))
    #expect(harness.view.notice == nil)
  }

  @Test(arguments: [
    ("2026-03-12", "2026-03-09"), ("2026-03-18", "2026-03-21"), ("2015-03", "2024-12-21"), ("2031", "2026-11-20"),
  ])
  func `Without posts at the date, it goes to the nearest and shows a notice`(text: String, day: String) async {
    await harness.load()
    await harness.after { $0.goToDate(text) }
    #expect(harness.view.selectedText == day)
    #expect(harness.view.notice?.text == "No posts from \(text). The nearest is from \(day).")
  }

  @Test func `A completely loaded timeline makes no request`() async {
    let harness = await TimelineHarness([
      (.home, (0..<9).map { .fixture(id: "\($0)", createdAt: .noon.minutesAgo(1_440 * Double($0))) })
    ]).load()
    await harness.after { $0.goToDate("2026-11-17") }
    #expect(harness.view.selection == 3)
    #expect(harness.repository.requests.count == 1)
  }

  @Test(arguments: ["abc", "2026-13", "2026-02-30", "11-20"])
  func `An invalid date keeps the field open and lists the formats`(text: String) async {
    await harness.load()
    harness.view.reset()
    await harness.after { $0.goToDate(text) }
    #expect(
      harness.view.notice?.text == "“\(text)” is not a date. Try 2015, 2015-03, 2015-03-14, today or yesterday.")
    #expect(!harness.view.calls.contains("endDateEntry"))
    #expect(harness.view.selection == 0)
  }

  @Test func `An empty date does nothing`() async {
    await harness.load()
    harness.view.reset()
    await harness.after { $0.goToDate("  ") }
    #expect(harness.view.calls == ["endDateEntry"])
  }

  @Test func `The posts stay until the page arrives, and the request can be cancelled`() async {
    await harness.load()
    harness.repository.setPageResponses(.init(after: 9))
    await harness.after { $0.goToDate("2025") }
    await harness.advance(1)
    #expect(harness.view.shown == [.list])
    #expect(harness.view.selectedText == "2026-11-20")
    #expect(harness.view.notice?.actions == [.cancel])
    await harness.after { $0.cancelLoading() }
    await harness.advance(20)
    #expect(harness.view.selectedText == "2026-11-20")
  }

  @Test func `Posts without dates are mentioned`() async {
    let harness = await TimelineHarness([(.home, (0..<9).map { .fixture(id: "\($0)", createdAt: nil) })]).load()
    await harness.after { $0.goToDate("2025") }
    #expect(harness.view.notice?.text == "No posts from 2025. The posts here have no dates.")
  }
}
