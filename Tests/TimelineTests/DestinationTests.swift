import Domain
import PostCell
import TestSupport
import Testing

@testable import Timeline

/// Where posts of a timeline lead beside their threads.
@MainActor @Suite struct DestinationTests {
  private static let tag = Link(url: "https://far.example/tags/loom", text: "#loom", kind: .tag)
  private static let follow = Post(
    id: PostID("n1"), author: .fixture(), createdAt: .noon,
    notification: PostNotification(id: "n1", kind: .follow, people: [.fixture()], at: .noon))
  private let posts = [
    follow, Post.fixture(id: "2", links: [tag]), .fixture(id: "3", author: .fixture(handle: "alan"), state: .edited),
  ]

  private func stage(_ reach: NavigationCapabilities) async -> TimelineHarness {
    await TimelineHarness([(.home, posts)], reach: reach).load()
  }

  @Test func `People, tags and versions are the router's business`() async {
    let stage = await stage(NavigationCapabilities(people: true, namedInTexts: true, versions: true))
    await stage.after { $0.openProfile(0, at: 2) }
    await stage.after { $0.follow(Self.tag.url, at: 1) }
    await stage.after { $0.openVersions(at: 2) }
    await stage.after { $0.openProfile(0, at: 99) }
    #expect(
      stage.router.destinations == [.person(.fixture(handle: "alan")), .tag("loom"), .versions(stage.posts[2])])
    #expect(stage.opener.opened == [])
  }

  @Test func `What is about no post opens whoever it is about`() async {
    let stage = await stage(NavigationCapabilities(people: true))
    await stage.after { $0.openPost(at: 0) }
    #expect(stage.router.destinations == [.person(.fixture())])
    #expect(stage.router.ways == [])
  }

  @Test func `Where a source cannot show them, links lead to the web and nobody is offered`() async {
    let stage = await stage(NavigationCapabilities())
    await stage.after { $0.follow(Self.tag.url, at: 1) }
    await stage.after { $0.openPost(at: 0) }
    #expect(stage.opener.opened == [Self.tag.url])
    #expect(stage.router.destinations == [])
    #expect(stage.presenter.destinations(at: 2) == PostLinksViewModel())
  }
}

extension TimelineHarness {
  fileprivate var posts: [Post] { presenter.pager.window?.posts ?? [] }
}
