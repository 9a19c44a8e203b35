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

  private func ask(_ target: String) async throws -> HTTPResponse {
    let address = try #require(listener.address.resolving(target))
    return try await transport.response(to: HTTPRequest(.get, address, timeout: 5))
  }

  private func waiting() -> Task<[HTTPAddress.QueryItem], any Error> {
    Task { [listener] in try await listener.visit { $0.contains(.init("state", "s1")) } }
  }

  /// Sends bytes as they are, and reads to the end; nil where the connection is refused.
  private func exchange(_ text: String) async -> String? {
    let port = listener.address.effectivePort
    return try? await onOwnThread { RawConnection(port: port)?.exchange(text) }
  }

  @Test func theVisitThatIsWaitedForIsGivenOn() async throws {
    let visit = waiting()
    let page = try await ask("/?code=a%2Bb&state=s1")
    #expect(page.status == 200)
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(text.contains("go back to the terminal"))
    #expect(!text.contains("s1") && !text.contains("http"))
    #expect(try await visit.value == [.init("code", "a+b"), .init("state", "s1")])
    // The thread closes the port a moment after it has told.
    for _ in 0..<1_000 {
      do {
        _ = try await ask("/")
        Issue.record("It answers a second visit.")
      } catch HTTPError.unreachable(_, .refused) {
        return
      } catch {}
      try await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("The port stays open.")
  }

  @Test func aPortThatAServerKnowsIsTakenAgainAndNeverFromWhoListensThere() async throws {
    let port = listener.address.effectivePort
    #expect(throws: HTTPError.self) { _ = try LoopbackListener(port: port) }
    let visit = waiting()
    _ = try await ask("/?state=s1")
    _ = try await visit.value
    // The thread closes the port a moment after it has told.
    for _ in 0..<1_000 {
      if let again = try? LoopbackListener(port: port) {
        #expect(again.address == listener.address)
        return
      }
      try await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("The port stays taken.")
  }

  @Test(arguments: [-1, 65_536, 1 << 40]) func whatIsNoPortIsNone(port: Int) {
    #expect(throws: HTTPError.self) { _ = try LoopbackListener(port: port) }
  }

  @Test func othersFindNothing() async throws {
    let visit = waiting()
    for target in ["/favicon.ico", "/", "/?code=x&state=other", "/other?code=x&state=s1"] {
      #expect(try await ask(target).status == 404)
    }
    let authority = listener.address.authority
    for request in [
      "POST /?state=s1 HTTP/1.1\r\nHost: \(authority)\r\n\r\n", "GET /?state=s1 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
      "GET /?state=s1 HTTP/1.1\r\n\r\n", "GET /?state=s1\r\n\r\n", "\r\n\r\n",
      "GET /?state=s1 HTTP/1.1\r\nHost: \(authority)\r\nHost: \(authority)\r\n\r\n",
    ] { #expect(await exchange(request)?.hasPrefix("HTTP/1.1 404 ") == true) }
    #expect(await exchange(String(repeating: "x", count: 100_000))?.hasPrefix("HTTP/1.1 200") == false)
    #expect(try await ask("/?state=s1").status == 200)
    _ = try await visit.value
  }

  @Test func connectionsThatAreNotUsedHoldNobodyUp() async throws {
    let visit = waiting()
    let port = listener.address.effectivePort
    let idle = try await onOwnThread { (0..<40).compactMap { _ in RawConnection(port: port) } }
    #expect(idle.count == 40)
    #expect(try await ask("/?state=s1").status == 200)
    _ = try await visit.value
  }

  @Test func aHeadInPiecesIsRead() async throws {
    let visit = waiting()
    let port = listener.address.effectivePort
    let connection = try #require(await onOwnThread { RawConnection(port: port) })
    for byte in "GET /?state=s1 HTTP/1.1\r\nHost: \(listener.address.authority)\r\n\r\n".utf8 {
      connection.send([byte])
      await Task.yield()
    }
    #expect(try await visit.value == [.init("state", "s1")])
    #expect(try await onOwnThread { connection.readAll() }.hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test func whoeverIsCancelledClosesThePort() async throws {
    let visit = waiting()
    #expect(try await ask("/").status == 404)
    visit.cancel()
    await #expect(throws: HTTPError.cancelled) { _ = try await visit.value }
    let port = listener.address.effectivePort
    try await eventually { RawConnection(port: port) == nil }
  }

  @Test func whatIsStoppedBeforeNobodyWaitsForEndsAtOnce() async throws {
    listener.stop()
    await #expect(throws: HTTPError.cancelled) { _ = try await listener.visit { _ in true } }
  }

  @Test func aSecondOneWhoWaitsIsSentAway() async throws {
    let visit = waiting()
    #expect(try await ask("/").status == 404)
    await #expect(throws: HTTPError.cancelled) { _ = try await listener.visit { _ in true } }
    #expect(try await ask("/?state=s1").status == 200)
    _ = try await visit.value
  }
}
