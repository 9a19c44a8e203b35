import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Answers by which servers say that a session has ended.
struct SessionEndTests {
  private static let host = "timeline.example"
  private static let ended = TimelineError.sessionExpired(handle: "ada@timeline.example", host: host)
  private static let challenge: HTTPHeaders = [
    "WWW-Authenticate": #"Bearer realm="Doorkeeper", error="invalid_token", error_description="revoked""#
  ]

  static let answers: [ScriptedAnswer] = [
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
  func `it is recognised on whatever is asked`(answer: ScriptedAnswer) async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/timelines/home", answer: answer)
    stage.transport.on(.post, "/api/v1/statuses/5/favourite", answer: answer)
    stage.transport.on(.post, "/api/v1/accounts/7/follow", answer: answer)
    stage.transport.on(.post, "/api/v1/statuses", answer: answer)
    stage.transport.on(.get, "/api/v1/markers", answer: answer)
    stage.transport.on(.get, "/api/v1/lists", answer: answer)
    stage.transport.on(.get, "/api/v1/statuses/5", answer: answer)
    let (timelines, actions) = (stage.timelines, stage.actions)
    let failures = [
      await failure { () throws(TimelineError) in try await timelines.page(of: .home, at: .newest, limit: 20) },
      await failure { () throws(TimelineError) in try await timelines.markers() },
      await failure { () throws(TimelineError) in try await timelines.thread(of: PostID("5")) },
      await failure { () throws(TimelineError) in try await actions.perform(.favourite(true, PostID("5"))) },
      await failure { () throws(TimelineError) in try await actions.perform(.follow(true, person: "7")) },
      await failure { () throws(TimelineError) in try await actions.lists() },
      await failure { () throws(TimelineError) in
        try await stage.publishing.publish(
          Draft(account: .mastodon("ada@timeline.example"), text: "hi", changedAt: .noon), key: "k")
      },
    ]
    #expect(failures.allSatisfy { $0 == Self.ended })
  }

  @Test(arguments: answers)
  func `it is recognised on the stream`(answer: ScriptedAnswer) async throws {
    let streaming = HTTPAddress("https://timeline.example")
    let stage = try ServerHarness(ServerCapabilities(streaming: streaming))
    stage.transport.on(.get, "/api/v1/streaming/user", answer: answer)
    var events = stage.timelines.events().makeAsyncIterator()
    #expect(await events.next() == .lost(Self.ended))
    #expect(await events.next() == nil)
  }

  @Test(arguments: [ScriptedAnswer.status(422), .html("", status: 422), .json("{}", status: 422)])
  func `a server that cannot say whose token it is does not know it`(answer: ScriptedAnswer) async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/accounts/verify_credentials", answer: answer)
    let timelines = stage.timelines
    #expect(await failure { () throws(TimelineError) in try await timelines.overview() } == Self.ended)
    let signIn = SignInHarness()
    signIn.transport.on(.get, "/api/v1/accounts/verify_credentials", answer: answer)
    let error = await refusal { () throws(ServerSignInError) in
      try await signIn.signIn.signIn(at: Self.host, token: Secret("t"))
    }
    #expect(error == .wrongToken(host: Self.host))
  }

  @Test(arguments: [
    (ScriptedAnswer.json(#"{"error": "Validation failed"}"#, status: 422), false),
    (.json(#"{"error": "This action is outside the authorized scopes"}"#, status: 403), false),
    (.json(#"{"error": "Your login is currently disabled"}"#, status: 403), false),
    (.html("<title>Authentication required</title> Invalid credentials", status: 403), false),
    (.html("<title>400 Bad Request</title>", status: 400), false), (.status(422), false),
    (.status(403, headers: ["WWW-Authenticate": #"Bearer error="insufficient_scope""#]), false),
    (.json(#"{"error": "invalid_token"}"#, status: 500), false),
  ])
  func `other refusals end no session`(answer: ScriptedAnswer, expected: Bool) async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/timelines/home", answer: answer)
    let timelines = stage.timelines
    let error = await failure { () throws(TimelineError) in
      try await timelines.page(of: .home, at: .newest, limit: 20)
    }
    #expect(error != nil && (error == Self.ended) == expected)
  }
}
