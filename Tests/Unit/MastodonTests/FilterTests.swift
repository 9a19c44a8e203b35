import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

struct FilterTests {
  private func page(_ statuses: String...) async throws -> RemotePage {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json("[\(statuses.joined(separator: ", "))]"))
    return try await harness.timelines.page(of: .home, at: .newest, limit: 20)
  }

  private func filter(_ action: String, _ context: String = #"["home"]"#, _ more: String = "") -> String {
    #""filtered": [{"filter": {"title": "Spoilers", "context": \#(context), "filter_action": "\#(action)"\#(more)}}]"#
  }

  @Test func `hidden posts are marked`() async throws {
    let page = try await page(status("2", filter("hide")), status("1"))
    #expect(page.entries.map(\.post.filterVerdict) == [.hide(title: "Spoilers"), nil])
    #expect(page.skipped == 0 && !page.hasOmissions)
    #expect(page.older == RemoteCursor("1"))
  }

  @Test(arguments: ["warn", "something new"])
  func `posts with a warning are folded`(action: String) async throws {
    let post = try await page(status("2", filter(action))).entries.first?.post
    #expect(post?.fold == "Filtered: Spoilers" && post?.warning == nil)
  }

  @Test func `the filter's name comes before the author's warning`() async throws {
    let post = try await page(status("2", filter("warn") + #", "spoiler_text": "eyes""#)).entries.first?.post
    #expect(post?.fold == "Filtered: Spoilers · Warning: eyes")
  }

  @Test func `a filter applies in its contexts until it expires`() async throws {
    let elsewhere = status("2", filter("hide", #"["thread", "public"]"#))
    let over = status("3", filter("hide", #"["home"]"#, #", "expires_at": "2026-11-20T11:59:59Z""#))
    let held = status("4", filter("hide", #"["home"]"#, #", "expires_at": "2026-11-20T12:00:01Z""#))
    #expect(try await page(elsewhere, over, held).entries.map(\.post.isHiddenByFilter) == [false, false, true])
  }

  @Test func `a repost is filtered by its original`() async throws {
    let boost = #"{"id": "9", "account": {"acct": "alan"}, "reblog": \#(status("2", filter("hide")))}"#
    #expect(try await page(boost).entries.first?.post.isHiddenByFilter == true)
  }

  @Test func `sensitive media get a default warning`() async throws {
    let media = #""sensitive": true, "media_attachments": [{"type": "image", "url": "https://m.example/1"}]"#
    let page = try await page(
      status("3", media), status("2", #""sensitive": true, "media_attachments": []"#),
      status("1", media + #", "spoiler_text": "lunch""#))
    #expect(page.entries.map(\.post.warning) == ["sensitive media", nil, "lunch"])
  }

  private func quoting(_ quote: String) -> String { status("9", #""quote": \#(quote)"#) }

  @Test func `a filtered quote is folded`() async throws {
    for action in ["hide", "warn"] {
      let quoted = status("2", filter(action))
      let accepted = #"{"state": "accepted", "quoted_status": \#(quoted)}"#
      let boost = #"{"id": "10", "account": {"acct": "alan"}, "reblog": \#(quoting(accepted))}"#
      for entry in try await page(quoting(accepted), quoting(quoted), boost).entries {
        #expect(entry.post.filterVerdict == nil && entry.post.quoteFilter == "Spoilers")
      }
    }
    let elsewhere = #"{"state": "accepted", "quoted_status": \#(status("2", filter("hide", #"["thread"]"#)))}"#
    #expect(try await page(quoting(elsewhere)).entries.first?.post.quoteFilter == nil)
  }

  @Test func `search results are folded, never hidden`() async throws {
    let harness = try ServerHarness()
    let found = status("2", filter("hide", #"["thread"]"#))
    harness.transport.on(
      .get, "/api/v2/search", response: .json(#"{"statuses": [\#(found)], "accounts": [], "hashtags": []}"#))
    let post = try await harness.timelines.matches(of: "tea", .fresh).posts.first
    #expect(post?.filterVerdict == .fold(title: "Spoilers"))
    let page = try await harness.timelines.page(of: TimelineQuery(.search("tea")), at: .newest, limit: 20)
    #expect(page.entries.first?.post.filterVerdict == .fold(title: "Spoilers"))
  }

  @Test func `quotes in a thread are folded`() async throws {
    let harness = try ServerHarness()
    let quoted = #"{"state": "accepted", "quoted_status": \#(status("5", filter("hide", #"["thread"]"#)))}"#
    let answer = status("2", #""in_reply_to_id": "1", "quote": \#(quoted)"#)
    harness.transport.on(.get, "/api/v1/statuses/1", response: .json(status("1", #""quote": \#(quoted)"#)))
    harness.transport.on(
      .get, "/api/v1/statuses/1/context", response: .json(#"{"ancestors": [], "descendants": [\#(answer)]}"#))
    let thread = try await harness.timelines.thread(of: PostID("1"))
    #expect(thread.posts.map(\.quoteFilter) == ["Spoilers", "Spoilers"])
  }

  @Test func `hidden notifications are marked, also in a stream`() async throws {
    let harness = try ServerHarness()
    let told =
      #"{"id": "5", "type": "mention", "account": {"id": "7", "acct": "grace"}, "status": "#
      + status("2", filter("hide", #"["notifications"]"#)) + "}"
    guard
      case .inserted(let entry, .notifications)? = harness.timelines.event(
        ServerSentEvent(name: "notification", data: told))
    else {
      Issue.record("Nothing was reported.")
      return
    }
    #expect(entry.post.isHiddenByFilter)
  }

  @Test func `filters are loaded by version 2, otherwise 1`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v2/filters", response: .status(404))
    harness.transport.on(
      .get, "/api/v1/filters",
      response: .json(
        """
        [{"id": "1", "phrase": "cat", "context": ["home", "other"], "whole_word": true, "irreversible": true,
          "expires_at": "2026-11-20T13:00:00.000Z"}, {"id": "2", "phrase": "dog", "context": ["thread"]}, null, {"id": 3}]
        """))
    let cat = ContentFilter(
      title: "cat", keywords: [.init("cat", isWholeWord: true)], contexts: [.home],
      expiresAt: .noon.addingTimeInterval(3_600), hides: true)
    let dog = ContentFilter(title: "dog", keywords: [.init("dog")], contexts: [.thread])
    #expect(try await harness.timelines.filters() == [cat, dog])
    #expect(try await harness.timelines.filters() == [cat, dog])
    // An unsupported endpoint is not requested again that day.
    #expect(harness.asked.count { $0.hasPrefix("/api/v2/filters") } == 1)
    let newer = try ServerHarness()
    newer.transport.on(
      .get, "/api/v2/filters",
      response: .json(
        """
        [{"id": "1", "title": "Spoilers", "context": ["home"], "filter_action": "hide", "expires_at": null,
          "keywords": [{"keyword": "ending", "whole_word": false}], "statuses": [{"id": "1", "status_id": "55"}]}]
        """))
    #expect(
      try await newer.timelines.filters() == [
        ContentFilter(
          title: "Spoilers", keywords: [.init("ending")], posts: [PostID("55")], contexts: [.home], hides: true)
      ])
    let none = try ServerHarness()
    none.transport.on(.get, "/api/v2/filters", response: .status(404))
    none.transport.on(.get, "/api/v1/filters", response: .status(404))
    #expect(try await none.timelines.filters() == nil)
  }

  @Test func `own posts are not filtered, whatever the server says`() async throws {
    let harness = try ServerHarness(account: .mastodon("ada@timeline.example"))
    let own = status("5", filter("hide", #"["home", "thread", "notifications", "account"]"#), by: "ada")
    let liked = #"{"id": "71", "type": "favourite", "account": {"id": "8", "acct": "bob"}, "status": \#(own)}"#
    let quoting = status("6", #""quote": {"state": "accepted", "quoted_status": \#(own)}"#)
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json("[\(quoting), \(own)]"))
    harness.transport.on(.get, "/api/v1/accounts/1/statuses", response: .json("[\(own)]"))
    harness.transport.on(.get, "/api/v1/statuses/4", response: .json(status("4")))
    harness.transport.on(
      .get, "/api/v1/statuses/4/context", response: .json(#"{"ancestors": [], "descendants": [\#(own)]}"#))
    let home = try await harness.timelines.page(of: .home, at: .newest, limit: 20).entries.map(\.post)
    #expect(home.map(\.filterVerdict) == [nil, nil] && home.map(\.quoteFilter) == [nil, nil])
    let profile = try await harness.timelines.page(of: TimelineQuery(.profile("1")), at: .newest, limit: 20)
    #expect(profile.entries.map(\.post.filterVerdict) == [nil])
    #expect(try await harness.timelines.thread(of: PostID("4")).posts.map(\.id.rawValue) == ["4", "5"])
    for (name, data) in [("update", own), ("notification", liked)] {
      let message = ServerSentEvent(name: name, data: data.split(whereSeparator: \.isNewline).joined(separator: " "))
      guard case .inserted(let entry, _)? = harness.timelines.event(message) else {
        Issue.record("no event")
        continue
      }
      #expect(entry.post.id == PostID("5") && entry.post.filterVerdict == nil)
    }
  }
}
