import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Cached pages are shown, missing entries are loaded, and gaps are marked.
@Suite(.timeLimit(.minutes(5))) struct ServerTimelineTests {
  private let harness: TimelineHarness

  init() async throws {
    harness = try await TimelineHarness(FakeServer(posts: 100))
  }

  private var server: FakeServer { harness.server }

  @Test func `A timeline that was never loaded is loaded at once`() async throws {
    let page = try await harness.page()
    #expect(page.posts.map(\.text.plain) == Array(server.texts().prefix(40)))
    #expect(page.older != nil)
    #expect(page.asOf == .noon)
    #expect(server.pageRequests.count == 1)
  }

  @Test func `A cached page is shown without a request`() async throws {
    _ = try await harness.page()
    server.write(3)
    let page = try await harness.page()
    #expect(page.posts.first?.text.plain == "post 100")
    #expect(server.pageRequests.count == 1)
  }

  @Test func `Posts with media only are requested and cached apart from the others`() async throws {
    var picture = Post.fixture(id: "900")
    picture.media = [Media(kind: .image)]
    server.add([picture, .fixture(id: "901")], to: .local)
    var request = PageRequest.newest
    #expect(try await harness.repository.page(of: .local, request).posts.map(\.id.rawValue) == ["901", "900"])
    request.parameters.onlyMedia = true
    for _ in 1...2 {
      #expect(try await harness.repository.page(of: .local, request).posts.map(\.id.rawValue) == ["900"])
    }
    #expect(server.pageRequests.map(\.query.parameters.onlyMedia) == [false, true])
    #expect(try await harness.repository.page(of: .local, .newest).posts.count == 2)
    // A restart finds both.
    #expect(try await harness.cache.page(of: TimelineQuery(.local, request.parameters), request)?.page.posts.count == 1)
  }

  @Test func `A fresh request loads new posts and returns its date`() async throws {
    _ = try await harness.page()
    server.write(3)
    harness.clock.advance(to: .noon.addingTimeInterval(600))
    let page = try await harness.page(.fresh)
    #expect(page.posts.map(\.text.plain).prefix(4) == ["post 103", "post 102", "post 101", "post 100"])
    #expect(page.gaps.isEmpty)
    #expect(page.asOf == .noon.addingTimeInterval(600))
  }

  @Test func `A failure leaves the cache unchanged and is reported`() async throws {
    _ = try await harness.page()
    server.failure = .offline(host: "server.example")
    await #expect(throws: TimelineError.offline(host: "server.example")) { try await harness.page(.fresh) }
    #expect(try await harness.page().posts.count == 40)
  }

  @Test func `Without a cached page the failure is thrown`() async throws {
    server.failure = .timedOut(host: "server.example", seconds: 10)
    await #expect(throws: TimelineError.timedOut(host: "server.example", seconds: 10)) { try await harness.page() }
  }

  @Test func `Older posts are loaded when the cached ones end`() async throws {
    var page = try await harness.page()
    var texts = page.posts.map(\.text.plain)
    while let older = page.older {
      page = try await harness.page(at: .older(than: older))
      texts += page.posts.map(\.text.plain)
    }
    #expect(texts == server.texts())
    #expect(server.pageRequests.count == 3)
  }

  @Test func `More new posts than a page leave a gap, which is filled from below`() async throws {
    _ = try await harness.page()
    server.write(150)
    var page = try await harness.page(.fresh, limit: 360)
    var fills = 0
    while let gap = page.gaps.first {
      let filled = try await harness.page(at: .filling(gap))
      #expect(filled.posts.first?.key == gap.lower || !filled.posts.isEmpty)
      page = try await harness.page(limit: 360)
      fills += 1
      try #require(fills < 10)
    }
    #expect(page.posts.map(\.text.plain) == Array(server.texts().prefix(190)))
    #expect(fills == 3)
  }

  @Test(
    arguments: [FakeServer.UpwardPages.newest, .ignored], [TimelineID.home, .list("7"), .tag("sea"), .notifications])
  func `A gap at a server that pages downward only is filled without loss`(
    upwardPages: FakeServer.UpwardPages, timeline: TimelineID
  ) async throws {
    let server = FakeServer(upwardPages: upwardPages)
    let harness = try await TimelineHarness(server)
    func page(_ position: PagePosition = .newest, _ freshness: Freshness = .cached) async throws -> TimelinePage {
      try await harness.repository.page(of: timeline, PageRequest(position, limit: 500, freshness))
    }
    server.write(45, in: timeline)
    _ = try await page()
    server.write(173, in: timeline)
    var shown = try await page(.newest, .fresh)
    for _ in 0..<20 {
      guard let gap = shown.gaps.first else { break }
      // New posts arrive while the gap is filled.
      server.write(1, in: timeline)
      let filled = try await page(.filling(gap))
      #expect(!filled.posts.isEmpty)
      shown = try await page(.newest, .fresh)
    }
    #expect(shown.gaps.isEmpty)
    #expect(shown.posts.map(\.text.plain) == Array(server.texts(of: timeline).prefix(shown.posts.count)))
    #expect(shown.posts.count >= 40 + 173)
  }

  @Test(arguments: [FakeServer.UpwardPages.newest, .ignored])
  func `A sync of a server that pages downward only leaves no post out`(upwardPages: FakeServer.UpwardPages)
    async throws
  {
    let server = FakeServer(posts: 60, upwardPages: upwardPages)
    let harness = try await TimelineHarness(server)
    _ = try await harness.page()
    server.write(200)
    #expect(try await harness.repository.fetchNewest() == 200)
    let page = try await harness.page(limit: 500)
    #expect(page.gaps.isEmpty)
    #expect(page.posts.map(\.text.plain) == Array(server.texts().prefix(240)))
  }

  @Test func `A sync also fills some pages of older gaps`() async throws {
    _ = try await harness.page()
    // Two gaps, the older one of 260 posts, the newer one of 60.
    server.write(300)
    _ = try await harness.page(.fresh)
    server.write(100)
    _ = try await harness.page(.fresh)
    server.write(3)
    var pageRequests = server.pageRequests.count
    // A page that fills a gap begins with the known entry below it.
    #expect(try await harness.repository.fetchNewest() == 3 + 60 + 195)
    // The newest page, two that close the newer gap, and five of the older one.
    #expect(server.pageRequests.count - pageRequests == 1 + 2 + 5)
    #expect(try await harness.page(limit: 500).gaps.count == 1)
    pageRequests = server.pageRequests.count
    #expect(try await harness.repository.fetchNewest() == 65)
    #expect(server.pageRequests.count - pageRequests == 1 + 2)
    let page = try await harness.page(limit: 500)
    #expect(page.gaps.isEmpty)
    #expect(page.posts.map(\.text.plain) == Array(server.texts().prefix(443)))
    pageRequests = server.pageRequests.count
    #expect(try await harness.repository.fetchNewest() == 0)
    #expect(server.pageRequests.count - pageRequests == 1)
  }

  @Test func `If a server cannot fill gaps, pages are loaded down to a known post`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 100, canFill: false))
    _ = try await harness.page()
    harness.server.write(90)
    let page = try await harness.page(.fresh, limit: 360)
    #expect(page.gaps.isEmpty)
    #expect(page.posts.map(\.text.plain) == Array(harness.server.texts().prefix(page.posts.count)))
    #expect(page.posts.count >= 130)
  }

  @Test func `Ten concurrent calls make one request`() async throws {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { _ = try? await harness.page(.fresh) } }
    }
    #expect(server.pageRequests.count < 10)
    #expect(Set(server.pageRequests.map(\.position)) == [.newest])
  }

  @Test func `Without an overview there are the timelines that every server has`() async throws {
    server.failure = .offline(host: "server.example")
    let guess = try await harness.repository.overview(.cached)
    #expect(guess.timelines.map(\.id) == [.home, .notifications])
    #expect(guess.isGrowing)
    server.failure = nil
    #expect(try await harness.repository.overview(.cached).timelines.map(\.id) == [.home])
    server.failure = .offline(host: "server.example")
    #expect(try await harness.repository.overview(.cached).timelines.map(\.id) == [.home])
  }

  @Test func `Threads are loaded, cached, and shown from the cache offline`() async throws {
    _ = try await harness.page()
    let post = server.write(1)[0].post
    server.thread = PostThread(post: post)
    #expect(try await harness.threads.thread(of: harness.ref(post), .cached).failure == nil)
    server.failure = .offline(host: "server.example")
    // No request for five minutes.
    harness.clock.advance(to: .noon.addingTimeInterval(200))
    let recent = try await harness.threads.thread(of: harness.ref(post), .cached)
    #expect(recent.failure == nil && !recent.isStale)
    #expect(recent.asOf == .noon)
    harness.clock.advance(to: .noon.addingTimeInterval(301))
    #expect(try await harness.threads.thread(of: harness.ref(post), .cached).isStale)
    await #expect(throws: TimelineError.offline(host: "server.example")) {
      try await harness.threads.thread(of: harness.ref(post), .fresh)
    }
    // A failed request is not repeated immediately.
    let cachedPage = try await harness.threads.thread(of: harness.ref(post), .cached)
    #expect(cachedPage.failure == .offline(host: "server.example") && !cachedPage.isStale)
    // The date is that of the last response, not of the last request.
    #expect(cachedPage.asOf == .noon)
    harness.clock.advance(to: .noon.addingTimeInterval(361))
    #expect(try await harness.threads.thread(of: harness.ref(post), .cached).isStale)
  }

  @Test func `A cached thread says how much the last response left out`() async throws {
    _ = try await harness.page()
    let post = server.write(1)[0].post
    var thread = PostThread(post: post)
    thread.omitted = .init(ancestors: 1, replies: 7_000)
    server.thread = thread
    #expect(try await harness.threads.thread(of: harness.ref(post), .fresh).omitted == thread.omitted)
    #expect(try await harness.threads.thread(of: harness.ref(post), .cached).omitted == thread.omitted)
    server.failure = .offline(host: "server.example")
    _ = try? await harness.threads.thread(of: harness.ref(post), .fresh)
    #expect(try await harness.threads.thread(of: harness.ref(post), .cached).omitted == thread.omitted)
  }

  @Test func `A hidden post stays in its timelines, a deleted one leaves them`() async throws {
    let post = try #require(try await harness.page().posts.first)
    for (reason, count) in [(UnavailableReason.notInSource, 40), (.deleted, 39)] {
      server.failure = .postUnavailable(id: post.id, reason: reason)
      await #expect(throws: TimelineError.postUnavailable(id: post.id, reason: reason)) {
        try await harness.threads.thread(of: harness.ref(post), .fresh)
      }
      #expect(try await harness.page().posts.count == count)
    }
  }

  @Test func `A cached thread is shown before the request`() async throws {
    let post = try #require(try await harness.page().posts.first)
    server.failure = .timedOut(host: "server.example", seconds: 30)
    let cachedPage = try await harness.threads.thread(of: harness.ref(post), .cached)
    #expect(cachedPage.post.id == post.id)
    #expect(cachedPage.isStale && cachedPage.failure == nil)
  }

  @Test func `Other observers are notified of new posts`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5), hasLiveUpdates: true)
    _ = try await harness.page()
    var asking = harness.changes().makeAsyncIterator()
    let gone = SourceChange.deleted(PostRef(account: harness.account, id: PostID("1")))
    harness.server.write(1)
    // A single observer has it with the response.
    _ = try await harness.page(.fresh)
    harness.repository.notify(gone)
    #expect(await asking.next() == gone)
    var other = harness.changes().makeAsyncIterator()
    harness.server.write(1)
    _ = try await harness.page(.fresh)
    #expect(await other.next() == .outdated(.home))
    #expect(await asking.next() == .outdated(.home))
  }
}
