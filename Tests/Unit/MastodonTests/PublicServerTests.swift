import Domain
import Network
import NetworkSupport
import Runtime
import TestSupport
import Testing

@testable import Mastodon

/// A server that is read without an account.
@Suite struct PublicServerTests {
  private let transport: ScriptedTransport
  private let timelines: MastodonTimelines
  private let server = ServerOrigin(host: "tern.example", address: "https://tern.example")

  init() throws {
    let clock = VirtualClock(now: .noon)
    transport = ScriptedTransport(clock: clock)
    let client = try #require(MastodonClient(readerOf: server, transport: transport, clock: clock))
    timelines = MastodonTimelines(client: client, account: Account(readerOf: server).id)
  }

  private func page(_ timeline: TimelineID, at position: RemotePosition = .newest) async throws(TimelineError)
    -> RemotePage
  {
    try await timelines.page(of: TimelineQuery(timeline), at: position, limit: 40)
  }

  @Test func `Local posts and hashtags are read in pages, without a token`() async throws {
    transport.on(
      .get, "/api/v1/timelines/public", query: ["local": "true"],
      response: .json(list(status("9"), status("8"))), .json(list(status("7"))))
    transport.on(.get, "/api/v1/timelines/tag/loom", response: .json(list(status("5"))))
    let first = try await page(.local)
    #expect(ids(first) == ["9", "8"])
    #expect(first.entries[0].post.ref == PostRef(account: Account(readerOf: server).id, id: PostID("9")))
    let older = try #require(first.older)
    #expect(ids(try await page(.local, at: .below(older))) == ["7"])
    #expect(ids(try await page(.tag("loom"))) == ["5"])
    for request in transport.requests {
      #expect(request.token == nil && request.headers["Authorization"] == nil)
      #expect(request.url.authority == "tern.example")
      #expect(request.hostPolicy == .publicNetwork(except: HTTPAddress("https://tern.example")))
    }
  }

  @Test(arguments: [401, 403, 422]) func `A refusal means that an account is required`(status: Int) async throws {
    transport.on(
      .get, "/api/v1/timelines/public",
      response: .json(#"{"error": "This method requires an authenticated user"}"#, status: status))
    #expect(
      await failure { () throws(TimelineError) in try await page(.local) }
        == .accountRequired(host: "tern.example"))
  }

  @Test func `Threads and profiles may require an account, too`() async throws {
    for path in ["/api/v1/statuses/9", "/api/v1/statuses/9/context", "/api/v1/accounts/7"] {
      transport.on(.get, path, response: .json("{}", status: 401))
    }
    let required = TimelineError.accountRequired(host: "tern.example")
    #expect(await failure { () throws(TimelineError) in try await timelines.thread(of: PostID("9")) } == required)
    #expect(await failure { () throws(TimelineError) in try await timelines.profile(of: "7") } == required)
  }

  @Test func `A server without Mastodon's API is named`() async throws {
    transport.on(
      .get, "/api/v1/timelines/public", response: .json(#"{"error": "no such method"}"#, status: 404),
      .html("<html><title>Blog</title></html>"))
    let failures = [
      await failure { () throws(TimelineError) in try await page(.local) },
      await failure { () throws(TimelineError) in try await page(.local) },
    ]
    #expect(failures == [.unsupported(host: "tern.example"), .webPage(host: "tern.example", title: "Blog")])
  }

  @Test func `A host that cannot be reached is named`() async throws {
    transport.on(
      .get, "/api/v1/timelines/public",
      response: .failure(.unreachable(host: "tern.example", .unknownHost)))
    #expect(
      await failure { () throws(TimelineError) in try await page(.local) }
        == .offline(host: "tern.example", .unknownHost))
  }

  @Test func `No relationship is requested with a profile`() async throws {
    transport.on(
      .get, "/api/v1/accounts/7", response: .json(#"{"id": "7", "acct": "grace", "display_name": "Grace"}"#))
    let page = try await timelines.profile(of: "7")
    #expect(page.profile.name == "Grace" && page.relationship == nil)
    #expect(transport.requests.map(\.url.path) == ["/api/v1/accounts/7"])
  }
}
