import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// What a server knows Tern by, and may forget.
struct RegistrationTests {
  private static let host = "timeline.example"

  /// A server that lets ada in, as it knows an earlier registration or does not.
  private func stage(isUnfinished: Bool = false) async throws -> SignInHarness {
    let stage = SignInHarness(nil)
    try await stage.credentials.store(
      ClientRegistration(
        id: "id-of-old", secret: Secret("s3cret-of-old"), redirects: [PendingSignIn.codeRedirect],
        scopes: SignInScope.all, isUnfinished: isUnfinished), at: Self.host)
    return stage
  }

  private func client(_ signIn: ServerSignIn) -> String? { items(of: signIn.codeAddress)["client_id"] }

  @Test func `a registration that is known is used again`() async throws {
    let stage = try await stage()
    #expect(client(try await stage.signIn.begin(at: Self.host)) == "id-of-old")
    #expect(stage.sent(to: "/api/v1/apps").isEmpty)
  }

  @Test(arguments: [
    ScriptedAnswer.status(400), .html("<h1>400 Bad Request</h1>", status: 400), .status(401),
    .json(#"{"error": "invalid_client"}"#, status: 403),
    .html("<p>Client authentication failed due to unknown client</p>"), .html("<h1>404</h1>", status: 404),
  ])
  func `where the consent page does not know the client, Tern registers once more`(page: ScriptedAnswer) async throws {
    let stage = try await stage()
    stage.transport.on(.get, "/oauth/authorize", query: ["client_id": "id-of-old"], answer: page)
    #expect(client(try await stage.signIn.begin(at: Self.host)) == "id-of-tern")
    #expect(stage.sent(to: "/api/v1/apps").count == 1)
    #expect(stage.credentials.known(at: Self.host)?.id == "id-of-tern")
  }

  @Test func `a page that refuses every client is shown all the same, after one registration`() async throws {
    let stage = try await stage()
    stage.transport.on(.get, "/oauth/authorize", answer: .status(400))
    #expect(client(try await stage.signIn.begin(at: Self.host)) == "id-of-tern")
    #expect(stage.sent(to: "/api/v1/apps").count == 1)
  }

  @Test func `a page that leads elsewhere, or a guard before it, says nothing of the client`() async throws {
    for answer in [
      ScriptedAnswer.html("<title>Just a moment</title>", status: 403), .html("<title>Log in</title>"),
      .failure(.badRedirect(host: Self.host)), .failure(.timedOut(host: Self.host, seconds: 30)), .status(503),
    ] {
      let stage = try await stage()
      stage.transport.on(.get, "/oauth/authorize", answer: answer)
      #expect(client(try await stage.signIn.begin(at: Self.host)) == "id-of-old")
    }
  }

  @Test func `after a sign-in that did not finish, Tern registers once more`() async throws {
    let stage = try await stage()
    let first = try await stage.signIn.begin(at: Self.host)
    #expect(client(first) == "id-of-old")
    #expect(stage.credentials.known(at: Self.host)?.isUnfinished == true)
    await stage.signIn.giveUp(first)
    let second = try await stage.signIn.begin(at: Self.host)
    #expect(client(second) == "id-of-tern")
    _ = try await stage.signIn.finish(second, code: Secret("c"))
    #expect(stage.credentials.known(at: Self.host)?.isUnfinished == false)
    #expect(client(try await stage.signIn.begin(at: Self.host)) == "id-of-tern")
    #expect(stage.sent(to: "/api/v1/apps").count == 1)
  }

  @Test func `a mistyped code or a no in the browser shows that the client is known`() async throws {
    let stage = try await stage()
    let begun = try await stage.signIn.begin(at: Self.host)
    stage.transport.on(.post, "/oauth/token", answer: .json(#"{"error": "invalid_grant"}"#, status: 400))
    _ = await refusal { () throws(ServerSignInError) in try await stage.signIn.finish(begun, code: Secret("c")) }
    #expect(stage.credentials.known(at: Self.host)?.isUnfinished == false)
  }

  @Test func `a browser that comes back without a client ends the sign-in, and the next one registers`() async throws {
    let stage = SignInHarness()
    let begun = try await stage.signIn.begin(at: Self.host)
    let state = try #require(items(of: begun.codeAddress)["state"])
    stage.redirects.comeBack(["error": "unauthorized_client", "state": state])
    let error = await refusal { () throws(ServerSignInError) in try await stage.signIn.finishInBrowser(begun) }
    #expect(error == .registrationForgotten(host: Self.host))
    #expect(stage.credentials.known(at: Self.host) == nil)
  }

  @Test func `a server that forgets the client with a token of it is found out when one signs out`() async throws {
    let stage = try await stage()
    let begun = try await stage.signIn.begin(at: Self.host)
    let account = try await stage.signIn.finish(begun, code: Secret("c"))
    stage.transport.on(.get, "/oauth/authorize", query: ["client_id": "id-of-old"], answer: .status(400))
    #expect(try await stage.signIn.signOut(of: account.id, forgetsPosts: false) == nil)
    #expect(stage.credentials.known(at: Self.host) == nil)
    #expect(client(try await stage.signIn.begin(at: Self.host)) == "id-of-tern")
  }

  @Test func `a token is taken back by the client that it was issued to`() async throws {
    let stage = try await stage()
    let begun = try await stage.signIn.begin(at: Self.host)
    let account = try await stage.signIn.finish(begun, code: Secret("c"))
    stage.transport.on(.get, "/oauth/authorize", query: ["client_id": "id-of-old"], answer: .status(400))
    _ = try await stage.signIn.begin(at: Self.host)
    _ = try await stage.signIn.signOut(of: account.id, forgetsPosts: false)
    #expect(stage.sent(to: "/oauth/revoke").first?["client_id"] == "id-of-old")
    #expect(stage.credentials.known(at: Self.host)?.id == "id-of-tern")
    #expect(stage.credentials.known(at: account.id.key) == nil)
  }
}
