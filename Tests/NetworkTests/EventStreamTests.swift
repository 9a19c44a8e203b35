import FaultServer
import Foundation
import Network
import NetworkSupport
import Runtime
import Testing

@Suite struct EventStreamTests {
  private static let address = HTTPAddress("https://timeline.example/stream")

  /// What comes of these pieces.
  private func elements(_ pieces: [[UInt8]]) async throws -> [EventStream.Element] {
    let url = try #require(Self.address)
    let (body, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    for piece in pieces { continuation.yield(piece) }
    continuation.finish()
    var elements: [EventStream.Element] = []
    let stream = HTTPStream(head: HTTPResponse(status: 200, url: url), body: body)
    for try await element in EventStream(stream, tellsHeartbeats: true) { elements.append(element) }
    return elements
  }

  private func elements(_ text: String) async throws -> [EventStream.Element] {
    try await elements([Array(text.utf8)])
  }

  @Test func fieldsAreReadAsTheStandardSays() async throws {
    let text = """
      \u{FEFF}: hello

      event: update
      data: {"a":
      data:1}
      id: 7
      unknown: x

      data

      data
      data

      data:test

      data:  two blanks
      id

      event: nothing

      data: unfinished
      """
    let expected: [EventStream.Element] = [
      .heartbeat, .event(.init(name: "update", data: "{\"a\":\n1}", id: "7")), .event(.init(data: "", id: "7")),
      .event(.init(data: "\n", id: "7")), .event(.init(data: "test", id: "7")),
      .event(.init(data: " two blanks", id: "")),
    ]
    #expect(try await elements(text) == expected)
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func howLinesEndAndWhereTheyAreCutMakesNoDifference(end: String) async throws {
    let lines = [
      "\u{FEFF}event: delete", "data: é\u{1F426}", "data: 2", "", ":thump", "retry: 1500", "id: a", "data: 3", "", "",
    ]
    let bytes = Array(lines.joined(separator: end).utf8)
    let whole = try await elements([bytes])
    #expect(
      whole == [
        .event(.init(name: "delete", data: "é\u{1F426}\n2")), .heartbeat, .retry(after: 1.5),
        .event(.init(data: "3", id: "a")),
      ])
    #expect(try await elements(bytes.map { [$0] }) == whole)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      var pieces: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 0...9, using: &generator)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(try await elements(pieces) == whole)
    }
  }

  @Test(arguments: ["retry: -1", "retry: x", "retry:", "retry: 999999999999999999999", "retry: 1.5", "retry"])
  func whatIsNoTimeToRetryIsPassedOver(line: String) async throws {
    #expect(try await elements(line + "\n\n") == [])
  }

  @Test func anIdWithAZeroIsNone() async throws {
    #expect(try await elements("id: a\u{0}b\ndata: x\n\n") == [.event(.init(data: "x"))])
  }

  @Test(arguments: ["data: ", "data: x\ndata: ", ": "])
  func aLineWithoutEndEnds(start: String) async throws {
    let piece = [UInt8](repeating: 65, count: 100_000)
    await #expect(throws: HTTPError.tooLarge(host: "timeline.example", limit: 1 << 20)) {
      _ = try await elements([Array(start.utf8)] + Array(repeating: piece, count: 20))
    }
  }

  @Test func anEventWithoutEndEnds() async throws {
    let piece = Array((String(repeating: "data: " + String(repeating: "x", count: 90) + "\n", count: 1000)).utf8)
    await #expect(throws: HTTPError.tooLarge(host: "timeline.example", limit: 1 << 20)) {
      _ = try await elements(Array(repeating: piece, count: 20))
    }
  }

  @Test func heartbeatsAreToldToWhoWantsThemOnly() async throws {
    let transport = ScriptedTransport(clock: VirtualClock(now: Date(timeIntervalSince1970: 0)))
    let feed = ScriptedStream()
    transport.on("/stream", stream: feed)
    feed.send(":thump\n\n:thump\ndata: x\n\n")
    feed.fail(.unreachable(host: "timeline.example", .cut))
    let url = try #require(Self.address)
    var events = EventStream(try await transport.stream(HTTPRequest(.get, url))).makeAsyncIterator()
    #expect(try await events.next() == .event(.init(data: "x")))
    await #expect(throws: HTTPError.unreachable(host: "timeline.example", .cut)) { _ = try await events.next() }
  }

  @Test func eventsComeOverARealConnectionByteByByte() async throws {
    let text = ":connected\r\n\r\nevent: update\r\ndata: {}\r\n\r\n"
    let server = try FaultServer { _ in
      [.head(200, [("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked")])]
        + text.map { .chunk(String($0)) } + [.chunk(""), .close]
    }
    let transport = CurlTransport(.test)
    var events: [EventStream.Element] = []
    for try await event in EventStream(try await transport.stream(HTTPRequest(.get, server.url("/")))) {
      events.append(event)
    }
    #expect(events == [.event(.init(name: "update", data: "{}"))])
  }
}
