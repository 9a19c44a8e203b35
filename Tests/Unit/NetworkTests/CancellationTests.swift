import FaultServer
import Network
import Testing

@Suite struct CancellationTests {
  private let transport = CurlTransport(.test)

  @Test func `cancelled before the request`() async throws {
    let server = try FaultServer(.respond())
    let asking = Task {
      while !Task.isCancelled { await Task.yield() }
      _ = try await transport.response(to: HTTPRequest(.get, server.url("/")))
    }
    asking.cancel()
    await #expect(throws: HTTPError.cancelled) { try await asking.value }
    #expect(server.requests.isEmpty)
  }

  @Test func `cancelled during the request`() async throws {
    let server = try FaultServer(.text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .silence)
    let asking = Task { _ = try await transport.response(to: HTTPRequest(.get, server.url("/"))) }
    try await eventually { !server.requests.isEmpty }
    asking.cancel()
    await #expect(throws: HTTPError.cancelled) { try await asking.value }
    try await eventually { server.connections.open == 0 }
  }

  @Test func `cancelled after the response`() async throws {
    let server = try FaultServer(.respond(body: "x"))
    let asking = Task { try await transport.response(to: HTTPRequest(.get, server.url("/"))) }
    let response = try await asking.value
    asking.cancel()
    #expect(response.body == Array("x".utf8))
    let again = try await transport.response(to: HTTPRequest(.get, server.url("/")))
    #expect(again.status == 200)
  }

  @Test func `each request ends once, whenever it is cancelled`() async throws {
    let server = try FaultServer(.respond(body: "x"))
    for round in 0..<300 {
      let asking = Task { try await transport.response(to: HTTPRequest(.get, server.url("/"))) }
      for _ in 0..<(round % 40) { await Task.yield() }
      if round.isMultiple(of: 3) { try await Task.sleep(for: .microseconds(round)) }
      asking.cancel()
      switch await asking.result {
      case .success(let response): #expect(response.body == Array("x".utf8))
      case .failure(let error): #expect(error as? HTTPError == .cancelled)
      }
    }
    try await eventually { server.connections.open <= 16 }
  }
}
