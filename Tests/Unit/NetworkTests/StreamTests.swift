import FaultServer
import Foundation
import Network
import Testing

@Suite struct StreamTests {
  private let transport = CurlTransport(.test)

  @Test func `a stream outlives the timeout of its head`() async throws {
    let server = try FaultServer(.head(), .text("a"), .delay(0.8), .text("b"), .close)
    let stream = try await transport.stream(HTTPRequest(.get, server.url("/"), timeout: 0.4))
    #expect(stream.head.status == 200)
    #expect(stream.head.body == [])
    var body: [UInt8] = []
    for try await bytes in stream.body { body += bytes }
    #expect(body == Array("ab".utf8))
    #expect(server.requests.first?.header("accept-encoding") == nil)
  }

  @Test func `a missing head times out`() async throws {
    let server = try FaultServer(.silence)
    await #expect(throws: HTTPError.timedOut(host: "127.0.0.1", seconds: 1)) {
      _ = try await transport.stream(HTTPRequest(.get, server.url("/"), timeout: 0.5))
    }
  }

  @Test func `a broken stream delivers its data before the error`() async throws {
    let server = try FaultServer(
      .head(200, [("Transfer-Encoding", "chunked")]), .chunk("a"), .chunk("b"), .delay(0.05), .reset)
    let stream = try await transport.stream(HTTPRequest(.get, server.url("/")))
    var body: [UInt8] = []
    await #expect(throws: HTTPError.unreachable(host: "127.0.0.1", .cut)) {
      for try await bytes in stream.body { body += bytes }
    }
    #expect(body == Array("ab".utf8))
  }

  @Test func `a proper end is not an error`() async throws {
    let server = try FaultServer(.head(200, [("Transfer-Encoding", "chunked")]), .chunk("a"), .chunk(""), .silence)
    let stream = try await transport.stream(HTTPRequest(.get, server.url("/")))
    var pieces: [[UInt8]] = []
    for try await bytes in stream.body { pieces.append(bytes) }
    #expect(pieces.flatMap { $0 } == Array("a".utf8))
  }

  @Test func `cancelling closes the connection`() async throws {
    let server = try FaultServer(.head(), .text("a"), .silence)
    let listening = Task {
      let stream = try await transport.stream(HTTPRequest(.get, server.url("/")))
      for try await _ in stream.body {}
    }
    try await eventually { !server.requests.isEmpty }
    try await Task.sleep(for: .milliseconds(50))
    listening.cancel()
    _ = await listening.result
    try await eventually { server.connections.open == 0 }
  }

  @Test func `releasing an unread stream closes the connection`() async throws {
    let server = try FaultServer(.head(), .silence)
    do { _ = try await transport.stream(HTTPRequest(.get, server.url("/"))) }
    try await eventually { server.connections.open == 0 }
  }

  @Test func `releasing a partly read stream closes the connection`() async throws {
    let server = try FaultServer(.head(), .text("a"), .silence)
    do {
      let stream = try await transport.stream(HTTPRequest(.get, server.url("/")))
      for try await _ in stream.body { break }
    }
    try await eventually { server.connections.open == 0 }
  }

  @Test func `the server waits for a slow reader`() async throws {
    let sent = Counter()
    let piece = [UInt8](repeating: 65, count: 1 << 20)
    let server = try FaultServer { _ in
      [.head()] + (0..<32).map { _ in .bytes(piece) } + [.close]
    }
    let stream = try await transport.stream(HTTPRequest(.get, server.url("/")))
    // 32 MiB exceed the socket buffers: while nothing is read, the server has more to send.
    try await Task.sleep(for: .milliseconds(300))
    #expect(server.connections.open == 1)
    for try await bytes in stream.body {
      sent.add(bytes.count)
      #expect(bytes.count <= 300_000)
    }
    #expect(sent.value == 32 << 20)
  }

  @Test func `an unread stream does not block other requests`() async throws {
    let streaming = try FaultServer(.head(), .endless([UInt8](repeating: 65, count: 60_000)))
    let server = try FaultServer(.respond(body: "quick"))
    let stream = try await transport.stream(HTTPRequest(.get, streaming.url("/")))
    try await Task.sleep(for: .milliseconds(100))
    for _ in 0..<20 {
      let response = try await transport.response(to: HTTPRequest(.get, server.url("/"), timeout: 5))
      #expect(response.body == Array("quick".utf8))
    }
    #expect(stream.head.status == 200)
  }

  @Test func `stopping ends streams`() async throws {
    let server = try FaultServer(.head(), .text("a"), .silence)
    let stream = try await transport.stream(HTTPRequest(.get, server.url("/")))
    let listening = Task { for try await _ in stream.body {} }
    try await Task.sleep(for: .milliseconds(50))
    transport.stop()
    await #expect(throws: HTTPError.cancelled) { try await listening.value }
  }

  @Test func `a silent stream times out, heartbeats prevent it`() async throws {
    let server = try FaultServer { _ in
      [.head(200, [("Content-Type", "text/event-stream")])]
        + (0..<8).flatMap { _ in [FaultStep.text(":thump\n"), .delay(0.2)] } + [.text("data: 1\n\n"), .silence]
    }
    var request = HTTPRequest(.get, try server.url("/"))
    request.maxSilence = 1
    var body: [UInt8] = []
    let stream = try await transport.stream(request)
    await #expect(throws: HTTPError.timedOut(host: "127.0.0.1", seconds: 1)) {
      for try await bytes in stream.body { body += bytes }
    }
    // Heartbeats do not wake the consumer.
    #expect(String(decoding: body, as: UTF8.self) == "data: 1\n\n")
    try await eventually { server.connections.open == 0 }
  }

  @Test func `other streams are delivered unchanged`() async throws {
    let server = try FaultServer(.head(), .text(":a\n"), .close)
    var body: [UInt8] = []
    for try await bytes in try await transport.stream(HTTPRequest(.get, server.url("/"))).body { body += bytes }
    #expect(body == Array(":a\n".utf8))
  }

  @Test func `an unread stream does not time out`() async throws {
    let piece = [UInt8](repeating: 65, count: 1 << 20)
    let server = try FaultServer { _ in [.head()] + (0..<8).map { _ in .bytes(piece) } + [.close] }
    var request = HTTPRequest(.get, try server.url("/"))
    request.maxSilence = 0.3
    let stream = try await transport.stream(request)
    try await Task.sleep(for: .milliseconds(700))
    var count = 0
    for try await bytes in stream.body { count += bytes.count }
    #expect(count == 8 << 20)
  }
}
