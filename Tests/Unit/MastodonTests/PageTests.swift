import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

struct PageTests {
  @Test(arguments: [
    (TimelineID.home, "/api/v1/timelines/home?limit=20"), (.local, "/api/v1/timelines/public?local=true&limit=20"),
    (.federated, "/api/v1/timelines/public?limit=20"), (.notifications, "/api/v2/notifications?limit=20"),
    (.conversations, "/api/v1/conversations?limit=20"),
    (.favourites, "/api/v1/favourites?limit=20"), (.bookmarks, "/api/v1/bookmarks?limit=20"),
    (.list("12"), "/api/v1/timelines/list/12?limit=20"),
    (.tag("日本"), "/api/v1/timelines/tag/%E6%97%A5%E6%9C%AC?limit=20"),
    (
      .tag("loom weave +spring -ads"),
      "/api/v1/timelines/tag/loom?any%5B%5D=weave&all%5B%5D=spring&none%5B%5D=ads&limit=20"
    ),
    (.list("../../v1/x"), "/api/v1/timelines/list/..%2F..%2Fv1%2Fx?limit=20"),
    (.profile("7"), "/api/v1/accounts/7/statuses?exclude_replies=true&limit=20"),
    (.search("a b"), "/api/v2/search?q=a%20b&type=statuses&limit=20"),
  ])
  func `each timeline has its endpoint`(timeline: TimelineID, address: String) async throws {
    let harness = try ServerHarness()
    _ = try? await harness.timelines.page(of: TimelineQuery(timeline), at: .newest, limit: 20)
    #expect(harness.asked.first == address)
    #expect(harness.transport.requests.first?.token == ServerHarness.token)
  }

  @Test(arguments: [
    (TimelineID.local, "/api/v1/timelines/public?local=true&only_media=true&limit=20"),
    (.federated, "/api/v1/timelines/public?only_media=true&limit=20"),
    (.tag("sea"), "/api/v1/timelines/tag/sea?only_media=true&limit=20"),
  ])
  func `a server is asked for posts with media only`(timeline: TimelineID, address: String) async throws {
    let harness = try ServerHarness()
    let query = TimelineQuery(timeline, TimelineOptions(hidden: [.withoutMedia]).parameters(of: timeline))
    _ = try? await harness.timelines.page(of: query, at: .newest, limit: 20)
    #expect(harness.asked.first == address)
  }

  @Test func `a file timeline is unknown without a request`() async throws {
    let harness = try ServerHarness()
    let error = await failure { () throws(TimelineError) in
      try await harness.timelines.page(of: TimelineQuery(.named("Likes")), at: .newest, limit: 20)
    }
    #expect(error == .unknownTimeline(name: "Likes", known: []))
    #expect(harness.asked.isEmpty)
  }

  @Test func `older pages follow the server's link`() async throws {
    let harness = try ServerHarness(account: .mastodon("ada@timeline.example"))
    let boost =
      #"{"id": "90", "created_at": "2026-11-20T11:30:00Z", "account": {"acct": "alan"}, "reblog": \#(status("3"))}"#
    let link =
      "<https://timeline.example/api/v1/timelines/home?limit=2&max_id=88>; rel=\"next\", "
      + "<https://timeline.example/api/v1/timelines/home?limit=2&min_id=90>; rel=\"prev\""
    harness.transport.on(
      .get, "/api/v1/timelines/home", response: .json(list(boost, status("89")), headers: ["Link": link]))
    let page = try await harness.timelines.page(of: .home, at: .newest, limit: 2)
    #expect(page.entries.map(\.cursor) == [RemoteCursor("90"), RemoteCursor("89")])
    #expect(ids(page) == ["3", "89"])
    #expect(page.entries.first?.post.repost?.by?.handle == "alan@timeline.example")
    #expect(page.entries.first?.post.ref.account == .mastodon("ada@timeline.example"))
    #expect(page.older == RemoteCursor("88"))
    #expect(page.canFill)
    _ = try await harness.timelines.page(of: .home, at: .below(RemoteCursor("88")), limit: 2)
    #expect(harness.asked.last == "/api/v1/timelines/home?limit=2&max_id=88")
  }

  @Test func `newer pages use min_id and exclude the entry`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, "/api/v1/timelines/home", query: ["min_id": "5"],
      response: .json(list(status("7"), status("6"), status("5")))
    )
    let page = try await harness.timelines.page(of: .home, at: .above(RemoteCursor("5")), limit: 20)
    #expect(ids(page) == ["7", "6"])
    #expect(page.older == RemoteCursor("5"))
  }

  @Test func `a page without a link to older ones is the last`() async throws {
    let harness = try ServerHarness()
    let link = "<https://timeline.example/api/v1/timelines/home?min_id=9>; rel=\"prev\""
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json(list(status("9")), headers: ["Link": link]))
    #expect(try await harness.timelines.page(of: .home, at: .newest, limit: 20).older == nil)
  }

  @Test func `without links the last ID is the cursor`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json(list(status("9"), status("8"))))
    harness.transport.on(.get, "/api/v1/timelines/home", query: ["max_id": "8"], response: .json(list(status("8"))))
    #expect(try await harness.timelines.page(of: .home, at: .newest, limit: 20).older == RemoteCursor("8"))
    let last = try await harness.timelines.page(of: .home, at: .below(RemoteCursor("8")), limit: 20)
    #expect(last.entries.isEmpty)
    #expect(last.older == nil)
  }

  @Test func `favourites are paged by links and cannot be filled`() async throws {
    let harness = try ServerHarness()
    let link = "<https://timeline.example/api/v1/favourites?limit=2&max_id=4711>; rel=\"next\""
    harness.transport.on(.get, "/api/v1/favourites", response: .json(list(status("9")), headers: ["Link": link]))
    harness.transport.on(.get, "/api/v1/favourites", query: ["max_id": "4711"], response: .json(list(status("2"))))
    let page = try await harness.timelines.page(of: TimelineQuery(.favourites), at: .newest, limit: 2)
    #expect(page.older == RemoteCursor("4711"))
    #expect(!page.canFill)
    let older = try await harness.timelines.page(
      of: TimelineQuery(.favourites), at: .below(RemoteCursor("4711")), limit: 2)
    #expect(ids(older) == ["2"])
    #expect(older.older == nil)
    let above = try await harness.timelines.page(
      of: TimelineQuery(.favourites), at: .above(RemoteCursor("9")), limit: 2)
    #expect(above == RemotePage(canFill: false))
    #expect(harness.asked.count == 2)
  }

  @Test func `other cursors are used as given, on the same timeline`() async throws {
    let harness = try ServerHarness()
    let link = "<https://evil.example/elsewhere?offset=20&limit=2>; rel=\"next\""
    harness.transport.on(.get, "/api/v1/bookmarks", response: .json(list(status("9")), headers: ["Link": link]))
    let older = try #require(
      try await harness.timelines.page(of: TimelineQuery(.bookmarks), at: .newest, limit: 2).older)
    _ = try await harness.timelines.page(of: TimelineQuery(.bookmarks), at: .below(older), limit: 2)
    let last = try #require(harness.transport.requests.last)
    #expect(last.url.host == "timeline.example")
    #expect(last.url.path == "/api/v1/bookmarks")
    #expect(last.url.query.contains { $0.name == "offset" && $0.value == "20" })
  }

  @Test func `a regenerating Home is marked`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/timelines/home", response: .json(list(status("1")), status: 206))
    let page = try await harness.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(page.isRegenerating)
    #expect(ids(page) == ["1"])
  }

  @Test func `unreadable posts are counted`() async throws {
    let harness = try ServerHarness()
    let nothing = [#""a string""#, "7", "null", #"{"content": "no id"}"#, "[]"].joined(separator: ", ")
    harness.transport.on(
      .get, "/api/v1/timelines/home", response: .json("[\(nothing), \(status("1")), \(status("1"))]"))
    let page = try await harness.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(ids(page) == ["1"])
    #expect(page.skipped == 5)
  }

  @Test func `a deleted list is unknown`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, "/api/v1/timelines/list/3", response: .json(#"{"error": "Record not found"}"#, status: 404))
    let error = await failure { () throws(TimelineError) in
      try await harness.timelines.page(of: TimelineQuery(.list("3")), at: .newest, limit: 20)
    }
    #expect(error == .unknownTimeline(name: "3", known: []))
  }

  @Test func `search results are paged by offset`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v2/search", response: .json(#"{"statuses": \#(list(status("1"), status("2")))}"#))
    let page = try await harness.timelines.page(of: TimelineQuery(.search("tern")), at: .newest, limit: 2)
    let older = try #require(page.older)
    _ = try await harness.timelines.page(of: TimelineQuery(.search("tern")), at: .below(older), limit: 2)
    #expect(harness.transport.requests.last?.url.query.contains { $0.name == "offset" && $0.value == "2" } == true)
  }
}
