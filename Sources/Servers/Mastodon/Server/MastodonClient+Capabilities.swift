import Domain
import Formats
import Network

extension MastodonClient {
  /// The server's capabilities, from the newest supported endpoint.
  func instance() async throws(ServerFailure) -> ServerCapabilities { try await instanceWithOrigin().capabilities }

  /// The server's capabilities, and the origin that returned them: another one if the server redirects.
  func instanceWithOrigin() async throws(ServerFailure) -> (capabilities: ServerCapabilities, origin: HTTPAddress) {
    do throws(ServerFailure) {
      return try await instance("v2")
    } catch  where error.isUnknownEndpoint {
      return try await instance("v1")
    }
  }

  private func instance(
    _ version: String
  ) async throws(ServerFailure) -> (capabilities: ServerCapabilities, origin: HTTPAddress) {
    let response = try await get(server.at("api", version, "instance"))
    guard let capabilities = ServerCapabilities(try value(of: response)) else {
      throw failures.unexpectedResponse(200, expected: "a server’s name")
    }
    return (capabilities, response.url.at())
  }

  /// The server's capabilities, requested at most once a day. Defaults if the server has no such endpoint.
  func capabilities() async throws(ServerFailure) -> ServerCapabilities {
    if let capabilities = capabilityCache.capabilities(now: clock.now) { return capabilities }
    return try await reloadedCapabilities()
  }

  /// The server's capabilities, requested again.
  func reloadedCapabilities() async throws(ServerFailure) -> ServerCapabilities {
    let capabilities: ServerCapabilities
    do throws(ServerFailure) {
      capabilities = try await instance()
    } catch  where error.isUnknownEndpoint {
      capabilities = ServerCapabilities()
    }
    capabilityCache.record(capabilities, now: clock.now)
    return capabilities
  }

  /// The name of the server software (NodeInfo, 2.0), in lower case; nil if unknown. Requested at most once a day.
  func software() async throws(ServerFailure) -> String? {
    if let software = capabilityCache.software(now: clock.now) { return software }
    var name: String?
    do throws(ServerFailure) {
      let links = try await value(at: server.at(".well-known", "nodeinfo"))["links"]?.elements ?? []
      let addresses = links.compactMap { $0["href"]?.text.flatMap { HTTPAddress($0) } }
      if let address = addresses.last(where: { $0.isSameOrigin(as: server) }) {
        name = try await value(at: address)["software"]?["name"]?.name?.lowercased()
      }
    } catch  where error.hasNoNodeInfo {
      // A later request would have the same result.
    }
    capabilityCache.record(software: name, now: clock.now)
    return name
  }
}

extension ServerFailure {
  /// Whether the server has responded without this information.
  fileprivate var hasNoNodeInfo: Bool {
    guard let status else { return false }
    return status != 429 && status < 500 || status == 501
  }
}
