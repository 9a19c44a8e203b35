import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct GoToDateTests {
  /// A post a day at noon, from 2026-11-20 back, but none from 2026-03-10 to 2026-03-20.
  private let stage: TimelineHarness

  init() {
    let gap = DateSpan("2026-03-10", now: .noon).flatMap { first in
      DateSpan("2026-03-20", now: .noon).map { first.start..<$0.end }
    }
    let posts = (0..<700).map { day in
      let date = Date.noon.addingTimeInterval(-86_400 * Double(day))
      return Post.fixture(id: "\(day)", createdAt: date, text: LocalTime.day(date))
    }
    stage = TimelineHarness([(.home, posts.filter { post in post.createdAt.map { gap?.contains($0) != true } ?? true })]
    )
  }

  @Test(arguments: [
    ("2026-11-20", "2026-11-20"), ("2026-10", "2026-10-31"), ("2025", "2025-12-31"), ("2026/02/28", "2026-02-28"),
    ("2026-03", "2026-03-31"), ("today", "2026-11-20"), (" yesterday ", "2026-11-19"),
  ])
  func `It goes to the newest post of that time`(text: String, day: String) async {
    await stage.load()
    stage.view.forget()
    await stage.after { $0.goToDate(text) }
    #expect(stage.view.selectedText == day)
    #expect(stage.view.calls.contains("endDateEntry"))
    #expect(stage.view.notice == nil)
  }

  @Test(arguments: [
    ("2026-03-12", "2026-03-09"), ("2026-03-18", "2026-03-21"), ("2015-03", "2024-12-21"), ("2031", "2026-11-20"),
  ])
  func `Where there is nothing then, it goes to what is nearest and says so`(text: String, day: String) async {
    await stage.load()
    await stage.after { $0.goToDate(text) }
    #expect(stage.view.selectedText == day)
    #expect(stage.view.notice?.text == "Nothing of \(text). The nearest post is of \(day).")
  }

  @Test func `A timeline that is held whole is not asked`() async {
    let stage = await TimelineHarness([
      (.home, (0..<9).map { .fixture(id: "\($0)", createdAt: .noon.minutesAgo(1_440 * Double($0))) })
    ]).load()
    await stage.after { $0.goToDate("2026-11-17") }
    #expect(stage.view.selection == 3)
    #expect(stage.repository.requests.count == 1)
  }

  @Test(arguments: ["abc", "2026-13", "2026-02-30", "11-20"])
  func `What is no date stays in the field, and the forms are said`(text: String) async {
    await stage.load()
    stage.view.forget()
    await stage.after { $0.goToDate(text) }
    #expect(
      stage.view.notice?.text == "“\(text)” is no date. 2015, 2015-03, 2015-03-14, today and yesterday are.")
    #expect(!stage.view.calls.contains("endDateEntry"))
    #expect(stage.view.selection == 0)
  }

  @Test func `Nothing typed leads nowhere`() async {
    await stage.load()
    stage.view.forget()
    await stage.after { $0.goToDate("  ") }
    #expect(stage.view.calls == ["endDateEntry"])
  }

  @Test func `The posts stay until the page is there, and the question can be withdrawn`() async {
    await stage.load()
    stage.repository.answerPages(.init(after: 9))
    await stage.after { $0.goToDate("2025") }
    await stage.advance(1)
    #expect(stage.view.standing == [.list])
    #expect(stage.view.selectedText == "2026-11-20")
    #expect(stage.view.notice?.actions == [.cancel])
    await stage.after { $0.cancelLoading() }
    await stage.advance(20)
    #expect(stage.view.selectedText == "2026-11-20")
  }

  @Test func `Posts without dates are told of`() async {
    let stage = await TimelineHarness([(.home, (0..<9).map { .fixture(id: "\($0)", createdAt: nil) })]).load()
    await stage.after { $0.goToDate("2025") }
    #expect(stage.view.notice?.text == "Nothing of 2025. The posts here have no dates.")
  }
}
