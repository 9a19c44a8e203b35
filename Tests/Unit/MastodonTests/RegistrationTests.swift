import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Client registrations, which servers may delete.
struct RegistrationTests {
  private static let host = "timeline.example"

  /// A server that accepts Ada, with an earlier registration.
  private func harness(isUnfinished: Bool = false) async throws -> SignInHarness {
    let harness = SignInHarness(nil)
    try await harness.credentials.store(
      ClientRegistration(
        id: "id-of-old", secret: Secret("s3cret-of-old"), redirects: [PendingSignIn.codeRedirect],
        scopes: SignInScope.all, isUnfinished: isUnfinished), at: Self.host)
    return harness
  }

  private func client(_ signIn: ServerSignIn) -> String? { items(of: signIn.codeAddress)["client_id"] }

  @Test func `a stored registration is reused`() async throws {
    let harness = try await harness()
    #expect(client(try await harness.signIn.beginSignIn(at: Self.host)) == "id-of-old")
    #expect(harness.sent(to: "/api/v1/apps").isEmpty)
  }

  @Test(arguments: [
    ScriptedResponse.status(400), .html("<h1>400 Bad Request</h1>", status: 400), .status(401),
    .json(#"{"error": "invalid_client"}"#, status: 403),
    .html("<p>Client authentication failed due to unknown client</p>"), .html("<h1>404</h1>", status: 404),
  ])
  func `an unknown client is registered again`(page: ScriptedResponse) async throws {
    let harness = try await harness()
    harness.transport.on(.get, "/oauth/authorize", query: ["client_id": "id-of-old"], response: page)
    #expect(client(try await harness.signIn.beginSignIn(at: Self.host)) == "id-of-tern")
    #expect(harness.sent(to: "/api/v1/apps").count == 1)
    #expect(harness.credentials.registered(at: Self.host)?.id == "id-of-tern")
  }

  @Test func `a page that refuses every client is shown after one registration`() async throws {
    let harness = try await harness()
    harness.transport.on(.get, "/oauth/authorize", response: .status(400))
    #expect(client(try await harness.signIn.beginSignIn(at: Self.host)) == "id-of-tern")
    #expect(harness.sent(to: "/api/v1/apps").count == 1)
  }

  @Test func `a redirect or a firewall page does not concern the client`() async throws {
    for response in [
      ScriptedResponse.html("<title>Just a moment</title>", status: 403), .html("<title>Log in</title>"),
      .failure(.badRedirect(host: Self.host)), .failure(.timedOut(host: Self.host, seconds: 30)), .status(503),
    ] {
      let harness = try await harness()
      harness.transport.on(.get, "/oauth/authorize", response: response)
      #expect(client(try await harness.signIn.beginSignIn(at: Self.host)) == "id-of-old")
    }
  }

  @Test func `an unfinished sign-in causes a new registration`() async throws {
    let harness = try await harness()
    let first = try await harness.signIn.beginSignIn(at: Self.host)
    #expect(client(first) == "id-of-old")
    #expect(harness.credentials.registered(at: Self.host)?.isUnfinished == true)
    await harness.signIn.cancel(first)
    let second = try await harness.signIn.beginSignIn(at: Self.host)
    #expect(client(second) == "id-of-tern")
    _ = try await harness.signIn.finishSignIn(second, code: Secret("c"))
    #expect(harness.credentials.registered(at: Self.host)?.isUnfinished == false)
    #expect(client(try await harness.signIn.beginSignIn(at: Self.host)) == "id-of-tern")
    #expect(harness.sent(to: "/api/v1/apps").count == 1)
  }

  @Test func `a wrong code or a refusal proves the registration`() async throws {
    let harness = try await harness()
    let pending = try await harness.signIn.beginSignIn(at: Self.host)
    harness.transport.on(.post, "/oauth/token", response: .json(#"{"error": "invalid_grant"}"#, status: 400))
    _ = await refusal { () throws(ServerSignInError) in
      try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    }
    #expect(harness.credentials.registered(at: Self.host)?.isUnfinished == false)
  }

  @Test func `a redirect with a client error discards the registration`() async throws {
    let harness = SignInHarness()
    let pending = try await harness.signIn.beginSignIn(at: Self.host)
    let state = try #require(items(of: pending.codeAddress)["state"])
    harness.redirects.completeRedirect(["error": "unauthorized_client", "state": state])
    let error = await refusal { () throws(ServerSignInError) in try await harness.signIn.finishInBrowser(pending) }
    #expect(error == .registrationExpired(host: Self.host))
    #expect(harness.credentials.registered(at: Self.host) == nil)
  }

  @Test func `signing out detects a deleted registration`() async throws {
    let harness = try await harness()
    let pending = try await harness.signIn.beginSignIn(at: Self.host)
    let account = try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    harness.transport.on(.get, "/oauth/authorize", query: ["client_id": "id-of-old"], response: .status(400))
    #expect(try await harness.signIn.signOut(of: account.id, removesPosts: false) == nil)
    #expect(harness.credentials.registered(at: Self.host) == nil)
    #expect(client(try await harness.signIn.beginSignIn(at: Self.host)) == "id-of-tern")
  }

  @Test func `a token is revoked with its own client`() async throws {
    let harness = try await harness()
    let pending = try await harness.signIn.beginSignIn(at: Self.host)
    let account = try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    harness.transport.on(.get, "/oauth/authorize", query: ["client_id": "id-of-old"], response: .status(400))
    _ = try await harness.signIn.beginSignIn(at: Self.host)
    _ = try await harness.signIn.signOut(of: account.id, removesPosts: false)
    #expect(harness.sent(to: "/oauth/revoke").first?["client_id"] == "id-of-old")
    #expect(harness.credentials.registered(at: Self.host)?.id == "id-of-tern")
    #expect(harness.credentials.registered(at: account.id.key) == nil)
  }
}
