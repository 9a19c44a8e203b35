import Domain
import Network

/// What a server answers at the address where people are to consent.
enum ConsentPage: Hashable {
  /// As far as can be seen: most servers ask who it is first.
  case isThere
  /// The server does not know the client.
  case forgetsClient
  case isMissing

  init(_ response: HTTPResponse) {
    self =
      switch response.status {
      // Without signing in snac answers 400 for a client that it does not know (mastoapi.c, oauth_get_handler), and others
      // 400 or 401 (RFC 6749, 4.1.2.1: such an error is never redirected).
      case 400, 401: .forgetsClient
      case 404, 405, 501: .isMissing
      default: ClientRefusal.isNotified(by: response) ? .forgetsClient : .isThere
      }
  }
}

extension MastodonSignIn {
  /// Looks at the page before anyone is sent there. Servers that name their page have one, and know the client that they
  /// have just registered.
  func consentPage(of signIn: PendingSignIn) async -> ConsentPage {
    if signIn.isNewlyRegistered, signIn.server.endpoints.areNamed { return .isThere }
    guard let page = HTTPAddress(signIn.address(redirect: PendingSignIn.codeRedirect, asksAnew: false)) else {
      return .isThere
    }
    do throws(HTTPError) {
      return ConsentPage(try await transport.response(to: HTTPRequest(.get, page, headers: ["Accept": "text/html"])))
    } catch {
      // It may lead to another machine, where a browser gets along.
      return .isThere
    }
  }

  /// Forgets the registration that a server no longer knows: snac removes it together with any token of it.
  func checkRegistration(at server: DiscoveredServer) async {
    guard let known = try? await credentials.registration(at: server.address.authority) else { return }
    let signIn = PendingSignIn(id: "", server: server, registration: known, state: random(16).base64URL)
    if await consentPage(of: signIn) == .forgetsClient { await forget(known, at: server) }
  }
}
