import FaultServer
import Foundation
import Network
import Testing

@Suite struct EventStreamTests {
  private func elements(_ pieces: [[UInt8]]) async throws -> [EventStream.Element] {
    var parser = EventStreamParser()
    var elements: [EventStream.Element] = []
    for piece in pieces {
      guard let read = parser.read(piece) else { throw TooLong() }
      elements += read
    }
    return elements
  }

  private func elements(_ text: String) async throws -> [EventStream.Element] {
    try await elements([Array(text.utf8)])
  }

  @Test func `fields follow the standard`() async throws {
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
  func `line ends and chunk borders make no difference`(end: String) async throws {
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
  func `invalid retry times are ignored`(line: String) async throws {
    #expect(try await elements(line + "\n\n") == [])
  }

  @Test func `an ID with a null character is ignored`() async throws {
    #expect(try await elements("id: a\u{0}b\ndata: x\n\n") == [.event(.init(data: "x"))])
  }

  @Test(arguments: ["data: ", "data: x\ndata: ", ": "])
  func `an endless line is an error`(start: String) async throws {
    let piece = [UInt8](repeating: 65, count: 100_000)
    await #expect(throws: TooLong.self) {
      _ = try await elements([Array(start.utf8)] + Array(repeating: piece, count: 20))
    }
  }

  @Test func `an endless event is an error`() async throws {
    let piece = Array((String(repeating: "data: " + String(repeating: "x", count: 90) + "\n", count: 1000)).utf8)
    await #expect(throws: TooLong.self) {
      _ = try await elements(Array(repeating: piece, count: 20))
    }
  }

  @Test func `events arrive byte by byte over a real connection`() async throws {
    let text = ":connected\r\n\r\nevent: update\r\ndata: {}\r\n\r\n"
    let server = try FaultServer { _ in
      [.head(200, [("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked")])]
        + text.map { .chunk(String($0)) } + [.chunk(""), .close]
    }
    let transport = CurlTransport(.test)
    var events: [EventStream.Element] = []
    var parser = EventStreamParser()
    for try await piece in try await transport.stream(HTTPRequest(.get, server.url("/"))).body {
      let read = parser.read(piece)
      events += try #require(read)
    }
    #expect(events == [.heartbeat, .event(.init(name: "update", data: "{}"))])
  }
}

/// A line or an event is too long.
private struct TooLong: Error {}
