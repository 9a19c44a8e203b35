import Domain
import Network
import NetworkSupport
import Runtime
import TestSupport

@testable import Mastodon

/// A scripted server that accepts Ada's sign-in.
struct SignInHarness {
  let clock = VirtualClock(now: .noon)
  let transport: ScriptedTransport
  let credentials = MemoryCredentials()
  let accounts = MemoryAccounts()
  let redirects: ScriptedRedirects
  let signIn: MastodonSignIn

  init(_ redirects: ScriptedRedirects? = ScriptedRedirects(), provesKeys: Bool = true) {
    transport = ScriptedTransport(clock: clock)
    self.redirects = redirects ?? ScriptedRedirects()
    signIn = MastodonSignIn(
      transport: transport, clock: clock, credentials: credentials, accounts: accounts, listener: redirects,
      random: { count in (0..<count).map(UInt8.init(truncatingIfNeeded:)) })
    transport.on(.get, "/api/v2/instance", response: .json(#"{"domain": "timeline.example", "title": "T"}"#))
    if provesKeys {
      transport.on(
        .get, "/.well-known/oauth-authorization-server",
        response: .json(
          """
          {"authorization_endpoint": "https://timeline.example/oauth/authorize",
           "token_endpoint": "https://timeline.example/oauth/token",
           "revocation_endpoint": "https://evil.example/revoke", "code_challenge_methods_supported": ["S256"]}
          """))
    }
    transport.on(
      .post, "/api/v1/apps", response: .json(#"{"client_id": "id-of-tern", "client_secret": "s3cret-of-tern"}"#))
    transport.on(.get, "/oauth/authorize", response: .html("<title>Log in</title>"))
    transport.on(
      .post, "/oauth/token", response: .json(#"{"access_token": "t0k3n-of-ada", "token_type": "Bearer"}"#))
    transport.on(.post, "/oauth/revoke", response: .json("{}"))
    transport.on(
      .get, "/api/v1/accounts/verify_credentials",
      response: .json(#"{"id": "1", "username": "Ada", "acct": "Ada", "display_name": "Ada L", "note": "<p>hi</p>"}"#))
  }

  /// The forms sent to a path.
  func sent(to path: String) -> [[String: String]] {
    transport.requests.filter { $0.url.path == path && $0.method == .post }.map { request in
      let form = HTTPAddress("https://form.invalid/?" + String(decoding: request.body, as: UTF8.self))
      return Dictionary(
        form?.query.map { ($0.name, $0.value) } ?? [], uniquingKeysWith: { first, _ in first })
    }
  }
}

func refusal<Value>(_ work: () async throws(ServerSignInError) -> Value) async -> ServerSignInError? {
  do throws(ServerSignInError) {
    _ = try await work()
    return nil
  } catch {
    return error
  }
}

func items(of address: String) -> [String: String] {
  Dictionary(HTTPAddress(address)?.query.map { ($0.name, $0.value) } ?? [], uniquingKeysWith: { first, _ in first })
}
