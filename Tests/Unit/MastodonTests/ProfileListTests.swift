import Domain
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Lists of accounts at a server.
struct ProfileListTests {
  private static let people = #"[{"id": "7", "acct": "grace"}, 5, {"id": "8", "acct": "alan@far.example"}]"#

  @Test(arguments: [
    (ProfileList.followers(of: "1"), "/api/v1/accounts/1/followers"),
    (.following(of: "1"), "/api/v1/accounts/1/following"),
    (.likes(of: PostID("9")), "/api/v1/statuses/9/favourited_by"),
    (.reposts(of: PostID("9")), "/api/v1/statuses/9/reblogged_by"), (.muted, "/api/v1/mutes"),
    (.blocked, "/api/v1/blocks"),
  ])
  func `a page has the accounts and the cursor of the next one`(list: ProfileList, path: String) async throws {
    let harness = try ServerHarness()
    let next = "<https://timeline.example\(path)?limit=40&max_id=55>; rel=\"next\""
    harness.transport.on(.get, path, response: .json(Self.people, headers: ["Link": next]))
    let page = try await harness.timelines.profiles(in: list, after: nil)
    #expect(page.profiles.map(\.handle) == ["grace@timeline.example", "alan@far.example"])
    #expect(page.next == RemoteCursor("55"))
    _ = try await harness.timelines.profiles(in: list, after: page.next)
    let query = harness.transport.requests.last?.url.query.map { "\($0.name)=\($0.value)" }
    #expect(query == ["limit=40", "max_id=55"])
  }

  @Test func `a page without a link is the last`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/mutes", response: .json("[]"))
    #expect(try await harness.timelines.profiles(in: .muted, after: nil) == ProfileListPage())
  }

  @Test func `a list that the server does not have is unsupported`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/blocks", response: .json("{}", status: 404))
    await #expect(throws: TimelineError.unsupported(host: "timeline.example")) {
      try await harness.timelines.profiles(in: .blocked, after: nil)
    }
  }
}
