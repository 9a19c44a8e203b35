import Domain
import Foundation
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// Going back to the position before a jump.
@MainActor @Suite struct JumpTests {
  private let harness = TimelineHarness([(.home, Post.fixtures(count: 500)), (.mentions, Post.fixtures(count: 5))])
  private let account = Account.fixture().id

  private func goBack() async { await harness.after { $0.goBack() } }

  @Test func `It goes back one jump after another`() async {
    await harness.load()
    await harness.select(3)
    await harness.after { $0.showOldest() }
    #expect(harness.view.selectedText == "Post 500")
    await harness.after { $0.goToDate("2026-11-20") }
    await harness.after { $0.showNewest() }
    #expect(harness.view.selectedText == "Post 1")
    await goBack()
    #expect(harness.view.selectedText == "Post 500")
    await goBack()
    #expect(harness.view.selectedText == "Post 4")
  }

  @Test func `Without an earlier position it shows a notice and stays`() async {
    await harness.load()
    await harness.select(3)
    await goBack()
    #expect(harness.view.selectedText == "Post 4")
    #expect(harness.view.notice?.text == "There is no earlier position.")
  }

  @Test func `Positions equal to the current one are skipped`() async {
    await harness.load()
    for _ in 0..<3 { await harness.after { $0.showNewest() } }
    await goBack()
    #expect(harness.view.notice?.text == "There is no earlier position.")
  }

  @Test func `It goes back to another timeline and its post`() async {
    await harness.load()
    await harness.select(7)
    await harness.after { $0.showNextTimeline() }
    await harness.after { $0.showOldest() }
    #expect(harness.view.selectedText == "Post 5")
    await goBack()
    #expect(harness.view.header.selectedTab == 1 && harness.view.selectedText == "Post 1")
    await goBack()
    #expect(harness.view.header.selectedTab == 0 && harness.view.selectedText == "Post 8")
  }

  @Test func `In a search it goes back to the timeline`() async {
    await harness.load()
    await harness.select(7)
    await harness.after { $0.search("499") }
    #expect(harness.view.selectedText == "Post 499")
    await goBack()
    #expect(harness.view.timeline?.isSearchResult == false)
    #expect(harness.view.selectedText == "Post 8")
  }

  @Test func `If the post is gone, it goes to the nearest one`() async throws {
    await harness.load()
    await harness.select(40)
    await harness.after { $0.showOldest() }
    harness.repository.setPosts(Post.fixtures(count: 500).filter { $0.id.rawValue != "41" }, of: .home)
    await goBack()
    #expect(["Post 40", "Post 42"].contains(harness.view.selectedText))
  }

  @Test func `It goes back to other accounts and skips removed ones`() async {
    await harness.load()
    harness.router.known = [.demo("grace")]
    await harness.select(2)
    await harness.after { $0.showOldest() }
    harness.jumps.push(.account(.demo("grace")))
    harness.jumps.push(.position(account: .demo("gone"), timeline: .home, nil))
    harness.jumps.push(.account(.demo("gone")))
    await goBack()
    #expect(harness.router.screens == ["back to gone", "back to grace"])
    await goBack()
    #expect(harness.view.selectedText == "Post 3")
  }

  @Test func `Old positions are dropped`() {
    let jumps = JumpList()
    for number in 0..<1_000 { jumps.push(.account(.demo("\(number)"))) }
    for number in (900..<1_000).reversed() { #expect(jumps.popLast() == .account(.demo("\(number)"))) }
    #expect(jumps.popLast() == nil)
  }
}
