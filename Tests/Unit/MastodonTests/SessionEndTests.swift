import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Responses that end a session.
struct SessionEndTests {
  private static let host = "timeline.example"
  private static let ended = TimelineError.sessionExpired(handle: "ada@timeline.example", host: host)
  private static let challenge: HTTPHeaders = [
    "WWW-Authenticate": #"Bearer realm="Doorkeeper", error="invalid_token", error_description="revoked""#
  ]

  static let answers: [ScriptedResponse] = [
    .status(401), .html("<h1>401</h1>", status: 401),
    // Takahē
    .html("Invalid Bearer token", status: 400), .html("<h1>Invalid Bearer token</h1>", status: 400),
    .json(#"{"error": "identity_token_required"}"#, status: 400),
    .json(#"{"error": "Invalid Bearer token"}"#, status: 400), .json(#"{"error": "invalid_token"}"#, status: 400),
    .json(#"{"error": "invalid_token", "error_description": "The access token expired"}"#, status: 403),
    // Mastodon, Friendica
    .json(#"{"error": "This method requires an authenticated user"}"#, status: 403),
    .json(#"{"error": "This method requires an authenticated user"}"#, status: 422),
    // Pleroma, Akkoma
    .json(#"{"error": "Invalid credentials."}"#, status: 403),
    .status(400, headers: challenge), .status(403, headers: challenge),
  ]

  @Test(arguments: answers)
  func `it is recognized in all requests`(response: ScriptedResponse) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/timelines/home", response: response)
    harness.transport.on(.post, "/api/v1/statuses/5/favourite", response: response)
    harness.transport.on(.post, "/api/v1/accounts/7/follow", response: response)
    harness.transport.on(.post, "/api/v1/statuses", response: response)
    harness.transport.on(.get, "/api/v1/markers", response: response)
    harness.transport.on(.get, "/api/v1/lists", response: response)
    harness.transport.on(.get, "/api/v1/statuses/5", response: response)
    let (timelines, actions) = (harness.timelines, harness.actions)
    let failures = [
      await failure { () throws(TimelineError) in try await timelines.page(of: .home, at: .newest, limit: 20) },
      await failure { () throws(TimelineError) in try await timelines.markers() },
      await failure { () throws(TimelineError) in try await timelines.thread(of: PostID("5")) },
      await failure { () throws(TimelineError) in try await actions.perform(.favourite(true, PostID("5"))) },
      await failure { () throws(TimelineError) in try await actions.perform(.follow(true, account: "7")) },
      await failure { () throws(TimelineError) in try await actions.lists() },
      await failure { () throws(TimelineError) in
        try await harness.publishing.publish(
          Draft(account: .mastodon("ada@timeline.example"), text: "hi", changedAt: .noon), key: "k")
      },
    ]
    #expect(failures.allSatisfy { $0 == Self.ended })
  }

  @Test(arguments: answers)
  func `it is recognized in streams`(response: ScriptedResponse) async throws {
    let streaming = HTTPAddress("https://timeline.example")
    let harness = try ServerHarness(ServerCapabilities(streaming: streaming))
    harness.transport.on(.get, "/api/v1/streaming/user", response: response)
    var events = harness.timelines.events().makeAsyncIterator()
    #expect(await events.next() == .lost(Self.ended))
    #expect(await events.next() == nil)
  }

  @Test(arguments: [ScriptedResponse.status(422), .html("", status: 422), .json("{}", status: 422)])
  func `a server that cannot identify a token does not know it`(response: ScriptedResponse) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: response)
    let timelines = harness.timelines
    #expect(await failure { () throws(TimelineError) in try await timelines.overview() } == Self.ended)
    let signIn = SignInHarness()
    signIn.transport.on(.get, "/api/v1/accounts/verify_credentials", response: response)
    let error = await refusal { () throws(ServerSignInError) in
      try await signIn.signIn.signIn(at: Self.host, token: Secret("t"))
    }
    #expect(error == .wrongToken(host: Self.host))
  }

  @Test(arguments: [
    (ScriptedResponse.json(#"{"error": "Validation failed"}"#, status: 422), false),
    (.json(#"{"error": "This action is outside the authorized scopes"}"#, status: 403), false),
    (.json(#"{"error": "Your login is currently disabled"}"#, status: 403), false),
    (.html("<title>Authentication required</title> Invalid credentials", status: 403), false),
    (.html("<title>400 Bad Request</title>", status: 400), false), (.status(422), false),
    (.status(403, headers: ["WWW-Authenticate": #"Bearer error="insufficient_scope""#]), false),
    (.json(#"{"error": "invalid_token"}"#, status: 500), false),
  ])
  func `other refusals do not end the session`(response: ScriptedResponse, expected: Bool) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/timelines/home", response: response)
    let timelines = harness.timelines
    let error = await failure { () throws(TimelineError) in
      try await timelines.page(of: .home, at: .newest, limit: 20)
    }
    #expect(error != nil && (error == Self.ended) == expected)
  }

  private static let verify = "/api/v1/accounts/verify_credentials"
  private static let ada = ScriptedResponse.json(#"{"id": "1", "acct": "ada", "username": "ada"}"#)
  private static let refused = TimelineError.refused(host: host, message: "401 Unauthorized")

  private func harness(_ streaming: String? = nil) throws -> ServerHarness {
    let harness = try ServerHarness(ServerCapabilities(streaming: streaming.flatMap { HTTPAddress($0) }))
    harness.transport.on(.get, Self.verify, response: Self.ada)
    return harness
  }

  @Test(arguments: [
    ScriptedResponse.status(401), .html("<h1>401 Authorization Required</h1>", status: 401),
    .json(#"{"error": "invalid_token"}"#, status: 403),
  ])
  func `a refusal of lists and hashtags leaves the other timelines`(response: ScriptedResponse) async throws {
    let harness = try harness()
    harness.transport.on(.get, "/api/v1/lists", response: response)
    harness.transport.on(.get, "/api/v1/followed_tags", response: response)
    let overview = try await harness.timelines.overview()
    #expect(overview.profile?.handle == "ada@timeline.example")
    #expect(overview.timelines.map(\.id).starts(with: [.home, .notifications]))
    #expect(harness.asked.count { $0 == Self.verify } <= 3)
  }

  @Test func `a refused like is not one that waits for a sign-in`() async throws {
    let harness = try harness()
    harness.transport.on(.post, "/api/v1/statuses/5/favourite", response: .status(401))
    let actions = harness.actions
    for _ in 0..<2 {
      let error = await failure { () throws(TimelineError) in try await actions.perform(.favourite(true, PostID("5"))) }
      #expect(error == Self.refused)
    }
    // Each change is confirmed again: the token may have been revoked since.
    #expect(harness.asked.count { $0 == Self.verify } == 2)
  }

  @Test func `reading requests confirm the token once a minute`() async throws {
    let harness = try harness()
    harness.transport.on(.get, "/api/v1/timelines/tag/tea", response: .status(401))
    let timelines = harness.timelines
    for _ in 0..<3 {
      let error = await failure { () throws(TimelineError) in
        try await timelines.page(of: TimelineQuery(.tag("tea")), at: .newest, limit: 20)
      }
      #expect(error == Self.refused)
    }
    #expect(harness.asked.count { $0 == Self.verify } == 1)
    harness.clock.advance(to: .noon.addingTimeInterval(61))
    harness.transport.on(.get, Self.verify, response: .status(401))
    let error = await failure { () throws(TimelineError) in
      try await timelines.page(of: TimelineQuery(.tag("tea")), at: .newest, limit: 20)
    }
    #expect(error == Self.ended)
  }

  @Test(arguments: [ScriptedResponse.status(401), .html("<h1>401</h1>", status: 401), .status(403), .status(410)])
  func `a refused stream is given up, and new entries are polled`(response: ScriptedResponse) async throws {
    let harness = try harness("https://timeline.example")
    harness.transport.on(.get, "/api/v1/streaming/user", response: response)
    var events = harness.timelines.events().makeAsyncIterator()
    #expect(await events.next() == nil)
    var later = harness.timelines.events().makeAsyncIterator()
    #expect(await later.next() == nil)
    #expect(harness.asked.count { $0 == "/api/v1/streaming/user" } == 1)
  }

  @Test func `if the token cannot be confirmed, nothing is known of the session`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v1/statuses/5/favourite", response: .status(401))
    harness.transport.on(.get, Self.verify, response: .status(503))
    let actions = harness.actions
    let error = await failure { () throws(TimelineError) in try await actions.perform(.favourite(true, PostID("5"))) }
    #expect(error == .serverError(host: Self.host, message: "503 Service Unavailable"))
  }
}
