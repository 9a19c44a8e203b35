import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

struct ServerFindingTests {
  @Test(arguments: [
    ("mastodon.social", "https://mastodon.social"), (" @ada@Mastodon.Social ", "https://mastodon.social"),
    ("ada@mastodon.social", "https://mastodon.social"), ("acct:ada@mastodon.social", "https://mastodon.social"),
    ("https://mastodon.social/@ada/1?x=@y", "https://mastodon.social"),
    ("http://mastodon.social", "https://mastodon.social"),
    ("mastodon.social.", "https://mastodon.social"), ("mastodon.social:8443", "https://mastodon.social:8443"),
    ("bücher.example", "https://xn--bcher-kva.example"), ("127.0.0.1:3000", "http://127.0.0.1:3000"),
    ("localhost:3000", "http://localhost:3000"), ("https://localhost:3443", "https://localhost:3443"),
    ("@ada@127.0.0.1:3000", "http://127.0.0.1:3000"),
  ]) func `a server is found in what people type`(typed: String, address: String) {
    #expect(ServerName.address(of: typed)?.origin == address)
  }

  @Test(arguments: [
    "", " ", "@", "ada", "@ada", "ada@", "https://", "a b.example", "ftp://x.example", "x.example:0",
    "\u{202E}x.example", "x.example\\@y.example", String(repeating: "a", count: 3_000) + ".example",
  ])
  func `what names no server is asked nothing`(typed: String) async {
    let stage = SignInHarness()
    let error = await refusal { () throws(ServerSignInError) in try await stage.signIn.begin(at: typed) }
    guard case .invalidServer? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(stage.transport.requests.isEmpty)
  }

  @Test func `a web page says its title`() async {
    let stage = SignInHarness()
    stage.transport.on(.get, "/api/v2/instance", answer: .html("<title>My bakery</title>"))
    stage.transport.on(.get, "/.well-known/nodeinfo", answer: .html("<title>404</title>", status: 404))
    let error = await refusal { () throws(ServerSignInError) in try await stage.signIn.begin(at: "timeline.example") }
    #expect(error == .notSupported(host: "timeline.example", answer: "My bakery"))
  }

  @Test func `a server of another kind says what it is`() async {
    let stage = SignInHarness()
    stage.transport.on(.get, "/api/v2/instance", answer: .status(404))
    stage.transport.on(.get, "/api/v1/instance", answer: .status(404))
    stage.transport.on(
      .get, "/.well-known/nodeinfo",
      answer: .json(#"{"links": [{"rel": "x", "href": "https://timeline.example/nodeinfo/2.1"}]}"#))
    stage.transport.on(
      .get, "/nodeinfo/2.1", answer: .json(#"{"software": {"name": "lemmy", "version": "0.19"}}"#))
    let error = await refusal { () throws(ServerSignInError) in try await stage.signIn.begin(at: "timeline.example") }
    #expect(error == .notSupported(host: "timeline.example", answer: "lemmy 0.19"))
  }

  @Test func `a server that is elsewhere says where`() async throws {
    let stage = SignInHarness()
    stage.transport.on(.get, "/api/v2/instance", answer: .status(404), .json(#"{"domain": "timeline.example"}"#))
    stage.transport.on(.get, "/api/v1/instance", answer: .status(404))
    stage.transport.on(
      .get, "/.well-known/nodeinfo",
      answer: .json(#"{"links": [{"href": "https://social.timeline.example/nodeinfo/2.0"}]}"#))
    let begun = try await stage.signIn.begin(at: "timeline.example")
    #expect(begun.host == "timeline.example")
    #expect(begun.codeAddress.hasPrefix("https://social.timeline.example/oauth/authorize"))
  }

  @Test func `no server sends Tern to this very machine`() async {
    let stage = SignInHarness()
    for path in ["/api/v2/instance", "/api/v1/instance"] { stage.transport.on(.get, path, answer: .status(404)) }
    stage.transport.on(
      .get, "/.well-known/nodeinfo", answer: .json(#"{"links": [{"href": "http://127.0.0.1:631/x"}]}"#))
    let error = await refusal { () throws(ServerSignInError) in try await stage.signIn.begin(at: "timeline.example") }
    #expect(error == .notSupported(host: "timeline.example", answer: "404 Not Found"))
    #expect(!stage.transport.requests.contains { $0.url.isLoopback })
  }

  @Test func `a server that registers nobody, or has no page, or is not there, says so`() async {
    let stage = SignInHarness(provesKeys: false)
    func begin() async -> ServerSignInError? {
      await refusal { () throws(ServerSignInError) in try await stage.signIn.begin(at: "timeline.example") }
    }
    stage.transport.on(.post, "/api/v1/apps", answer: .json(#"{"error": "closed"}"#, status: 403))
    #expect(await begin() == .noRegistration(host: "timeline.example", answer: "closed"))
    stage.transport.on(.post, "/api/v1/apps", answer: .json(#"{"client_id": "1"}"#))
    stage.transport.on(.get, "/oauth/authorize", answer: .html("<h1>404</h1>", status: 404))
    #expect(await begin() == .noConsentPage(host: "timeline.example"))
    stage.transport.on(.get, "/api/v2/instance", answer: .failure(.unreachable(host: "timeline.example", .unknownHost)))
    #expect(await begin() == .unavailable(.offline(host: "timeline.example", .unknownHost)))
    stage.transport.on(
      .get, "/api/v2/instance", answer: .failure(.untrusted(host: "timeline.example", reason: "expired")))
    #expect(await begin() == .unavailable(.untrustedHost(host: "timeline.example", reason: "expired")))
    #expect(stage.redirects.closed == 2)
  }

  @Test func `a server that says nothing to strangers is one all the same`() async throws {
    let stage = SignInHarness()
    stage.transport.on(.get, "/api/v2/instance", answer: .json(#"{"error": "sign in first"}"#, status: 401))
    #expect(try await stage.signIn.begin(at: "timeline.example").host == "timeline.example")
  }

  /// RFC 7636, appendix B, and FIPS 180-2, B.1.
  @Test func `a proof key is made as the standards have it`() {
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

  @Test func `no secret stands in what is thrown, asked or begun, however it is printed`() async throws {
    let stage = SignInHarness()
    let begun = try await stage.signIn.begin(at: "timeline.example")
    let echo = #"{"error": "no c0de-0f-ada with s3cret-of-tern here"}"#
    stage.transport.on(.post, "/oauth/token", answer: .json(echo, status: 403))
    let error = await refusal { () throws(ServerSignInError) in
      try await stage.signIn.finish(begun, code: Secret("c0de-0f-ada"))
    }
    let live = try ServerHarness()
    live.transport.on(.get, "/api/v1/timelines/home", answer: .json(#"{"error": "bad t0k3n-of-ada"}"#, status: 403))
    let refused = await failure { () throws(TimelineError) in
      try await live.timelines.page(of: .home, at: .newest, limit: 20)
    }
    var printed = ""
    for value in [error as Any, refused as Any, begun, stage.signIn, live.client, live.timelines] {
      dump(value, to: &printed)
      printed += String(describing: value) + String(reflecting: value)
    }
    for request in live.transport.requests { printed += String(describing: request.token) + request.url.absoluteString }
    for secret in ["c0de-0f-ada", "s3cret-of-tern", "t0k3n-of-ada"] { #expect(!printed.contains(secret)) }
    #expect(error == .refused(host: "timeline.example", answer: "no … with … here"))
  }
}
