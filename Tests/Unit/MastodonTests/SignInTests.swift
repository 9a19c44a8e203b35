import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

struct SignInTests {
  private static let ada = AccountID.mastodon("ada@timeline.example")

  @Test func `the browser's redirect adds the account`() async throws {
    let harness = SignInHarness()
    let pending = try await harness.signIn.beginSignIn(at: "@ada@Timeline.Example")
    #expect(pending.host == "timeline.example")
    let address = try #require(pending.browserAddress)
    let query = items(of: address)
    #expect(address.hasPrefix("https://timeline.example/oauth/authorize?"))
    #expect(query["redirect_uri"] == "http://127.0.0.1:4711/")
    #expect(query["scope"] == "read write follow")
    #expect(query["code_challenge_method"] == "S256")
    #expect(query["force_login"] == nil)
    #expect(items(of: pending.codeAddress)["redirect_uri"] == "urn:ietf:wg:oauth:2.0:oob")
    harness.redirects.completeRedirect(["code": "of somebody else", "state": "guessed"])
    harness.redirects.completeRedirect(["code": "c0de", "state": try #require(query["state"])])
    let account = try await harness.signIn.finishInBrowser(pending)
    #expect(account.id == Self.ada)
    #expect(account.profile.handle == "Ada@timeline.example")
    #expect(account.profile.details?.bio == "hi")
    #expect(
      account.origin == .server(ServerOrigin(host: "timeline.example", address: "https://timeline.example")))
    #expect(harness.accounts.all == [account])
    #expect(try await harness.credentials.token(of: account.id)?.revealed == "t0k3n-of-ada")
    let sent = try #require(harness.sent(to: "/oauth/token").first)
    #expect(sent["code"] == "c0de")
    #expect(sent["grant_type"] == "authorization_code")
    #expect(sent["client_secret"] == "s3cret-of-tern")
    #expect(sent["redirect_uri"] == "http://127.0.0.1:4711/")
    #expect(sent["code_verifier"].map { ProofKey(verifier: $0).challenge } == query["code_challenge"])
    #expect(harness.redirects.closed == 1)
    #expect(
      harness.sent(to: "/api/v1/apps") == [
        [
          "client_name": "Tern", "scopes": "read write follow",
          "redirect_uris": "urn:ietf:wg:oauth:2.0:oob\nhttp://127.0.0.1:4711/",
        ]
      ])
  }

  @Test func `a typed code adds the account, with white space around it`() async throws {
    let harness = SignInHarness(nil, provesKeys: false)
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    #expect(pending.browserAddress == nil)
    #expect(items(of: pending.codeAddress)["code_challenge"] == nil)
    #expect(try await harness.signIn.finishSignIn(pending, code: Secret(" c0de\n")).id == Self.ada)
    #expect(harness.sent(to: "/oauth/token").first?["code"] == "c0de")
    #expect(harness.sent(to: "/oauth/token").first?["code_verifier"] == nil)
  }

  @Test func `the registration and its port are reused`() async throws {
    let harness = SignInHarness()
    for _ in 0..<2 {
      let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
      _ = try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    }
    #expect(harness.sent(to: "/api/v1/apps").count == 1)
    #expect(harness.redirects.requestedPorts == [nil, 4711])
  }

  @Test func `another port is registered if the known one is in use`() async throws {
    let harness = SignInHarness(ScriptedRedirects(isTaken: true))
    for _ in 0..<2 {
      let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
      _ = try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    }
    #expect(harness.sent(to: "/api/v1/apps").count == 2)
    #expect(harness.redirects.requestedPorts == [nil, 4711, nil])
  }

  @Test func `a server that accepts one redirect gets the out-of-band one`() async throws {
    let harness = SignInHarness()
    harness.transport.on(
      .post, "/api/v1/apps", response: .json(#"{"error": "one only"}"#, status: 422), .json(#"{"client_id": "1"}"#))
    #expect(try await harness.signIn.beginSignIn(at: "timeline.example").browserAddress == nil)
    #expect(harness.sent(to: "/api/v1/apps").last?["redirect_uris"] == "urn:ietf:wg:oauth:2.0:oob")
    #expect(harness.redirects.closed == 1)
  }

  @Test func `a second account at a server forces a login`() async throws {
    let harness = SignInHarness()
    _ = try await harness.signIn.signIn(at: "timeline.example", token: Secret("t"))
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    #expect(items(of: pending.codeAddress)["force_login"] == "true")
  }

  @Test(arguments: [
    (
      ScriptedResponse.json(#"{"error": "invalid_grant"}"#, status: 400),
      ServerSignInError.wrongCode(host: "timeline.example")
    ),
    (.json(#"{"error": "Invalid credentials"}"#, status: 400), .wrongCode(host: "timeline.example")),
    (.json(#"{"error": "access_denied"}"#, status: 403), .refused(host: "timeline.example", answer: "access_denied")),
    (
      .json(#"{"error": "invalid_client", "error_description": "Client authentication failed"}"#, status: 401),
      .registrationExpired(host: "timeline.example")
    ),
    (
      .html("<h1>Client authentication failed due to unknown client</h1>", status: 400),
      .registrationExpired(host: "timeline.example")
    ),
    (.json(#"{"error": "invalid_client_id"}"#, status: 403), .registrationExpired(host: "timeline.example")),
    (
      .failure(.unreachable(host: "timeline.example", .cut)), .unavailable(.offline(host: "timeline.example", .cut))
    ),
    (
      .status(429, headers: ["Retry-After": "5"]),
      .unavailable(.rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(5)))
    ),
    (.failure(.cancelled), .cancelled),
  ])
  func `each refusal of a code is reported`(answer: ScriptedResponse, expected: ServerSignInError) async throws {
    let harness = SignInHarness()
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    harness.transport.on(.post, "/oauth/token", response: answer)
    #expect(
      await refusal { () throws(ServerSignInError) in try await harness.signIn.finishSignIn(pending, code: Secret("c"))
      }
        == expected)
    #expect(harness.accounts.all.isEmpty)
  }

  @Test func `a wrong code can be retried, and an unknown client is registered again`() async throws {
    let harness = SignInHarness()
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    harness.transport.on(
      .post, "/oauth/token", response: .json(#"{"error": "invalid_grant"}"#, status: 400),
      .json(#"{"access_token": "t"}"#), .json(#"{"error": "invalid_client"}"#, status: 401))
    _ = await refusal { () throws(ServerSignInError) in
      try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    }
    _ = try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    let again = try await harness.signIn.beginSignIn(at: "timeline.example")
    _ = await refusal { () throws(ServerSignInError) in try await harness.signIn.finishSignIn(again, code: Secret("c"))
    }
    #expect(harness.credentials.registered(at: "timeline.example") == nil)
  }

  @Test func `a refusal in the browser is reported with the server's message`() async throws {
    let harness = SignInHarness()
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    let state = try #require(items(of: pending.codeAddress)["state"])
    harness.redirects.completeRedirect([
      "error": "access_denied", "error_description": "The owner denied\u{1B}", "state": state,
    ])
    let error = await refusal { () throws(ServerSignInError) in try await harness.signIn.finishInBrowser(pending) }
    #expect(error == .refused(host: "timeline.example", answer: "The owner denied\u{1B}".escapingControls))
    #expect(harness.redirects.closed == 1)
  }

  @Test func `a sign-in without a redirect is cancelled`() async throws {
    let harness = SignInHarness()
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    let error = await refusal { () throws(ServerSignInError) in try await harness.signIn.finishInBrowser(pending) }
    #expect(error == .cancelled)
    await harness.signIn.cancel(pending)
    #expect(harness.redirects.closed == 1)
    let late = await refusal { () throws(ServerSignInError) in
      try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    }
    #expect(late == .wrongCode(host: "timeline.example"))
  }

  @Test func `a token that cannot be stored is revoked`() async throws {
    let harness = SignInHarness()
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    harness.credentials.startFailing()
    let error = await refusal { () throws(ServerSignInError) in
      try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    }
    #expect(error == .credentials(CredentialError(location: "credentials.json", reason: "No space left on device")))
    #expect(harness.sent(to: "/oauth/revoke").first?["token"] == "t0k3n-of-ada")
  }

  @Test func `a cancelled sign-in leaves no token at the server`() async throws {
    let harness = SignInHarness()
    harness.transport.on(
      .get, "/api/v1/accounts/verify_credentials",
      response: .json(#"{"id": "1", "username": "Ada", "acct": "Ada"}"#, after: 5))
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    let signingIn = Task {
      await refusal { () throws(ServerSignInError) in try await harness.signIn.finishSignIn(pending, code: Secret("c"))
      }
    }
    #expect(await harness.clock.waitForSleepers(1))
    signingIn.cancel()
    #expect(await signingIn.value != nil)
    #expect(harness.sent(to: "/oauth/revoke").map { $0["token"] } == ["t0k3n-of-ada"])
    #expect(harness.accounts.all.isEmpty)
  }

  @Test func `the previous token is revoked after the new one is stored`() async throws {
    let harness = SignInHarness()
    let ada = AccountID.mastodon("ada@timeline.example")
    try await harness.credentials.store(Secret("t0k3n-before"), of: ada)
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    _ = try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    #expect(try await harness.credentials.token(of: ada)?.revealed == "t0k3n-of-ada")
    #expect(harness.sent(to: "/oauth/revoke").map { $0["token"] } == ["t0k3n-before"])
  }

  @Test func `a failed sign-in leaves the current session intact`() async throws {
    let harness = SignInHarness()
    let ada = AccountID.mastodon("ada@timeline.example")
    try await harness.credentials.store(Secret("t0k3n-before"), of: ada)
    harness.accounts.startFailing()
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    let error = await refusal { () throws(ServerSignInError) in
      try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    }
    #expect(error == .store(MemoryAccounts.broken))
    #expect(try await harness.credentials.token(of: ada)?.revealed == "t0k3n-before")
    #expect(harness.sent(to: "/oauth/revoke").map { $0["token"] } == ["t0k3n-of-ada"])
  }
}

/// Signing in with a token, and signing out.
struct TokenTests {
  private static let ada = AccountID.mastodon("ada@timeline.example")

  @Test func `a user-made token adds its account`() async throws {
    let harness = SignInHarness()
    let account = try await harness.signIn.signIn(at: "https://timeline.example/settings", token: Secret(" t0k \n"))
    #expect(account.id == Self.ada)
    #expect(try await harness.credentials.token(of: Self.ada)?.revealed == "t0k")
  }

  @Test(arguments: [
    (
      ScriptedResponse.json(#"{"error": "The access token is invalid"}"#, status: 401),
      ServerSignInError.wrongToken(host: "timeline.example")
    ),
    (
      .json(#"{"error": "outside the authorized scopes"}"#, status: 403),
      .refused(host: "timeline.example", answer: "outside the authorized scopes")
    ),
    (.html("<title>Portal</title>"), .unavailable(.webPage(host: "timeline.example", title: "Portal"))),
  ])
  func `an invalid token is refused`(answer: ScriptedResponse, expected: ServerSignInError) async throws {
    let harness = SignInHarness()
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: answer)
    let error = await refusal { () throws(ServerSignInError) in
      try await harness.signIn.signIn(at: "timeline.example", token: Secret("t"))
    }
    #expect(error == expected)
  }

  @Test(arguments: ["", "  ", "tok\u{1B}en", "tökén"]) func `a malformed token is not sent`(token: String)
    async throws
  {
    let harness = SignInHarness()
    let error = await refusal { () throws(ServerSignInError) in
      try await harness.signIn.signIn(at: "timeline.example", token: Secret(token))
    }
    #expect(error == .wrongToken(host: "timeline.example"))
    #expect(!harness.transport.requests.contains { $0.token != nil })
  }

  @Test func `an account always belongs to its server`() async throws {
    let harness = SignInHarness()
    harness.transport.on(
      .get, "/api/v1/accounts/verify_credentials",
      response: .json(#"{"username": "grace@big.example", "acct": "grace@big.example"}"#))
    harness.transport.on(.get, "/api/v2/instance", response: .json(#"{"domain": "big.example"}"#))
    let account = try await harness.signIn.signIn(at: "timeline.example", token: Secret("t"))
    #expect(account.id == .mastodon("grace@timeline.example"))
  }

  @Test func `handles may use the parent domain`() async throws {
    let harness = SignInHarness()
    let account = try await harness.signIn.signIn(at: "social.timeline.example", token: Secret("t"))
    #expect(account.id == Self.ada)
    #expect(
      account.origin == .server(ServerOrigin(host: "timeline.example", address: "https://social.timeline.example")))
  }

  @Test func `signing out revokes the token and optionally removes posts`() async throws {
    let harness = SignInHarness()
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    let account = try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    #expect(try await harness.signIn.signOut(of: account.id, removesPosts: false) == nil)
    #expect(
      harness.sent(to: "/oauth/revoke") == [
        ["token": "t0k3n-of-ada", "client_id": "id-of-tern", "client_secret": "s3cret-of-tern"]
      ])
    #expect(try await harness.credentials.token(of: account.id) == nil)
    #expect(harness.accounts.all == [account])
    try await harness.signIn.signOut(of: account.id, removesPosts: true)
    #expect(harness.accounts.all.isEmpty)
    #expect(harness.sent(to: "/oauth/revoke").count == 1)
  }

  @Test func `the token is removed even if revoking fails`() async throws {
    let harness = SignInHarness()
    let account = try await harness.signIn.signIn(at: "timeline.example", token: Secret("t0k3n-of-ada"))
    harness.transport.on(
      .post, "/oauth/revoke", response: .json(#"{"error": "You may not revoke t0k3n-of-ada"}"#, status: 403))
    let said = try await harness.signIn.signOut(of: account.id, removesPosts: false)
    #expect(said == .refused(host: "timeline.example", message: "You may not revoke …"))
    #expect(try await harness.credentials.token(of: account.id) == nil)
  }
}
