import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct PlaceTests {
  private let account = Account.fixture()

  @Test func `Where a person was is remembered when the screen is left, and found again`() async {
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

  @Test func `A place whose post is gone is found by its time`() async {
    let place = Place(key: PostKey(id: PostID("gone")), date: .noon.minutesAgo(250.2))
    let memory = AccountMemory(lastTimeline: ListedTimeline(.home), places: [.home: place])
    let session = MemorySessionRepository(SessionState(accounts: [account.id: memory]))
    let stage = await TimelineHarness([(.home, Post.fixtures(count: 500))], session: session).load()
    #expect(stage.view.selectedText == "Post 251")
  }

  @Test func `A timeline that is no more gives way to the first`() async {
    let memory = AccountMemory(lastTimeline: ListedTimeline(.named("Lists")))
    let session = MemorySessionRepository(SessionState(accounts: [account.id: memory]))
    let stage = await TimelineHarness([(.home, Post.fixtures(count: 2)), (.mentions, [])], session: session).load()
    #expect(stage.view.header.selectedTab == 0)
    #expect(stage.view.rows.count == 2)
  }

  @Test func `What was remembered stays where nothing has come yet`() async {
    let place = Place(key: PostKey(id: PostID("7")), date: .noon)
    let memory = AccountMemory(lastTimeline: ListedTimeline(.home), places: [.home: place])
    let session = MemorySessionRepository(SessionState(accounts: [account.id: memory]))
    let stage = TimelineHarness([(.home, Post.fixtures(count: 9))], session: session)
    stage.repository.answerPages(.init(.offline(host: "t.example")))
    await stage.load()
    await stage.after { $0.viewWillDisappear() }
    #expect(session.load().accounts[account.id]?.places == [.home: place])
    await stage.after { $0.refresh() }
    #expect(stage.view.selectedText == "Post 7")
  }

  @Test func `A place that cannot be kept is said, once, and Tern goes on`() async {
    let session = MemorySessionRepository(error: SessionError(path: "/ada/session.json", reason: "No space left"))
    let stage = await TimelineHarness([(.home, Post.fixtures(count: 9)), (.mentions, [])], session: session).load()
    #expect(stage.view.notice?.text == "Your place is not kept: /ada/session.json: No space left.")
    #expect(stage.view.notice?.isFailure == true)
    for _ in 1...2 { await stage.after { $0.showNextTimeline() } }
    await stage.after { $0.viewWillDisappear() }
    #expect(stage.view.notice == nil)
    #expect(stage.view.rows.count == 9)
  }
}
