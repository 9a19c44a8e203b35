import Domain
import FaultServer
import Network
import Testing

@Suite struct RedirectTests {
  private let transport = CurlTransport(.test)

  @Test func `a response has its final address`() async throws {
    let server = try FaultServer { request in
      request.path == "/old" ? [.redirect(301, to: "new?a=b%26c#part")] : [.respond(body: "here")]
    }
    let response = try await transport.response(to: HTTPRequest(.get, server.url("/old"), token: Secret("t0k")))
    #expect(response.body == Array("here".utf8))
    #expect(response.url == (try server.url("/new", [.init("a", "b&c")])))
    #expect(server.requests.map { $0.header("authorization") } == ["Bearer t0k", "Bearer t0k"])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a request with a token is not redirected to another server`(status: Int) async throws {
    let other = try FaultServer(.respond())
    let server = try FaultServer(.redirect(status, to: "\(other.origin)/x"))
    let target = try other.url("/x")
    await #expect(throws: HTTPError.redirected(host: "127.0.0.1", to: target, mayHaveArrived: false)) {
      _ = try await transport.response(to: HTTPRequest(.get, server.url("/"), token: Secret("t0k")))
    }
    await #expect(throws: HTTPError.redirected(host: "127.0.0.1", to: target, mayHaveArrived: false)) {
      _ = try await transport.stream(HTTPRequest(.get, server.url("/"), token: Secret("t0k")))
    }
    #expect(other.connections.taken == 0)
  }

  @Test func `credentials in headers stay with their server`() async throws {
    let other = try FaultServer(.respond())
    let server = try FaultServer(.redirect(to: "\(other.origin)/x"))
    let headers: HTTPHeaders = ["authorization": "Basic x", "Cookie": "a=b", "X-Kept": "1"]
    _ = try await transport.response(to: HTTPRequest(.get, server.url("/"), headers: headers))
    let request = try #require(other.requests.first)
    #expect(request.header("authorization") == nil)
    #expect(request.header("cookie") == nil)
    #expect(request.header("x-kept") == "1")
  }

  @Test(arguments: [301, 302, 303], [HTTPRequest.Method.post, .put, .patch, .delete])
  func `a change is not redirected as a GET`(status: Int, method: HTTPRequest.Method) async throws {
    let server = try FaultServer { $0.path == "/a" ? [.redirect(status, to: "/b")] : [.respond()] }
    await #expect(throws: HTTPError.badRedirect(host: "127.0.0.1")) {
      _ = try await transport.response(
        to: HTTPRequest(method, server.url("/a"), headers: ["Content-Type": "text/plain"], body: Array("x".utf8)))
    }
    #expect(server.requests.map(\.path) == ["/a"])
  }

  @Test(arguments: [307, 308])
  func `a POST is repeated after 307 and 308`(status: Int) async throws {
    let server = try FaultServer { $0.path == "/a" ? [.redirect(status, to: "/b")] : [.respond()] }
    _ = try await transport.response(to: HTTPRequest(.post, server.url("/a"), body: Array("x".utf8)))
    #expect(server.requests.map(\.method) == ["POST", "POST"])
    #expect(server.requests.map(\.body) == [Array("x".utf8), Array("x".utf8)])
  }

  @Test(arguments: [(301, true), (302, true), (303, true), (307, false), (308, false)])
  func `a POST is not redirected to another server`(status: Int, mayHaveArrived: Bool) async throws {
    let other = try FaultServer(.respond())
    let server = try FaultServer(.redirect(status, to: "\(other.origin)/x"))
    let target = try other.url("/x")
    await #expect(throws: HTTPError.redirected(host: "127.0.0.1", to: target, mayHaveArrived: mayHaveArrived)) {
      _ = try await transport.response(to: HTTPRequest(.post, server.url("/"), body: Array("password".utf8)))
    }
    #expect(other.connections.taken == 0)
  }

  @Test func `at most three redirects are followed`() async throws {
    let server = try FaultServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return number == 0 ? [.respond(body: "end")] : [.redirect(to: "/\(number - 1)")]
    }
    let response = try await transport.response(to: HTTPRequest(.get, server.url("/3")))
    #expect(response.body == Array("end".utf8))
    await #expect(throws: HTTPError.badRedirect(host: "127.0.0.1")) {
      _ = try await transport.response(to: HTTPRequest(.get, server.url("/4")))
    }
    await #expect(throws: HTTPError.badRedirect(host: "127.0.0.1")) {
      _ = try await transport.stream(HTTPRequest(.get, server.url("/4")))
    }
  }

  @Test(arguments: [
    "http://timeline.example/", "ftp://127.0.0.1/", "file:///etc/passwd", "https://a:b@timeline.example/",
    "javascript:alert(1)", "//", "https://", "/a b", "\\\\timeline.example", "https://timeline.example:99999/",
    "/" + String(repeating: "x", count: 9000),
  ])
  func `unsupported locations are refused`(location: String) async throws {
    let server = try FaultServer(.redirect(to: location))
    await #expect(throws: HTTPError.badRedirect(host: "127.0.0.1")) {
      _ = try await transport.response(to: HTTPRequest(.get, server.url("/")))
    }
  }

  @Test(arguments: [300, 304, 305, 306, 302])
  func `a redirect without a location is a response`(status: Int) async throws {
    let headers = status == 302 ? [] : [("Location", "/elsewhere")]
    let server = try FaultServer(.respond(status, headers: headers))
    let response = try await transport.response(to: HTTPRequest(.get, server.url("/")))
    #expect(response.status == status)
  }

  @Test func `streams are redirected`() async throws {
    let server = try FaultServer { $0.path == "/a" ? [.redirect(to: "/b")] : [.head(), .text("x"), .close] }
    let stream = try await transport.stream(HTTPRequest(.get, server.url("/a")))
    #expect(stream.head.url.path == "/b")
    var body: [UInt8] = []
    for try await bytes in stream.body { body += bytes }
    #expect(body == Array("x".utf8))
  }
}
