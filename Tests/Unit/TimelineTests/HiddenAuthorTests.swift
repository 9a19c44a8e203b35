import Domain
import TestSupport
import Testing

@testable import Timeline

/// Timelines whose posts are shown without their author.
@MainActor @Suite struct HiddenAuthorTests {
  private static let own = (0..<3).map {
    Post.fixture(id: "\($0)", author: .fixture(handle: "ada", name: "Ada"), text: "Tea \($0)")
  }

  private func names(in timeline: TimelineID, of account: Account, _ posts: [Post] = own) async -> Set<String> {
    let harness = TimelineHarness([(timeline, posts)], account: account)
    await harness.load()
    return Set(harness.view.rows.map(\.handle))
  }

  @Test(arguments: ["Posts", "Replies", "Reposts", "Media"])
  func `The owner's timelines of an archive show no author`(tab: String) async {
    let archive = Account.fixture(handle: "ada", origin: .imported(format: "X archive"))
    #expect(await names(in: TimelineID(name: tab), of: archive) == [""])
    let other = Post.fixture(id: "9", author: .fixture(handle: "grace"))
    #expect(await names(in: TimelineID(name: tab), of: archive, Self.own + [other]).contains("@grace"))
  }

  @Test(arguments: [
    TimelineID.home, .tag("tea"), .bookmarks, .favourites, .list("1"), .local, TimelineID(name: "Bookmarks"),
    TimelineID(name: "Likes"), TimelineID(name: "Tea"),
  ]) func `Other timelines show authors, even if all loaded posts have the same one`(timeline: TimelineID) async {
    let server = Account.fixture(
      handle: "ada", origin: .server(ServerOrigin(host: "t.example", address: "https://t.example")))
    #expect(await names(in: timeline, of: server) == ["@ada"])
    #expect(await names(in: timeline, of: .fixture(handle: "ada", origin: .imported(format: "X archive"))) == ["@ada"])
  }

  @Test func `Matches of a search show their author`() async {
    let archive = Account.fixture(handle: "ada", origin: .imported(format: "X archive"))
    let harness = TimelineHarness([(TimelineID(name: "Posts"), Self.own)], account: archive)
    await harness.load()
    await harness.after { $0.search("tea") }
    #expect(harness.view.rows.count == 3)
    #expect(Set(harness.view.rows.map(\.handle)) == ["@ada"])
  }
}
