import FaultServer
import Foundation
import Network
import Testing

/// Whether the server may have received a failed request.
@Suite struct RequestDeliveryTests {
  private let transport = CurlTransport(.test)

  private func error(at address: HTTPAddress, timeout: Double = 20) async -> HTTPError? {
    do throws(HTTPError) {
      let request = HTTPRequest(.post, address, body: Array("x".utf8), timeout: timeout)
      _ = try await CurlTransport(.test).response(to: request)
      return nil
    } catch {
      return error
    }
  }

  /// The server receives a request on a reused connection and closes it without a response.
  private func server() throws -> FaultServer {
    try FaultServer { request in request.path == "/first" ? [.respond()] : [.close] }
  }

  @Test func `a request that is not idempotent is not repeated`() async throws {
    let server = try server()
    for _ in 0..<3 {
      _ = try await transport.response(to: HTTPRequest(.get, server.url("/first")))
      let request = HTTPRequest(.post, try server.url("/post"), body: Array("x".utf8))
      await #expect(throws: HTTPError.unreachable(host: "127.0.0.1", .cut)) {
        try await transport.response(to: request)
      }
    }
    #expect(server.requests.map(\.path).filter { $0 == "/post" }.count == 3)
  }

  @Test func `an idempotent request is repeated`() async throws {
    let server = try server()
    _ = try await transport.response(to: HTTPRequest(.get, server.url("/first")))
    let request = HTTPRequest(.post, try server.url("/post"), isRepeatable: true)
    await #expect(throws: HTTPError.unreachable(host: "127.0.0.1", .cut)) { try await transport.response(to: request) }
    #expect(server.requests.map(\.path).filter { $0 == "/post" }.count == 2)
  }

  @Test func `a refused connection has sent nothing`() async throws {
    let address = try #require(HTTPAddress("http://127.0.0.1:\(FaultServer.unusedPort())/"))
    #expect(await error(at: address)?.mayHaveArrived == false)
    let unknown = try #require(HTTPAddress("https://nobody.invalid/"))
    #expect(await error(at: unknown)?.mayHaveArrived == false)
  }

  @Test func `a redirect to a refusing host has sent the request`() async throws {
    let nowhere = try "http://127.0.0.1:\(FaultServer.unusedPort())/"
    let server = try FaultServer { _ in [.redirect(303, to: nowhere)] }
    let error = await error(at: try server.url("/"))
    #expect(error == .redirected(host: "127.0.0.1", to: try #require(HTTPAddress(nowhere)), mayHaveArrived: true))
    #expect(error?.mayHaveArrived == true)
  }

  /// A server that accepts the connection without a TLS handshake: nothing was sent.
  @Test func `a connection timeout has sent nothing`() async throws {
    let silent = try FaultServer(.silence)
    let address = try #require(HTTPAddress("https://127.0.0.1:\(silent.port)/"))
    let error = await error(at: address, timeout: 0.6)
    #expect(error == .notConnected(host: "127.0.0.1", seconds: 1))
    #expect(error?.mayHaveArrived == false)
  }

  @Test func `a broken handshake has sent nothing`() async throws {
    let hasty = try AbruptServer()
    let error = await error(at: try #require(HTTPAddress("https://127.0.0.1:\(hasty.port)/")))
    #expect(error == .unreachable(host: "127.0.0.1", .handshakeFailed))
    #expect(error?.mayHaveArrived == false)
  }

  @Test func `a server without TLS has received nothing`() async throws {
    let plain = try AbruptServer(response: "HTTP/1.1 400 Bad Request\r\n\r\n")
    let error = await error(at: try #require(HTTPAddress("https://127.0.0.1:\(plain.port)/")))
    #expect(error == .unreachable(host: "127.0.0.1", .noTLS))
    #expect(error?.mayHaveArrived == false)
  }

  @Test func `a timeout may have sent the request`() async throws {
    let server = try FaultServer(.silence)
    let error = await error(at: try server.url("/"), timeout: 2)
    #expect(error == .timedOut(host: "127.0.0.1", seconds: 2))
    #expect(error?.mayHaveArrived == true)
  }

  @Test(arguments: [[.close], [.reset], [.text("SSH-2.0\r\n"), .close]] as [[FaultStep]])
  func `a broken response may have sent the request`(steps: [FaultStep]) async throws {
    let server = try FaultServer { _ in steps }
    let error = await error(at: try server.url("/"))
    #expect(error?.mayHaveArrived == true)
    #expect(server.requests.count == 1)
  }
}

/// A server that accepts connections and closes them immediately.
private final class AbruptServer: Sendable {
  let port: Int
  private let listener: Int32

  /// - Parameter response: the response to the first bytes; nil to close without reading.
  init(response: String? = nil) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    try #require(isListening)
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread {
      while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
        if let response {
          var words = [UInt8](repeating: 0, count: 4_096)
          _ = read(descriptor, &words, words.count)
          _ = Array(response.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
        close(descriptor)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}
