import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Scheduled posts of a server.
struct ScheduledPostTests {
  private static let host = "timeline.example"
  private static let list = "/api/v1/scheduled_statuses"
  private static let post = ScheduledPostID("9")
  private static let gone = ScriptedResponse.json(#"{"error": "Record not found"}"#, status: 404)
  private static let notFound = ScriptedResponse.json(#"{"error": "Not Found"}"#, status: 404)

  private static func scheduled(_ id: String, at time: String, _ params: String = #""text": "later""#) -> String {
    #"{"id": "\#(id)", "scheduled_at": "\#(time)", "params": {\#(params)}, "media_attachments": []}"#
  }

  private let harness: ServerHarness
  private let posts: MastodonScheduledPosts

  init() throws {
    harness = try ServerHarness()
    posts = MastodonScheduledPosts(client: harness.client)
  }

  private func failure<Value: Sendable>(
    _ request: () async throws(TimelineError) -> Value
  ) async -> TimelineError? {
    await MastodonTests.failure(request)
  }

  // MARK: - The list

  @Test func `everything of a scheduled post is read`() async throws {
    harness.transport.on(
      .get, Self.list,
      response: .json(
        #"""
        [{"id": "9", "scheduled_at": "2026-12-01T09:00:00.000Z",
          "params": {"text": "Good\nmorning", "spoiler_text": "tea", "visibility": "private", "sensitive": true,
                     "language": "pt-BR", "in_reply_to_id": 7, "media_ids": ["31"], "quote_approval_policy": 262144,
                     "poll": {"options": ["black", "green"], "expires_in": "3600", "multiple": true,
                              "hide_totals": true}},
          "media_attachments": [{"id": "31", "type": "image", "description": "a cup"}]}]
        """#))
    let found = try await posts.scheduledPosts()
    let expected = ScheduledPost(
      id: Self.post, publishAt: try #require(ISO8601DateFormatter().date(from: "2026-12-01T09:00:00Z")),
      source: PostSource(
        text: "Good\nmorning", warning: "tea",
        media: [DraftMedia(path: "", description: "a cup", remoteID: "31", uploadedDescription: "a cup")],
        poll: DraftPoll(options: ["black", "green"], duration: 3_600, allowsMultiple: true, hidesTotals: true),
        visibility: .followers, quotePolicy: .followers, language: "pt-BR", isSensitive: true),
      replyTo: PostID("7"))
    #expect(found == [expected])
    let draft = expected.draft(by: .mastodon("ada@timeline.example"), at: .noon)
    #expect(draft.quotePolicy == .followers && draft.poll?.hidesTotals == true)
    #expect(ScheduledPost(id: Self.post, publishAt: expected.publishAt, draft: draft).source == expected.source)
  }

  @Test func `the next post to be published comes first, and unreadable ones are left out`() async throws {
    harness.transport.on(
      .get, Self.list,
      response: .json(
        """
        [\(Self.scheduled("3", at: "2026-12-03T09:00:00Z")), {"id": "8"}, 5,
         \(Self.scheduled("2", at: "2026-12-02T09:00:00Z", #""status": "of a fork", "media_ids": ["4"]"#)),
         \(Self.scheduled("1", at: "2026-12-01T09:00:00Z", ""))]
        """))
    let found = try await posts.scheduledPosts()
    #expect(found.map(\.id.rawValue) == ["1", "2", "3"])
    #expect(found.map(\.source.text) == ["", "of a fork", "later"])
    #expect(found[1].source.media == [DraftMedia(path: "", remoteID: "4")])
  }

  @Test func `all pages are loaded`() async throws {
    let first = (0..<40).map { Self.scheduled("\(100 - $0)", at: "2026-12-01T09:00:00Z") }
    harness.transport.on(.get, Self.list, response: .json("[\(first.joined(separator: ","))]"))
    harness.transport.on(
      .get, Self.list, query: ["max_id": "61"],
      response: .json("[\(Self.scheduled("60", at: "2026-12-01T09:00:00Z"))]"))
    #expect(try await posts.scheduledPosts().count == 41)
    #expect(harness.asked == [Self.list + "?limit=40", Self.list + "?limit=40&max_id=61"])
  }

  @Test func `a server that repeats its first page is not asked forever`() async throws {
    let first = (0..<40).map { Self.scheduled("\(100 - $0)", at: "2026-12-01T09:00:00Z") }
    harness.transport.on(.get, Self.list, response: .json("[\(first.joined(separator: ","))]"))
    #expect(try await posts.scheduledPosts().count == 40)
    #expect(harness.asked.count == 2)
  }

  @Test(arguments: [404, 405, 501]) func `a server without the list is not asked again`(status: Int) async {
    harness.transport.on(.get, Self.list, response: .json(#"{"error": "no"}"#, status: status))
    for _ in 0..<2 {
      #expect(
        await failure { () throws(TimelineError) in try await posts.scheduledPosts() } == .unsupported(host: Self.host))
    }
    #expect(harness.asked.count == 1)
  }

  @Test(arguments: [
    (ScriptedResponse.status(401), TimelineError.sessionExpired(handle: "ada@timeline.example", host: host)),
    (.status(429, headers: ["Retry-After": "60"]), .rateLimited(host: host, until: .noon.addingTimeInterval(60))),
    (.json(#"{"error": "no scope"}"#, status: 403), .refused(host: host, message: "no scope")),
    (.failure(.unreachable(host: host, .cut)), .offline(host: host, .cut)),
  ])
  func `a failure is converted`(response: ScriptedResponse, expected: TimelineError) async {
    harness.transport.on(.get, Self.list, response: response)
    harness.transport.on(.put, Self.list + "/9", response: response)
    harness.transport.on(.delete, Self.list + "/9", response: response)
    #expect(await failure { () throws(TimelineError) in try await posts.scheduledPosts() } == expected)
    #expect(
      await failure { () throws(TimelineError) in try await posts.reschedule(Self.post, to: .noon) } == expected)
    #expect(await failure { () throws(TimelineError) in try await posts.cancelScheduledPost(Self.post) } == expected)
  }

  // MARK: - Changes

  @Test func `the time is changed with the date alone`() async throws {
    harness.transport.on(
      .put, Self.list + "/9", response: .json(Self.scheduled("9", at: "2026-12-05T09:00:00.000Z")))
    let moment = try #require(ISO8601DateFormatter().date(from: "2026-12-05T09:00:00Z"))
    let changed = try await posts.reschedule(Self.post, to: moment)
    #expect(changed?.publishAt == moment && changed?.source.text == "later")
    #expect(harness.sent == ["PUT \(Self.list)/9 scheduled_at=2026-12-05T09%3A00%3A00Z"])
  }

  @Test func `a refusal has the words of the server`() async {
    harness.transport.on(
      .put, Self.list + "/9",
      response: .json(#"{"error": "Validation failed: Scheduled at must be in the future"}"#, status: 422))
    #expect(
      await failure { () throws(TimelineError) in try await posts.reschedule(Self.post, to: .noon) }
        == .refused(host: Self.host, message: "Validation failed: Scheduled at must be in the future"))
  }

  @Test func `a post is cancelled once, also if the first response was lost`() async throws {
    harness.transport.on(
      .delete, Self.list + "/9", response: .failure(.unreachable(host: Self.host, .cut)), Self.gone)
    #expect(
      await failure { () throws(TimelineError) in try await posts.cancelScheduledPost(Self.post) }
        == .offline(host: Self.host, .cut))
    #expect(try await posts.cancelScheduledPost(Self.post) == false)
  }

  @Test func `a cancelled post is confirmed by an empty response`() async throws {
    harness.transport.on(.delete, Self.list + "/9", response: .json("{}"))
    #expect(try await posts.cancelScheduledPost(Self.post))
    #expect(harness.sent == ["DELETE \(Self.list)/9"])
  }

  @Test func `a missing post is nil if the server names it or no longer lists it`() async throws {
    for response in [Self.gone, Self.notFound] {
      harness.transport.on(.put, Self.list + "/9", response: response)
      harness.transport.on(.get, Self.list, response: .json("[]"))
      #expect(try await posts.reschedule(Self.post, to: .noon) == nil)
    }
  }

  @Test func `a post that is still listed means that the server cannot change it`() async {
    harness.transport.on(.put, Self.list + "/9", response: Self.notFound)
    harness.transport.on(.delete, Self.list + "/9", response: .status(405))
    harness.transport.on(.get, Self.list, response: .json("[\(Self.scheduled("9", at: "2026-12-01T09:00:00Z"))]"))
    let unsupported = TimelineError.unsupported(host: Self.host)
    #expect(
      await failure { () throws(TimelineError) in try await posts.reschedule(Self.post, to: .noon) } == unsupported)
    #expect(
      await failure { () throws(TimelineError) in try await posts.cancelScheduledPost(Self.post) } == unsupported)
  }

  @Test func `the action that cancels a replaced post is complete if the post is gone`() async throws {
    harness.transport.on(.delete, Self.list + "/9", response: .json("{}"), Self.gone)
    for _ in 0..<2 { #expect(try await harness.actions.perform(.cancelScheduled(Self.post)) == .done) }
  }

  @Test func `a changed version has everything of the scheduled post`() async throws {
    let original = ScheduledPost(
      id: Self.post, publishAt: .noon.addingTimeInterval(86_400),
      source: PostSource(
        text: "later", warning: "tea", media: [DraftMedia(path: "", remoteID: "31")], visibility: .followers,
        language: "en"),
      replyTo: PostID("7"))
    harness.transport.on(
      .post, "/api/v1/statuses", response: .json(Self.scheduled("10", at: "2026-11-21T12:00:00.000Z")))
    let draft = original.draft(by: .mastodon("ada@timeline.example"), at: .noon)
    #expect(draft.replaces == Self.post)
    let published = try await harness.publishing.publish(draft, key: "k")
    #expect(published == .scheduled(at: .noon.addingTimeInterval(86_400)))
    let body = try #require(harness.sent.first)
    for part in [
      #""in_reply_to_id":"7""#, #""language":"en""#, #""media_ids":["31"]"#, #""spoiler_text":"tea""#,
      #""visibility":"private""#, #""status":"later""#, #""scheduled_at":"2026-11-21T12:00:00Z""#,
    ] {
      #expect(body.contains(part))
    }
  }
}
