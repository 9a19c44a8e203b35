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
    (.favourites, "/api/v1/favourites?limit=20"), (.bookmarks, "/api/v1/bookmarks?limit=20"),
    (.list("12"), "/api/v1/timelines/list/12?limit=20"),
    (.tag("日本"), "/api/v1/timelines/tag/%E6%97%A5%E6%9C%AC?limit=20"),
    (.list("../../v1/x"), "/api/v1/timelines/list/..%2F..%2Fv1%2Fx?limit=20"),
    (.profile("7"), "/api/v1/accounts/7/statuses?exclude_replies=true&limit=20"),
    (.search("a b"), "/api/v2/search?q=a%20b&type=statuses&limit=20"),
  ])
  func `each timeline has its place at the server`(timeline: TimelineID, address: String) async throws {
    let stage = try ServerHarness()
    _ = try? await stage.timelines.page(of: timeline, at: .newest, limit: 20)
    #expect(stage.asked.first == address)
    #expect(stage.transport.requests.first?.token == ServerHarness.token)
  }

  @Test func `a timeline that only files have is unknown, and nobody is asked`() async throws {
    let stage = try ServerHarness()
    let error = await failure { () throws(TimelineError) in
      try await stage.timelines.page(of: .named("Likes"), at: .newest, limit: 20)
    }
    #expect(error == .unknownTimeline(name: "Likes", known: []))
    #expect(stage.asked.isEmpty)
  }

  @Test func `what is older is where the server's link leads, by the id of the entry and not of the post`() async throws
  {
    let stage = try ServerHarness(account: .mastodon("ada@timeline.example"))
    let boost =
      #"{"id": "90", "created_at": "2026-11-20T11:30:00Z", "account": {"acct": "alan"}, "reblog": \#(status("3"))}"#
    let link =
      "<https://timeline.example/api/v1/timelines/home?limit=2&max_id=88>; rel=\"next\", "
      + "<https://timeline.example/api/v1/timelines/home?limit=2&min_id=90>; rel=\"prev\""
    stage.transport.on(
      .get, "/api/v1/timelines/home", answer: .json(list(boost, status("89")), headers: ["Link": link]))
    let page = try await stage.timelines.page(of: .home, at: .newest, limit: 2)
    #expect(page.entries.map(\.cursor) == [RemoteCursor("90"), RemoteCursor("89")])
    #expect(ids(page) == ["3", "89"])
    #expect(page.entries.first?.post.repost?.by?.handle == "alan@timeline.example")
    #expect(page.entries.first?.post.ref.account == .mastodon("ada@timeline.example"))
    #expect(page.older == RemoteCursor("88"))
    #expect(page.canFill)
    _ = try await stage.timelines.page(of: .home, at: .below(RemoteCursor("88")), limit: 2)
    #expect(stage.asked.last == "/api/v1/timelines/home?limit=2&max_id=88")
  }

  @Test func `what stands above an entry is asked for by min_id, and the entry itself is left out`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(
      .get, "/api/v1/timelines/home", query: ["min_id": "5"], answer: .json(list(status("7"), status("6"), status("5")))
    )
    let page = try await stage.timelines.page(of: .home, at: .above(RemoteCursor("5")), limit: 20)
    #expect(ids(page) == ["7", "6"])
    #expect(page.older == RemoteCursor("5"))
  }

  @Test func `a page with a link up and none down is the last one`() async throws {
    let stage = try ServerHarness()
    let link = "<https://timeline.example/api/v1/timelines/home?min_id=9>; rel=\"prev\""
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .json(list(status("9")), headers: ["Link": link]))
    #expect(try await stage.timelines.page(of: .home, at: .newest, limit: 20).older == nil)
  }

  @Test func `without links the last id leads on, until nothing new comes`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .json(list(status("9"), status("8"))))
    stage.transport.on(.get, "/api/v1/timelines/home", query: ["max_id": "8"], answer: .json(list(status("8"))))
    #expect(try await stage.timelines.page(of: .home, at: .newest, limit: 20).older == RemoteCursor("8"))
    let last = try await stage.timelines.page(of: .home, at: .below(RemoteCursor("8")), limit: 20)
    #expect(last.entries.isEmpty)
    #expect(last.older == nil)
  }

  @Test func `favourites are paged by links alone, whose ids no answer shows, and cannot be filled`() async throws {
    let stage = try ServerHarness()
    let link = "<https://timeline.example/api/v1/favourites?limit=2&max_id=4711>; rel=\"next\""
    stage.transport.on(.get, "/api/v1/favourites", answer: .json(list(status("9")), headers: ["Link": link]))
    stage.transport.on(.get, "/api/v1/favourites", query: ["max_id": "4711"], answer: .json(list(status("2"))))
    let page = try await stage.timelines.page(of: .favourites, at: .newest, limit: 2)
    #expect(page.older == RemoteCursor("4711"))
    #expect(!page.canFill)
    let older = try await stage.timelines.page(of: .favourites, at: .below(RemoteCursor("4711")), limit: 2)
    #expect(ids(older) == ["2"])
    #expect(older.older == nil)
    let above = try await stage.timelines.page(of: .favourites, at: .above(RemoteCursor("9")), limit: 2)
    #expect(above == RemotePage(canFill: false))
    #expect(stage.asked.count == 2)
  }

  @Test func `a link that pages in its own way is followed as it is, on the same timeline alone`() async throws {
    let stage = try ServerHarness()
    let link = "<https://evil.example/elsewhere?offset=20&limit=2>; rel=\"next\""
    stage.transport.on(.get, "/api/v1/bookmarks", answer: .json(list(status("9")), headers: ["Link": link]))
    let older = try #require(try await stage.timelines.page(of: .bookmarks, at: .newest, limit: 2).older)
    _ = try await stage.timelines.page(of: .bookmarks, at: .below(older), limit: 2)
    let last = try #require(stage.transport.requests.last)
    #expect(last.url.host == "timeline.example")
    #expect(last.url.path == "/api/v1/bookmarks")
    #expect(last.url.query.contains { $0.name == "offset" && $0.value == "20" })
  }

  @Test func `a Home that is being put together says so`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .json(list(status("1")), status: 206))
    let page = try await stage.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(page.isRegenerating)
    #expect(ids(page) == ["1"])
  }

  @Test func `posts that cannot be read are counted, and the others stay`() async throws {
    let stage = try ServerHarness()
    let nothing = [#""a string""#, "7", "null", #"{"content": "no id"}"#, "[]"].joined(separator: ", ")
    stage.transport.on(.get, "/api/v1/timelines/home", answer: .json("[\(nothing), \(status("1")), \(status("1"))]"))
    let page = try await stage.timelines.page(of: .home, at: .newest, limit: 20)
    #expect(ids(page) == ["1"])
    #expect(page.skipped == 5)
  }

  @Test func `a list that is gone is no timeline any more`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/timelines/list/3", answer: .json(#"{"error": "Record not found"}"#, status: 404))
    let error = await failure { () throws(TimelineError) in
      try await stage.timelines.page(of: .list("3"), at: .newest, limit: 20)
    }
    #expect(error == .unknownTimeline(name: "3", known: []))
  }

  @Test func `matches go on by their number`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v2/search", answer: .json(#"{"statuses": \#(list(status("1"), status("2")))}"#))
    let page = try await stage.timelines.page(of: .search("tern"), at: .newest, limit: 2)
    let older = try #require(page.older)
    _ = try await stage.timelines.page(of: .search("tern"), at: .below(older), limit: 2)
    #expect(stage.transport.requests.last?.url.query.contains { $0.name == "offset" && $0.value == "2" } == true)
  }
}
