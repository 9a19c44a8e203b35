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

  @Test func `the clients of an account share capabilities`() async throws {
    let clock = VirtualClock(now: .noon)
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/api/v2/instance", response: .json(#"{"domain": "timeline.example"}"#))
    transport.on(.get, "/.well-known/nodeinfo", response: .status(404))
    transport.on(.post, "/api/v1/statuses", response: .json(status("1")))
    let clients = MastodonClients(transport: transport, clock: clock)
    let client = try #require(clients.client(of: Self.account, token: Secret("one")))
    #expect(clients.client(of: Self.account, token: Secret("one")) === client)
    _ = try await MastodonTimelines(client: client, account: Self.account.id).capabilities()
    let writing = MastodonWriting(client: client, account: Self.account.id)
    #expect(try await writing.publishingCapabilities().keyLifetime == nil)
    let draft = Draft(account: Self.account.id, text: "hi", changedAt: .noon)
    _ = try await writing.send(draft, key: "k")
    #expect(
      transport.requests.map(\.url.path) == [
        "/api/v2/instance", "/.well-known/nodeinfo", "/api/v1/accounts/verify_credentials",
        "/api/v1/statuses",
      ])
  }

  @Test func `a new token starts a new client`() throws {
    let clock = VirtualClock(now: .noon)
    let clients = MastodonClients(transport: ScriptedTransport(clock: clock), clock: clock)
    let client = try #require(clients.client(of: Self.account, token: Secret("one")))
    let next = try #require(clients.client(of: Self.account, token: Secret("two")))
    #expect(next !== client)
    #expect(clients.client(of: Self.account, token: Secret("two")) === next)
  }
}
