import Domain
import Formats
import Network

/// A server that speaks Mastodon's API, and how it signs people in.
struct DiscoveredServer: Sendable {
  var address: HTTPAddress
  /// For people, and in handles.
  var host: String
  var endpoints: Endpoints
  /// The host that was typed, where it redirects to this server.
  var redirectingHost: String?

  /// Where consent is asked for and given (RFC 8414), or where Mastodon has always had that.
  struct Endpoints: Sendable {
    var authorization: HTTPAddress
    var token: HTTPAddress
    var revocation: HTTPAddress
    /// Whether it checks who redeems a code.
    var provesKeys = false
    /// Whether the server names them itself.
    var areNamed = false
  }
}

/// Finds out what stands at an address.
struct ServerDiscovery: Sendable {
  /// Without a token.
  let client: @Sendable (HTTPAddress) -> MastodonClient

  func find(_ address: HTTPAddress) async throws(ServerSignInError) -> DiscoveredServer {
    do throws(ServerFailure) {
      return try await server(at: address)
    } catch  where error.status == nil || !(error.isUnknownQuestion || error.isPage || error.status == 410) {
      throw ServerSignInError(error, at: address.authority)
    } catch {
      return try await elsewhere(than: address, failure: error)
    }
  }

  /// How many origins may follow one another until one answers for itself.
  private static let maxRedirects = 3

  /// - Parameter redirects: how many origins have led here.
  private func server(
    at address: HTTPAddress, redirects: Int = 0
  ) async throws(ServerFailure) -> DiscoveredServer {
    let client = client(address)
    var domain: String?
    var answering = address.at()
    do throws(ServerFailure) {
      let instance = try await client.answeredInstance()
      domain = instance.abilities.domain
      answering = instance.origin
    } catch  where error.endsSession || (error.status == 403 && !error.isPage) {
      // It is one that says nothing to strangers.
      answering = error.answeredBy ?? answering
    }
    guard answering.isSameOrigin(as: address) else {
      // The origin that answers is the server: a host may redirect there whatever is asked of it.
      guard redirects < Self.maxRedirects, HostPolicy.publicNetwork(but: address).allows(answering) else {
        throw ServerFailure(error: .redirected(host: address.authority, to: answering.authority))
      }
      return try await server(at: answering, redirects: redirects + 1)
    }
    return DiscoveredServer(
      address: answering, host: Self.host(at: answering, called: domain), endpoints: try await endpoints(client))
  }

  /// Some have their people under a name above that of the machine that is asked: `@ada@timeline.example` at
  /// `social.timeline.example`. Any other name is not theirs to give.
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
    // Codes and tokens go nowhere else than to the server that was asked.
    func named(_ key: String) -> HTTPAddress? {
      metadata[key]?.text.flatMap { HTTPAddress($0) }.flatMap { $0.isSameOrigin(as: server) ? $0 : nil }
    }
    endpoints.authorization = named("authorization_endpoint") ?? endpoints.authorization
    endpoints.token = named("token_endpoint") ?? endpoints.token
    endpoints.revocation = named("revocation_endpoint") ?? endpoints.revocation
    endpoints.provesKeys =
      metadata["code_challenge_methods_supported"]?.elements.contains { $0.text == "S256" } ?? false
    endpoints.areNamed = named("authorization_endpoint") != nil
    return endpoints
  }
}

extension ServerDiscovery {
  /// What is no such server may say where it is (nodeinfo), or at least what it is.
  private func elsewhere(than address: HTTPAddress, failure: ServerFailure) async throws(ServerSignInError)
    -> DiscoveredServer
  {
    let host = address.authority
    var answer = Self.title(of: failure)
    do throws(ServerFailure) {
      let list = try await client(address).value(at: address.at(".well-known", "nodeinfo"))
      let links = list["links"]?.elements.compactMap { $0["href"]?.text.flatMap { HTTPAddress($0) } } ?? []
      if let link = links.last, HostPolicy.publicNetwork(but: address).allows(link) {
        if !link.isSameOrigin(as: address) { return try await server(at: link.at()) }
        let software = try await client(address).value(at: link)["software"]
        let words = [software?["name"]?.name, software?["version"]?.name].compactMap { $0 }
        if !words.isEmpty { answer = words.joined(separator: " ") }
      }
    } catch  where error.isCancelled {
      throw .cancelled
    } catch {
      // What it has said first is what the person is told.
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
  /// A failure that has to do with the way there, and not with what was asked.
  init(_ failure: ServerFailure, at host: String) {
    self =
      switch failure.error {
      case .cancelled: .cancelled
      case .refused(_, let message): .refused(host: host, answer: message)
      default: .unavailable(failure.error)
      }
  }
}
