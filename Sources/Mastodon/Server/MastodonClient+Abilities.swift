import Domain
import Formats
import Network

extension MastodonClient {
  /// What the server says of itself, by the newest question that it understands.
  func instance() async throws(ServerFailure) -> ServerCapabilities { try await answeredInstance().abilities }

  /// What the server says of itself, and the origin that says so: another one where the server redirects.
  func answeredInstance() async throws(ServerFailure) -> (abilities: ServerCapabilities, origin: HTTPAddress) {
    do throws(ServerFailure) {
      return try await instance("v2")
    } catch  where error.isUnknownQuestion {
      return try await instance("v1")
    }
  }

  private func instance(
    _ version: String
  ) async throws(ServerFailure) -> (abilities: ServerCapabilities, origin: HTTPAddress) {
    let answer = try await get(server.at("api", version, "instance"))
    guard let abilities = ServerCapabilities(try value(of: answer)) else {
      throw failures.damaged(200, expected: "a server’s name")
    }
    return (abilities, answer.url.at())
  }

  /// As `instance`, asked at most once a day. Some say nothing of themselves.
  func abilities() async throws(ServerFailure) -> ServerCapabilities {
    if let abilities = known.abilities(now: clock.now) { return abilities }
    let abilities: ServerCapabilities
    do throws(ServerFailure) {
      abilities = try await instance()
    } catch  where error.isUnknownQuestion {
      abilities = ServerCapabilities()
    }
    known.learn(abilities, now: clock.now)
    return abilities
  }

  /// The name of the program that answers there (NodeInfo, 2.0), in lower case; nil where it does not say. It is asked at
  /// most once a day.
  func software() async throws(ServerFailure) -> String? {
    if let software = known.software(now: clock.now) { return software }
    var name: String?
    do throws(ServerFailure) {
      let links = try await value(at: server.at(".well-known", "nodeinfo"))["links"]?.elements ?? []
      let addresses = links.compactMap { $0["href"]?.text.flatMap { HTTPAddress($0) } }
      if let address = addresses.last(where: { $0.isSameOrigin(as: server) }) {
        name = try await value(at: address)["software"]?["name"]?.name?.lowercased()
      }
    } catch  where error.saysNothingOfItself {
      // Another time it would say the same.
    }
    known.learn(software: name, now: clock.now)
    return name
  }
}

extension ServerFailure {
  /// Whether the server has understood, and has no answer to that.
  fileprivate var saysNothingOfItself: Bool {
    guard let status else { return false }
    return status != 429 && status < 500 || status == 501
  }
}
