import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Publishing of drafts.
struct PublishingTests {
  private static let host = "timeline.example"
  private static let statusesPath = "/api/v1/statuses"
  private static let account = AccountID.mastodon("ada@timeline.example")

  private static func draft(_ text: String = "hello", _ change: (inout Draft) -> Void = { _ in }) -> Draft {
    var draft = Draft(account: account, text: text, changedAt: .noon)
    change(&draft)
    return draft
  }

  private static func subject(_ id: String) -> DraftSubject {
    DraftSubject(id: PostID(id), author: nil, excerpt: "")
  }

  @Test(arguments: [
    (draft(), #"{"status":"hello"}"#),
    (draft("a \"b\" / é\n👩‍💻"), #"{"status":"a \"b\" / é\n👩‍💻"}"#),
    (draft("\u{202E}".escapingControls), "{\"status\":\"\u{202E}\"}"),
    (
      draft { ($0.warning, $0.visibility, $0.language, $0.isSensitive) = ("cw", .followers, "pt-BR", true) },
      #"{"language":"pt-BR","sensitive":true,"spoiler_text":"cw","status":"hello","visibility":"private"}"#
    ),
    (draft { $0.visibility = .unlisted }, #"{"status":"hello","visibility":"unlisted"}"#),
    (draft { $0.visibility = .direct }, #"{"status":"hello","visibility":"direct"}"#),
    (
      draft { $0.purpose = .reply(to: subject("7")) }, #"{"in_reply_to_id":"7","status":"hello"}"#
    ),
    (draft { $0.purpose = .quote(subject("8")) }, #"{"quoted_status_id":"8","status":"hello"}"#),
    (draft { $0.quotePolicy = .nobody }, #"{"quote_approval_policy":"nobody","status":"hello"}"#),
    (
      draft { $0.poll = DraftPoll(options: ["a", "b"], duration: 600, allowsMultiple: true) },
      #"{"poll":{"expires_in":600,"multiple":true,"options":["a","b"]},"status":"hello"}"#
    ),
    (
      draft {
        $0.media = [
          DraftMedia(path: "/a.png", description: "x", remoteID: "31"), DraftMedia(path: "/b.png", remoteID: "32"),
        ]
      },
      #"{"media_ids":["31","32"],"status":"hello"}"#
    ),
  ])
  func `a draft is sent completely`(draft: Draft, body: String) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, Self.statusesPath, response: .json(status("1", #""favourited": false"#)))
    let published = try await harness.publishing.publish(draft, key: "key-1")
    guard case .post(let post) = published else {
      Issue.record("no post")
      return
    }
    #expect(post.ref == PostRef(account: Self.account, id: PostID("1")))
    #expect(post.viewer == ViewerState())
    #expect(harness.sent == ["POST /api/v1/statuses \(body)"])
    let request = try #require(harness.transport.requests.first)
    #expect(request.headers["Idempotency-Key"] == "key-1")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(!request.isRepeatable)
  }

  @Test func `an edit sends all fields`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.put, Self.statusesPath + "/5", response: .json(status("5")))
    let draft = Self.draft {
      $0.purpose = .edit(Self.subject("5"))
      $0.visibility = .direct
      $0.media = [DraftMedia(path: "", description: "a cat", remoteID: "31")]
    }
    _ = try await harness.publishing.publish(draft, key: "k")
    let plain = Self.draft { $0.purpose = .edit(Self.subject("5")) }
    _ = try await harness.publishing.publish(plain, key: "k")
    #expect(
      harness.sent == [
        #"PUT /api/v1/statuses/5 {"media_attributes":[{"description":"a cat","id":"31"}],"media_ids":["31"],"#
          + #""sensitive":false,"spoiler_text":"","status":"hello"}"#,
        #"PUT /api/v1/statuses/5 {"media_ids":[],"sensitive":false,"spoiler_text":"","status":"hello"}"#,
      ])
  }

  @Test func `an edit sends the focal points that it changes`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.put, Self.statusesPath + "/5", response: .json(status("5")))
    let draft = Self.draft {
      $0.purpose = .edit(Self.subject("5"))
      $0.media = [DraftMedia(path: "", description: "a cat", remoteID: "31", focus: FocalPoint(x: 0, y: 1))]
    }
    _ = try await harness.publishing.publish(draft, key: "k")
    #expect(
      harness.sent == [
        #"PUT /api/v1/statuses/5 {"media_attributes":[{"description":"a cat","focus":"0.0,1.0","id":"31"}],"#
          + #""media_ids":["31"],"sensitive":false,"spoiler_text":"","status":"hello"}"#
      ])
  }

  @Test func `a scheduled post is published by the server`() async throws {
    let harness = try ServerHarness()
    let scheduled = #"{"id": "3", "scheduled_at": "2026-11-21T12:00:00.000Z", "params": {"text": "hello"}}"#
    harness.transport.on(.post, Self.statusesPath, response: .json(scheduled))
    let moment = Date.noon.addingTimeInterval(86_400)
    let published = try await harness.publishing.publish(Self.draft { $0.publishAt = moment }, key: "k")
    #expect(published == .scheduled(at: moment))
    #expect(
      harness.sent == [#"POST /api/v1/statuses {"scheduled_at":"2026-11-21T12:00:00Z","status":"hello"}"#])
  }

  @Test func `quotes use the parameter of the server`() async throws {
    let quote = Self.draft { $0.purpose = .quote(Self.subject("8")) }
    let akkoma = try ServerHarness(ServerCapabilities(takesQuoteIDs: true))
    akkoma.transport.on(.post, Self.statusesPath, response: .json(status("1")))
    _ = try await akkoma.publishing.publish(quote, key: "k")
    #expect(akkoma.sent == [#"POST /api/v1/statuses {"quote_id":"8","status":"hello"}"#])
    let plain = try ServerHarness(ServerCapabilities(apiVersion: 6))
    let refusal = await MastodonTests.failure { () throws(TimelineError) in
      try await plain.publishing.publish(quote, key: "k")
    }
    #expect(refusal == .refused(host: Self.host, message: "This server doesn’t support quotes."))
    #expect(plain.sent.isEmpty)
  }
}

// MARK: - Server-specific behavior

extension PublishingTests {
  private static let refused = ScriptedResponse.json(
    #"{"error": "Visibility is not included in the list"}"#, status: 422)

  @Test func `a server-specific visibility is sent`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, Self.statusesPath, response: .json(status("1")))
    _ = try await harness.publishing.publish(Self.draft { $0.visibility = .other("local") }, key: "k")
    _ = try await harness.publishing.publish(Self.draft { $0.visibility = .other("local-only:public") }, key: "k")
    #expect(
      harness.sent == [
        #"POST /api/v1/statuses {"status":"hello","visibility":"local"}"#,
        #"POST /api/v1/statuses {"local_only":true,"status":"hello","visibility":"public"}"#,
      ])
  }

  @Test func `a refused visibility falls back to followers`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, Self.statusesPath, response: Self.refused, .json(status("1")))
    _ = try await harness.publishing.publish(Self.draft { $0.visibility = .other("limited") }, key: "k")
    #expect(
      harness.sent == [
        #"POST /api/v1/statuses {"status":"hello","visibility":"limited"}"#,
        #"POST /api/v1/statuses {"status":"hello","visibility":"private"}"#,
      ])
    // A request that may have arrived is not repeated.
    let broken = try ServerHarness()
    broken.transport.on(.post, Self.statusesPath, response: .status(500), .json(status("1")))
    _ = await MastodonTests.failure { () throws(TimelineError) in
      try await broken.publishing.publish(Self.draft { $0.visibility = .other("limited") }, key: "k")
    }
    #expect(broken.sent.count == 1)
  }

  @Test(arguments: ["snac", nil, "something"])
  func `unknown software gets a form`(software: String?) async throws {
    let draft = Self.draft {
      $0.text = "Tea & milk?"
      $0.poll = DraftPoll(options: ["yes", "a=b&c"], duration: 600, allowsMultiple: true)
      ($0.warning, $0.visibility, $0.language, $0.isSensitive) = ("cw", .followers, "de", true)
      $0.purpose = .reply(to: Self.subject("7"))
    }
    let harness = try ServerHarness()
    harness.transport.on(.post, Self.statusesPath, response: .json(status("1")))
    harness.client.capabilityCache.record(software: software, now: .noon)
    _ = try await harness.publishing.publish(draft, key: "k")
    let request = try #require(harness.transport.requests.last)
    #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == "status=Tea%20%26%20milk%3F&spoiler_text=cw&visibility=private&language=de&sensitive=true"
        + "&in_reply_to_id=7&poll%5Boptions%5D%5B%5D=yes&poll%5Boptions%5D%5B%5D=a%3Db%26c&poll%5Bexpires_in%5D=600"
        + "&poll%5Bmultiple%5D=true")
  }

  private static let later = draft { $0.publishAt = .noon.addingTimeInterval(86_400) }

  @Test(arguments: [
    ScriptedResponse.json(#"{"error": "scheduled_at is not yet implemented"}"#, status: 501), .status(501),
    .json(#"{"error": "Bad Request: scheduled_at not supported"}"#, status: 400),
    .json(#"{"error": "Unprocessable Entity: scheduling statuses isn't implemented"}"#, status: 422),
  ])
  func `missing support for scheduling is detected`(response: ScriptedResponse) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, Self.statusesPath, response: response)
    #expect(try await harness.publishing.publishingCapabilities().canSchedule)
    let publishing = harness.publishing
    let error = await MastodonTests.failure { () throws(TimelineError) in
      try await publishing.publish(Self.later, key: "k")
    }
    #expect(error == .refused(host: Self.host, message: "This server can’t schedule posts."))
    #expect(try await harness.publishing.publishingCapabilities().canSchedule == false)
    harness.clock.advance(to: .noon.addingTimeInterval(90_000))
    #expect(try await harness.publishing.publishingCapabilities().canSchedule)
  }

  @Test func `a refused date does not disable scheduling`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .post, Self.statusesPath,
      response: .json(
        #"{"error": "Validation failed: Scheduled at The scheduled date must be in the future"}"#, status: 422))
    let publishing = harness.publishing
    _ = await MastodonTests.failure { () throws(TimelineError) in try await publishing.publish(Self.later, key: "k") }
    #expect(try await harness.publishing.publishingCapabilities().canSchedule)
  }

  @Test func `an ignored schedule is detected`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, Self.statusesPath, response: .json(status("1")))
    let published = try await harness.publishing.publish(Self.later, key: "k")
    #expect(published.losses(of: Self.later) == [.schedule(.noon.addingTimeInterval(86_400))])
    #expect(try await harness.publishing.publishingCapabilities().canSchedule == false)
  }
}

extension PublishingTests {
  private func failure(_ response: ScriptedResponse, of draft: Draft) async throws -> PublishingFailure? {
    let harness = try ServerHarness()
    harness.transport.on(.post, Self.statusesPath, response: response)
    harness.transport.on(.put, Self.statusesPath + "/5", response: response)
    do throws(PublishingFailure) {
      _ = try await harness.publishing.send(draft, key: "k")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    (
      ScriptedResponse.failure(.unreachable(host: host, .unknownHost)), TimelineError.offline(host: host, .unknownHost),
      false
    ),
    (.failure(.unreachable(host: host, .refused)), .offline(host: host, .refused), false),
    (.failure(.unreachable(host: host, .noRoute)), .offline(host: host, .noRoute), false),
    (.failure(.unreachable(host: host, .proxy)), .offline(host: host, .proxy), false),
    (.failure(.unreachable(host: host, .handshakeFailed)), .offline(host: host, .cut), false),
    (.failure(.notConnected(host: host, seconds: 10)), .timedOut(host: host, seconds: 10), false),
    (.failure(.untrusted(host: host, reason: "old")), .untrustedHost(host: host, reason: "old"), false),
    (.failure(.noTransport(reason: "none")), .requestFailed(host: host, reason: "none"), false),
    (.failure(.unreachable(host: host, .cut)), .offline(host: host, .cut), true),
    (.failure(.timedOut(host: host, seconds: 30)), .timedOut(host: host, seconds: 30), true),
    (.failure(.malformed(host: host, reason: "no HTTP")), .requestFailed(host: host, reason: "no HTTP"), true),
    (.failure(.cancelled), .cancelled, true),
    (
      .json(#"{"error": "Validation failed: Text is too long"}"#, status: 422),
      .refused(host: host, message: "Validation failed: Text is too long"), false
    ),
    (.status(422), .refused(host: host, message: "422 Unprocessable Content"), false),
    (.json(#"{"error": "no scope"}"#, status: 403), .refused(host: host, message: "no scope"), false),
    (
      .html("<title>Blocked</title>", status: 403), .webPage(host: host, title: "Blocked"), false
    ),
    (.status(401), .sessionExpired(handle: "ada@timeline.example", host: host), false),
    (
      .status(429, headers: ["Retry-After": "120"]), .rateLimited(host: host, until: .noon.addingTimeInterval(120)),
      false
    ),
    (.json(#"{"error": "broken"}"#, status: 500), .serverError(host: host, message: "broken"), true),
    (.status(504), .serverError(host: host, message: "504 Gateway Timeout"), true),
    (
      .status(503, headers: ["Retry-After": "30"]), .maintenance(host: host, until: .noon.addingTimeInterval(30)), true
    ),
    (.html("<title>Portal</title>"), .webPage(host: host, title: "Portal"), true),
    (
      .json("[]"), .requestFailed(host: host, reason: "The response is invalid: expected a status."), true
    ),
    (.json(#"{"error": "gone"}"#, status: 404), .refused(host: host, message: "gone"), false),
  ])
  func `a failure has its reason and whether the post may have arrived`(
    response: ScriptedResponse, reason: TimelineError, mayHaveArrived: Bool
  ) async throws {
    let failure = try await failure(response, of: Self.draft())
    #expect(failure == PublishingFailure(reason, mayHaveArrived: mayHaveArrived))
  }

  @Test(arguments: [404, 410])
  func `a missing parent is reported`(status: Int) async throws {
    let gone = PublishingFailure(.postUnavailable(id: PostID("5"), reason: .deleted), mayHaveArrived: false)
    let response = ScriptedResponse.json(#"{"error": "gone"}"#, status: status)
    #expect(try await failure(response, of: Self.draft { $0.purpose = .reply(to: Self.subject("5")) }) == gone)
    #expect(try await failure(response, of: Self.draft { $0.purpose = .quote(Self.subject("5")) }) == gone)
    #expect(try await failure(response, of: Self.draft { $0.purpose = .edit(Self.subject("5")) }) == gone)
  }

  @Test func `a repeated token is removed from messages`() async throws {
    let words = ScriptedResponse.json(#"{"error": "t0k3n-of-ada may not"}"#, status: 403)
    #expect(try await failure(words, of: Self.draft())?.reason == .refused(host: Self.host, message: "… may not"))
  }

  @Test func `a rate limit for posts does not affect reading`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, Self.statusesPath, response: .status(429, headers: ["Retry-After": "600"]))
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json("[]"))
    harness.transport.on(.post, Self.statusesPath + "/5/favourite", response: .json(status("5")))
    let publishing = harness.publishing
    for _ in 0..<2 {
      let error = await MastodonTests.failure { () throws(TimelineError) in
        try await publishing.publish(Self.draft(), key: "k")
      }
      #expect(error == .rateLimited(host: Self.host, until: .noon.addingTimeInterval(600)))
    }
    _ = try await harness.timelines.page(of: .home, at: .newest, limit: 20)
    _ = try await harness.actions.perform(.favourite(true, PostID("5")))
    #expect(harness.transport.requests.count == 3)
  }
}
