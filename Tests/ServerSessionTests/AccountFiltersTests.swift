import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Filters that the server leaves to the client apply wherever posts are read.
@Suite struct AccountFiltersTests {
  private let live: SyncHarness

  init() async throws {
    live = try await SyncHarness(FakeServer(posts: 5))
  }

  private func filter(_ phrase: String, hides: Bool = false, until: Date? = nil) -> ContentFilter {
    ContentFilter(
      title: phrase, keywords: [.init(phrase, isWholeWord: true)], contexts: [.home, .thread], expiresAt: until,
      hides: hides)
  }

  private func verdicts(_ page: TimelinePage) -> [FilterVerdict?] { page.posts.map(\.filterVerdict) }

  @Test func `What is read is folded and hidden, kept or not, and shown again without the filter`() async throws {
    live.server.setFilters([filter("4", hides: true), filter("2")])
    _ = try await live.repository.overview(.fresh)
    let expected: [FilterVerdict?] = [nil, .hide(title: "4"), nil, .fold(title: "2"), nil]
    #expect(try await verdicts(live.page(.fresh)) == expected)
    // Another Tern, and no server.
    live.server.failure = .offline(host: "server.example")
    let again = ServerTimelineRepository(live.anotherTern(), follows: false, clock: live.clock)
    #expect(try await verdicts(again.page(of: .home, at: .newest, limit: 60, .cached)) == expected)
    live.server.failure = nil
    live.server.setFilters([])
    live.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(try await verdicts(live.page(.fresh)) == [nil, nil, nil, nil, nil])
  }

  @Test func `A filter ends by itself`() async throws {
    live.server.setFilters([filter("4", until: .noon.addingTimeInterval(30))])
    #expect(try await verdicts(live.page(.fresh))[1] == .fold(title: "4"))
    live.clock.advance(to: .noon.addingTimeInterval(31))
    #expect(try await verdicts(live.page())[1] == nil)
  }

  @Test func `The questions of one refresh ask once, and a server without filters is believed`() async throws {
    live.server.setFilters([filter("4")])
    _ = try await live.repository.overview(.fresh)
    _ = try await live.page(.fresh)
    #expect(live.server.filterQuestions == 1)
    live.server.setFilters(nil)
    live.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(try await verdicts(live.page(.fresh))[1] == .fold(title: "4"))
  }

  @Test func `A thread is filtered, and what is kept of it`() async throws {
    live.server.setFilters([filter("hidden", hides: true), filter("folded")])
    _ = try await live.repository.overview(.fresh)
    func post(_ id: String, _ text: String, replyTo: String? = nil) -> Post {
      Post(
        id: PostID(id), createdAt: .noon.addingTimeInterval(id == "c" ? 60 : 0), text: PostText([.text(text)]),
        replyTo: replyTo.map { PostID($0) })
    }
    live.server.thread = PostThread(
      post: post("a", "folded"),
      replies: [
        .init(entry: .post(post("b", "hidden", replyTo: "a")), depth: 0),
        .init(entry: .post(post("c", "folded", replyTo: "a")), depth: 0),
      ])
    for freshness in [Freshness.fresh, .cached] {
      let thread = try await live.threads.thread(of: PostRef(account: live.account, id: PostID("a")), freshness)
      #expect(thread.post.fold == nil)
      #expect(thread.replies.first?.entry == .unavailable(id: PostID("b"), reason: .filtered))
      #expect(thread.replies.last?.entry.post?.fold == "Filtered: folded")
    }
  }

  @Test func `Filters that have changed meanwhile have all timelines read again`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.server.setFilters([filter("4", hides: true)])
    live.server.notify(.filtersChanged)
    #expect(await changes.next() == .outdated(.home))
    #expect(try await verdicts(live.page())[1] == .hide(title: "4"))
  }
}
