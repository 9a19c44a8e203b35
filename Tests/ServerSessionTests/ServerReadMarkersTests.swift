import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// How far timelines have been read, here and at their server.
@Suite struct ServerReadMarkersTests {
  /// Keeps markers, or nothing of the kind.
  private final class Server: RemoteMarkers {
    private struct State {
      var kept: [TimelineID: RemoteCursor]?
      var failure: TimelineError?
      var asked = 0
      var told: [[TimelineID: RemoteCursor]] = []
      /// What is told is held until it is let go.
      var gate: AsyncStream<Never>?
      var isHolding = false
    }

    private let state: Mutex<State>

    init(_ kept: [TimelineID: RemoteCursor]?) { state = Mutex(State(kept: kept)) }

    var isHolding: Bool { state.withLock(\.isHolding) }
    var asked: Int { state.withLock(\.asked) }
    var told: [[TimelineID: RemoteCursor]] { state.withLock(\.told) }
    func keep(_ cursor: String) { state.withLock { $0.kept?[.home] = RemoteCursor(cursor) } }
    func fail(by error: TimelineError?) { state.withLock { $0.failure = error } }

    func markers() async throws(TimelineError) -> [TimelineID: RemoteCursor]? {
      let (kept, failure) = state.withLock { state in
        state.asked += 1
        return (state.kept, state.failure)
      }
      if let failure { throw failure }
      return kept
    }

    /// - Returns: lets go what it holds from now on.
    func hold() -> AsyncStream<Never>.Continuation {
      let (gate, continuation) = AsyncStream.makeStream(of: Never.self)
      state.withLock { $0.gate = gate }
      return continuation
    }

    func store(_ markers: [TimelineID: RemoteCursor]) async throws(TimelineError) -> Bool {
      let gate = state.withLock { state in
        defer { state.gate = nil }
        state.isHolding = state.gate != nil
        return state.gate
      }
      if let gate { for await _ in gate {} }
      if Task.isCancelled { throw .cancelled }
      let (isKnown, failure) = state.withLock { state in
        state.told.append(markers)
        if state.failure == nil { state.kept?.merge(markers) { _, new in new } }
        return (state.kept != nil, state.failure)
      }
      if let failure { throw failure }
      return isKnown
    }
  }

  private let live: SyncHarness
  private let posts: [Post]

  /// The posts 61 to 100 are kept.
  init() async throws {
    live = try await SyncHarness(FakeServer(posts: 100))
    posts = try await live.page().posts
  }

  private func markers(_ server: Server) -> ServerReadMarkers {
    ServerReadMarkers(remote: server, cache: live.cache, clock: live.clock)
  }

  /// That all is read up to a post.
  private func mark(_ number: Int, others: Int...) throws -> ReadMark {
    func post(_ number: Int) throws -> Post { try #require(posts.first { $0.id.rawValue == "\(number)" }) }
    let newest = try post(number)
    return ReadMark(
      newest: Place(key: newest.key, date: newest.timelineDate), others: Set(try others.map { try post($0).key }))
  }

  @Test func `What is read elsewhere is read here, and never less than was`() async throws {
    let server = Server([.home: RemoteCursor("90")])
    let markers = markers(server)
    #expect(try await markers.newerMark(than: mark(80, others: 85, 90, 95), of: .home) == mark(90, others: 85, 95))
    #expect(try await markers.newerMark(than: mark(90), of: .home) == nil)
    #expect(try await markers.newerMark(than: mark(95), of: .home) == nil)
    #expect(try await markers.newerMark(than: mark(80), of: .local) == nil)
    #expect(server.asked == 1)
    // A minute long nobody asks again.
    server.keep("97")
    #expect(try await markers.newerMark(than: mark(95), of: .home) == nil)
    live.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(try await markers.newerMark(than: mark(95), of: .home) == mark(97))
  }

  @Test func `Where the entry itself is not kept, the next one below it is what has been read`() async throws {
    // Newer than all that is known here, and none of the entries.
    let server = Server([.home: RemoteCursor("1000000")])
    #expect(try await markers(server).newerMark(than: mark(80), of: .home) == mark(100))
    #expect(try await markers(Server([.home: RemoteCursor("12")])).newerMark(than: mark(80), of: .home) == nil)
    #expect(try await markers(Server([.home: RemoteCursor("01HXY")])).newerMark(than: mark(80), of: .home) == nil)
  }

  @Test func `What is read here the server is told of some seconds later, once for all that was read meanwhile`()
    async throws
  {
    let server = Server([.home: RemoteCursor("70")])
    let markers = markers(server)
    _ = try await markers.newerMark(than: mark(80), of: .home)
    for number in 80...90 { markers.didRead(try mark(number), of: .home) }
    markers.didRead(try mark(80), of: .federated)
    #expect(await live.clock.waitForSleepers(1))
    #expect(server.told.isEmpty)
    live.clock.advance(to: .noon.addingTimeInterval(5))
    #expect(await eventually { server.told == [[.home: RemoteCursor("90")]] })
    // Nothing is told twice, and nothing goes back.
    markers.didRead(try mark(85), of: .home)
    await markers.finish()
    #expect(server.told.count == 1)
  }

  @Test func `What the server is not told yet when the program ends, it is told then`() async throws {
    let server = Server([:])
    let markers = markers(server)
    _ = try await markers.newerMark(than: mark(80), of: .home)
    markers.didRead(try mark(88), of: .home)
    await markers.finish()
    #expect(server.told == [[.home: RemoteCursor("88")]])
    #expect(await eventually { live.clock.sleeperCount == 0 })
    await markers.finish()
    #expect(server.told.count == 1)
  }

  @Test func `What the server is being told when the program ends is told to its end`() async throws {
    let server = Server([:])
    let markers = markers(server)
    _ = try await markers.newerMark(than: mark(80), of: .home)
    let held = server.hold()
    markers.didRead(try mark(88), of: .home)
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(5))
    #expect(await eventually { server.isHolding })
    let finish = Task {
      await markers.finish()
      return server.told.count
    }
    try await Task.sleep(for: .milliseconds(20))
    held.finish()
    #expect(await finish.value == 1)
    #expect(server.told == [[.home: RemoteCursor("88")]])
  }

  @Test func `A server that has been read further is not told to go back`() async throws {
    let server = Server([.home: RemoteCursor("95")])
    let markers = markers(server)
    markers.didRead(try mark(90), of: .home)
    await markers.finish()
    #expect(server.asked == 1)
    #expect(server.told.isEmpty)
  }

  @Test func `A server that keeps no such thing is asked once`() async throws {
    let server = Server(nil)
    let markers = markers(server)
    for minute in 0..<5 {
      live.clock.advance(to: .noon.addingTimeInterval(Double(minute) * 100))
      #expect(try await markers.newerMark(than: mark(80), of: .home) == nil)
      markers.didRead(try mark(81 + minute), of: .home)
    }
    await markers.finish()
    #expect(server.asked == 1)
    #expect(server.told.isEmpty)
  }

  @Test func `What could not be told is told later, and nothing is told where nobody knows what the server has`()
    async throws
  {
    let server = Server([:])
    server.fail(by: .offline(host: "server.example"))
    let markers = markers(server)
    #expect(try await markers.newerMark(than: mark(80), of: .home) == nil)
    markers.didRead(try mark(88), of: .home)
    await markers.finish()
    #expect(server.told.isEmpty)
    server.fail(by: nil)
    markers.didRead(try mark(89), of: .home)
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(5))
    #expect(await eventually { server.told == [[.home: RemoteCursor("89")]] })
    server.fail(by: .offline(host: "server.example"))
    markers.didRead(try mark(92), of: .home)
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(10))
    #expect(await eventually { server.told.count == 2 })
    server.fail(by: nil)
    await markers.finish()
    #expect(server.told.last == [.home: RemoteCursor("92")])
  }
}
