import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

/// A file that takes three seconds to read: 100 posts after one second, 200 after two, 300 at the end.
@MainActor @Suite final class ReadingTests {
  private static let posts = Post.fixtures(count: 300)
  private static let steps = [1, 2, 3].map { second in
    GrowingTimelineRepository.Step(at: Double(second), timelines: [(.home, Array(posts[..<(100 * second)]))])
  }

  private let harness = TimelineHarness(posts: 0)
  private let view = SpyTimelineView()
  private var presenter: TimelinePresenter?

  /// Makes a presenter that has sent its first request.
  @discardableResult
  private func open(
    _ steps: [GrowingTimelineRepository.Step] = steps, skipped: SkippedPosts? = nil, error: TimelineError? = nil,
    account: Account = .fixture()
  ) async -> TimelinePresenter {
    let repository = GrowingTimelineRepository(steps, clock: harness.clock, skipped: skipped, error: error)
    let presenter = harness.presenter(of: repository, view: view, account: account)
    self.presenter = presenter
    presenter.viewDidLoad()
    await harness.settle()
    return presenter
  }

  private func open(remembering memory: AccountState) async throws -> TimelinePresenter {
    try harness.session.update { $0.accounts[Account.fixture().id] = memory }
    return await open()
  }

  private func press(_ action: () -> Void) async {
    view.pressKey()
    action()
    await harness.settle()
  }

  @Test func `The loading view shows the progress`() async throws {
    let place = EntryPosition(key: Self.posts[250].key, date: Self.posts[250].timelineDate)
    _ = try await open(remembering: AccountState(positions: [.home: place]))
    await harness.advance(1)
    #expect(view.loading?.sentences.last == "So far: 33 %, 100 posts.")
    await harness.advance(1)
    #expect(view.loading?.sentences.last == "So far: 66 %, 200 posts.")
    await harness.advance(1)
    #expect(view.selectedText == "Post 251")
    #expect(view.status == "251 of 300")
  }

  @Test func `The first posts are shown with the progress of the rest`() async {
    await open()
    await harness.advance(1)
    #expect(view.shown == [.list])
    #expect(view.texts.first == "Post 1")
    #expect(view.status == "1")
    #expect(view.notice?.text == "Reading demo… 33 %, 100 posts")
    #expect(view.notice?.actions == [.stopReading])
    await harness.advance(1)
    #expect(view.notice?.text == "Reading demo… 66 %, 200 posts")
    await harness.advance(1)
    #expect(view.notice == nil)
    #expect(view.status == "1 of 300 · all caught up")
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `Unread posts are counted after reading, without those read meanwhile`() async throws {
    let old = Self.posts[249]
    let mark = ReadMark(newest: EntryPosition(old))
    let presenter = try await open(remembering: AccountState(marks: [.home: mark]))
    await harness.advance(1)
    #expect(view.status == "1")
    #expect(!view.header.hasUnread)
    view.selectRow(at: 9)
    await press { presenter.didSelectRow(at: 9) }
    #expect(view.header.tabs.first?.unreadCount == 0)
    await harness.advance(2)
    #expect(view.status == "10 of 300 · 239 unread")
    #expect(view.unread.first == "Post 11")
  }

  @Test func `Reading for less than a tenth of a second shows no progress`() async {
    await open([
      .init(at: 0.01, timelines: [(.home, Array(Self.posts[..<100]))]),
      .init(at: 0.09, timelines: [(.home, Self.posts)]),
    ])
    await harness.advance(1)
    #expect(view.status == "1 of 300 · all caught up")
    #expect(view.notices.isEmpty)
  }

  @Test func `The selected post stays`() async {
    let presenter = await open()
    await harness.advance(1)
    await press { presenter.didSelectRow(at: 30) }
    await harness.advance(5)
    #expect(view.selectedText == "Post 31")
    #expect(view.status == "31 of 300")
  }

  @Test func `Without a move the newest post is shown in the end, even if it is last in the file`() async {
    let presenter = await open([
      .init(at: 1, timelines: [(.home, Array(Self.posts[200...]))]), .init(at: 3, timelines: [(.home, Self.posts)]),
    ])
    await harness.advance(1)
    #expect(view.selectedText == "Post 201")
    await harness.advance(2)
    #expect(view.selectedText == "Post 1")
    #expect(!presenter.timelines.sourceObserver.isReading)
  }

  @Test func `Older posts appear when they are read`() async {
    let presenter = await open()
    await harness.advance(1)
    await press { presenter.didSelectRow(at: 59) }
    await press { presenter.didSelectRow(at: 99) }
    #expect(view.timeline?.footer == "Loading older posts…")
    await harness.advance(1)
    #expect(view.rows.count > 100)
    await harness.advance(1)
    #expect(view.status == "100 of 300")
  }

  @Test func `Esc stops reading, and the footer shows that`() async {
    let presenter = await open()
    await harness.advance(1.5)
    await press { presenter.stopReading() }
    #expect(view.notice?.text == "Stopped at 100 posts · R read all")
    #expect(view.status == "1 of 100")
    await harness.advance(5)
    #expect(view.status == "1 of 100")
    await press { presenter.showOldest() }
    #expect(view.timeline?.footer == "Reading was stopped here · R read all")
    await press { presenter.refresh() }
    await harness.advance(1)
    #expect(view.notice?.text == "Loading Home from demo…")
    #expect(view.status == "100 of 100")
    await harness.advance(2)
    #expect(view.status == "100 of 300")
    await press { presenter.showOldest() }
    #expect(view.timeline?.footer == "End of posts")
  }

  @Test func `Esc while looking for a position shows the newest posts read so far`() async throws {
    let place = EntryPosition(key: Self.posts[250].key, date: Self.posts[250].timelineDate)
    let presenter = try await open(remembering: AccountState(positions: [.home: place]))
    await harness.advance(2.5)
    #expect(view.shown == [.loading])
    await press { presenter.cancelLoading() }
    #expect(view.selectedText == "Post 1")
    #expect(view.notice?.text == "Stopped at 200 posts · R read all")
  }

  @Test func `Esc before the first post shows that reading was stopped`() async {
    let presenter = await open()
    await harness.advance(0.5)
    await press { presenter.cancelLoading() }
    #expect(view.emptyView?.name == "loading cancelled")
    await harness.advance(5)
    #expect(view.emptyView?.name == "loading cancelled")
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `The oldest post is shown when read; Esc cancels only the jump`() async {
    let presenter = await open()
    await harness.advance(1)
    await press { presenter.showOldest() }
    await harness.advance(0.2)
    #expect(view.notice?.actions == [.cancel])
    await press { presenter.cancelLoading() }
    #expect(view.notice?.actions == [.stopReading])
    await press { presenter.showOldest() }
    await harness.advance(2)
    #expect(view.status == "300 of 300")
    #expect(view.notice == nil)
  }

  @Test func `Waiting for the oldest post shows a notice`() async {
    let presenter = await open(
      account: .fixture(id: "file:/ada/posts.json", origin: .files([.path("/ada/posts.json")])))
    await harness.advance(1)
    await press { presenter.showOldest() }
    await harness.advance(0.2)
    #expect(view.notice?.text == "Reading posts.json up to the oldest post… 33 %, 100 posts")
    await press { presenter.cancelLoading() }
    #expect(view.notice?.text == "Reading posts.json… 33 %, 100 posts")
  }

  @Test func `A search includes all posts`() async {
    let presenter = await open(
      account: .fixture(id: "file:/ada/posts.json", origin: .files([.path("/ada/posts.json")])))
    await harness.advance(1)
    await press { presenter.search("Post 299") }
    #expect(view.rows.count > 1)
    await harness.advance(0.2)
    #expect(view.notice?.text == "Searching for “Post 299” once posts.json is read… 33 %, 100 posts")
    await harness.advance(2)
    #expect(view.texts == ["Post 299"])
    #expect(view.status == "1 of 1 match")
  }

  @Test func `A refresh while reading keeps the posts and continues`() async {
    let presenter = await open()
    await harness.advance(1)
    await press { presenter.didSelectRow(at: 20) }
    await press { presenter.refresh() }
    #expect(view.selectedText == "Post 21")
    await harness.advance(2)
    #expect(view.status == "21 of 300")
  }

  @Test func `Tabs appear as they are read, with their posts`() async {
    let mentions = Post.fixtures(count: 50)
    let presenter = await open([
      .init(at: 1, timelines: [(.home, Self.posts)]),
      .init(at: 2, timelines: [(.home, Self.posts), (.mentions, Array(mentions[..<10]))]),
      .init(at: 3, timelines: [(.home, Self.posts), (.mentions, mentions)]),
    ])
    await harness.advance(1)
    #expect(view.header.tabs.map(\.name) == ["Home"])
    await harness.advance(2)
    #expect(view.header.tabs.map(\.name) == ["Home", "Mentions"])
    #expect(view.status == "1 of 300 · all caught up")
    await press { presenter.showNextTimeline() }
    #expect(view.status == "1 of 50 · all caught up")
  }

  @Test func `Other tabs show their posts so far, and all of them later`() async {
    let mentions = Post.fixtures(count: 50)
    let presenter = await open([
      .init(at: 1, timelines: [(.home, Array(Self.posts[..<100])), (.mentions, Array(mentions[..<10]))]),
      .init(at: 3, timelines: [(.home, Self.posts), (.mentions, mentions)]),
    ])
    await harness.advance(1)
    await press { presenter.showNextTimeline() }
    #expect(view.rows.count == 10)
    #expect(view.notice?.actions == [.stopReading])
    await harness.advance(2)
    #expect(view.status == "1 of 50 · all caught up")
    await press { presenter.showPreviousTimeline() }
    #expect(view.status == "1 of 300 · all caught up")
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `The last tab is waited for`() async throws {
    try harness.session.update {
      $0.accounts[Account.fixture().id] = AccountState(lastTimeline: ListedTimeline(.mentions))
    }
    await open([
      .init(at: 1, timelines: [(.home, Self.posts)]),
      .init(at: 3, timelines: [(.home, Self.posts), (.mentions, Post.fixtures(count: 5))]),
    ])
    await harness.advance(1)
    #expect(view.shown == [.loading])
    #expect(view.header.selectedTab == 1)
    await harness.advance(2)
    #expect(view.status == "1 of 5 · all caught up")
  }

  @Test func `If the last tab is gone, the first one is shown`() async throws {
    try harness.session.update {
      $0.accounts[Account.fixture().id] = AccountState(lastTimeline: ListedTimeline(.mentions))
    }
    await open()
    await harness.advance(3)
    #expect(view.header.tabs.map(\.name) == ["Home"])
    #expect(view.status == "1 of 300 · all caught up")
  }

  @Test func `Unreadable posts are reported after reading`() async {
    let place = FileLocation(path: "/ada/posts.json", line: 7, column: 12, expected: "a comma or ]")
    await open(skipped: SkippedPosts(count: 1, first: place))
    await harness.advance(1)
    #expect(view.notice?.isFailure == false)
    await harness.advance(2)
    #expect(view.notice?.text.hasPrefix("1 post in posts.json could not be read") == true)
  }

  @Test func `A failure after the first posts keeps them`() async {
    await open(error: .fileUnreadable(path: "/ada/posts.json", reason: "Input/output error"))
    await harness.advance(3)
    #expect(view.shown == [.list])
    #expect(view.notice?.text.contains("Can’t read posts.json") == true)
    #expect(harness.runner.runningCount == 0)
  }
}
