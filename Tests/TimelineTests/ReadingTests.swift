import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

/// A file that takes three seconds to read: 100 posts are there after one, 200 after two, 300 at the end.
@MainActor @Suite final class ReadingTests {
  private static let posts = Post.fixtures(count: 300)
  private static let steps = [1, 2, 3].map { second in
    GrowingTimelineRepository.Step(at: Double(second), timelines: [(.home, Array(posts[..<(100 * second)]))])
  }

  private let stage = TimelineHarness(posts: 0)
  private let view = SpyTimelineView()
  private var presenter: TimelinePresenter?

  /// A presenter that has asked for the first time.
  @discardableResult
  private func open(
    _ steps: [GrowingTimelineRepository.Step] = steps, skipped: SkippedPosts? = nil, error: TimelineError? = nil,
    account: Account = .fixture()
  ) async -> TimelinePresenter {
    let repository = GrowingTimelineRepository(steps, clock: stage.clock, skipped: skipped, error: error)
    let presenter = stage.presenter(of: repository, view: view, account: account)
    self.presenter = presenter
    presenter.viewDidLoad()
    await stage.settle()
    return presenter
  }

  private func open(remembering memory: AccountMemory) async throws -> TimelinePresenter {
    try stage.session.update { $0.accounts[Account.fixture().id] = memory }
    return await open()
  }

  private func press(_ action: () -> Void) async {
    view.pressKey()
    action()
    await stage.settle()
  }

  @Test func `Loading says how far it has come`() async throws {
    let place = Place(key: Self.posts[250].key, date: Self.posts[250].timelineDate)
    _ = try await open(remembering: AccountMemory(places: [.home: place]))
    await stage.advance(1)
    #expect(view.loading?.sentences.last == "So far: 33 %, 100 posts.")
    await stage.advance(1)
    #expect(view.loading?.sentences.last == "So far: 66 %, 200 posts.")
    await stage.advance(1)
    #expect(view.selectedText == "Post 251")
    #expect(view.status == "251 of 300")
  }

  @Test func `The first posts are shown while the rest is read, with how far that is`() async {
    await open()
    await stage.advance(1)
    #expect(view.standing == [.list])
    #expect(view.texts.first == "Post 1")
    #expect(view.status == "1")
    #expect(view.notice?.text == "Reading demo… 33 %, 100 posts")
    #expect(view.notice?.actions == [.stopReading])
    await stage.advance(1)
    #expect(view.notice?.text == "Reading demo… 66 %, 200 posts")
    await stage.advance(1)
    #expect(view.notice == nil)
    #expect(view.status == "1 of 300")
    #expect(stage.runner.runningCount == 0)
  }

  @Test func `What is unread is counted once all is read, and what was read meanwhile is read`() async throws {
    let old = Self.posts[249]
    let mark = ReadMark(newest: Place(key: old.key, date: old.timelineDate))
    let presenter = try await open(remembering: AccountMemory(marks: [.home: mark]))
    await stage.advance(1)
    #expect(view.status == "1")
    #expect(!view.header.hasUnread)
    view.selectRow(at: 9)
    await press { presenter.didSelectRow(at: 9) }
    #expect(view.header.tabs.first?.unreadCount == 0)
    await stage.advance(2)
    #expect(view.status == "10 of 300 · 239 unread")
    #expect(view.unread.first == "Post 11")
  }

  @Test func `Of what is read within a tenth of a second nothing is said`() async {
    await open([
      .init(at: 0.01, timelines: [(.home, Array(Self.posts[..<100]))]),
      .init(at: 0.09, timelines: [(.home, Self.posts)]),
    ])
    await stage.advance(1)
    #expect(view.status == "1 of 300")
    #expect(view.notices.isEmpty)
  }

  @Test func `The selected post stays where the person is`() async {
    let presenter = await open()
    await stage.advance(1)
    await press { presenter.didSelectRow(at: 30) }
    await stage.advance(5)
    #expect(view.selectedText == "Post 31")
    #expect(view.status == "31 of 300")
  }

  @Test func `Whoever has not moved sees the newest in the end, though the file has it last`() async {
    let presenter = await open([
      .init(at: 1, timelines: [(.home, Array(Self.posts[200...]))]), .init(at: 3, timelines: [(.home, Self.posts)]),
    ])
    await stage.advance(1)
    #expect(view.selectedText == "Post 201")
    await stage.advance(2)
    #expect(view.selectedText == "Post 1")
    #expect(!presenter.listener.isReading)
  }

  @Test func `What lies below the posts that are there comes when it is read`() async {
    let presenter = await open()
    await stage.advance(1)
    await press { presenter.didSelectRow(at: 59) }
    await press { presenter.didSelectRow(at: 99) }
    #expect(view.timeline?.footer == "Fetching older posts…")
    await stage.advance(1)
    #expect(view.rows.count > 100)
    await stage.advance(1)
    #expect(view.status == "100 of 300")
  }

  @Test func `Esc stops it: what there is stays, and the end says so`() async {
    let presenter = await open()
    await stage.advance(1.5)
    await press { presenter.stopReading() }
    #expect(view.notice?.text == "Stopped at 100 posts. R reads all.")
    #expect(view.status == "1 of 100")
    await stage.advance(5)
    #expect(view.status == "1 of 100")
    await press { presenter.showOldest() }
    #expect(view.timeline?.footer == "Reading was stopped here. R reads all.")
    await press { presenter.refresh() }
    await stage.advance(1)
    #expect(view.notice?.text == "Asking demo for Home…")
    #expect(view.status == "100 of 100")
    await stage.advance(2)
    #expect(view.status == "100 of 300")
    await press { presenter.showOldest() }
    #expect(view.timeline?.footer == "That is all.")
  }

  @Test func `Esc while a place is looked for shows what there is, from the newest on`() async throws {
    let place = Place(key: Self.posts[250].key, date: Self.posts[250].timelineDate)
    let presenter = try await open(remembering: AccountMemory(places: [.home: place]))
    await stage.advance(2.5)
    #expect(view.standing == [.loading])
    await press { presenter.cancelLoading() }
    #expect(view.selectedText == "Post 1")
    #expect(view.notice?.text == "Stopped at 200 posts. R reads all.")
  }

  @Test func `Esc before the first post says that it was stopped`() async {
    let presenter = await open()
    await stage.advance(0.5)
    await press { presenter.cancelLoading() }
    #expect(view.emptyView?.name == "loading cancelled")
    await stage.advance(5)
    #expect(view.emptyView?.name == "loading cancelled")
    #expect(stage.runner.runningCount == 0)
  }

  @Test func `The oldest post is shown once it is read; Esc withdraws that, and reading goes on`() async {
    let presenter = await open()
    await stage.advance(1)
    await press { presenter.showOldest() }
    await stage.advance(0.2)
    #expect(view.notice?.actions == [.cancel])
    await press { presenter.cancelLoading() }
    #expect(view.notice?.actions == [.stopReading])
    await press { presenter.showOldest() }
    await stage.advance(2)
    #expect(view.status == "300 of 300")
    #expect(view.notice == nil)
  }

  @Test func `Whoever waits for the oldest post of a file reads so`() async {
    let presenter = await open(
      account: .fixture(id: "file:/ada/posts.json", origin: .files([.path("/ada/posts.json")])))
    await stage.advance(1)
    await press { presenter.showOldest() }
    await stage.advance(0.2)
    #expect(view.notice?.text == "Going to the oldest post once posts.json is read… 33 %, 100 posts")
    await press { presenter.cancelLoading() }
    #expect(view.notice?.text == "Reading posts.json… 33 %, 100 posts")
  }

  @Test func `A search looks through everything`() async {
    let presenter = await open(
      account: .fixture(id: "file:/ada/posts.json", origin: .files([.path("/ada/posts.json")])))
    await stage.advance(1)
    await press { presenter.search("Post 299") }
    #expect(view.rows.count > 1)
    await stage.advance(0.2)
    #expect(view.notice?.text == "Looking for “Post 299” once posts.json is read… 33 %, 100 posts")
    await stage.advance(2)
    #expect(view.texts == ["Post 299"])
    #expect(view.status == "1 of 1 match")
  }

  @Test func `A refresh while it is read keeps the posts, and reading goes on`() async {
    let presenter = await open()
    await stage.advance(1)
    await press { presenter.didSelectRow(at: 20) }
    await press { presenter.refresh() }
    #expect(view.selectedText == "Post 21")
    await stage.advance(2)
    #expect(view.status == "21 of 300")
  }

  @Test func `Tabs come as they are read, and each has what there is of it`() async {
    let mentions = Post.fixtures(count: 50)
    let presenter = await open([
      .init(at: 1, timelines: [(.home, Self.posts)]),
      .init(at: 2, timelines: [(.home, Self.posts), (.mentions, Array(mentions[..<10]))]),
      .init(at: 3, timelines: [(.home, Self.posts), (.mentions, mentions)]),
    ])
    await stage.advance(1)
    #expect(view.header.tabs.map(\.name) == ["Home"])
    await stage.advance(2)
    #expect(view.header.tabs.map(\.name) == ["Home", "Mentions"])
    #expect(view.status == "1 of 300")
    await press { presenter.showNextTimeline() }
    #expect(view.status == "1 of 50")
  }

  @Test func `Another tab shows its part, and each is whole when it is shown again`() async {
    let mentions = Post.fixtures(count: 50)
    let presenter = await open([
      .init(at: 1, timelines: [(.home, Array(Self.posts[..<100])), (.mentions, Array(mentions[..<10]))]),
      .init(at: 3, timelines: [(.home, Self.posts), (.mentions, mentions)]),
    ])
    await stage.advance(1)
    await press { presenter.showNextTimeline() }
    #expect(view.rows.count == 10)
    #expect(view.notice?.actions == [.stopReading])
    await stage.advance(2)
    #expect(view.status == "1 of 50")
    await press { presenter.showPreviousTimeline() }
    #expect(view.status == "1 of 300")
    #expect(stage.runner.runningCount == 0)
  }

  @Test func `The tab that was read last is waited for`() async throws {
    try stage.session.update {
      $0.accounts[Account.fixture().id] = AccountMemory(lastTimeline: ListedTimeline(.mentions))
    }
    await open([
      .init(at: 1, timelines: [(.home, Self.posts)]),
      .init(at: 3, timelines: [(.home, Self.posts), (.mentions, Post.fixtures(count: 5))]),
    ])
    await stage.advance(1)
    #expect(view.standing == [.loading])
    #expect(view.header.selectedTab == 1)
    await stage.advance(2)
    #expect(view.status == "1 of 5")
  }

  @Test func `Where that tab is there no longer the first one is shown`() async throws {
    try stage.session.update {
      $0.accounts[Account.fixture().id] = AccountMemory(lastTimeline: ListedTimeline(.mentions))
    }
    await open()
    await stage.advance(3)
    #expect(view.header.tabs.map(\.name) == ["Home"])
    #expect(view.status == "1 of 300")
  }

  @Test func `Posts that could not be read are told when all is read`() async {
    let place = FileLocation(path: "/ada/posts.json", line: 7, column: 12, expected: "a comma or ]")
    await open(skipped: SkippedPosts(count: 1, first: place))
    await stage.advance(1)
    #expect(view.notice?.isFailure == false)
    await stage.advance(2)
    #expect(view.notice?.text.hasPrefix("1 post of posts.json could not be read") == true)
  }

  @Test func `A failure after the first posts leaves them where they are`() async {
    await open(error: .fileUnreadable(path: "/ada/posts.json", reason: "Input/output error"))
    await stage.advance(3)
    #expect(view.standing == [.list])
    #expect(view.notice?.text.contains("posts.json cannot be read") == true)
    #expect(stage.runner.runningCount == 0)
  }
}
