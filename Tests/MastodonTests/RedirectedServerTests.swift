import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// A host that redirects whatever it is asked to the server itself.
struct RedirectedServerTests {
  private static let social = "https://social.apex.example"
  private static let instance = #"{"domain": "social.apex.example"}"#

  private func stage(domain: String = "social.apex.example", version: String = "v2") -> SignInHarness {
    let stage = SignInHarness(nil, provesKeys: false)
    let answer = ScriptedAnswer.json(#"{"domain": "\#(domain)"}"#)
    if version == "v1" {
      stage.transport.on(.get, "/api/v2/instance", answer: .html("404", status: 404).redirected(to: Self.social))
    }
    stage.transport.on(.get, "/api/\(version)/instance", answer: answer.redirected(to: Self.social), answer)
    return stage
  }

  @Test(arguments: ["v2", "v1"])
  func `the origin that answers is signed in to, and named`(version: String) async throws {
    let stage = stage(version: version)
    let begun = try await stage.signIn.begin(at: "apex.example")
    #expect(begun.host == "social.apex.example")
    #expect(begun.redirect == .init(from: "apex.example", to: "social.apex.example"))
    #expect(begun.codeAddress.hasPrefix("\(Self.social)/oauth/authorize"))
    let account = try await stage.signIn.finish(begun, code: Secret("c"))
    #expect(account.profile.handle == "Ada@social.apex.example")
    #expect(account.origin == .server(ServerOrigin(host: "social.apex.example", address: Self.social)))
    for request in stage.transport.requests where request.method == .post || request.token != nil {
      #expect(request.url.origin == Self.social)
    }
  }

  @Test func `handles keep the domain that the server names`() async throws {
    let stage = stage(domain: "apex.example")
    let begun = try await stage.signIn.begin(at: "@ada@apex.example")
    #expect(begun.redirect?.sentence == "apex.example redirects to social.apex.example: you sign in there.")
    let account = try await stage.signIn.finish(begun, code: Secret("c"))
    #expect(account.id == .mastodon("ada@apex.example"))
    #expect(account.origin == .server(ServerOrigin(host: "apex.example", address: Self.social)))
  }

  @Test func `a token that is good is sent to the server itself, and taken`() async throws {
    let stage = stage()
    let account = try await stage.signIn.signIn(at: "apex.example", token: Secret("t0k3n"))
    #expect(account.origin == .server(ServerOrigin(host: "social.apex.example", address: Self.social)))
    #expect(stage.transport.requests.filter { $0.token != nil }.map(\.url.origin) == [Self.social])
  }

  @Test func `hosts that lead round and round are not followed for ever`() async {
    let stage = stage()
    stage.transport.on(
      .get, "/api/v2/instance", answer: .json(Self.instance).redirected(to: "https://a.example"),
      .json(Self.instance).redirected(to: "https://b.example"),
      .json(Self.instance).redirected(to: "https://c.example"),
      .json(Self.instance).redirected(to: "https://d.example"))
    let error = await refusal { () throws(ServerSignInError) in try await stage.signIn.begin(at: "apex.example") }
    #expect(error == .unavailable(.redirected(host: "c.example", to: "d.example")))
    #expect(stage.sent(to: "/api/v1/apps").isEmpty)
  }

  @Test func `no host leads to this very machine or into its network`() async {
    for elsewhere in ["https://127.0.0.1", "https://192.168.0.1", "https://localhost:631"] {
      let stage = stage()
      stage.transport.on(.get, "/api/v2/instance", answer: .json(Self.instance).redirected(to: elsewhere))
      let error = await refusal { () throws(ServerSignInError) in try await stage.signIn.begin(at: "apex.example") }
      guard case .unavailable(.redirected)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `a portal is not the server`() async {
    let stage = stage()
    for path in ["/api/v2/instance", "/api/v1/instance", "/.well-known/nodeinfo"] {
      stage.transport.on(.get, path, answer: .html("<title>Wi-Fi</title>").redirected(to: "https://portal.example"))
    }
    let error = await refusal { () throws(ServerSignInError) in try await stage.signIn.begin(at: "apex.example") }
    #expect(error == .notSupported(host: "apex.example", answer: "Wi-Fi"))
  }

  @Test func `an account whose server has moved says where to, and its session is not called bad`() async throws {
    let stage = try ServerHarness()
    let social = try #require(HTTPAddress("\(Self.social)/api/v1/timelines/home"))
    let moved = HTTPError.redirected(host: "timeline.example", to: social, mayHaveArrived: false)
    let expected = TimelineError.redirected(host: "timeline.example", to: "social.apex.example")
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .failure(moved))
    stage.transport.on(.post, "/api/v1/statuses/5/favourite", answer: .failure(moved))
    stage.transport.on(.post, "/api/v1/statuses", answer: .failure(moved))
    #expect(
      await failure { () throws(TimelineError) in
        try await stage.timelines.page(of: .home, at: .newest, limit: 20)
      } == expected)
    #expect(
      await failure { () throws(TimelineError) in
        try await stage.actions.perform(.favourite(true, PostID("5")))
      } == expected)
    do throws(PublishingFailure) {
      _ = try await stage.publishing.send(
        Draft(account: .mastodon("ada@timeline.example"), text: "hi", changedAt: .noon), key: "k")
      Issue.record("It was sent.")
    } catch {
      #expect(error.reason == expected && !error.mayHaveArrived)
    }
  }
}
