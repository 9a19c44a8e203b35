import Domain
import PostCell
import Runtime
import ScreenSupport
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// Several hashtags, and timelines of other servers, saved as tabs.
@MainActor @Suite struct SavedTimelineTests {
  private let clock = VirtualClock(now: .noon)
  private let session = MemorySessionRepository()
  private let own = Account.fixture()
  private let tags = TimelineID.tag("loom weave -spring")
  private let server: PublicTimeline
  private let opened = Opened()

  @MainActor private final class Opened {
    var posts: [String] = []
  }

  init() throws {
    server = try #require(PublicTimeline(typed: "tern.example"))
  }

  /// The posts of the other server, which have the IDs of that server.
  private var serverPosts: [Post] {
    (1...3).map { number in
      var post = Post.fixture(id: "\(number)", createdAt: .noon.minutesAgo(Double(number)), text: "There \(number)")
      post.ref.account = server.account.id
      return post
    }
  }

  private func makeHarness(single: TimelineID? = nil, first: TimelineID? = nil, fails error: TimelineError? = nil)
    -> TimelineHarness
  {
    let repository = PagedTimelineRepository([(.local, serverPosts)], clock: clock)
    let load: any LoadTimelineUseCase =
      if let error { LoadFailing(error: error) } else { LoadPublicTimeline(server, timelines: repository) }
    let useCases = PublicTimelineUseCases(load: load, search: SearchTimeline(search: repository))
    return TimelineHarness(
      [(.home, Post.fixtures(count: 5)), (.mentions, []), (tags, [.fixture(id: "t", text: "#loom")])], account: own,
      firstTimeline: single ?? first, session: session, isSingle: single != nil, tabOwner: own,
      loadTimeline: single.map { OnlyTimeline(id: $0, base: load) },
      publicTimeline: { _ in useCases },
      other: { [opened] account in
        ForeignAccountContext(
          session: AccountSession(account: account),
          showPost: { post, _ in opened.posts.append("\(post.text.plain) at \(account.label)") }, show: { _ in },
          select: { _, _ in })
      }, clock: clock)
  }

  /// Loads one timeline, as if there were no others.
  private struct OnlyTimeline: LoadTimelineUseCase {
    let id: TimelineID
    let base: any LoadTimelineUseCase

    func overview(isRefresh: Bool) async throws(TimelineError) -> TimelineOverview {
      TimelineOverview(timelines: [ListedTimeline(id)])
    }

    func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
      try await base.page(of: timeline, request)
    }

    func changes() -> AsyncStream<SourceChange> { base.changes() }
  }

  /// Fails each request.
  private struct LoadFailing: LoadTimelineUseCase {
    let error: TimelineError

    func overview(isRefresh: Bool) async throws(TimelineError) -> TimelineOverview { throw error }

    func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
      throw error
    }

    func changes() -> AsyncStream<SourceChange> { AsyncStream { $0.finish() } }
  }

  private func names(_ harness: TimelineHarness) -> [String] { harness.view.header.tabs.map(\.name) }

  @Test func `Several hashtags are saved as a tab, and removed again`() async {
    let harness = await makeHarness(single: tags).load()
    #expect(harness.view.header.savedSearchAction == .saveTimeline)
    await harness.after { $0.toggleSavedSearch() }
    #expect(harness.view.notice?.text == "#loom #weave -#spring saved as a tab · U undo")
    #expect(session.load().savedSearches == [SavedSearch(tags, in: own.id)])
    #expect(harness.view.header.savedSearchAction == .removeTimeline && names(harness) == ["#loom #weave -#spring"])
    await harness.after { $0.undo() }
    #expect(session.load().savedSearches.isEmpty && harness.view.header.savedSearchAction == .saveTimeline)
    await harness.after { $0.toggleSavedSearch() }
    await harness.after { $0.toggleSavedSearch() }
    #expect(session.load().savedSearches.isEmpty)
    #expect(harness.view.notice?.text == "#loom #weave -#spring removed · U undo")
  }

  @Test func `A single hashtag is followed, not saved`() async {
    let harness = await makeHarness(single: .tag("loom")).load()
    #expect(harness.view.header.savedSearchAction == nil)
  }

  @Test func `The tab has read marks, and can be removed and brought back`() async throws {
    try session.update { $0.save(SavedSearch(tags, in: own.id)) }
    let harness = await makeHarness().load()
    #expect(names(harness) == ["Home", "Mentions", "#loom #weave -#spring"])
    await harness.after { $0.showTimeline(at: 2) }
    #expect(harness.view.texts == ["#loom"] && harness.view.header.savedSearchAction == .removeTimeline)
    await harness.after { $0.viewWillDisappear() }
    #expect(session.load().accounts[own.id]?.marks[tags] != nil)
    await harness.after { $0.toggleSavedSearch() }
    #expect(names(harness) == ["Home", "Mentions"] && harness.view.header.selectedTab == 1)
    await harness.after { $0.undo() }
    #expect(names(harness) == ["Home", "Mentions", "#loom #weave -#spring"] && harness.view.header.selectedTab == 2)
  }

  @Test func `The tab of another account is not shown`() async throws {
    try session.update { $0.save(SavedSearch(tags, in: .demo("grace@demo"))) }
    #expect(!names(await makeHarness().load()).contains("“”"))
    #expect(session.load().savedSearches.count == 1)
  }

  @Test func `The tab that was shown last is shown again`() async throws {
    try session.update { session in
      session.save(SavedSearch(tags, in: own.id))
      session.accounts[own.id] = AccountState(lastTimeline: ListedTimeline(tags))
    }
    let harness = await makeHarness().load()
    #expect(harness.view.header.selectedTab == 2 && harness.view.texts == ["#loom"])
  }

  @Test func `The timeline of a server is saved in the account that was read`() async {
    let harness = await makeHarness(single: .publicTimeline(server)).load()
    #expect(harness.view.header.savedSearchAction == .saveTimeline)
    await harness.after { $0.toggleSavedSearch() }
    #expect(session.load().savedSearches == [SavedSearch(.publicTimeline(server), in: own.id)])
  }

  @Test func `Its tab shows the posts of the server, which are not marked read`() async throws {
    try session.update { $0.save(SavedSearch(.publicTimeline(server), in: own.id)) }
    let harness = await makeHarness().load()
    #expect(names(harness).last == "tern.example")
    await harness.after { $0.showTimeline(at: names(harness).count - 1) }
    #expect(harness.view.texts == ["There 1", "There 2", "There 3"])
    #expect(harness.view.header.tabs.last?.unreadCount == 0 && harness.view.rows.allSatisfy { !$0.isUnread })
    await harness.after { $0.markAllRead() }
    await harness.after { $0.viewWillDisappear() }
    #expect(session.load().accounts[own.id]?.marks[.publicTimeline(server)] == nil)
    await harness.after { $0.openPost(at: 1) }
    #expect(opened.posts == ["There 2 at tern.example"])
  }

  @Test func `A search in its tab looks through the posts of the server`() async throws {
    try session.update { $0.save(SavedSearch(.publicTimeline(server), in: own.id)) }
    let harness = await makeHarness(first: .publicTimeline(server)).load()
    await harness.after { $0.search("2") }
    #expect(harness.view.texts == ["There 2"] && harness.view.header.search?.scope == "")
    #expect(harness.view.header.savedSearchAction == nil)
    await harness.after { $0.openPost(at: 0) }
    #expect(opened.posts == ["There 2 at tern.example"])
    await harness.after { $0.clearSearch() }
    await harness.after { $0.showTimeline(at: 0) }
    await harness.after { $0.search("2") }
    #expect(harness.view.texts == ["Post 2"])
  }

  @Test func `The account never acts on posts by the IDs of another server`() async throws {
    try session.update { $0.save(SavedSearch(.publicTimeline(server), in: own.id)) }
    let harness = await makeHarness(first: .publicTimeline(server)).load()
    let post = try #require(harness.presenter.post(at: 0))
    #expect(post.ref.account == server.account.id)
    #expect(harness.presenter.session(of: post)?.account == server.account)
    #expect(harness.presenter.availability(at: 0).kinds.isEmpty)
  }

  @Test func `A failure names the server`() async throws {
    try session.update { $0.save(SavedSearch(.publicTimeline(server), in: own.id)) }
    let harness = await makeHarness(first: .publicTimeline(server), fails: .accountRequired(host: "tern.example"))
      .load()
    #expect(harness.view.emptyView?.title == "tern.example asks for an account")
    #expect(harness.view.emptyView?.sentences.first?.contains("the local timeline of tern.example") == true)
  }
}
