import FaultServer
import Foundation
import Network
import Testing

/// Each `HTTPError`, by its cause.
@Suite struct HTTPErrorTests {
  private let transport = CurlTransport(.test)

  private func error(
    of server: FaultServer, _ settings: CurlTransport.Settings = .test, timeout: Double = 10
  ) async throws -> HTTPError? {
    try await error(at: server.url("/"), settings, timeout: timeout)
  }

  private func error(
    at address: HTTPAddress, _ settings: CurlTransport.Settings = .test, timeout: Double = 10
  ) async throws -> HTTPError? {
    await error(of: CurlTransport(settings), HTTPRequest(.get, address, timeout: timeout))
  }

  private func error(of transport: CurlTransport, _ request: HTTPRequest) async -> HTTPError? {
    do throws(HTTPError) {
      _ = try await transport.response(to: request)
      return nil
    } catch {
      return error
    }
  }

  @Test func `refused`() async throws {
    let address = try #require(HTTPAddress("http://127.0.0.1:\(FaultServer.unusedPort())/"))
    let error = try await error(at: address)
    #expect(error == .unreachable(host: "127.0.0.1", .refused))
  }

  @Test func `unknown host`() async throws {
    let address = try #require(HTTPAddress("https://nobody.invalid/"))
    let error = try await error(at: address)
    #expect(error == .unreachable(host: "nobody.invalid", .unknownHost))
  }

  @Test(
    arguments: [
      [.close], [.reset], [.text("HTTP/1.1 20"), .close],
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .close],
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .delay(0.05), .reset],
      [.head(200, [("Transfer-Encoding", "chunked")]), .chunk("abc"), .close],
    ] as [[FaultStep]])
  func `broken connection`(steps: [FaultStep]) async throws {
    let error = try await error(of: FaultServer { _ in steps })
    #expect(error == .unreachable(host: "127.0.0.1", .cut))
  }

  @Test(
    arguments: [
      .text("SSH-2.0-OpenSSH_9.2\r\n"), .text("HTTP/7.0 wow\r\n\r\n"), .bytes((0..<200).map { UInt8($0) }),
      .text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd"),
      .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
    ] as [FaultStep])
  func `invalid response`(step: FaultStep) async throws {
    let error = try await error(of: FaultServer(step, .close))
    guard case .malformed(host: "127.0.0.1", let reason) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test(
    arguments: [
      .silence, .drip(String(repeating: "HTTP/1.1 200 OK", count: 50), every: 0.05),
      .drip("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n" + String(repeating: "x", count: 900), every: 0.02),
    ] as [FaultStep])
  func `timeout`(step: FaultStep) async throws {
    let error = try await error(of: FaultServer(step), timeout: 0.6)
    #expect(error == .timedOut(host: "127.0.0.1", seconds: 1))
  }

  @Test(arguments: [0, -1, -Double.infinity, Double.nan])
  func `invalid timeouts`(timeout: Double) async throws {
    let server = try FaultServer(.respond())
    let error = try await error(of: server, timeout: timeout)
    #expect(error == .notConnected(host: "127.0.0.1", seconds: 1))
    #expect(server.requests.isEmpty)
  }

  @Test func `infinite timeout`() async throws {
    let error = try await error(of: FaultServer(.respond()), timeout: .infinity)
    #expect(error == nil)
  }

  @Test func `redirects share one timeout`() async throws {
    let server = try FaultServer { request in [.delay(0.4), .redirect(to: request.target + "x")] }
    let error = try await error(of: server, timeout: 1)
    #expect(error == .timedOut(host: "127.0.0.1", seconds: 1))
    #expect(server.requests.count < 4)
  }

  @Test func `endless body`() async throws {
    let bytes = [UInt8](repeating: 65, count: 60_000)
    let error = try await error(of: FaultServer(.head(), .endless(bytes)))
    #expect(error == .tooLarge(host: "127.0.0.1", limit: 16 << 20))
  }

  @Test func `body over the limit`() async throws {
    let error = try await error(of: FaultServer(.head(200, [("Content-Length", "16777217")]), .silence))
    #expect(error == .tooLarge(host: "127.0.0.1", limit: 16 << 20))
  }

  @Test func `decompressed body over the limit`() async throws {
    let bomb = try gzip([UInt8](repeating: 0, count: 40 << 20))
    #expect(bomb.count < 100_000)
    let head = FaultStep.head(200, [("Content-Encoding", "gzip"), ("Content-Length", "\(bomb.count)")])
    let error = try await error(of: FaultServer(head, .bytes(bomb)))
    #expect(error == .tooLarge(host: "127.0.0.1", limit: 16 << 20))
  }

  /// Many fields, and long ones.
  @Test(arguments: [(10_000, 1), (1, 90_000), (250, 400)])
  func `endless head`(count: Int, length: Int) async throws {
    let fields = String(repeating: "X-A: \(String(repeating: "x", count: length))\r\n", count: count)
    let error = try await error(of: FaultServer(.text("HTTP/1.1 200 OK\r\n\(fields)\r\n")))
    #expect(error == .tooLarge(host: "127.0.0.1", limit: 64 << 10))
  }

  @Test func `endless informational responses`() async throws {
    let error = try await error(of: FaultServer(.endless(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))))
    #expect(error == .tooLarge(host: "127.0.0.1", limit: 64 << 10))
  }

  @Test func `proxy refused`() async throws {
    var settings = CurlTransport.Settings.test
    settings.proxy = try "http://127.0.0.1:\(FaultServer.unusedPort())"
    let error = try await error(at: #require(HTTPAddress("https://timeline.example")), settings)
    #expect(error == .unreachable(host: "timeline.example", .proxy))
  }

  @Test func `unknown proxy`() async throws {
    var settings = CurlTransport.Settings.test
    settings.proxy = "http://proxy.invalid:8080"
    let error = try await error(at: #require(HTTPAddress("https://timeline.example")), settings)
    #expect(error == .unreachable(host: "timeline.example", .proxy))
  }

  @Test func `proxy without a route`() async throws {
    let proxy = try FaultServer(.respond(403))
    var settings = CurlTransport.Settings.test
    settings.proxy = proxy.origin
    let error = try await error(at: #require(HTTPAddress("https://timeline.example")), settings)
    #expect(error == .unreachable(host: "timeline.example", .proxy))
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
  }

  @Test func `local requests use no proxy`() async throws {
    let proxy = try FaultServer(.respond(403))
    var settings = CurlTransport.Settings.test
    settings.proxy = proxy.origin
    let error = try await error(of: FaultServer(.respond()), settings)
    #expect(error == nil)
    #expect(proxy.requests.isEmpty)
  }

  @Test(
    arguments: [
      ["X-A": "1\r\nX-B: 2"], ["X-A": "1\n"], ["X-A": "a\u{0}b"], ["X-A": "\u{1B}[2J"], ["X A": "1"], ["": "1"],
      ["X-A:": "1"], ["Host": "other.example"], ["content-length": "5"], ["Transfer-Encoding": "chunked"],
      ["X-A": String(repeating: "x", count: 70_000)],
    ] as [HTTPHeaders])
  func `invalid headers are not sent`(headers: HTTPHeaders) async throws {
    let server = try FaultServer(.respond())
    let error = try await error(of: transport, HTTPRequest(.get, server.url("/"), headers: headers))
    guard case .malformed(host: "127.0.0.1", _) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(server.connections.taken == 0)
  }

  @Test(arguments: ["", "a b", "a\r\nX-B: 2", "é", "a\u{0}"])
  func `invalid tokens are not sent or printed`(token: String) async throws {
    let server = try FaultServer(.respond())
    let error = try await error(of: transport, HTTPRequest(.get, server.url("/"), token: .init(token)))
    #expect(error == .malformed(host: "127.0.0.1", reason: "The access token has invalid characters."))
    #expect(server.connections.taken == 0)
  }
}
