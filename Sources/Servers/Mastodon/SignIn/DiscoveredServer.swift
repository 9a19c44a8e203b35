import Domain
import Formats
import Network

/// A server with Mastodon's API, and its OAuth endpoints.
struct DiscoveredServer: Sendable {
  var address: HTTPAddress
  /// The host name for display and in handles.
  var host: String
  var endpoints: Endpoints
  /// The host that the user entered, if it redirects to this server.
  var redirectingHost: String?

  /// The OAuth endpoints: stated by the server (RFC 8414), or Mastodon's defaults.
  struct Endpoints: Sendable {
    var authorization: HTTPAddress
    var token: HTTPAddress
    var revocation: HTTPAddress
    /// Whether the server supports PKCE with S256.
    var supportsPKCE = false
    /// Whether the server states its endpoints.
    var areAdvertised = false
  }
}

/// Finds the server at an address.
struct ServerDiscovery: Sendable {
  /// Makes a client without a token.
  let client: @Sendable (HTTPAddress) -> MastodonClient

  func find(_ address: HTTPAddress) async throws(ServerSignInError) -> DiscoveredServer {
    do throws(ServerFailure) {
      return try await server(at: address)
    } catch  where error.status == nil || !(error.isUnknownEndpoint || error.isPage || error.status == 410) {
      throw ServerSignInError(error, at: address.authority)
    } catch {
      return try await discoverByNodeInfo(at: address, failure: error)
    }
  }

  /// The maximum number of redirects between origins.
  private static let maxRedirects = 3

  /// - Parameter redirects: the number of redirects so far.
  private func server(
    at address: HTTPAddress, redirects: Int = 0
  ) async throws(ServerFailure) -> DiscoveredServer {
    let client = client(address)
    var domain: String?
    var answering = address.at()
    do throws(ServerFailure) {
      let instance = try await client.instanceWithOrigin()
      domain = instance.capabilities.domain
      answering = instance.origin
    } catch  where error.endsSession || (error.status == 403 && !error.isPage) {
      // The server requires signing in for this.
      answering = error.respondingOrigin ?? answering
    }
    guard answering.isSameOrigin(as: address) else {
      // The origin that responds is the server: a host may redirect every request there.
      guard redirects < Self.maxRedirects, HostPolicy.publicNetwork(except: address).allows(answering) else {
        throw ServerFailure(error: .redirected(host: address.authority, to: answering.authority))
      }
      return try await server(at: answering, redirects: redirects + 1)
    }
    return DiscoveredServer(
      address: answering, host: Self.host(at: answering, called: domain), endpoints: try await endpoints(client))
  }

  /// The host name in handles: a parent domain of the server at some: `@ada@timeline.example` at
  /// `social.timeline.example`. Other domains are not accepted.
  private static func host(at address: HTTPAddress, called domain: String?) -> String {
    guard let domain, domain.contains("."), address.port == nil, address.host.hasSuffix("." + domain) else {
      return address.authority
    }
    return domain
  }

  private func endpoints(_ client: MastodonClient) async throws(ServerFailure) -> DiscoveredServer.Endpoints {
    let server = client.server
    var endpoints = DiscoveredServer.Endpoints(
      authorization: server.at("oauth", "authorize"), token: server.at("oauth", "token"),
      revocation: server.at("oauth", "revoke"))
    let metadata: JSONValue
    do throws(ServerFailure) {
      metadata = try await client.value(at: server.at(".well-known", "oauth-authorization-server"))
    } catch  where error.status != nil {
      return endpoints
    }
    // Codes and tokens are sent only to the requested server.
    func named(_ key: String) -> HTTPAddress? {
      metadata[key]?.text.flatMap { HTTPAddress($0) }.flatMap { $0.isSameOrigin(as: server) ? $0 : nil }
    }
    endpoints.authorization = named("authorization_endpoint") ?? endpoints.authorization
    endpoints.token = named("token_endpoint") ?? endpoints.token
    endpoints.revocation = named("revocation_endpoint") ?? endpoints.revocation
    endpoints.supportsPKCE =
      metadata["code_challenge_methods_supported"]?.elements.contains { $0.text == "S256" } ?? false
    endpoints.areAdvertised = named("authorization_endpoint") != nil
    return endpoints
  }
}

extension ServerDiscovery {
  /// Follows NodeInfo to the server, or reports the software that is there.
  private func discoverByNodeInfo(at address: HTTPAddress, failure: ServerFailure) async throws(ServerSignInError)
    -> DiscoveredServer
  {
    let host = address.authority
    var answer = Self.title(of: failure)
    do throws(ServerFailure) {
      let list = try await client(address).value(at: address.at(".well-known", "nodeinfo"))
      let links = list["links"]?.elements.compactMap { $0["href"]?.text.flatMap { HTTPAddress($0) } } ?? []
      if let link = links.last, HostPolicy.publicNetwork(except: address).allows(link) {
        if !link.isSameOrigin(as: address) { return try await server(at: link.at()) }
        let software = try await client(address).value(at: link)["software"]
        let names = [software?["name"]?.name, software?["version"]?.name].compactMap { $0 }
        if !names.isEmpty { answer = names.joined(separator: " ") }
      }
    } catch  where error.isCancelled {
      throw .cancelled
    } catch {
      // The first response is reported.
    }
    throw .notSupported(host: host, answer: String(answer.prefix(120)))
  }

  private static func title(of failure: ServerFailure) -> String {
    switch failure.error {
    case .webPage(_, let title): title
    case .refused(_, let message), .serverError(_, let message): message
    default: ""
    }
  }
}

extension ServerSignInError {
  /// The error for a failed request.
  init(_ failure: ServerFailure, at host: String) {
    self =
      switch failure.error {
      case .cancelled: .cancelled
      case .refused(_, let message): .refused(host: host, answer: message)
      default: .unavailable(failure.error)
      }
  }
}
