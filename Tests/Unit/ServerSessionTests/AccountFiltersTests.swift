import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Client-side filters apply wherever posts are read.
@Suite struct AccountFiltersTests {
  private let harness: TimelineHarness

  init() async throws {
    harness = try await TimelineHarness(FakeServer(posts: 5))
  }

  private func filter(_ phrase: String, hides: Bool = false, until: Date? = nil) -> ContentFilter {
    ContentFilter(
      title: phrase, keywords: [.init(phrase, isWholeWord: true)], contexts: [.home, .thread], expiresAt: until,
      hides: hides)
  }

  private func verdicts(_ page: TimelinePage) -> [FilterVerdict?] { page.posts.map(\.filterVerdict) }

  @Test func `Posts are folded and hidden, and shown again without the filter`() async throws {
    harness.server.setFilters([filter("4", hides: true), filter("2")])
    _ = try await harness.repository.overview(.fresh)
    let expected: [FilterVerdict?] = [nil, .hide(title: "4"), nil, .fold(title: "2"), nil]
    #expect(try await verdicts(harness.page(.fresh)) == expected)
    // Another instance, offline.
    harness.server.failure = .offline(host: "server.example")
    let again = ServerTimelineRepository(harness.secondInstance(), hasLiveUpdates: false, clock: harness.clock)
    #expect(try await verdicts(again.page(of: .home, PageRequest(.newest, limit: 60))) == expected)
    harness.server.failure = nil
    harness.server.setFilters([])
    harness.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(try await verdicts(harness.page(.fresh)) == [nil, nil, nil, nil, nil])
  }

  @Test func `A filter expires`() async throws {
    harness.server.setFilters([filter("4", until: .noon.addingTimeInterval(30))])
    #expect(try await verdicts(harness.page(.fresh))[1] == .fold(title: "4"))
    harness.clock.advance(to: .noon.addingTimeInterval(31))
    #expect(try await verdicts(harness.page())[1] == nil)
  }

  @Test func `A refresh loads the filters once`() async throws {
    harness.server.setFilters([filter("4")])
    _ = try await harness.repository.overview(.fresh)
    _ = try await harness.page(.fresh)
    #expect(harness.server.filterRequests == 1)
    harness.server.setFilters(nil)
    harness.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(try await verdicts(harness.page(.fresh))[1] == .fold(title: "4"))
  }

  @Test func `Threads are filtered, also cached ones`() async throws {
    harness.server.setFilters([filter("hidden", hides: true), filter("folded")])
    _ = try await harness.repository.overview(.fresh)
    func post(_ id: String, _ text: String, replyTo: String? = nil) -> Post {
      Post(
        id: PostID(id), createdAt: .noon.addingTimeInterval(id == "c" ? 60 : 0), text: PostText([.text(text)]),
        replyTo: replyTo.map { PostID($0) })
    }
    harness.server.thread = PostThread(
      post: post("a", "folded"),
      replies: [
        .init(entry: .post(post("b", "hidden", replyTo: "a")), depth: 0),
        .init(entry: .post(post("c", "folded", replyTo: "a")), depth: 0),
      ])
    for freshness in [Freshness.fresh, .cached] {
      let thread = try await harness.threads.thread(of: PostRef(account: harness.account, id: PostID("a")), freshness)
      #expect(thread.post.fold == nil)
      #expect(thread.replies.first?.entry == .unavailable(id: PostID("b"), reason: .filtered))
      #expect(thread.replies.last?.entry.post?.fold == "Filtered: folded")
    }
  }

  @Test func `Changed filters reload all timelines`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.server.setFilters([filter("4", hides: true)])
    harness.server.notify(.filtersChanged)
    #expect(await changes.next() == .outdated(.home))
    #expect(try await verdicts(harness.page())[1] == .hide(title: "4"))
  }

  @Test func `A filter that the user changes applies at once`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    harness.server.setFilters([filter("4", hides: true)])
    await harness.repository.reloadFilters()
    #expect(await changes.next() == .filtersChanged)
    #expect(try await verdicts(harness.page())[1] == .hide(title: "4"))
  }

  @Test func `A changed list of timelines is reported`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5), hasLiveUpdates: true)
    var changes = harness.changes().makeAsyncIterator()
    await harness.repository.reloadOverview()
    #expect(await changes.next() == .overviewChanged)
  }
}
