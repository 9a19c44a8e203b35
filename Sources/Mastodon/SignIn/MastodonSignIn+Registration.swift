import Domain
import Formats
import Network

extension MastodonSignIn {
  private static let clientName = "Tern"

  /// What a server knows Tern by.
  struct Registered {
    var registration: ClientRegistration
    /// What waits for a browser; nil where none can come back.
    var redirect: (any OpenRedirect)?
    /// Whether the server has been told of Tern just now.
    var isNew: Bool
  }

  /// The registration that is kept, as one that is in use; or a new one where none is, or it may no longer be good: a
  /// sign-in with it has not finished.
  /// - Parameter registersAnew: whether the one that is kept is known not to be good.
  func registration(
    at server: DiscoveredServer, registersAnew: Bool
  ) async throws(ServerSignInError) -> Registered {
    let host = server.address.authority
    var known: ClientRegistration?
    do throws(CredentialError) {
      known = try await credentials.registration(at: host)
    } catch {
      throw .credentials(error)
    }
    if let found = known, registersAnew || found.isUnfinished || !found.isUsable { known = nil }
    let knownPort = known?.redirects.lazy.compactMap { HTTPAddress($0)?.port }.first
    // A server sends people back but to where it was told before.
    var redirect = await listener?.open(port: knownPort)
    if redirect == nil, knownPort != nil { redirect = await listener?.open(port: nil) }
    if var known, redirect.map({ known.redirects.contains($0.address.absoluteString) }) ?? true {
      known.isUnfinished = true
      // Where this cannot be kept, nothing else can, and the person is told at the end.
      try? await credentials.store(known, at: host)
      return Registered(registration: known, redirect: redirect, isNew: false)
    }
    do throws(ServerSignInError) {
      var registration = try await register(at: server, redirect: redirect?.address.absoluteString)
      registration.isUnfinished = true
      try await keep(registration, at: host)
      return Registered(registration: registration, redirect: redirect, isNew: true)
    } catch {
      await redirect?.close()
      throw error
    }
  }

  /// A sign-in has shown that the server knows the registration.
  func finish(_ registration: ClientRegistration, at server: DiscoveredServer) async {
    let host = server.address.authority
    guard var kept = try? await credentials.registration(at: host), kept.id == registration.id, kept.isUnfinished else {
      return
    }
    kept.isUnfinished = false
    try? await credentials.store(kept, at: host)
  }

  /// The server does not know the registration: the next sign-in registers again. Another one that has been made
  /// meanwhile stays.
  func forget(_ registration: ClientRegistration, at server: DiscoveredServer) async {
    let host = server.address.authority
    guard let kept = try? await credentials.registration(at: host), kept.id == registration.id else { return }
    try? await credentials.removeRegistration(at: host)
  }

  private func keep(_ registration: ClientRegistration, at host: String) async throws(ServerSignInError) {
    do throws(CredentialError) {
      try await credentials.store(registration, at: host)
    } catch {
      throw .credentials(error)
    }
  }

  /// With several places to send people back to; where a server takes but one, with the one that always works.
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
    let answer = try await client.post(server.address.at("api", "v1", "apps"), form)
    let app = try client.value(of: answer)
    guard let id = app["client_id"]?.text else {
      throw client.failures.damaged(answer.status, expected: "a client_id")
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
  /// Whether it allows what Tern asks for.
  fileprivate var isUsable: Bool { scopes == SignInScope.all && redirects.contains(PendingSignIn.codeRedirect) }
}
