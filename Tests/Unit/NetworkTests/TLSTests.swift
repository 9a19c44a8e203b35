import FaultServer
import FolderSupport
import Network
import Testing

@Suite struct TLSTests {
  private let folder = TemporaryFolder()
  private let transport: CurlTransport

  init() throws {
    var settings = CurlTransport.Settings.test
    settings.certificateFile = try TLSServer.makeAuthority(in: folder)
    transport = CurlTransport(settings)
  }

  /// The outcome of a request, once the server listens.
  private func outcome(
    of kind: TLSServer.Certificate, host: String = "localhost", by transport: CurlTransport
  ) async throws -> Result<HTTPResponse, HTTPError> {
    let server = try TLSServer(kind, in: folder, port: FaultServer.unusedPort())
    let address = try #require(HTTPAddress("https://\(host):\(server.port)/"))
    for _ in 0..<200 {
      do throws(HTTPError) {
        return .success(try await transport.response(to: HTTPRequest(.get, address)))
      } catch .unreachable(host, .refused) {
        try await Task.sleep(for: .milliseconds(25))
      } catch {
        return .failure(error)
      }
    }
    throw TimeoutError()
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func `trusted certificates are accepted`(host: String) async throws {
    let response = try await outcome(of: .good, host: host, by: transport).get()
    #expect(response.status == 200)
    #expect(!response.body.isEmpty)
  }

  @Test(
    arguments: [
      (.expired, "certificate has expired"), (.ofAnotherHost, "localhost"),
      (.signedByNobody, "self-signed certificate"),
    ] as [(TLSServer.Certificate, String)])
  func `invalid certificates are refused`(kind: TLSServer.Certificate, words: String) async throws {
    let outcome = try await outcome(of: kind, by: transport)
    guard case .failure(.untrusted(host: "localhost", let reason)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains(words))
    #expect(!reason.contains("SSL"))
  }

  @Test func `an unknown authority is refused`() async throws {
    let outcome = try await outcome(of: .good, by: CurlTransport(.test))
    guard case .failure(.untrusted(host: "localhost", let reason)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("certificate"))
  }

  @Test func `missing certificate files trust nothing`() async throws {
    var settings = CurlTransport.Settings.test
    settings.certificateFile = folder.path(of: "none.pem")
    let outcome = try await outcome(of: .good, by: CurlTransport(settings))
    guard case .failure(.untrusted(host: "localhost", _)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test func `a missing handshake times out`() async throws {
    let server = try FaultServer(.respond())
    let address = try #require(HTTPAddress("https://localhost:\(server.port)/"))
    await #expect(throws: HTTPError.notConnected(host: "localhost", seconds: 1)) {
      _ = try await transport.response(to: HTTPRequest(.get, address, timeout: 0.6))
    }
  }
}
