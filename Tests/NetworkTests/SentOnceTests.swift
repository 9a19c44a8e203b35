import FaultServer
import Foundation
import Network
import Testing

/// What is known of a request that has come to nothing: whether its server may have it.
@Suite struct SentOnceTests {
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

  /// The server has taken what came by the connection that both had kept, and is gone without a word.
  private func server() throws -> FaultServer {
    try FaultServer { request in request.path == "/first" ? [.answer()] : [.close] }
  }

  @Test func whatMustNotArriveTwiceDoesNot() async throws {
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

  @Test func whatMayArriveTwiceIsSentOnceMore() async throws {
    let server = try server()
    _ = try await transport.response(to: HTTPRequest(.get, server.url("/first")))
    let request = HTTPRequest(.post, try server.url("/post"), isRepeatable: true)
    await #expect(throws: HTTPError.unreachable(host: "127.0.0.1", .cut)) { try await transport.response(to: request) }
    #expect(server.requests.map(\.path).filter { $0 == "/post" }.count == 2)
  }

  @Test func whereNobodyListensNothingHasLeft() async throws {
    let address = try #require(HTTPAddress("http://127.0.0.1:\(FaultServer.unusedPort())/"))
    #expect(await error(at: address)?.mayHaveArrived == false)
    let unknown = try #require(HTTPAddress("https://nobody.invalid/"))
    #expect(await error(at: unknown)?.mayHaveArrived == false)
  }

  @Test func whoSendsOnToNobodyHasHadTheRequest() async throws {
    let nowhere = try "http://127.0.0.1:\(FaultServer.unusedPort())/"
    let server = try FaultServer { _ in [.redirect(303, to: nowhere)] }
    let error = await error(at: try server.url("/"))
    #expect(error == .redirected(host: "127.0.0.1", to: try #require(HTTPAddress(nowhere)), mayHaveArrived: true))
    #expect(error?.mayHaveArrived == true)
  }

  /// A server that takes the connection and says nothing of itself: no request leaves before it has.
  @Test func whereNoConnectionCameAboutNothingHasLeft() async throws {
    let silent = try FaultServer(.silence)
    let address = try #require(HTTPAddress("https://127.0.0.1:\(silent.port)/"))
    let error = await error(at: address, timeout: 0.6)
    #expect(error == .notConnected(host: "127.0.0.1", seconds: 1))
    #expect(error?.mayHaveArrived == false)
  }

  @Test func whereTheConnectionBrokeBeforeNothingHasLeft() async throws {
    let hasty = try HastyServer()
    let error = await error(at: try #require(HTTPAddress("https://127.0.0.1:\(hasty.port)/")))
    #expect(error == .unreachable(host: "127.0.0.1", .brokenOff))
    #expect(error?.mayHaveArrived == false)
  }

  @Test func whereTLSIsNotSpokenNothingHasLeft() async throws {
    let plain = try HastyServer(answer: "HTTP/1.1 400 Bad Request\r\n\r\n")
    let error = await error(at: try #require(HTTPAddress("https://127.0.0.1:\(plain.port)/")))
    #expect(error == .unreachable(host: "127.0.0.1", .noTLS))
    #expect(error?.mayHaveArrived == false)
  }

  @Test func whereTheServerHasTheRequestAndIsSilentItMayHaveDoneIt() async throws {
    let server = try FaultServer(.silence)
    let error = await error(at: try server.url("/"), timeout: 2)
    #expect(error == .timedOut(host: "127.0.0.1", seconds: 2))
    #expect(error?.mayHaveArrived == true)
  }

  @Test(arguments: [[.close], [.reset], [.text("SSH-2.0\r\n"), .close]] as [[FaultStep]])
  func whereTheServerHasTheRequestItMayHaveDoneIt(steps: [FaultStep]) async throws {
    let server = try FaultServer { _ in steps }
    let error = await error(at: try server.url("/"))
    #expect(error?.mayHaveArrived == true)
    #expect(server.requests.count == 1)
  }
}

/// Takes connections and closes them at once.
private final class HastyServer: Sendable {
  let port: Int
  private let listener: Int32

  /// - Parameter answer: to the first words that come, whatever they are; nil for a connection that is closed unheard.
  init(answer: String? = nil) throws {
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
        if let answer {
          var words = [UInt8](repeating: 0, count: 4_096)
          _ = read(descriptor, &words, words.count)
          _ = Array(answer.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
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
