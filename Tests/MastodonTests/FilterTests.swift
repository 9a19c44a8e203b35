import Domain
import Foundation
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

struct FilterTests {
  private func page(_ statuses: String...) async throws -> RemotePage {
    let stage = try Stage()
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .json("[\(statuses.joined(separator: ", "))]"))
    return try await stage.timelines.page(of: .home, at: .newest, limit: 20)
  }

  private func filter(_ action: String, _ context: String = #"["home"]"#, _ more: String = "") -> String {
    #""filtered": [{"filter": {"title": "Spoilers", "context": \#(context), "filter_action": "\#(action)"\#(more)}}]"#
  }

  @Test func `what a filter hides is left out, and is no damage`() async throws {
    let page = try await page(status("2", filter("hide")), status("1"))
    #expect(ids(page) == ["1"])
    #expect(page.skipped == 0)
    #expect(page.older == RemoteCursor("1"))
  }

  @Test(arguments: ["warn", "something new"])
  func `what a filter warns of is folded by its title`(action: String) async throws {
    let post = try await page(status("2", filter(action))).entries.first?.post
    #expect(post?.fold == "Filtered: Spoilers" && post?.warning == nil)
  }

  @Test func `the author's own warning stays`() async throws {
    let post = try await page(status("2", filter("warn") + #", "spoiler_text": "eyes""#)).entries.first?.post
    #expect(post?.fold == "Warning: eyes")
  }

  @Test func `a filter holds but where and for how long it is meant to`() async throws {
    let elsewhere = status("2", filter("hide", #"["thread", "public"]"#))
    let over = status("3", filter("hide", #"["home"]"#, #", "expires_at": "2026-11-20T11:59:59Z""#))
    let held = status("4", filter("hide", #"["home"]"#, #", "expires_at": "2026-11-20T12:00:01Z""#))
    #expect(try await ids(page(elsewhere, over, held)) == ["2", "3"])
  }

  @Test func `a repost is filtered by what it passes on`() async throws {
    let boost = #"{"id": "9", "account": {"acct": "alan"}, "reblog": \#(status("2", filter("hide")))}"#
    #expect(try await page(boost).entries.isEmpty)
  }

  @Test func `sensitive media without a word are warned of`() async throws {
    let media = #""sensitive": true, "media_attachments": [{"type": "image", "url": "https://m.example/1"}]"#
    let page = try await page(
      status("3", media), status("2", #""sensitive": true, "media_attachments": []"#),
      status("1", media + #", "spoiler_text": "lunch""#))
    #expect(page.entries.map(\.post.warning) == ["sensitive media", nil, "lunch"])
  }
}
