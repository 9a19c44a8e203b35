import FaultServer
import Network
import Testing

@Suite struct FaultServerTests {
  private let transport = CurlTransport(.test)

  @Test func `it forwards to another server`() async throws {
    let server = try FaultServer { request in [.respond(202, body: String(decoding: request.body, as: UTF8.self))] }
    let before = try FaultServer(.forward(port: server.port))
    let response = try await transport.response(
      to: HTTPRequest(.post, before.url("/a", [.init("b", "c")]), body: Array("x".utf8)))
    #expect(response.status == 202)
    #expect(response.body == Array("x".utf8))
    #expect(server.requests.map(\.target) == ["/a?b=c"])
  }

  @Test func `it can lose responses`() async throws {
    let server = try FaultServer(.respond(200, body: "done"))
    let before = try FaultServer(.forward(port: server.port, losingResponse: true))
    await #expect(throws: HTTPError.unreachable(host: "127.0.0.1", .cut)) {
      _ = try await transport.response(to: HTTPRequest(.post, before.url("/"), body: Array("x".utf8)))
    }
    #expect(server.requests.map(\.body) == [Array("x".utf8)])
  }

  @Test func `it refuses connections after stopping`() async throws {
    let server = try FaultServer(.respond())
    _ = try await transport.response(to: HTTPRequest(.get, server.url("/")))
    server.stop()
    let error = HTTPError.unreachable(host: "127.0.0.1", .refused)
    try await eventually { RawConnection(port: server.port) == nil }
    await #expect(throws: error) {
      _ = try await CurlTransport(.test).response(to: HTTPRequest(.get, server.url("/")))
    }
  }
}
