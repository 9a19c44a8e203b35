import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// Synchronization of read markers with the server.
@Suite struct ServerReadMarkersTests {
  /// A server with or without markers.
  private final class Server: RemoteMarkers {
    private struct State {
      var markers: [TimelineID: RemoteCursor]?
      var failure: TimelineError?
      var loadCount = 0
      var markerWrites: [[TimelineID: RemoteCursor]] = []
      /// Writes are suspended until this ends.
      var gate: AsyncStream<Never>?
      var isHolding = false
    }

    private let state: Mutex<State>

    init(_ markers: [TimelineID: RemoteCursor]?) { state = Mutex(State(markers: markers)) }

    var isHolding: Bool { state.withLock(\.isHolding) }
    var loadCount: Int { state.withLock(\.loadCount) }
    var markerWrites: [[TimelineID: RemoteCursor]] { state.withLock(\.markerWrites) }
    func setMarker(_ cursor: String) { state.withLock { $0.markers?[.home] = RemoteCursor(cursor) } }
    func fail(by error: TimelineError?) { state.withLock { $0.failure = error } }

    func markers() async throws(TimelineError) -> [TimelineID: RemoteCursor]? {
      let (markers, failure) = state.withLock { state in
        state.loadCount += 1
        return (state.markers, state.failure)
      }
      if let failure { throw failure }
      return markers
    }

    /// Suspends writes from now on.
    /// - Returns: finish it to resume them.
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
        state.markerWrites.append(markers)
        if state.failure == nil { state.markers?.merge(markers) { _, new in new } }
        return (state.markers != nil, state.failure)
      }
      if let failure { throw failure }
      return isKnown
    }
  }

  private let harness: TimelineHarness
  private let posts: [Post]

  /// The posts 61 to 100 are cached.
  init() async throws {
    harness = try await TimelineHarness(FakeServer(posts: 100))
    posts = try await harness.page().posts
  }

  private func markers(_ server: Server) -> ServerReadMarkers {
    ServerReadMarkers(remote: server, cache: harness.cache, clock: harness.clock)
  }

  /// A mark that all posts up to a number were read.
  private func mark(_ number: Int, others: Int...) throws -> ReadMark {
    func post(_ number: Int) throws -> Post { try #require(posts.first { $0.id.rawValue == "\(number)" }) }
    let newest = try post(number)
    return ReadMark(
      newest: EntryPosition(newest),
      others: Set(try others.map { try post($0).key }))
  }

  @Test func `The server's marker applies if it is newer`() async throws {
    let server = Server([.home: RemoteCursor("90")])
    let markers = markers(server)
    #expect(try await markers.newerMark(than: mark(80, others: 85, 90, 95), of: .home) == mark(90, others: 85, 95))
    #expect(try await markers.newerMark(than: mark(90), of: .home) == nil)
    #expect(try await markers.newerMark(than: mark(95), of: .home) == nil)
    #expect(try await markers.newerMark(than: mark(80), of: .local) == nil)
    #expect(server.loadCount == 1)
    // No request for a minute.
    server.setMarker("97")
    #expect(try await markers.newerMark(than: mark(95), of: .home) == nil)
    harness.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(try await markers.newerMark(than: mark(95), of: .home) == mark(97))
  }

  @Test func `If the marked entry is not cached, the next older one counts`() async throws {
    // Newer than all cached entries.
    let server = Server([.home: RemoteCursor("1000000")])
    #expect(try await markers(server).newerMark(than: mark(80), of: .home) == mark(100))
    #expect(try await markers(Server([.home: RemoteCursor("12")])).newerMark(than: mark(80), of: .home) == nil)
    #expect(try await markers(Server([.home: RemoteCursor("01HXY")])).newerMark(than: mark(80), of: .home) == nil)
  }

  @Test func `The first mark is the server's, also if it is below all cached entries`() async throws {
    let server = Server([.home: RemoteCursor("90")])
    let markers = markers(server)
    #expect(markers.sharesMark(of: .home) && !markers.sharesMark(of: .local))
    #expect(try await markers.firstMark(of: .home) == .mark(mark(90)))
    #expect(await markers.firstMark(of: .notifications) == .unset)
    let below = ServerReadMarkersTests.Server([.home: RemoteCursor("12")])
    let mark = await self.markers(below).firstMark(of: .home)
    guard case .mark(let first) = mark else {
      Issue.record("\(mark)")
      return
    }
    let page = try await harness.page()
    #expect(page.posts.allSatisfy { $0.timelineDate ?? .distantPast > first.newest.date ?? .distantFuture })
    #expect(server.markerWrites.isEmpty && below.markerWrites.isEmpty)
  }

  @Test func `The first mark is unknown while the server does not respond`() async throws {
    let server = Server([.home: RemoteCursor("90")])
    server.fail(by: .offline(host: "server.example"))
    let markers = markers(server)
    #expect(await markers.firstMark(of: .home) == .unknown)
    server.fail(by: nil)
    #expect(try await markers.firstMark(of: .home) == .mark(mark(90)))
    let without = self.markers(Server(nil))
    #expect(await without.firstMark(of: .home) == .unset)
    #expect(!without.sharesMark(of: .home))
  }

  @Test func `Local marks are sent after some seconds, only the last one`()
    async throws
  {
    let server = Server([.home: RemoteCursor("70")])
    let markers = markers(server)
    _ = try await markers.newerMark(than: mark(80), of: .home)
    for number in 80...90 { markers.didRead(try mark(number), of: .home) }
    markers.didRead(try mark(80), of: .federated)
    #expect(await harness.clock.waitForSleepers(1))
    #expect(server.markerWrites.isEmpty)
    harness.clock.advance(to: .noon.addingTimeInterval(5))
    #expect(await eventually { server.markerWrites == [[.home: RemoteCursor("90")]] })
    // Nothing is sent twice or moved back.
    markers.didRead(try mark(85), of: .home)
    await markers.finish()
    #expect(server.markerWrites.count == 1)
  }

  @Test func `Unsent marks are sent when the program ends`() async throws {
    let server = Server([:])
    let markers = markers(server)
    _ = try await markers.newerMark(than: mark(80), of: .home)
    markers.didRead(try mark(88), of: .home)
    await markers.finish()
    #expect(server.markerWrites == [[.home: RemoteCursor("88")]])
    #expect(await eventually { harness.clock.sleeperCount == 0 })
    await markers.finish()
    #expect(server.markerWrites.count == 1)
  }

  @Test func `A running request completes when the program ends`() async throws {
    let server = Server([:])
    let markers = markers(server)
    _ = try await markers.newerMark(than: mark(80), of: .home)
    let held = server.hold()
    markers.didRead(try mark(88), of: .home)
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(5))
    #expect(await eventually { server.isHolding })
    let finish = Task {
      await markers.finish()
      return server.markerWrites.count
    }
    try await Task.sleep(for: .milliseconds(20))
    held.finish()
    #expect(await finish.value == 1)
    #expect(server.markerWrites == [[.home: RemoteCursor("88")]])
  }

  @Test func `The server's marker is not moved back`() async throws {
    let server = Server([.home: RemoteCursor("95")])
    let markers = markers(server)
    markers.didRead(try mark(90), of: .home)
    await markers.finish()
    #expect(server.loadCount == 1)
    #expect(server.markerWrites.isEmpty)
  }

  @Test func `A server without markers gets one request`() async throws {
    let server = Server(nil)
    let markers = markers(server)
    for minute in 0..<5 {
      harness.clock.advance(to: .noon.addingTimeInterval(Double(minute) * 100))
      #expect(try await markers.newerMark(than: mark(80), of: .home) == nil)
      markers.didRead(try mark(81 + minute), of: .home)
    }
    await markers.finish()
    #expect(server.loadCount == 1)
    #expect(server.markerWrites.isEmpty)
  }

  @Test func `Failed marks are sent later, and none before the server's are known`()
    async throws
  {
    let server = Server([:])
    server.fail(by: .offline(host: "server.example"))
    let markers = markers(server)
    #expect(try await markers.newerMark(than: mark(80), of: .home) == nil)
    markers.didRead(try mark(88), of: .home)
    await markers.finish()
    #expect(server.markerWrites.isEmpty)
    server.fail(by: nil)
    markers.didRead(try mark(89), of: .home)
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(5))
    #expect(await eventually { server.markerWrites == [[.home: RemoteCursor("89")]] })
    server.fail(by: .offline(host: "server.example"))
    markers.didRead(try mark(92), of: .home)
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(10))
    #expect(await eventually { server.markerWrites.count == 2 })
    server.fail(by: nil)
    await markers.finish()
    #expect(server.markerWrites.last == [.home: RemoteCursor("92")])
  }
}
