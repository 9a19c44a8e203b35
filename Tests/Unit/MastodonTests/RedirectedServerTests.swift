import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// A host that redirects all requests to the server.
struct RedirectedServerTests {
  private static let social = "https://social.apex.example"
  private static let instance = #"{"domain": "social.apex.example"}"#

  private func harness(domain: String = "social.apex.example", version: String = "v2") -> SignInHarness {
    let harness = SignInHarness(nil, provesKeys: false)
    let answer = ScriptedResponse.json(#"{"domain": "\#(domain)"}"#)
    if version == "v1" {
      harness.transport.on(.get, "/api/v2/instance", response: .html("404", status: 404).redirected(to: Self.social))
    }
    harness.transport.on(.get, "/api/\(version)/instance", response: answer.redirected(to: Self.social), answer)
    return harness
  }

  @Test(arguments: ["v2", "v1"])
  func `the origin that responds is the server`(version: String) async throws {
    let harness = harness(version: version)
    let pending = try await harness.signIn.beginSignIn(at: "apex.example")
    #expect(pending.host == "social.apex.example")
    #expect(pending.redirect == .init(from: "apex.example", to: "social.apex.example"))
    #expect(pending.codeAddress.hasPrefix("\(Self.social)/oauth/authorize"))
    let account = try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    #expect(account.profile.handle == "Ada@social.apex.example")
    #expect(account.origin == .server(ServerOrigin(host: "social.apex.example", address: Self.social)))
    for request in harness.transport.requests where request.method == .post || request.token != nil {
      #expect(request.url.origin == Self.social)
    }
  }

  @Test func `handles keep the domain that the server states`() async throws {
    let harness = harness(domain: "apex.example")
    let pending = try await harness.signIn.beginSignIn(at: "@ada@apex.example")
    #expect(pending.redirect?.sentence == "apex.example redirects to social.apex.example. You sign in there.")
    let account = try await harness.signIn.finishSignIn(pending, code: Secret("c"))
    #expect(account.id == .mastodon("ada@apex.example"))
    #expect(account.origin == .server(ServerOrigin(host: "apex.example", address: Self.social)))
  }

  @Test func `a token is sent to the server itself`() async throws {
    let harness = harness()
    let account = try await harness.signIn.signIn(at: "apex.example", token: Secret("t0k3n"))
    #expect(account.origin == .server(ServerOrigin(host: "social.apex.example", address: Self.social)))
    #expect(harness.transport.requests.filter { $0.token != nil }.map(\.url.origin) == [Self.social])
  }

  @Test func `endless redirects end`() async {
    let harness = harness()
    harness.transport.on(
      .get, "/api/v2/instance", response: .json(Self.instance).redirected(to: "https://a.example"),
      .json(Self.instance).redirected(to: "https://b.example"),
      .json(Self.instance).redirected(to: "https://c.example"),
      .json(Self.instance).redirected(to: "https://d.example"))
    let error = await refusal { () throws(ServerSignInError) in try await harness.signIn.beginSignIn(at: "apex.example")
    }
    #expect(error == .unavailable(.redirected(host: "c.example", to: "d.example")))
    #expect(harness.sent(to: "/api/v1/apps").isEmpty)
  }

  @Test func `redirects to private hosts are refused`() async {
    for elsewhere in ["https://127.0.0.1", "https://192.168.0.1", "https://localhost:631"] {
      let harness = harness()
      harness.transport.on(.get, "/api/v2/instance", response: .json(Self.instance).redirected(to: elsewhere))
      let error = await refusal { () throws(ServerSignInError) in
        try await harness.signIn.beginSignIn(at: "apex.example")
      }
      guard case .unavailable(.redirected)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `a captive portal is not the server`() async {
    let harness = harness()
    for path in ["/api/v2/instance", "/api/v1/instance", "/.well-known/nodeinfo"] {
      harness.transport.on(.get, path, response: .html("<title>Wi-Fi</title>").redirected(to: "https://portal.example"))
    }
    let error = await refusal { () throws(ServerSignInError) in try await harness.signIn.beginSignIn(at: "apex.example")
    }
    #expect(error == .notSupported(host: "apex.example", answer: "Wi-Fi"))
  }

  @Test func `a moved server is reported, not an expired session`() async throws {
    let harness = try ServerHarness()
    let social = try #require(HTTPAddress("\(Self.social)/api/v1/timelines/home"))
    let moved = HTTPError.redirected(host: "timeline.example", to: social, mayHaveArrived: false)
    let expected = TimelineError.redirected(host: "timeline.example", to: "social.apex.example")
    harness.transport.on(.get, "/api/v1/timelines/home", response: .failure(moved))
    harness.transport.on(.post, "/api/v1/statuses/5/favourite", response: .failure(moved))
    harness.transport.on(.post, "/api/v1/statuses", response: .failure(moved))
    #expect(
      await failure { () throws(TimelineError) in
        try await harness.timelines.page(of: .home, at: .newest, limit: 20)
      } == expected)
    #expect(
      await failure { () throws(TimelineError) in
        try await harness.actions.perform(.favourite(true, PostID("5")))
      } == expected)
    do throws(PublishingFailure) {
      _ = try await harness.publishing.send(
        Draft(account: .mastodon("ada@timeline.example"), text: "hi", changedAt: .noon), key: "k")
      Issue.record("It was sent.")
    } catch {
      #expect(error.reason == expected && !error.mayHaveArrived)
    }
  }
}
