import Domain
import Foundation
import Network
import NetworkSupport
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import Mastodon

/// Requests of an account whose token is replaced, missing or rejected.
@Suite(.timeLimit(.minutes(5))) struct AuthorizationTests {
  private static let host = "timeline.example"
  private static let ended = TimelineError.sessionExpired(handle: "ada@timeline.example", host: host)
  private static let (home, verify) = ("/api/v1/timelines/home", "/api/v1/accounts/verify_credentials")
  private static let (first, second) = (Secret("first-token"), Secret("second-token"))

  /// A list of tokens, each replaced by the next one when the server rejects it.
  private final class Tokens: Authorization {
    private struct State {
      var tokens: [Secret]
      var responses = 0
    }

    private let state: Mutex<State>

    init(_ tokens: [Secret]) { state = Mutex(State(tokens: tokens)) }

    var responses: Int { state.withLock(\.responses) }

    func token() async throws(TimelineError) -> Secret? {
      guard let token = state.withLock({ $0.tokens.first }) else { throw AuthorizationTests.ended }
      return token
    }

    func renew(after rejected: Secret) async -> Bool {
      state.withLock { state in
        guard state.tokens.first == rejected else { return true }
        guard state.tokens.count > 1 else { return false }
        state.tokens.removeFirst()
        return true
      }
    }

    func serverDidRespond() { state.withLock { $0.responses += 1 } }
  }

  private let clock = VirtualClock(now: .noon)
  private let transport: ScriptedTransport

  init() {
    transport = ScriptedTransport(clock: clock)
    for path in [Self.home, Self.verify] { transport.on(.get, path, token: Self.first, response: .status(401)) }
    transport.on(.get, Self.home, token: Self.second, response: .json(list(status("5"))))
    transport.on(
      .get, Self.verify, token: Self.second, response: .json(#"{"id": "1", "acct": "ada", "username": "ada"}"#))
  }

  private func client(_ tokens: Tokens) throws -> MastodonClient {
    MastodonClient(
      server: try #require(HTTPAddress("https://timeline.example")), handle: "ada@timeline.example",
      authorization: tokens, transport: transport, clock: clock)
  }

  private func timelines(_ tokens: Tokens, _ capabilities: ServerCapabilities = ServerCapabilities()) throws
    -> MastodonTimelines
  {
    MastodonTimelines(client: try client(tokens), account: nil, capabilities: capabilities, random: { _ in 1 })
  }

  private var asked: [String] { transport.requests.map { "\($0.url.path) \($0.token?.revealed ?? "")" } }

  @Test func `A rejected token is replaced, and the request repeated`() async throws {
    let timelines = try timelines(Tokens([Self.first, Self.second]))
    #expect(ids(try await timelines.page(of: .home, at: .newest, limit: 20)) == ["5"])
    #expect(asked == ["\(Self.home) first-token", "\(Self.verify) first-token", "\(Self.home) second-token"])
    #expect(ids(try await timelines.page(of: .home, at: .newest, limit: 20)) == ["5"])
    #expect(asked.count == 4)
  }

  @Test func `A change is repeated as well`() async throws {
    let path = "/api/v1/statuses/5/favourite"
    transport.on(.post, path, token: Self.first, response: .status(401))
    transport.on(.post, path, token: Self.second, response: .json(status("5")))
    let actions = MastodonActions(client: try client(Tokens([Self.first, Self.second])), account: nil)
    guard case .post(let post) = try await actions.perform(.favourite(true, PostID("5"))) else {
      Issue.record("no post")
      return
    }
    #expect(post.id == PostID("5"))
    #expect(asked == ["\(path) first-token", "\(Self.verify) first-token", "\(path) second-token"])
  }

  @Test func `If the next token is rejected as well, the session has ended`() async throws {
    for path in [Self.home, Self.verify] { transport.on(.get, path, token: Self.second, response: .status(401)) }
    let timelines = try timelines(Tokens([Self.first, Self.second, Secret("third-token")]))
    await #expect(throws: Self.ended) { try await timelines.page(of: .home, at: .newest, limit: 20) }
    #expect(asked.count == 4)
  }

  @Test func `What a server refused to one token is requested with the next one`() async throws {
    let lists = "/api/v1/lists"
    transport.on(.get, lists, token: Self.first, response: .json(#"{"error": "outside the scopes"}"#, status: 403))
    transport.on(.get, lists, token: Self.second, response: .json(#"[{"id": "3", "title": "Looms"}]"#))
    let client = try client(Tokens([Self.first, Self.second]))
    let actions = MastodonActions(client: client, account: nil)
    #expect(try await actions.lists().isEmpty)
    #expect(try await actions.lists().isEmpty)
    #expect(asked == ["\(lists) first-token"])
    _ = try await MastodonTimelines(client: client, account: nil).page(of: .home, at: .newest, limit: 20)
    #expect(try await actions.lists().map(\.id) == [.list("3")])
  }

  @Test func `A stream is opened again with the new token`() async throws {
    let (path, stream) = ("/api/v1/streaming/user", ScriptedStream())
    transport.on(path, stream: stream)
    transport.on(.get, path, token: Self.first, response: .status(401))
    transport.on(
      .get, "/api/v2/instance",
      response: .json(
        #"{"domain": "timeline.example", "configuration": {"urls": {"streaming": "wss://timeline.example"}}}"#))
    let timelines = try timelines(
      Tokens([Self.first, Self.second]), ServerCapabilities(streaming: HTTPAddress("https://timeline.example")))
    var events = timelines.events().makeAsyncIterator()
    #expect(await events.next() == .connected)
    #expect(
      asked == [
        "\(path) first-token", "\(Self.verify) first-token", "/api/v2/instance second-token", "\(path) second-token",
      ])
    #expect(stream.isOpen)
  }

  @Test func `Without a token the reason is reported, and nothing is requested`() async throws {
    let timelines = try timelines(Tokens([]))
    await #expect(throws: Self.ended) { try await timelines.page(of: .home, at: .newest, limit: 20) }
    var events = timelines.events().makeAsyncIterator()
    #expect(await events.next() == .lost(Self.ended))
    #expect(await events.next() == nil)
    #expect(transport.requests.isEmpty)
  }

  @Test(
    arguments: [
      (.json("[]"), 1), (.json(#"{"error": "No"}"#, status: 403), 1), (.json(#"{"error": "Gone"}"#, status: 404), 1),
      (.failure(.unreachable(host: host, .cut)), 0), (.failure(.timedOut(host: host, seconds: 30)), 0),
      (.html("<title>Hotel</title>"), 0), (.status(503), 0), (.status(401), 0), (.status(429), 0),
    ] as [(ScriptedResponse, Int)])
  func `Only responses of the server itself are reported`(response: ScriptedResponse, count: Int) async throws {
    let tokens = Tokens([Self.second])
    transport.on(.get, Self.verify, response: .failure(.unreachable(host: Self.host, .cut)))
    transport.on(.get, Self.home, response: response)
    let timelines = try timelines(tokens)
    _ = try? await timelines.page(of: .home, at: .newest, limit: 20)
    #expect(tokens.responses == count)
  }

  @Test func `Offline, nothing is sent`() async throws {
    let client = MastodonClient(
      server: try #require(HTTPAddress("https://timeline.example")), authorization: Tokens([Self.first]),
      transport: OfflineTransport(), clock: clock)
    let (timelines, offline) = (
      MastodonTimelines(client: client, account: nil), TimelineError.offline(host: Self.host, .offlineMode)
    )
    await #expect(throws: offline) { try await timelines.page(of: .home, at: .newest, limit: 20) }
    let failure = await #expect(throws: PublishingFailure.self) {
      let draft = Draft(account: .mastodon("ada@timeline.example"), text: "hi", changedAt: .noon)
      _ = try await MastodonPublishing(client: client, account: nil).send(draft, key: "k")
    }
    #expect(failure == PublishingFailure(offline, mayHaveArrived: false))
  }
}
