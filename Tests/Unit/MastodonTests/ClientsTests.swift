import Domain
import Foundation
import Network
import NetworkSupport
import Runtime
import TestSupport
import Testing

@testable import Mastodon

struct ClientsTests {
  private static let account = Account(
    id: .mastodon("ada@timeline.example"), profile: Profile(handle: "ada@timeline.example"),
    origin: .server(ServerOrigin(host: "timeline.example", address: "https://timeline.example")))

  @Test func `requests of all families of an account share capabilities`() async throws {
    let clock = VirtualClock(now: .noon)
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/api/v2/instance", response: .json(#"{"domain": "timeline.example"}"#))
    transport.on(.get, "/.well-known/nodeinfo", response: .status(404))
    transport.on(.post, "/api/v1/statuses", response: .json(status("1")))
    let client = try #require(
      MastodonClient(
        account: Self.account, authorization: FixedToken(Secret("one")), transport: transport, clock: clock))
    _ = try await MastodonTimelines(client: client, account: Self.account.id).capabilities()
    let publishing = MastodonPublishing(client: client, account: Self.account.id)
    #expect(try await publishing.publishingCapabilities().keyLifetime == nil)
    let draft = Draft(account: Self.account.id, text: "hi", changedAt: .noon)
    _ = try await publishing.send(draft, key: "k")
    #expect(
      transport.requests.map(\.url.path) == [
        "/api/v2/instance", "/.well-known/nodeinfo", "/api/v1/accounts/verify_credentials",
        "/api/v1/statuses",
      ])
  }
}
