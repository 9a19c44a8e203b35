import Foundation
import Network
import NetworkSupport
import Runtime
import Testing

@Suite struct ScriptedTransportTests {
  private let clock = VirtualClock(now: Date(timeIntervalSince1970: 0))

  @Test func `responses match method, path and query`() async throws {
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/posts", response: .json("[]"), .status(503))
    transport.on(.get, "/posts", query: ["max_id": "7"], response: .json("[7]"))
    let posts = try #require(HTTPAddress("https://timeline.example/posts?limit=20"))
    var older = posts
    older.query.append(.init("max_id", "7"))
    let first = try await transport.response(to: HTTPRequest(.get, posts))
    let second = try await transport.response(to: HTTPRequest(.get, posts))
    let third = try await transport.response(to: HTTPRequest(.get, older))
    let unknown = try await transport.response(to: HTTPRequest(.post, posts))
    #expect([first, second, third, unknown].map(\.status) == [200, 503, 200, 404])
    #expect(third.body == Array("[7]".utf8))
    #expect(transport.requests.count == 4)
    #expect(transport.unexpected.map(\.method) == [.post])
  }

  @Test func `responses are delayed by the clock`() async throws {
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/", response: .silence)
    let address = try #require(HTTPAddress("https://timeline.example"))
    let asking = Task { try await transport.response(to: HTTPRequest(.get, address, timeout: 12)) }
    while clock.nextDeadline == nil { await Task.yield() }
    clock.advance(to: Date(timeIntervalSince1970: 12))
    await #expect(throws: HTTPError.timedOut(host: "timeline.example", seconds: 12)) {
      _ = try await asking.value
    }
  }

  @Test func `streams are fed by the test`() async throws {
    let transport = ScriptedTransport(clock: clock)
    let feed = ScriptedStream()
    transport.on("/stream", stream: feed)
    feed.send("a")
    let address = try #require(HTTPAddress("https://timeline.example/stream"))
    let stream = try await transport.stream(HTTPRequest(.get, address))
    feed.send("b")
    feed.finish()
    var received: [UInt8] = []
    for try await bytes in stream.body { received += bytes }
    #expect(received == Array("ab".utf8))
    #expect(feed.openings == 1)
    #expect(feed.abandonments == 0)
  }
}
