import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

struct ServerDiscoveryTests {
  @Test(arguments: [
    ("mastodon.social", "https://mastodon.social"), (" @ada@Mastodon.Social ", "https://mastodon.social"),
    ("ada@mastodon.social", "https://mastodon.social"), ("acct:ada@mastodon.social", "https://mastodon.social"),
    ("https://mastodon.social/@ada/1?x=@y", "https://mastodon.social"),
    ("http://mastodon.social", "https://mastodon.social"),
    ("mastodon.social.", "https://mastodon.social"), ("mastodon.social:8443", "https://mastodon.social:8443"),
    ("bücher.example", "https://xn--bcher-kva.example"), ("127.0.0.1:3000", "http://127.0.0.1:3000"),
    ("localhost:3000", "http://localhost:3000"), ("https://localhost:3443", "https://localhost:3443"),
    ("@ada@127.0.0.1:3000", "http://127.0.0.1:3000"),
  ]) func `server names are parsed`(typed: String, address: String) {
    #expect(ServerName.address(of: typed)?.origin == address)
  }

  @Test(arguments: [
    "", " ", "@", "ada", "@ada", "ada@", "https://", "a b.example", "ftp://x.example", "x.example:0",
    "\u{202E}x.example", "x.example\\@y.example", String(repeating: "a", count: 3_000) + ".example",
  ])
  func `an invalid name causes no request`(typed: String) async {
    let harness = SignInHarness()
    let error = await refusal { () throws(ServerSignInError) in try await harness.signIn.beginSignIn(at: typed) }
    guard case .invalidServer? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(harness.transport.requests.isEmpty)
  }

  @Test func `a web page is reported by its title`() async {
    let harness = SignInHarness()
    harness.transport.on(.get, "/api/v2/instance", response: .html("<title>My bakery</title>"))
    harness.transport.on(.get, "/.well-known/nodeinfo", response: .html("<title>404</title>", status: 404))
    let error = await refusal { () throws(ServerSignInError) in
      try await harness.signIn.beginSignIn(at: "timeline.example")
    }
    #expect(error == .notSupported(host: "timeline.example", answer: "My bakery"))
  }

  @Test func `other software is reported by name`() async {
    let harness = SignInHarness()
    harness.transport.on(.get, "/api/v2/instance", response: .status(404))
    harness.transport.on(.get, "/api/v1/instance", response: .status(404))
    harness.transport.on(
      .get, "/.well-known/nodeinfo",
      response: .json(#"{"links": [{"rel": "x", "href": "https://timeline.example/nodeinfo/2.1"}]}"#))
    harness.transport.on(
      .get, "/nodeinfo/2.1", response: .json(#"{"software": {"name": "lemmy", "version": "0.19"}}"#))
    let error = await refusal { () throws(ServerSignInError) in
      try await harness.signIn.beginSignIn(at: "timeline.example")
    }
    #expect(error == .notSupported(host: "timeline.example", answer: "lemmy 0.19"))
  }

  @Test func `NodeInfo leads to the server`() async throws {
    let harness = SignInHarness()
    harness.transport.on(.get, "/api/v2/instance", response: .status(404), .json(#"{"domain": "timeline.example"}"#))
    harness.transport.on(.get, "/api/v1/instance", response: .status(404))
    harness.transport.on(
      .get, "/.well-known/nodeinfo",
      response: .json(#"{"links": [{"href": "https://social.timeline.example/nodeinfo/2.0"}]}"#))
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    #expect(pending.host == "timeline.example")
    #expect(pending.codeAddress.hasPrefix("https://social.timeline.example/oauth/authorize"))
  }

  @Test func `NodeInfo cannot lead to a private host`() async {
    let harness = SignInHarness()
    for path in ["/api/v2/instance", "/api/v1/instance"] { harness.transport.on(.get, path, response: .status(404)) }
    harness.transport.on(
      .get, "/.well-known/nodeinfo", response: .json(#"{"links": [{"href": "http://127.0.0.1:631/x"}]}"#))
    let error = await refusal { () throws(ServerSignInError) in
      try await harness.signIn.beginSignIn(at: "timeline.example")
    }
    #expect(error == .notSupported(host: "timeline.example", answer: "404 Not Found"))
    #expect(!harness.transport.requests.contains { $0.url.isLoopback })
  }

  @Test func `failed registrations are reported`() async {
    let harness = SignInHarness(provesKeys: false)
    func beginSignIn() async -> ServerSignInError? {
      await refusal { () throws(ServerSignInError) in try await harness.signIn.beginSignIn(at: "timeline.example") }
    }
    harness.transport.on(.post, "/api/v1/apps", response: .json(#"{"error": "closed"}"#, status: 403))
    #expect(await beginSignIn() == .noRegistration(host: "timeline.example", answer: "closed"))
    harness.transport.on(.post, "/api/v1/apps", response: .json(#"{"client_id": "1"}"#))
    harness.transport.on(.get, "/oauth/authorize", response: .html("<h1>404</h1>", status: 404))
    #expect(await beginSignIn() == .noConsentPage(host: "timeline.example"))
    harness.transport.on(
      .get, "/api/v2/instance", response: .failure(.unreachable(host: "timeline.example", .unknownHost)))
    #expect(await beginSignIn() == .unavailable(.offline(host: "timeline.example", .unknownHost)))
    harness.transport.on(
      .get, "/api/v2/instance", response: .failure(.untrusted(host: "timeline.example", reason: "expired")))
    #expect(await beginSignIn() == .unavailable(.untrustedHost(host: "timeline.example", reason: "expired")))
    #expect(harness.redirects.closed == 2)
  }

  @Test func `a server that requires signing in is accepted`() async throws {
    let harness = SignInHarness()
    harness.transport.on(.get, "/api/v2/instance", response: .json(#"{"error": "sign in first"}"#, status: 401))
    #expect(try await harness.signIn.beginSignIn(at: "timeline.example").host == "timeline.example")
  }

  /// RFC 7636, appendix B, and FIPS 180-2, B.1.
  @Test func `a PKCE key follows the standard`() {
    #expect(
      ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").challenge
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    let digest = SHA256.hash(Array("abc".utf8))
    #expect(
      digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(ProofKey(random: [UInt8](repeating: 0xFF, count: 32)).verifier.revealed.count == 43)
    #expect([UInt8].random(32) != [UInt8].random(32))
  }

  @Test func `printed errors and requests have no secrets`() async throws {
    let harness = SignInHarness()
    let pending = try await harness.signIn.beginSignIn(at: "timeline.example")
    let echo = #"{"error": "no c0de-0f-ada with s3cret-of-tern here"}"#
    harness.transport.on(.post, "/oauth/token", response: .json(echo, status: 403))
    let error = await refusal { () throws(ServerSignInError) in
      try await harness.signIn.finishSignIn(pending, code: Secret("c0de-0f-ada"))
    }
    let live = try ServerHarness()
    live.transport.on(.get, "/api/v1/timelines/home", response: .json(#"{"error": "bad t0k3n-of-ada"}"#, status: 403))
    let refused = await failure { () throws(TimelineError) in
      try await live.timelines.page(of: .home, at: .newest, limit: 20)
    }
    var printed = ""
    for value in [error as Any, refused as Any, pending, harness.signIn, live.client, live.timelines] {
      dump(value, to: &printed)
      printed += String(describing: value) + String(reflecting: value)
    }
    for request in live.transport.requests { printed += String(describing: request.token) + request.url.absoluteString }
    for secret in ["c0de-0f-ada", "s3cret-of-tern", "t0k3n-of-ada"] { #expect(!printed.contains(secret)) }
    #expect(error == .refused(host: "timeline.example", answer: "no … with … here"))
  }
}
