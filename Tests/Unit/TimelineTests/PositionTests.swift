import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct PositionTests {
  private let account = Account.fixture()

  @Test func `The position is stored when the screen is left, and restored`() async {
    let session = MemorySessionRepository()
    let posts = Post.fixtures(count: 500)
    let timelines: [(kind: TimelineID, posts: [Post])] = [(.home, posts), (.mentions, posts)]
    let first = await TimelineHarness(timelines, session: session).load()
    await first.select(30)
    await first.after { $0.showNextTimeline() }
    await first.after { $0.showOldest() }
    await first.after { $0.viewWillDisappear() }
    #expect(session.load().lastAccount == account.id)

    let second = await TimelineHarness(timelines, session: session).load()
    #expect(second.view.header.selectedTab == 1)
    #expect(second.view.selectedText == "Post 500")
    await second.after { $0.showPreviousTimeline() }
    #expect(second.view.selectedText == "Post 31")
    #expect(second.view.status == "31 of 500")
  }

  @Test func `A position whose post is gone is found by its date`() async {
    let place = EntryPosition(key: PostKey(id: PostID("gone")), date: .noon.minutesAgo(250.2))
    let memory = AccountState(lastTimeline: ListedTimeline(.home), positions: [.home: place])
    let session = MemorySessionRepository(SessionState(accounts: [account.id: memory]))
    let harness = await TimelineHarness([(.home, Post.fixtures(count: 500))], session: session).load()
    #expect(harness.view.selectedText == "Post 251")
  }

  @Test func `If the last timeline is gone, the first one is shown`() async {
    let memory = AccountState(lastTimeline: ListedTimeline(.named("Lists")))
    let session = MemorySessionRepository(SessionState(accounts: [account.id: memory]))
    let harness = await TimelineHarness([(.home, Post.fixtures(count: 2)), (.mentions, [])], session: session).load()
    #expect(harness.view.header.selectedTab == 0)
    #expect(harness.view.rows.count == 2)
  }

  @Test func `The stored position stays if nothing was loaded`() async {
    let place = EntryPosition(key: PostKey(id: PostID("7")), date: .noon)
    let memory = AccountState(lastTimeline: ListedTimeline(.home), positions: [.home: place])
    let session = MemorySessionRepository(SessionState(accounts: [account.id: memory]))
    let harness = TimelineHarness([(.home, Post.fixtures(count: 9))], session: session)
    harness.repository.setPageResponses(.init(.offline(host: "t.example")))
    await harness.load()
    await harness.after { $0.viewWillDisappear() }
    #expect(session.load().accounts[account.id]?.positions == [.home: place])
    await harness.after { $0.refresh() }
    #expect(harness.view.selectedText == "Post 7")
  }

  @Test func `A failure to store the position is shown once`() async {
    let session = MemorySessionRepository(error: SessionError(path: "/ada/session.json", reason: "No space left"))
    let harness = await TimelineHarness([(.home, Post.fixtures(count: 9)), (.mentions, [])], session: session).load()
    #expect(harness.view.notice?.text == "Position not saved: /ada/session.json: No space left.")
    #expect(harness.view.notice?.isFailure == true)
    for _ in 1...2 { await harness.after { $0.showNextTimeline() } }
    await harness.after { $0.viewWillDisappear() }
    #expect(harness.view.notice == nil)
    #expect(harness.view.rows.count == 9)
  }
}
