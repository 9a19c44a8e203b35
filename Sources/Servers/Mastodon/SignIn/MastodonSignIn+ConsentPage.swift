import Domain
import Network

/// The result of requesting the page where the user gives consent.
enum ConsentPage: Hashable {
  /// The page exists, as far as can be seen: most servers require signing in first.
  case available
  /// The server does not know the client ID.
  case unknownClient
  case missing

  init(_ response: HTTPResponse) {
    self =
      switch response.status {
      // Without a session, snac responds with 400 for an unknown client (mastoapi.c, oauth_get_handler), others with
      // 400 or 401 (RFC 6749, 4.1.2.1: such an error is never redirected).
      case 400, 401: .unknownClient
      case 404, 405, 501: .missing
      default: ClientRefusal.isReported(by: response) ? .unknownClient : .available
      }
  }
}

extension MastodonSignIn {
  /// Checks the consent page before the user is sent there. Servers that state their endpoints and have just registered
  /// the client are not checked.
  func consentPage(of signIn: PendingSignIn) async -> ConsentPage {
    if signIn.isNewlyRegistered, signIn.server.endpoints.areAdvertised { return .available }
    guard let page = HTTPAddress(signIn.address(redirect: PendingSignIn.codeRedirect, forcesLogin: false)) else {
      return .available
    }
    do throws(HTTPError) {
      return ConsentPage(try await transport.response(to: HTTPRequest(.get, page, headers: ["Accept": "text/html"])))
    } catch {
      // It may redirect to another host, which a browser can follow.
      return .available
    }
  }

  /// Discards a registration that the server no longer knows: snac removes it together with any of its tokens.
  func checkRegistration(at server: DiscoveredServer) async {
    guard let known = try? await credentials.registration(at: server.address.authority) else { return }
    let signIn = PendingSignIn(id: "", server: server, registration: known, state: random(16).base64URL)
    if await consentPage(of: signIn) == .unknownClient { await discard(known, at: server) }
  }
}
