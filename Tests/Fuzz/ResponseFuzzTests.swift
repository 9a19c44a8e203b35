import Domain
import Formats
import Foundation
import Fuzzing
import Network
import NetworkSupport
import Runtime
import TestSupport
import Testing

@testable import Mastodon

/// Damaged responses of servers yield valid posts or a clear error.
struct ResponseFuzzTests {
  private enum Question: CaseIterable {
    case home, notifications, groupedNotifications, overview, thread, stream

    var fixture: String {
      switch self {
      case .home: "[\(ResponseFuzzTests.status), \(ResponseFuzzTests.repost)]"
      case .notifications:
        """
        [{"id": "31", "type": "favourite", "created_at": "2026-11-20T11:59:00Z", "account": \(ResponseFuzzTests.account),
          "status": \(ResponseFuzzTests.status)},
         {"id": "30", "type": "follow", "created_at": "2026-11-20T11:58:00Z", "account": \(ResponseFuzzTests.account)}]
        """
      case .groupedNotifications:
        """
        {"accounts": [\(ResponseFuzzTests.account)], "statuses": [\(ResponseFuzzTests.status)], "notification_groups": [
         {"group_key": "favourite-5-1", "notifications_count": 12, "type": "favourite",
          "most_recent_notification_id": 34, "page_min_id": "20", "page_max_id": "34",
          "latest_page_notification_at": "2026-11-20T11:59:00Z", "sample_account_ids": ["7", "8"], "status_id": "5"},
         {"group_key": "ungrouped-33", "notifications_count": 1, "type": "severed_relationships",
          "most_recent_notification_id": "33", "sample_account_ids": [], "status_id": null,
          "event": {"type": "domain_block", "target_name": "spam.example"}}]}
        """
      case .overview:
        """
        {"domain": "timeline.example", "title": "Timelines", "version": "4.6.0", "api_versions": {"mastodon": 10},
         "configuration": {"urls": {"streaming": "wss://timeline.example"},
          "statuses": {"max_characters": 500, "characters_reserved_per_url": 23},
          "timelines_access": {"live_feeds": {"local": "public", "remote": "authenticated"}}}}
        """
      case .thread: #"{"ancestors": [\#(ResponseFuzzTests.repost)], "descendants": [\#(ResponseFuzzTests.reply)]}"#
      case .stream:
        """
        :connected
        event: update
        data: \(ResponseFuzzTests.status.split(whereSeparator: \.isNewline).joined(separator: " "))

        event: delete
        data: 5

        retry: 3000


        """
      }
    }
  }

  private static let account = """
    {"id": "7", "acct": "grace", "username": "grace", "display_name": "Grace :moth:", "note": "<p>Moths</p>",
     "url": "https://timeline.example/@grace", "bot": false, "locked": true,
     "emojis": [{"shortcode": "moth", "url": "https://timeline.example/moth.png"}]}
    """
  private static let status = """
    {"id": "5", "created_at": "2026-11-20T11:00:00.000Z", "edited_at": "2026-11-20T11:10:00.000Z",
     "content": "<p>Found a <a href=\\"https://timeline.example/moth\\">moth</a> &amp; kept it</p>",
     "spoiler_text": "Insects", "sensitive": true, "visibility": "unlisted", "language": "en", "in_reply_to_id": "4",
     "in_reply_to_account_id": "7", "url": "https://timeline.example/@grace/5", "account": \(account),
     "replies_count": 1, "reblogs_count": 2, "favourites_count": 3, "application": {"name": "Relay 70"},
     "media_attachments": [{"id": "1", "type": "image", "url": "https://timeline.example/m.png", "description": "A moth"}],
     "poll": {"id": "2", "expires_at": "2026-11-21T11:00:00.000Z", "expired": false, "multiple": false,
      "votes_count": 3, "options": [{"title": "Yes", "votes_count": 2}, {"title": "No", "votes_count": 1}]},
     "card": {"url": "https://timeline.example/moth", "title": "Moths", "description": "Many"},
     "filtered": [{"filter": {"id": "1", "title": "bugs", "context": ["home"], "filter_action": "warn"}}]}
    """
  private static let repost = """
    {"id": "6", "created_at": "2026-11-20T11:30:00.000Z", "content": "", "visibility": "public", "account": \(account),
     "reblog": \(status)}
    """

  private static let reply = """
    {"id": "9", "created_at": "2026-11-20T11:40:00.000Z", "content": "<p>Which one?</p>", "visibility": "public",
     "account": \(account), "in_reply_to_id": "5", "in_reply_to_account_id": "7"}
    """

  private let clock = VirtualClock(now: .noon)

  /// A server whose responses all have one body.
  private func server(_ body: [UInt8]) throws -> (ScriptedTransport, MastodonTimelines) {
    let transport = ScriptedTransport(clock: clock)
    let answer = ScriptedResponse(headers: ["Content-Type": "application/json"], body: body)
    for path in [
      "/api/v1/timelines/home", "/api/v1/notifications", "/api/v2/notifications", "/api/v2/instance",
      "/api/v1/instance", "/api/v1/statuses/5/context", "/api/v1/lists", "/api/v1/followed_tags",
      "/api/v1/accounts/verify_credentials",
    ] {
      transport.on(.get, path, response: answer)
    }
    transport.on(.get, "/api/v1/statuses/5", response: .json(Self.status))
    let address = try #require(HTTPAddress("https://timeline.example"))
    let client = MastodonClient(
      server: address, handle: "ada@timeline.example", authorization: FixedToken(Secret("t0k3n-of-ada")),
      transport: transport, clock: clock)
    return (transport, MastodonTimelines(client: client, account: .mastodon("ada@timeline.example")))
  }

  private func posts(_ question: Question, _ body: [UInt8]) async throws -> Result<[Post], TimelineError> {
    let (transport, server) = try server(body)
    do throws(TimelineError) {
      switch question {
      case .home: return .success(try await server.page(of: .home, at: .newest, limit: 40).entries.map(\.post))
      case .notifications, .groupedNotifications:
        transport.on(
          .get, "/api/v2/instance",
          response: .json(
            #"{"domain": "timeline.example", "api_versions": {"mastodon": \#(question == .notifications ? 1 : 10)}}"#))
        return .success(try await server.page(of: .notifications, at: .newest, limit: 40).entries.map(\.post))
      case .overview:
        let overview = try await server.overview()
        return .success([Post(id: PostID("0"), text: PostText([.text(overview.timelines.map(\.title).joined())]))])
      case .thread:
        let thread = try await server.thread(of: PostID("5"))
        return .success((thread.ancestors + thread.replies.map(\.entry)).compactMap(\.shownPost))
      case .stream:
        var parser = EventStreamParser()
        var posts: [Post] = []
        // In two pieces, as from a network.
        for piece in [body.prefix(body.count / 2), body.suffix(body.count - body.count / 2)] {
          for case .event(let event) in parser.read(Array(piece)) ?? [] {
            if case .inserted(let entry, _)? = server.event(event) { posts.append(entry.post) }
          }
        }
        return .success(posts)
      }
    } catch {
      return .failure(error)
    }
  }

  private func expectHarmless(_ text: String, _ note: Comment) {
    #expect(!text.unicodeScalars.contains { $0 == "\t" || Attack.isHarmful($0) }, note)
    #expect(!text.contains("t0k3n-of-ada"), note)
  }

  @Test(arguments: [1, 2, 3])
  func `damaged responses yield posts or one clear error`(seed: UInt64) async throws {
    var (good, bad) = (0, 0)
    for question in Question.allCases {
      var mutator = Mutator(fixtures: [Array(question.fixture.utf8)], seed: seed)
      for number in 0..<150 {
        let body = mutator.next()
        let note: Comment = "seed \(seed), answer \(number) to \(question)"
        switch try await posts(question, body) {
        case .success(let posts):
          if !posts.isEmpty { good += 1 }
          #expect(Set(posts.map(\.key)).count == posts.count || question == .stream, note)
          for post in posts { expectHarmless(PostLine.json(post), note) }
        case .failure(let error):
          bad += 1
          expectHarmless("\(error)", note)
        }
      }
    }
    // Otherwise nothing was read, or nothing was damaged.
    #expect(good > 50 && bad > 50, "\(good) good and \(bad) bad answers")
  }

  @Test(arguments: Question.allCases)
  private func `undamaged responses are read`(question: Question) async throws {
    let posts = try await posts(question, Array(question.fixture.utf8)).get()
    #expect(!posts.isEmpty)
  }
}

extension PostThread.Entry {
  fileprivate var shownPost: Post? {
    if case .post(let post) = self { post } else { nil }
  }
}
