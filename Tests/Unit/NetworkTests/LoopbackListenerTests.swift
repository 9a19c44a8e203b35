import FaultServer
import Foundation
import Network
import TestSupport
import Testing

@Suite struct LoopbackListenerTests {
  private let transport = CurlTransport(.test)
  private let listener: LoopbackListener

  init() throws {
    listener = try LoopbackListener()
  }

  private func request(_ target: String) async throws -> HTTPResponse {
    let address = try #require(listener.address.resolving(target))
    return try await transport.response(to: HTTPRequest(.get, address, timeout: 5))
  }

  private func waiting() -> Task<[HTTPAddress.QueryItem], any Error> {
    Task { [listener] in try await listener.waitForRequest { $0.contains(.init("state", "s1")) } }
  }

  /// Sends raw bytes and reads to the end; nil if the connection is refused.
  private func exchange(_ text: String) async -> String? {
    let port = listener.address.effectivePort
    return try? await onDedicatedThread { RawConnection(port: port)?.exchange(text) }
  }

  @Test func `the expected request is returned`() async throws {
    let waitForRequest = waiting()
    let page = try await request("/?code=a%2Bb&state=s1")
    #expect(page.status == 200)
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(text.contains("Return to the terminal"))
    #expect(!text.contains("s1") && !text.contains("http"))
    #expect(try await waitForRequest.value == [.init("code", "a+b"), .init("state", "s1")])
    // The thread closes the port shortly after reporting.
    for _ in 0..<1_000 {
      do {
        _ = try await request("/")
        Issue.record("It answers a second visit.")
      } catch HTTPError.unreachable(_, .refused) {
        return
      } catch {}
      try await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("The port stays open.")
  }

  @Test func `a registered port is reused unless it is in use`() async throws {
    let port = listener.address.effectivePort
    #expect(throws: HTTPError.self) { _ = try LoopbackListener(port: port) }
    let waitForRequest = waiting()
    _ = try await request("/?state=s1")
    _ = try await waitForRequest.value
    // The thread closes the port shortly after reporting.
    for _ in 0..<1_000 {
      if let again = try? LoopbackListener(port: port) {
        #expect(again.address == listener.address)
        return
      }
      try await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("The port stays taken.")
  }

  @Test(arguments: [-1, 65_536, 1 << 40]) func `an invalid port is refused`(port: Int) {
    #expect(throws: HTTPError.self) { _ = try LoopbackListener(port: port) }
  }

  @Test func `other requests get status 404`() async throws {
    let waitForRequest = waiting()
    for target in ["/favicon.ico", "/", "/?code=x&state=other", "/other?code=x&state=s1"] {
      #expect(try await request(target).status == 404)
    }
    let authority = listener.address.authority
    for request in [
      "POST /?state=s1 HTTP/1.1\r\nHost: \(authority)\r\n\r\n", "GET /?state=s1 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
      "GET /?state=s1 HTTP/1.1\r\n\r\n", "GET /?state=s1\r\n\r\n", "\r\n\r\n",
      "GET /?state=s1 HTTP/1.1\r\nHost: \(authority)\r\nHost: \(authority)\r\n\r\n",
    ] { #expect(await exchange(request)?.hasPrefix("HTTP/1.1 404 ") == true) }
    #expect(await exchange(String(repeating: "x", count: 100_000))?.hasPrefix("HTTP/1.1 200") == false)
    #expect(try await request("/?state=s1").status == 200)
    _ = try await waitForRequest.value
  }

  @Test func `idle connections do not block`() async throws {
    let waitForRequest = waiting()
    let port = listener.address.effectivePort
    let idle = try await onDedicatedThread { (0..<40).compactMap { _ in RawConnection(port: port) } }
    #expect(idle.count == 40)
    #expect(try await request("/?state=s1").status == 200)
    _ = try await waitForRequest.value
  }

  @Test func `a head in pieces is read`() async throws {
    let waitForRequest = waiting()
    let port = listener.address.effectivePort
    let connection = try #require(await onDedicatedThread { RawConnection(port: port) })
    for byte in "GET /?state=s1 HTTP/1.1\r\nHost: \(listener.address.authority)\r\n\r\n".utf8 {
      connection.send([byte])
      await Task.yield()
    }
    #expect(try await waitForRequest.value == [.init("state", "s1")])
    #expect(try await onDedicatedThread { connection.readAll() }.hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test func `cancelling closes the port`() async throws {
    let waitForRequest = waiting()
    #expect(try await request("/").status == 404)
    waitForRequest.cancel()
    await #expect(throws: HTTPError.cancelled) { _ = try await waitForRequest.value }
    let port = listener.address.effectivePort
    try await eventually { RawConnection(port: port) == nil }
  }

  @Test func `waiting after stopping ends at once`() async throws {
    listener.stop()
    await #expect(throws: HTTPError.cancelled) { _ = try await listener.waitForRequest { _ in true } }
  }

  @Test func `a second waiter is cancelled`() async throws {
    let waitForRequest = waiting()
    #expect(try await request("/").status == 404)
    await #expect(throws: HTTPError.cancelled) { _ = try await listener.waitForRequest { _ in true } }
    #expect(try await request("/?state=s1").status == 200)
    _ = try await waitForRequest.value
  }
}
