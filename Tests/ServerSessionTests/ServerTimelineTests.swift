import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// What is kept is shown, the server is asked for the rest, and what is missing is marked.
@Suite(.timeLimit(.minutes(5))) struct ServerTimelineTests {
  private let live: SyncHarness

  init() async throws {
    live = try await SyncHarness(FakeServer(posts: 100))
  }

  private var server: FakeServer { live.server }

  @Test func `What was never asked for is asked for at once`() async throws {
    let page = try await live.page()
    #expect(page.posts.map(\.text.plain) == Array(server.texts().prefix(40)))
    #expect(page.older != nil)
    #expect(page.asOf == .noon)
    #expect(server.questions.count == 1)
  }

  @Test func `What is kept is shown without asking`() async throws {
    _ = try await live.page()
    server.write(3)
    let page = try await live.page()
    #expect(page.posts.first?.text.plain == "post 100")
    #expect(server.questions.count == 1)
  }

  @Test func `A fresh question brings what is new, and says as of when`() async throws {
    _ = try await live.page()
    server.write(3)
    live.clock.advance(to: .noon.addingTimeInterval(600))
    let page = try await live.page(.fresh)
    #expect(page.posts.map(\.text.plain).prefix(4) == ["post 103", "post 102", "post 101", "post 100"])
    #expect(page.gaps.isEmpty)
    #expect(page.asOf == .noon.addingTimeInterval(600))
  }

  @Test func `A failure leaves what is kept, and does not hide that it failed`() async throws {
    _ = try await live.page()
    server.failure = .offline(host: "server.example")
    await #expect(throws: TimelineError.offline(host: "server.example")) { try await live.page(.fresh) }
    #expect(try await live.page().posts.count == 40)
  }

  @Test func `Where nothing was kept, the failure is all there is`() async throws {
    server.failure = .timedOut(host: "server.example", seconds: 10)
    await #expect(throws: TimelineError.timedOut(host: "server.example", seconds: 10)) { try await live.page() }
  }

  @Test func `Older posts come from the server when those that are kept end`() async throws {
    var page = try await live.page()
    var texts = page.posts.map(\.text.plain)
    while let older = page.older {
      page = try await live.page(at: .older(than: older))
      texts += page.posts.map(\.text.plain)
    }
    #expect(texts == server.texts())
    #expect(server.questions.count == 3)
  }

  @Test func `More news than a page leave a gap, which is filled upward until it is closed`() async throws {
    _ = try await live.page()
    server.write(150)
    var page = try await live.page(.fresh, limit: 360)
    var fills = 0
    while let gap = page.gaps.first {
      let filled = try await live.page(at: .filling(gap))
      #expect(filled.posts.first?.key == gap.lower || !filled.posts.isEmpty)
      page = try await live.page(limit: 360)
      fills += 1
      try #require(fills < 10)
    }
    #expect(page.posts.map(\.text.plain) == Array(server.texts().prefix(190)))
    #expect(fills == 3)
  }

  @Test func `A sync fills what was missing before as well, some pages of it at a time`() async throws {
    _ = try await live.page()
    // Two gaps, the older one of 260 posts, the newer one of 60.
    server.write(300)
    _ = try await live.page(.fresh)
    server.write(100)
    _ = try await live.page(.fresh)
    server.write(3)
    var questions = server.questions.count
    #expect(try await live.repository.fetchNews() == 3 + 60 + 200)
    // The newest, two that close the newer gap, and five of the older one.
    #expect(server.questions.count - questions == 1 + 2 + 5)
    #expect(try await live.page(limit: 500).gaps.count == 1)
    questions = server.questions.count
    #expect(try await live.repository.fetchNews() == 60)
    #expect(server.questions.count - questions == 1 + 2)
    let page = try await live.page(limit: 500)
    #expect(page.gaps.isEmpty)
    #expect(page.posts.map(\.text.plain) == Array(server.texts().prefix(443)))
    questions = server.questions.count
    #expect(try await live.repository.fetchNews() == 0)
    #expect(server.questions.count - questions == 1)
  }

  @Test func `Where a server cannot fill gaps, it is gone down from the newest until something is known`() async throws
  {
    let live = try await SyncHarness(FakeServer(posts: 100, canFill: false))
    _ = try await live.page()
    live.server.write(90)
    let page = try await live.page(.fresh, limit: 360)
    #expect(page.gaps.isEmpty)
    #expect(page.posts.map(\.text.plain) == Array(live.server.texts().prefix(page.posts.count)))
    #expect(page.posts.count >= 130)
  }

  @Test func `Ten who ask for the same make one request`() async throws {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { _ = try? await live.page(.fresh) } }
    }
    #expect(server.questions.count < 10)
    #expect(Set(server.questions.map(\.position)) == [.newest])
  }

  @Test func `A server that has never said which timelines there are leaves the ones that all have`() async throws {
    server.failure = .offline(host: "server.example")
    let guess = try await live.repository.overview(.cached)
    #expect(guess.timelines.map(\.id) == [.home, .notifications])
    #expect(guess.isGrowing)
    server.failure = nil
    #expect(try await live.repository.overview(.cached).timelines.map(\.id) == [.home])
    server.failure = .offline(host: "server.example")
    #expect(try await live.repository.overview(.cached).timelines.map(\.id) == [.home])
  }

  @Test func `Conversations are asked for, kept, and shown as kept where the server is silent`() async throws {
    _ = try await live.page()
    let post = server.write(1)[0].post
    server.thread = PostThread(post: post)
    #expect(try await live.threads.thread(of: live.ref(post), .cached).failure == nil)
    server.failure = .offline(host: "server.example")
    // Five minutes long nobody asks again.
    live.clock.advance(to: .noon.addingTimeInterval(200))
    let recent = try await live.threads.thread(of: live.ref(post), .cached)
    #expect(recent.failure == nil && !recent.isOld)
    #expect(recent.asOf == .noon)
    live.clock.advance(to: .noon.addingTimeInterval(301))
    #expect(try await live.threads.thread(of: live.ref(post), .cached).isOld)
    await #expect(throws: TimelineError.offline(host: "server.example")) {
      try await live.threads.thread(of: live.ref(post), .fresh)
    }
    // What was not answered is not asked at once again.
    let kept = try await live.threads.thread(of: live.ref(post), .cached)
    #expect(kept.failure == .offline(host: "server.example") && !kept.isOld)
    // It is as old as what was said, whenever somebody tried to ask.
    #expect(kept.asOf == .noon)
    live.clock.advance(to: .noon.addingTimeInterval(361))
    #expect(try await live.threads.thread(of: live.ref(post), .cached).isOld)
  }

  @Test func `A post that may not be seen stays in its timelines, and one that is deleted leaves them`() async throws {
    let post = try #require(try await live.page().posts.first)
    for (reason, count) in [(UnavailableReason.notInSource, 40), (.deleted, 39)] {
      server.failure = .postUnavailable(id: post.id, reason: reason)
      await #expect(throws: TimelineError.postUnavailable(id: post.id, reason: reason)) {
        try await live.threads.thread(of: live.ref(post), .fresh)
      }
      #expect(try await live.page().posts.count == count)
    }
  }

  @Test func `A conversation that is kept is shown before the server is asked`() async throws {
    let post = try #require(try await live.page().posts.first)
    server.failure = .timedOut(host: "server.example", seconds: 30)
    let kept = try await live.threads.thread(of: live.ref(post), .cached)
    #expect(kept.post.id == post.id)
    #expect(kept.isOld && kept.failure == nil)
  }

  @Test func `What one screen has asked for is missing on no other`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5), follows: true)
    _ = try await live.page()
    var asking = live.repository.changes().makeAsyncIterator()
    let gone = SourceChange.deleted(PostRef(account: live.account, id: PostID("1")))
    live.server.write(1)
    // Whoever is alone has it with the answer.
    _ = try await live.page(.fresh)
    live.repository.notify(gone)
    #expect(await asking.next() == gone)
    var other = live.repository.changes().makeAsyncIterator()
    live.server.write(1)
    _ = try await live.page(.fresh)
    #expect(await other.next() == .outdated(.home))
    #expect(await asking.next() == .outdated(.home))
  }
}
