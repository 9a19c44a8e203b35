import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

struct SignInTests {
  private static let ada = AccountID.mastodon("ada@timeline.example")

  @Test func `a browser that comes back by itself opens the account`() async throws {
    let stage = SignInHarness()
    let begun = try await stage.signIn.begin(at: "@ada@Timeline.Example")
    #expect(begun.host == "timeline.example")
    let address = try #require(begun.browserAddress)
    let asked = items(of: address)
    #expect(address.hasPrefix("https://timeline.example/oauth/authorize?"))
    #expect(asked["redirect_uri"] == "http://127.0.0.1:4711/")
    #expect(asked["scope"] == "read write follow")
    #expect(asked["code_challenge_method"] == "S256")
    #expect(asked["force_login"] == nil)
    #expect(items(of: begun.codeAddress)["redirect_uri"] == "urn:ietf:wg:oauth:2.0:oob")
    stage.redirects.comeBack(["code": "of somebody else", "state": "guessed"])
    stage.redirects.comeBack(["code": "c0de", "state": try #require(asked["state"])])
    let account = try await stage.signIn.finishInBrowser(begun)
    #expect(account.id == Self.ada)
    #expect(account.profile.handle == "Ada@timeline.example")
    #expect(account.profile.details?.bio == "hi")
    #expect(
      account.origin == .server(ServerOrigin(host: "timeline.example", address: "https://timeline.example")))
    #expect(stage.accounts.all == [account])
    #expect(try await stage.credentials.token(of: account.id)?.revealed == "t0k3n-of-ada")
    let sent = try #require(stage.sent(to: "/oauth/token").first)
    #expect(sent["code"] == "c0de")
    #expect(sent["grant_type"] == "authorization_code")
    #expect(sent["client_secret"] == "s3cret-of-tern")
    #expect(sent["redirect_uri"] == "http://127.0.0.1:4711/")
    #expect(sent["code_verifier"].map { ProofKey(verifier: $0).challenge } == asked["code_challenge"])
    #expect(stage.redirects.closed == 1)
    #expect(
      stage.sent(to: "/api/v1/apps") == [
        [
          "client_name": "Tern", "scopes": "read write follow",
          "redirect_uris": "urn:ietf:wg:oauth:2.0:oob\nhttp://127.0.0.1:4711/",
        ]
      ])
  }

  @Test func `a code that is typed opens it as well, with blanks around it`() async throws {
    let stage = SignInHarness(nil, provesKeys: false)
    let begun = try await stage.signIn.begin(at: "timeline.example")
    #expect(begun.browserAddress == nil)
    #expect(items(of: begun.codeAddress)["code_challenge"] == nil)
    #expect(try await stage.signIn.finish(begun, code: Secret(" c0de\n")).id == Self.ada)
    #expect(stage.sent(to: "/oauth/token").first?["code"] == "c0de")
    #expect(stage.sent(to: "/oauth/token").first?["code_verifier"] == nil)
  }

  @Test func `the server is told who asks but once, and the port that it knows is taken again`() async throws {
    let stage = SignInHarness()
    for _ in 0..<2 {
      let begun = try await stage.signIn.begin(at: "timeline.example")
      _ = try await stage.signIn.finish(begun, code: Secret("c"))
    }
    #expect(stage.sent(to: "/api/v1/apps").count == 1)
    #expect(stage.redirects.asked == [nil, 4711])
  }

  @Test func `where that port is taken, the server is told of another one`() async throws {
    let stage = SignInHarness(ScriptedRedirects(isTaken: true))
    for _ in 0..<2 {
      let begun = try await stage.signIn.begin(at: "timeline.example")
      _ = try await stage.signIn.finish(begun, code: Secret("c"))
    }
    #expect(stage.sent(to: "/api/v1/apps").count == 2)
    #expect(stage.redirects.asked == [nil, 4711, nil])
  }

  @Test func `a server that takes but one place to send people back to is given the one with a code`() async throws {
    let stage = SignInHarness()
    stage.transport.on(
      .post, "/api/v1/apps", answer: .json(#"{"error": "one only"}"#, status: 422), .json(#"{"client_id": "1"}"#))
    #expect(try await stage.signIn.begin(at: "timeline.example").browserAddress == nil)
    #expect(stage.sent(to: "/api/v1/apps").last?["redirect_uris"] == "urn:ietf:wg:oauth:2.0:oob")
    #expect(stage.redirects.closed == 1)
  }

  @Test func `for a second account there, the server asks who it is`() async throws {
    let stage = SignInHarness()
    _ = try await stage.signIn.signIn(at: "timeline.example", token: Secret("t"))
    let begun = try await stage.signIn.begin(at: "timeline.example")
    #expect(items(of: begun.codeAddress)["force_login"] == "true")
  }

  @Test(arguments: [
    (
      ScriptedAnswer.json(#"{"error": "invalid_grant"}"#, status: 400),
      ServerSignInError.wrongCode(host: "timeline.example")
    ),
    (.json(#"{"error": "Invalid credentials"}"#, status: 400), .wrongCode(host: "timeline.example")),
    (.json(#"{"error": "access_denied"}"#, status: 403), .refused(host: "timeline.example", answer: "access_denied")),
    (
      .json(#"{"error": "invalid_client", "error_description": "Client authentication failed"}"#, status: 401),
      .registrationForgotten(host: "timeline.example")
    ),
    (
      .html("<h1>Client authentication failed due to unknown client</h1>", status: 400),
      .registrationForgotten(host: "timeline.example")
    ),
    (.json(#"{"error": "invalid_client_id"}"#, status: 403), .registrationForgotten(host: "timeline.example")),
    (
      .failure(.unreachable(host: "timeline.example", .cut)), .unavailable(.offline(host: "timeline.example", .cut))
    ),
    (
      .status(429, headers: ["Retry-After": "5"]),
      .unavailable(.rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(5)))
    ),
    (.failure(.cancelled), .cancelled),
  ])
  func `each refusal of a code is said as what it is`(answer: ScriptedAnswer, expected: ServerSignInError) async throws
  {
    let stage = SignInHarness()
    let begun = try await stage.signIn.begin(at: "timeline.example")
    stage.transport.on(.post, "/oauth/token", answer: answer)
    #expect(
      await refusal { () throws(ServerSignInError) in try await stage.signIn.finish(begun, code: Secret("c")) }
        == expected)
    #expect(stage.accounts.all.isEmpty)
  }

  @Test func `a code may be mistyped, and a server that has forgotten Tern is told anew`() async throws {
    let stage = SignInHarness()
    let begun = try await stage.signIn.begin(at: "timeline.example")
    stage.transport.on(
      .post, "/oauth/token", answer: .json(#"{"error": "invalid_grant"}"#, status: 400),
      .json(#"{"access_token": "t"}"#), .json(#"{"error": "invalid_client"}"#, status: 401))
    _ = await refusal { () throws(ServerSignInError) in try await stage.signIn.finish(begun, code: Secret("c")) }
    _ = try await stage.signIn.finish(begun, code: Secret("c"))
    let again = try await stage.signIn.begin(at: "timeline.example")
    _ = await refusal { () throws(ServerSignInError) in try await stage.signIn.finish(again, code: Secret("c")) }
    #expect(stage.credentials.known(at: "timeline.example") == nil)
  }

  @Test func `somebody who says no in the browser is told so in the server's words`() async throws {
    let stage = SignInHarness()
    let begun = try await stage.signIn.begin(at: "timeline.example")
    let state = try #require(items(of: begun.codeAddress)["state"])
    stage.redirects.comeBack(["error": "access_denied", "error_description": "The owner denied\u{1B}", "state": state])
    let error = await refusal { () throws(ServerSignInError) in try await stage.signIn.finishInBrowser(begun) }
    #expect(error == .refused(host: "timeline.example", answer: "The owner denied\u{1B}".escapingControls))
    #expect(stage.redirects.closed == 1)
  }

  @Test func `where nobody comes back the sign-in is cancelled`() async throws {
    let stage = SignInHarness()
    let begun = try await stage.signIn.begin(at: "timeline.example")
    let error = await refusal { () throws(ServerSignInError) in try await stage.signIn.finishInBrowser(begun) }
    #expect(error == .cancelled)
    await stage.signIn.giveUp(begun)
    #expect(stage.redirects.closed == 1)
    let late = await refusal { () throws(ServerSignInError) in try await stage.signIn.finish(begun, code: Secret("c")) }
    #expect(late == .wrongCode(host: "timeline.example"))
  }

  @Test func `a token that cannot be kept is taken back`() async throws {
    let stage = SignInHarness()
    let begun = try await stage.signIn.begin(at: "timeline.example")
    stage.credentials.breakDown()
    let error = await refusal { () throws(ServerSignInError) in try await stage.signIn.finish(begun, code: Secret("c"))
    }
    #expect(error == .credentials(CredentialError(place: "credentials.json", reason: "No space left on device")))
    #expect(stage.sent(to: "/oauth/revoke").first?["token"] == "t0k3n-of-ada")
  }

  @Test func `a sign-in that is given up at the last moment leaves no token at the server`() async throws {
    let stage = SignInHarness()
    stage.transport.on(
      .get, "/api/v1/accounts/verify_credentials",
      answer: .json(#"{"id": "1", "username": "Ada", "acct": "Ada"}"#, after: 5))
    let begun = try await stage.signIn.begin(at: "timeline.example")
    let signingIn = Task {
      await refusal { () throws(ServerSignInError) in try await stage.signIn.finish(begun, code: Secret("c")) }
    }
    #expect(await stage.clock.waitForSleepers(1))
    signingIn.cancel()
    #expect(await signingIn.value != nil)
    #expect(stage.sent(to: "/oauth/revoke").map { $0["token"] } == ["t0k3n-of-ada"])
    #expect(stage.accounts.all.isEmpty)
  }

  @Test func `whoever signs in anew has the token before taken back, once the new one is kept`() async throws {
    let stage = SignInHarness()
    let ada = AccountID.mastodon("ada@timeline.example")
    try await stage.credentials.store(Secret("t0k3n-before"), of: ada)
    let begun = try await stage.signIn.begin(at: "timeline.example")
    _ = try await stage.signIn.finish(begun, code: Secret("c"))
    #expect(try await stage.credentials.token(of: ada)?.revealed == "t0k3n-of-ada")
    #expect(stage.sent(to: "/oauth/revoke").map { $0["token"] } == ["t0k3n-before"])
  }

  @Test func `a session that works outlives a sign-in that cannot be kept`() async throws {
    let stage = SignInHarness()
    let ada = AccountID.mastodon("ada@timeline.example")
    try await stage.credentials.store(Secret("t0k3n-before"), of: ada)
    stage.accounts.breakDown()
    let begun = try await stage.signIn.begin(at: "timeline.example")
    let error = await refusal { () throws(ServerSignInError) in try await stage.signIn.finish(begun, code: Secret("c"))
    }
    #expect(error == .store(MemoryAccounts.broken))
    #expect(try await stage.credentials.token(of: ada)?.revealed == "t0k3n-before")
    #expect(stage.sent(to: "/oauth/revoke").map { $0["token"] } == ["t0k3n-of-ada"])
  }
}

/// With a token, and out again.
struct TokenTests {
  private static let ada = AccountID.mastodon("ada@timeline.example")

  @Test func `a token that a person has made opens its account`() async throws {
    let stage = SignInHarness()
    let account = try await stage.signIn.signIn(at: "https://timeline.example/settings", token: Secret(" t0k \n"))
    #expect(account.id == Self.ada)
    #expect(try await stage.credentials.token(of: Self.ada)?.revealed == "t0k")
  }

  @Test(arguments: [
    (
      ScriptedAnswer.json(#"{"error": "The access token is invalid"}"#, status: 401),
      ServerSignInError.wrongToken(host: "timeline.example")
    ),
    (
      .json(#"{"error": "outside the authorized scopes"}"#, status: 403),
      .refused(host: "timeline.example", answer: "outside the authorized scopes")
    ),
    (.html("<title>Portal</title>"), .unavailable(.webPage(host: "timeline.example", title: "Portal"))),
  ])
  func `a token that opens nothing is refused`(answer: ScriptedAnswer, expected: ServerSignInError) async throws {
    let stage = SignInHarness()
    stage.transport.on(.get, "/api/v1/accounts/verify_credentials", answer: answer)
    let error = await refusal { () throws(ServerSignInError) in
      try await stage.signIn.signIn(at: "timeline.example", token: Secret("t"))
    }
    #expect(error == expected)
  }

  @Test(arguments: ["", "  ", "tok\u{1B}en", "tökén"]) func `what is no token is sent nowhere`(token: String)
    async throws
  {
    let stage = SignInHarness()
    let error = await refusal { () throws(ServerSignInError) in
      try await stage.signIn.signIn(at: "timeline.example", token: Secret(token))
    }
    #expect(error == .wrongToken(host: "timeline.example"))
    #expect(!stage.transport.requests.contains { $0.token != nil })
  }

  @Test func `no server says that its people are another one's`() async throws {
    let stage = SignInHarness()
    stage.transport.on(
      .get, "/api/v1/accounts/verify_credentials",
      answer: .json(#"{"username": "grace@big.example", "acct": "grace@big.example"}"#))
    stage.transport.on(.get, "/api/v2/instance", answer: .json(#"{"domain": "big.example"}"#))
    let account = try await stage.signIn.signIn(at: "timeline.example", token: Secret("t"))
    #expect(account.id == .mastodon("grace@timeline.example"))
  }

  @Test func `people of a server may go by the name above it`() async throws {
    let stage = SignInHarness()
    let account = try await stage.signIn.signIn(at: "social.timeline.example", token: Secret("t"))
    #expect(account.id == Self.ada)
    #expect(
      account.origin == .server(ServerOrigin(host: "timeline.example", address: "https://social.timeline.example")))
  }

  @Test func `signing out takes the token back, and forgets the posts if that is wanted`() async throws {
    let stage = SignInHarness()
    let begun = try await stage.signIn.begin(at: "timeline.example")
    let account = try await stage.signIn.finish(begun, code: Secret("c"))
    #expect(try await stage.signIn.signOut(of: account.id, forgetsPosts: false) == nil)
    #expect(
      stage.sent(to: "/oauth/revoke") == [
        ["token": "t0k3n-of-ada", "client_id": "id-of-tern", "client_secret": "s3cret-of-tern"]
      ])
    #expect(try await stage.credentials.token(of: account.id) == nil)
    #expect(stage.accounts.all == [account])
    try await stage.signIn.signOut(of: account.id, forgetsPosts: true)
    #expect(stage.accounts.all.isEmpty)
    #expect(stage.sent(to: "/oauth/revoke").count == 1)
  }

  @Test func `where the server does not take it back, it is forgotten here all the same`() async throws {
    let stage = SignInHarness()
    let account = try await stage.signIn.signIn(at: "timeline.example", token: Secret("t0k3n-of-ada"))
    stage.transport.on(
      .post, "/oauth/revoke", answer: .json(#"{"error": "You may not revoke t0k3n-of-ada"}"#, status: 403))
    let said = try await stage.signIn.signOut(of: account.id, forgetsPosts: false)
    #expect(said == .refused(host: "timeline.example", message: "You may not revoke …"))
    #expect(try await stage.credentials.token(of: account.id) == nil)
  }
}
