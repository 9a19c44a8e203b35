import Domain
import TestSupport
import Testing

@testable import Timeline

/// Where posts are shown without their author.
@MainActor @Suite struct OwnersAloneTests {
  private static let own = (0..<3).map {
    Post.fixture(id: "\($0)", author: .fixture(handle: "ada", name: "Ada"), text: "Tea \($0)")
  }

  private func names(in timeline: TimelineID, of account: Account, _ posts: [Post] = own) async -> Set<String> {
    let stage = TimelineHarness([(timeline, posts)], account: account)
    await stage.load()
    return Set(stage.view.rows.map(\.handle))
  }

  @Test(arguments: ["Posts", "Replies", "Reposts", "Media"])
  func `What an archive says that its owner wrote is shown without them`(tab: String) async {
    let archive = Account.fixture(handle: "ada", origin: .imported(format: "X archive"))
    #expect(await names(in: TimelineID(name: tab), of: archive) == [""])
    let other = Post.fixture(id: "9", author: .fixture(handle: "grace"))
    #expect(await names(in: TimelineID(name: tab), of: archive, Self.own + [other]).contains("@grace"))
  }

  @Test(arguments: [
    TimelineID.home, .tag("tea"), .bookmarks, .favourites, .list("1"), .local, TimelineID(name: "Bookmarks"),
    TimelineID(name: "Likes"), TimelineID(name: "Tea"),
  ]) func `Other timelines name their authors, even where all that is loaded is by one`(timeline: TimelineID) async {
    let server = Account.fixture(
      handle: "ada", origin: .server(ServerOrigin(host: "t.example", address: "https://t.example")))
    #expect(await names(in: timeline, of: server) == ["@ada"])
    #expect(await names(in: timeline, of: .fixture(handle: "ada", origin: .imported(format: "X archive"))) == ["@ada"])
  }

  @Test func `What a search has found names its author`() async {
    let archive = Account.fixture(handle: "ada", origin: .imported(format: "X archive"))
    let stage = TimelineHarness([(TimelineID(name: "Posts"), Self.own)], account: archive)
    await stage.load()
    await stage.after { $0.search("tea") }
    #expect(stage.view.rows.count == 3)
    #expect(Set(stage.view.rows.map(\.handle)) == ["@ada"])
  }
}
