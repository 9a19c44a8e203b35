import Domain
import Foundation
import Network
import NetworkSupport
import Runtime
import TestSupport
import Testing

@testable import Mastodon

/// The errors for the user, by failure.
struct FailureTests {
  private static let host = "timeline.example"
  private static let home = "/api/v1/timelines/home"

  private func failure(_ response: ScriptedResponse) async throws -> TimelineError? {
    let harness = try ServerHarness()
    harness.transport.on(.get, Self.home, response: response)
    return await MastodonTests.failure { () throws(TimelineError) in
      try await harness.timelines.page(of: .home, at: .newest, limit: 20)
    }
  }

  @Test(arguments: [
    (HTTPError.unreachable(host: host, .unknownHost), TimelineError.offline(host: host, .unknownHost)),
    (.unreachable(host: host, .refused), .offline(host: host, .refused)),
    (.unreachable(host: host, .noRoute), .offline(host: host, .noRoute)),
    (.unreachable(host: host, .cut), .offline(host: host, .cut)),
    (.unreachable(host: host, .handshakeFailed), .offline(host: host, .cut)),
    (.unreachable(host: host, .proxy), .offline(host: host, .proxy)),
    (.unreachable(host: host, .noTLS), .offline(host: host, .noTLS)),
    (.unreachable(host: host, .offlineMode), .offline(host: host, .offlineMode)),
    (.timedOut(host: host, seconds: 30), .timedOut(host: host, seconds: 30)),
    (.notConnected(host: host, seconds: 10), .timedOut(host: host, seconds: 10)),
    (.untrusted(host: host, reason: "it has expired"), .untrustedHost(host: host, reason: "it has expired")),
    (.badRedirect(host: host), .webPage(host: host, title: "")),
    (
      .tooLarge(host: host, limit: 16 << 20),
      .requestFailed(host: host, reason: "The response is larger than 16 MiB.")
    ),
    (.malformed(host: host, reason: "no HTTP"), .requestFailed(host: host, reason: "no HTTP")),
    (.noTransport(reason: "Tern needs libcurl."), .requestFailed(host: host, reason: "Tern needs libcurl.")),
    (.cancelled, .cancelled),
  ])
  func `transport errors are converted`(error: HTTPError, expected: TimelineError) async throws {
    #expect(try await failure(.failure(error)) == expected)
  }

  @Test(arguments: [
    (401, "", TimelineError.sessionExpired(handle: "ada@timeline.example", host: host)),
    (401, #"{"error": "The access token was revoked"}"#, .sessionExpired(handle: "ada@timeline.example", host: host)),
    (
      403, #"{"error": "This action is outside the authorized scopes"}"#,
      .refused(host: host, message: "This action is outside the authorized scopes")
    ),
    (403, "", .refused(host: host, message: "403 Forbidden")),
    (404, #"{"error": "Record not found"}"#, .unknownTimeline(name: "Home", known: [])),
    (404, "<h1>404 Not Found</h1>", .unknownTimeline(name: "Home", known: [])),
    (501, "", .unknownTimeline(name: "Home", known: [])),
    (410, #"{"error": "gone"}"#, .accountGone(host: host, message: "gone", movedTo: nil)),
    (418, #"{"error": "I'm a teapot: no user-agent"}"#, .refused(host: host, message: "I'm a teapot: no user-agent")),
    (422, #"{"error": "Validation failed"}"#, .refused(host: host, message: "Validation failed")),
    (422, "", .refused(host: host, message: "422 Unprocessable Content")),
    (400, #"{"errors": {"detail": "Bad request"}}"#, .refused(host: host, message: "Bad request")),
    (
      403, "<html><title>Sign in to\n the WiFi</title></html>", .webPage(host: host, title: "Sign in to the WiFi")
    ),
    (500, "<html><h1>Oops &amp; sorry</h1></html>", .webPage(host: host, title: "Oops & sorry")),
    (500, #"{"error": "broken"}"#, .serverError(host: host, message: "broken")),
    (502, "<html><title>502 Bad Gateway</title></html>", .serverError(host: host, message: "502 Bad Gateway")),
    (504, "", .serverError(host: host, message: "504 Gateway Timeout")),
    (522, "", .serverError(host: host, message: "Status 522")),
    (503, "<title>Down for Maintenance</title>", .maintenance(host: host, until: nil)),
    (503, #"{"error": "busy"}"#, .serverError(host: host, message: "busy")),
    (302, "", .webPage(host: host, title: "")),
    (200, "<!DOCTYPE html><title>Portal</title>", .webPage(host: host, title: "Portal")),
    (
      200, #"[{"id": "1", ]"#,
      .requestFailed(
        host: host, reason: "The response is invalid: expected a key in quotes in line 1, column 14.")
    ),
    (200, "", .requestFailed(host: host, reason: "The response is invalid: expected content.")),
  ])
  func `error responses are converted`(status: Int, body: String, expected: TimelineError) async throws {
    let response = body.hasPrefix("<") ? ScriptedResponse.html(body, status: status) : .json(body, status: status)
    #expect(try await failure(response) == expected)
  }

  @Test(
    arguments: [
      (["Retry-After": "120"], 120.0), (["X-RateLimit-Reset": "2026-11-20T12:05:00.123456Z"], 300.123456),
      (["X-RateLimit-Reset": "1795176060"], 60), (["X-RateLimit-Reset": "1795176060000"], 60),
      (["Retry-After": "Fri, 20 Nov 2026 12:01:30 GMT"], 90), (["Retry-After": "86400"], 3_600), ([:], 60),
    ] as [(HTTPHeaders, Double)])
  func `a rate limit is respected`(headers: HTTPHeaders, seconds: Double) async throws {
    guard case .rateLimited(Self.host, let until)? = try await failure(.status(429, headers: headers)) else {
      Issue.record("no rate limit")
      return
    }
    #expect(abs(until.timeIntervalSince(.noon) - seconds) < 0.001)
  }

  @Test func `status 503 with a date means maintenance`() async throws {
    let error = try await failure(.json("{}", status: 503, headers: ["Retry-After": "30"]))
    #expect(error == .maintenance(host: Self.host, until: .noon.addingTimeInterval(30)))
  }

  @Test func `messages have no control characters`() async throws {
    let error = try await failure(.json(#"{"error": "\u001b[2Jgone"}"#, status: 403))
    #expect(error == .refused(host: Self.host, message: "\u{1B}[2Jgone".escapingControls))
    let page = try await failure(.html("<title>\u{1B}[2Jx</title>"))
    #expect(page == .webPage(host: Self.host, title: "\u{1B}[2Jx".escapingControls))
  }

  @Test func `long messages are truncated`() async throws {
    let words = String(repeating: "x", count: 5_000)
    guard case .refused(_, let message)? = try await failure(.json(#"{"error": "\#(words)"}"#, status: 403)) else {
      Issue.record("no refusal")
      return
    }
    #expect(message.count == 300)
  }

  @Test func `rate limits without a date back off from one to fifteen minutes`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, Self.home, response: .status(429))
    var pauses: [Double] = []
    for _ in 0..<6 {
      let error = await MastodonTests.failure { () throws(TimelineError) in
        try await harness.timelines.page(of: .home, at: .newest, limit: 20)
      }
      guard case .rateLimited(_, let until)? = error else {
        Issue.record("no rate limit")
        return
      }
      pauses.append(until.timeIntervalSince(harness.clock.now))
      harness.clock.advance(to: until)
    }
    #expect(pauses == [60, 120, 240, 480, 900, 900])
  }

  @Test func `there is no request before the stated date`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, Self.home, response: .status(429, headers: ["Retry-After": "100"]), .json("[]"))
    func request() async -> TimelineError? {
      await MastodonTests.failure { () throws(TimelineError) in
        try await harness.timelines.page(of: .home, at: .newest, limit: 20)
      }
    }
    _ = await request()
    harness.clock.advance(to: .noon.addingTimeInterval(99))
    #expect(await request() == .rateLimited(host: Self.host, until: .noon.addingTimeInterval(100)))
    #expect(harness.transport.requests.count == 1)
    harness.clock.advance(to: .noon.addingTimeInterval(100))
    #expect(await request() == nil)
  }

  @Test func `pages have a separate rate limit`() async throws {
    let harness = try ServerHarness()
    let spent: HTTPHeaders = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2026-11-20T12:10:00.000000Z"]
    harness.transport.on(.get, Self.home, response: .json("[]"))
    harness.transport.on(.get, Self.home, query: ["max_id": "5"], response: .json("[]", headers: spent))
    func request(_ position: RemotePosition) async -> TimelineError? {
      await MastodonTests.failure { () throws(TimelineError) in
        try await harness.timelines.page(of: .home, at: position, limit: 20)
      }
    }
    #expect(await request(.below(RemoteCursor("5"))) == nil)
    #expect(
      await request(.above(RemoteCursor("5"))) == .rateLimited(host: Self.host, until: .noon.addingTimeInterval(600)))
    #expect(await request(.newest) == nil)
  }

  @Test(arguments: [
    ("300", "100", true), ("300", "99", false), ("60", "20", true), ("60", "19", false), ("", "0", false),
  ])
  func `optional requests are skipped when few remain`(
    limit: String, remaining: String, hasSpareRequests: Bool
  ) async throws {
    let harness = try ServerHarness()
    let headers: HTTPHeaders = [
      "X-RateLimit-Limit": limit, "X-RateLimit-Remaining": remaining,
      "X-RateLimit-Reset": "2026-11-20T12:05:00.000000Z",
    ]
    #expect(harness.timelines.hasSpareRequests)
    harness.transport.on(.get, Self.home, response: .json("[]", headers: headers))
    _ = try await harness.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(harness.timelines.hasSpareRequests == hasSpareRequests)
    harness.clock.advance(to: .noon.addingTimeInterval(300))
    #expect(harness.timelines.hasSpareRequests)
  }

  @Test func `concurrent requests are coalesced`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, Self.home, response: .json(list(status("1")), after: 5))
    async let first = harness.timelines.page(of: .home, at: .newest, limit: 20)
    async let second = harness.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(await harness.clock.waitForSleepers(1))
    // The second request may start a little later and joins.
    try await Task.sleep(for: .milliseconds(20))
    harness.clock.advance(to: .noon.addingTimeInterval(5))
    #expect(try await (ids(first), ids(second)) == (["1"], ["1"]))
    #expect(harness.transport.requests.count == 1)
  }

  @Test func `cancelling one caller does not affect others`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, Self.home, response: .json(list(status("1")), after: 5))
    let timelines = harness.timelines
    let withMinimumRetryDelay = Task { try await timelines.page(of: .home, at: .newest, limit: 20) }
    #expect(await harness.clock.waitForSleepers(1))
    let hasty = Task {
      await MastodonTests.failure { () throws(TimelineError) in
        try await timelines.page(of: .home, at: .newest, limit: 20)
      }
    }
    try await Task.sleep(for: .milliseconds(20))
    hasty.cancel()
    #expect(await hasty.value == .cancelled)
    harness.clock.advance(to: .noon.addingTimeInterval(5))
    #expect(try await ids(withMinimumRetryDelay.value) == ["1"])
  }

  @Test func `a request without callers is cancelled`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, Self.home, response: .silence)
    let timelines = harness.timelines
    let asking = Task {
      await MastodonTests.failure { () throws(TimelineError) in
        try await timelines.page(of: .home, at: .newest, limit: 20)
      }
    }
    #expect(await harness.clock.waitForSleepers(1))
    asking.cancel()
    #expect(await asking.value == .cancelled)
    for _ in 0..<1_000 where harness.clock.sleeperCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(harness.clock.sleeperCount == 0)
  }
}
