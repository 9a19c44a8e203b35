import FaultServer
import FolderSupport
import Network
import Testing

/// The host policy of requests, including redirects and name resolution.
@Suite struct HostPolicyTests {
  private func error(
    _ address: HTTPAddress, hostPolicy: HostPolicy, resolved: [String] = [], proxy: String = ""
  ) async -> HTTPError? {
    var settings = CurlTransport.Settings.test
    settings.resolved = resolved
    settings.proxy = proxy
    var request = HTTPRequest(.get, address, timeout: 60)
    request.hostPolicy = hostPolicy
    do throws(HTTPError) {
      _ = try await CurlTransport(settings).response(to: request)
      return nil
    } catch {
      return error
    }
  }

  @Test func `private hosts are refused`() async throws {
    let server = try FaultServer(.respond())
    #expect(try await error(server.url("/"), hostPolicy: .publicNetwork(except: nil)) == .notPublic(host: "127.0.0.1"))
    #expect(server.connections.taken == 0)
  }

  @Test func `a local server is allowed for itself`() async throws {
    let server = try FaultServer { $0.path == "/a" ? [.redirect(to: "/b")] : [.respond()] }
    let address = try #require(HTTPAddress("http://localhost:\(server.port)"))
    #expect(try await error(server.url("/a"), hostPolicy: .publicNetwork(except: address)) == nil)
    #expect(server.requests.map(\.path) == ["/a", "/b"])
  }

  @Test(arguments: ["https://10.0.0.1/", "https://localhost./", "https://[::ffff:7f00:1]/", "https://[fe80::1]/"])
  func `redirects to private hosts are refused`(location: String) async throws {
    let server = try FaultServer(.redirect(to: location))
    let own = try #require(HTTPAddress(server.origin))
    let host = try #require(HTTPAddress(location)).host
    #expect(try await error(server.url("/"), hostPolicy: .publicNetwork(except: own)) == .notPublic(host: host))
    #expect(server.requests.count == 1)
  }

  @Test(arguments: ["127.0.0.1", "[::1]"])
  func `names that resolve to private addresses are refused`(place: String) async throws {
    let server = try FaultServer(.respond())
    let address = try #require(HTTPAddress("https://files.example:\(server.port)/"))
    let resolved = ["files.example:\(server.port):\(place)"]
    #expect(
      await error(address, hostPolicy: .publicNetwork(except: nil), resolved: resolved)
        == .notPublic(host: "files.example"))
    #expect(server.connections.taken == 0)
    // An allowed request fails only at the invalid certificate.
    if place == "127.0.0.1" {
      let other = await error(address, hostPolicy: .publicNetwork(except: address), resolved: resolved)
      #expect(other != .notPublic(host: "files.example") && other != nil)
      #expect(server.connections.taken == 1)
    }
  }

  @Test func `a proxy may be anywhere`() async throws {
    let proxy = try FaultServer(.respond(403))
    let address = try #require(HTTPAddress("https://files.example/"))
    let error = await error(address, hostPolicy: .publicNetwork(except: nil), proxy: proxy.origin)
    #expect(error == .unreachable(host: "files.example", .proxy))
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
  }
}
