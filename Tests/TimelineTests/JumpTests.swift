import Domain
import Foundation
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// The way back to where one was before a jump.
@MainActor @Suite struct JumpTests {
  private let stage = TimelineHarness([(.home, Post.fixtures(count: 500)), (.mentions, Post.fixtures(count: 5))])
  private let account = Account.fixture().id

  private func goBack() async { await stage.after { $0.goBack() } }

  @Test func `It leads back to the post that was selected, one jump after another`() async {
    await stage.load()
    await stage.select(3)
    await stage.after { $0.showOldest() }
    #expect(stage.view.selectedText == "Post 500")
    await stage.after { $0.goToDate("2026-11-20") }
    await stage.after { $0.showNewest() }
    #expect(stage.view.selectedText == "Post 1")
    await goBack()
    #expect(stage.view.selectedText == "Post 500")
    await goBack()
    #expect(stage.view.selectedText == "Post 4")
  }

  @Test func `Where there is nothing to go back to, it says so and stays`() async {
    await stage.load()
    await stage.select(3)
    await goBack()
    #expect(stage.view.selectedText == "Post 4")
    #expect(stage.view.notice?.text == "There is no place to go back to.")
  }

  @Test func `What leads nowhere else is passed over`() async {
    await stage.load()
    for _ in 0..<3 { await stage.after { $0.showNewest() } }
    await goBack()
    #expect(stage.view.notice?.text == "There is no place to go back to.")
  }

  @Test func `It leads back to another timeline, and to the post there`() async {
    await stage.load()
    await stage.select(7)
    await stage.after { $0.showNextTimeline() }
    await stage.after { $0.showOldest() }
    #expect(stage.view.selectedText == "Post 5")
    await goBack()
    #expect(stage.view.header.selectedTab == 1 && stage.view.selectedText == "Post 1")
    await goBack()
    #expect(stage.view.header.selectedTab == 0 && stage.view.selectedText == "Post 8")
  }

  @Test func `From what a search has found it leads back to the timeline as it was`() async {
    await stage.load()
    await stage.select(7)
    await stage.after { $0.search("499") }
    #expect(stage.view.selectedText == "Post 499")
    await goBack()
    #expect(stage.view.timeline?.isSearchResult == false)
    #expect(stage.view.selectedText == "Post 8")
  }

  @Test func `Where the post is gone, it leads to the nearest`() async throws {
    await stage.load()
    await stage.select(40)
    await stage.after { $0.showOldest() }
    stage.repository.setPosts(Post.fixtures(count: 500).filter { $0.id.rawValue != "41" }, of: .home)
    await goBack()
    #expect(["Post 40", "Post 42"].contains(stage.view.selectedText))
  }

  @Test func `It leads to other accounts as they were left, and past those that are gone`() async {
    await stage.load()
    stage.router.known = [.demo("grace")]
    await stage.select(2)
    await stage.after { $0.showOldest() }
    stage.jumps.note(.account(.demo("grace")))
    stage.jumps.note(.place(account: .demo("gone"), timeline: .home, nil))
    stage.jumps.note(.account(.demo("gone")))
    await goBack()
    #expect(stage.router.ways == ["back to gone", "back to grace"])
    await goBack()
    #expect(stage.view.selectedText == "Post 3")
  }

  @Test func `What is too far back is forgotten`() {
    let jumps = JumpList()
    for number in 0..<1_000 { jumps.note(.account(.demo("\(number)"))) }
    for number in (900..<1_000).reversed() { #expect(jumps.takeLast() == .account(.demo("\(number)"))) }
    #expect(jumps.takeLast() == nil)
  }
}
