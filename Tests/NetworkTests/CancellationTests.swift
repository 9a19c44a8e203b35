import FaultServer
import Network
import Testing

@Suite struct CancellationTests {
  private let transport = CurlTransport(.test)

  @Test func whoeverIsCancelledBeforeAsksNothing() async throws {
    let server = try FaultServer(.answer())
    let asking = Task {
      while !Task.isCancelled { await Task.yield() }
      _ = try await transport.response(to: HTTPRequest(.get, server.url("/")))
    }
    asking.cancel()
    await #expect(throws: HTTPError.cancelled) { try await asking.value }
    #expect(server.requests.isEmpty)
  }

  @Test func whoeverIsCancelledMeanwhileClosesTheConnection() async throws {
    let server = try FaultServer(.text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .silence)
    let asking = Task { _ = try await transport.response(to: HTTPRequest(.get, server.url("/"))) }
    try await eventually { !server.requests.isEmpty }
    asking.cancel()
    await #expect(throws: HTTPError.cancelled) { try await asking.value }
    try await eventually { server.connections.open == 0 }
  }

  @Test func whoeverIsCancelledAfterwardsHasTheAnswer() async throws {
    let server = try FaultServer(.answer(body: "x"))
    let asking = Task { try await transport.response(to: HTTPRequest(.get, server.url("/"))) }
    let answer = try await asking.value
    asking.cancel()
    #expect(answer.body == Array("x".utf8))
    let again = try await transport.response(to: HTTPRequest(.get, server.url("/")))
    #expect(again.status == 200)
  }

  @Test func atAnyMomentEachRequestEndsOnce() async throws {
    let server = try FaultServer(.answer(body: "x"))
    for round in 0..<300 {
      let asking = Task { try await transport.response(to: HTTPRequest(.get, server.url("/"))) }
      for _ in 0..<(round % 40) { await Task.yield() }
      if round.isMultiple(of: 3) { try await Task.sleep(for: .microseconds(round)) }
      asking.cancel()
      switch await asking.result {
      case .success(let answer): #expect(answer.body == Array("x".utf8))
      case .failure(let error): #expect(error as? HTTPError == .cancelled)
      }
    }
    try await eventually { server.connections.open <= 16 }
  }
}
