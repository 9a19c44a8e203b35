import FaultServer
import FolderSupport
import Network
import Testing

/// Whom a request may reach, which names and redirects are not to change.
@Suite struct ReachTests {
  private func error(
    _ address: HTTPAddress, reach: HostPolicy, resolved: [String] = [], proxy: String = ""
  ) async -> HTTPError? {
    var settings = CurlTransport.Settings.test
    settings.resolved = resolved
    settings.proxy = proxy
    var request = HTTPRequest(.get, address, timeout: 60)
    request.reach = reach
    do throws(HTTPError) {
      _ = try await CurlTransport(settings).response(to: request)
      return nil
    } catch {
      return error
    }
  }

  @Test func whoIsOnThisMachineIsNotAsked() async throws {
    let server = try FaultServer(.answer())
    #expect(try await error(server.url("/"), reach: .publicNetwork(but: nil)) == .notPublic(host: "127.0.0.1"))
    #expect(server.connections.taken == 0)
  }

  @Test func aServerOnThisMachineIsAskedForItsOwn() async throws {
    let server = try FaultServer { $0.path == "/a" ? [.redirect(to: "/b")] : [.answer()] }
    let address = try #require(HTTPAddress("http://localhost:\(server.port)"))
    #expect(try await error(server.url("/a"), reach: .publicNetwork(but: address)) == nil)
    #expect(server.requests.map(\.path) == ["/a", "/b"])
  }

  @Test(arguments: ["https://10.0.0.1/", "https://localhost./", "https://[::ffff:7f00:1]/", "https://[fe80::1]/"])
  func noRedirectLeadsInside(location: String) async throws {
    let server = try FaultServer(.redirect(to: location))
    let own = try #require(HTTPAddress(server.origin))
    let host = try #require(HTTPAddress(location)).host
    #expect(try await error(server.url("/"), reach: .publicNetwork(but: own)) == .notPublic(host: host))
    #expect(server.requests.count == 1)
  }

  @Test(arguments: ["127.0.0.1", "[::1]"])
  func noNameLeadsInside(place: String) async throws {
    let server = try FaultServer(.answer())
    let address = try #require(HTTPAddress("https://files.example:\(server.port)/"))
    let resolved = ["files.example:\(server.port):\(place)"]
    #expect(
      await error(address, reach: .publicNetwork(but: nil), resolved: resolved) == .notPublic(host: "files.example"))
    #expect(server.connections.taken == 0)
    // Whoever may go there gets as far as the certificate that is none.
    if place == "127.0.0.1" {
      let other = await error(address, reach: .publicNetwork(but: address), resolved: resolved)
      #expect(other != .notPublic(host: "files.example") && other != nil)
      #expect(server.connections.taken == 1)
    }
  }

  @Test func aProxyMayBeAnywhere() async throws {
    let proxy = try FaultServer(.answer(403))
    let address = try #require(HTTPAddress("https://files.example/"))
    let error = await error(address, reach: .publicNetwork(but: nil), proxy: proxy.origin)
    #expect(error == .unreachable(host: "files.example", .proxy))
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
  }
}
