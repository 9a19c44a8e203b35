import Domain
import Formats
import Network

extension MastodonSignIn {
  private static let clientName = "Tern"

  /// A client registration in use.
  struct RegisteredClient {
    var registration: ClientRegistration
    /// The listener for the browser's redirect; nil if missing.
    var redirect: (any OpenRedirect)?
    /// Whether the registration was made just now.
    var isNew: Bool
  }

  /// The stored registration, marked as in use; or a new one if none is stored or the last sign-in with it was not
  /// finished.
  /// - Parameter forcesRegistration: whether the stored one is known to be invalid.
  func registration(
    at server: DiscoveredServer, forcesRegistration: Bool
  ) async throws(ServerSignInError) -> RegisteredClient {
    let host = server.address.authority
    var known: ClientRegistration?
    do throws(CredentialError) {
      known = try await credentials.registration(at: host)
    } catch {
      throw .credentials(error)
    }
    if let found = known, forcesRegistration || found.isUnfinished || !found.isUsable { known = nil }
    let knownPort = known?.redirects.lazy.compactMap { HTTPAddress($0)?.port }.first
    // A server redirects only to registered addresses.
    var redirect = await listener?.open(port: knownPort)
    if redirect == nil, knownPort != nil { redirect = await listener?.open(port: nil) }
    if var known, redirect.map({ known.redirects.contains($0.address.absoluteString) }) ?? true {
      known.isUnfinished = true
      // If this fails, storing the token fails as well, and the user is notified then.
      try? await credentials.store(known, at: host)
      return RegisteredClient(registration: known, redirect: redirect, isNew: false)
    }
    do throws(ServerSignInError) {
      var registration = try await register(at: server, redirect: redirect?.address.absoluteString)
      registration.isUnfinished = true
      try await store(registration, at: host)
      return RegisteredClient(registration: registration, redirect: redirect, isNew: true)
    } catch {
      await redirect?.close()
      throw error
    }
  }

  /// Marks a registration as valid after a sign-in.
  func markFinished(_ registration: ClientRegistration, at server: DiscoveredServer) async {
    let host = server.address.authority
    guard var stored = try? await credentials.registration(at: host), stored.id == registration.id, stored.isUnfinished
    else {
      return
    }
    stored.isUnfinished = false
    try? await credentials.store(stored, at: host)
  }

  /// Discards a registration that the server does not know. A newer one stays.
  func discard(_ registration: ClientRegistration, at server: DiscoveredServer) async {
    let host = server.address.authority
    guard let stored = try? await credentials.registration(at: host), stored.id == registration.id else { return }
    try? await credentials.removeRegistration(at: host)
  }

  private func store(_ registration: ClientRegistration, at host: String) async throws(ServerSignInError) {
    do throws(CredentialError) {
      try await credentials.store(registration, at: host)
    } catch {
      throw .credentials(error)
    }
  }

  /// Registers the client with several redirect addresses; with the out-of-band one only if the server accepts just
  /// one.
  private func register(
    at server: DiscoveredServer, redirect: String?
  ) async throws(ServerSignInError) -> ClientRegistration {
    let alone = [PendingSignIn.codeRedirect]
    do throws(ServerFailure) {
      guard let redirect else { return try await register(at: server, redirects: alone) }
      do throws(ServerFailure) {
        return try await register(at: server, redirects: alone + [redirect])
      } catch  where error.status == 400 || error.status == 422 || error.status == 500 {
        return try await register(at: server, redirects: alone)
      }
    } catch {
      throw Self.noRegistration(error, at: server.host)
    }
  }

  private func register(
    at server: DiscoveredServer, redirects: [String]
  ) async throws(ServerFailure) -> ClientRegistration {
    let client = client(server.address, host: server.host)
    let form = FormBody([
      .init("client_name", Self.clientName), .init("redirect_uris", redirects.joined(separator: "\n")),
      .init("scopes", SignInScope.all),
    ])
    let response = try await client.post(server.address.at("api", "v1", "apps"), form)
    let app = try client.value(of: response)
    guard let id = app["client_id"]?.text else {
      throw client.failures.unexpectedResponse(response.status, expected: "a client_id")
    }
    return ClientRegistration(
      id: id, secret: app["client_secret"]?.text.map { Secret($0) }, redirects: redirects, scopes: SignInScope.all)
  }

  private static func noRegistration(_ failure: ServerFailure, at host: String) -> ServerSignInError {
    switch failure.error {
    case .refused(_, let message): .noRegistration(host: host, answer: message)
    case .webPage(_, let title): .noRegistration(host: host, answer: title)
    default: ServerSignInError(failure, at: host)
    }
  }
}

extension ClientRegistration {
  /// Whether the registration has the required scopes and redirects.
  fileprivate var isUsable: Bool { scopes == SignInScope.all && redirects.contains(PendingSignIn.codeRedirect) }
}
