import Domain
import FaultServer
import Foundation
import Network
import Testing

@Suite struct CurlTransportTests {
  private let transport = CurlTransport(.test)

  @Test func `a response is complete`() async throws {
    let server = try FaultServer(.respond(201, headers: [("X-A", "1"), ("x-a", "2")], body: "hello"))
    let response = try await transport.response(to: HTTPRequest(.get, server.url("/a b/ü", [.init("q", "x&y=é")])))
    #expect(response.status == 201)
    #expect(response.headers["X-A"] == "2")
    #expect(response.body == Array("hello".utf8))
    #expect(response.isSuccess)
    let request = try #require(server.requests.first)
    #expect(request.target == "/a%20b/%C3%BC?q=x%26y%3D%C3%A9")
    #expect(request.header("user-agent") == "Tern/0 (+https://tern.example)")
    #expect(request.header("authorization") == nil)
  }

  @Test(arguments: [HTTPRequest.Method.get, .post, .put, .patch, .delete])
  func `methods and bodies arrive unchanged`(method: HTTPRequest.Method) async throws {
    let server = try FaultServer(.respond())
    let body = method == .get ? [] : [UInt8](repeating: 65, count: 2_000_000)
    _ = try await transport.response(
      to: HTTPRequest(
        method, server.url("/"), headers: ["Idempotency-Key": "k", "X-Empty": ""], body: body, token: Secret("t0k")))
    let request = try #require(server.requests.first)
    #expect(request.method == method.rawValue)
    #expect(request.body == body)
    #expect(request.header("idempotency-key") == "k")
    #expect(request.header("x-empty") == "")
    #expect(request.header("authorization") == "Bearer t0k")
    #expect(request.header("content-type") == nil)
    #expect(request.header("expect") == nil)
  }

  @Test func `a POST without a body has length zero`() async throws {
    let server = try FaultServer(.respond())
    _ = try await transport.response(to: HTTPRequest(.post, server.url("/")))
    #expect(server.requests.first?.header("content-length") == "0")
  }

  @Test func `a connection is reused`() async throws {
    let server = try FaultServer(.respond())
    for _ in 0..<3 { _ = try await transport.response(to: HTTPRequest(.get, server.url("/"))) }
    #expect(server.connections.taken == 1)
  }

  @Test func `an idle connection is closed`() async throws {
    var settings = CurlTransport.Settings.test
    settings.idleTime = 0.1
    let transport = CurlTransport(settings)
    let server = try FaultServer(.respond())
    for count in 1...2 {
      _ = try await transport.response(to: HTTPRequest(.get, server.url("/")))
      try await eventually { server.connections.open == 0 }
      #expect(server.connections.taken == count)
    }
  }

  @Test func `a hundred requests run concurrently`() async throws {
    let server = try FaultServer { request in [.delay(0.05), .respond(body: request.target)] }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          let response = try await transport.response(to: HTTPRequest(.get, server.url("/\(number)")))
          return response.body == Array("/\(number)".utf8)
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
    #expect(server.requests.count == 100)
  }

  @Test func `informational responses are skipped`() async throws {
    let server = try FaultServer(.text("HTTP/1.1 103 Early\r\nLink: </x>\r\n\r\n"), .respond(200, body: "late"))
    let response = try await transport.response(to: HTTPRequest(.get, server.url("/")))
    #expect(response.status == 200)
    #expect(response.headers["Link"] == nil)
  }

  @Test func `compressed responses are decoded`() async throws {
    let zipped = try gzip(Array("packed".utf8))
    let head = FaultStep.head(200, [("Content-Encoding", "gzip"), ("Content-Length", "\(zipped.count)")])
    let server = try FaultServer(head, .bytes(zipped))
    let response = try await transport.response(to: HTTPRequest(.get, server.url("/")))
    #expect(response.body == Array("packed".utf8))
    #expect(server.requests.first?.header("accept-encoding")?.contains("gzip") == true)
  }

  @Test func `there are no requests after stopping`() async throws {
    let server = try FaultServer(.silence)
    let asking = Task { try await transport.response(to: HTTPRequest(.get, server.url("/"))) }
    try await eventually { !server.requests.isEmpty }
    transport.stop()
    await #expect(throws: HTTPError.cancelled) { _ = try await asking.value }
    await #expect(throws: HTTPError.cancelled) {
      _ = try await transport.response(to: HTTPRequest(.get, server.url("/")))
    }
    try await eventually { server.connections.open == 0 }
    #expect(server.requests.count == 1)
    transport.stop()
  }

  @Test func `stopping an unused transport does nothing`() async throws {
    let server = try FaultServer(.respond())
    transport.stop()
    await #expect(throws: HTTPError.cancelled) {
      _ = try await transport.response(to: HTTPRequest(.get, server.url("/")))
    }
  }

  @Test func `stopping while libcurl is loaded works`() async throws {
    let server = try FaultServer(.respond())
    for _ in 0..<50 {
      let transport = CurlTransport(.test)
      let asking = Task { try await transport.response(to: HTTPRequest(.get, server.url("/"))) }
      transport.stop()
      let outcome = await asking.result
      if case .failure(let error) = outcome { #expect(error as? HTTPError == .cancelled) }
    }
  }

  @Test func `connections are not inherited by other programs`() async throws {
    let server = try FaultServer(.silence)
    let stream = Task { try await transport.response(to: HTTPRequest(.get, server.url("/"))) }
    try await eventually { !server.requests.isEmpty }
    let inherited = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
      .filter { descriptor in
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOurs = withUnsafeMutablePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) == 0 }
        }
        return isOurs && address.sin_family == sa_family_t(AF_INET)
          && Int(UInt16(bigEndian: address.sin_port)) == server.port && fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0
      }
    #expect(inherited == [])
    stream.cancel()
    _ = await stream.result
  }
}
