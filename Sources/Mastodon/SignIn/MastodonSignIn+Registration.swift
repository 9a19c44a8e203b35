import Domain
import Formats
import Network

extension MastodonSignIn {
  private static let clientName = "Tern"

  /// What the server knows Tern by, and what waits for a browser; nil where none can come back.
  func registration(
    at server: FoundServer
  ) async throws(ServerSignInError) -> (ClientRegistration, (any OpenRedirect)?) {
    let host = server.address.authority
    let known: ClientRegistration?
    do throws(CredentialError) {
      known = try await credentials.registration(at: host)
    } catch {
      throw .credentials(error)
    }
    let isGood = known.map { $0.scopes == SignInScope.all && $0.redirects.contains(BegunSignIn.codeRedirect) } ?? false
    let knownPort = isGood ? known?.redirects.lazy.compactMap { HTTPAddress($0)?.port }.first : nil
    // A server sends people back but to where it was told before.
    var redirect = await listener?.open(port: knownPort)
    if redirect == nil, knownPort != nil { redirect = await listener?.open(port: nil) }
    if let known, isGood, redirect.map({ known.redirects.contains($0.address.absoluteString) }) ?? true {
      return (known, redirect)
    }
    do throws(ServerSignInError) {
      let registration = try await register(at: server, redirect: redirect?.address.absoluteString)
      try await keep(registration, at: host)
      return (registration, redirect)
    } catch {
      await redirect?.close()
      throw error
    }
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
    at server: FoundServer, redirect: String?
  ) async throws(ServerSignInError) -> ClientRegistration {
    let alone = [BegunSignIn.codeRedirect]
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
    at server: FoundServer, redirects: [String]
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
