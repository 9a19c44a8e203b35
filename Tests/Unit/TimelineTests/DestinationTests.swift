import Domain
import PostCell
import TestSupport
import Testing

@testable import Timeline

/// Screens opened from posts, other than threads.
@MainActor @Suite struct DestinationTests {
  private static let tag = Link(url: "https://far.example/tags/loom", text: "#loom", kind: .tag)
  private static let follow = Post(
    id: PostID("n1"), author: .fixture(), createdAt: .noon,
    notification: PostNotification(id: "n1", kind: .follow, profiles: [.fixture()], at: .noon))
  private let posts = [
    follow, Post.fixture(id: "2", links: [tag]), .fixture(id: "3", author: .fixture(handle: "alan"), state: .edited),
  ]

  private func makeHarness(_ navigation: NavigationCapabilities) async -> TimelineHarness {
    await TimelineHarness([(.home, posts)], navigation: navigation).load()
  }

  @Test func `Profiles, hashtags and versions are opened by the router`() async {
    let harness = await makeHarness(NavigationCapabilities(profiles: true, mentionsAndTags: true, versions: true))
    await harness.after { $0.openProfile(0, at: 2) }
    await harness.after { $0.openLinkTarget(Self.tag.url, at: 1) }
    await harness.after { $0.openVersions(at: 2) }
    await harness.after { $0.openProfile(0, at: 99) }
    #expect(
      harness.router.destinations == [.profile(.fixture(handle: "alan")), .tag("loom"), .versions(harness.posts[2])])
    #expect(harness.opener.opened == [])
  }

  @Test func `A notification without a post opens its account`() async {
    let harness = await makeHarness(NavigationCapabilities(profiles: true))
    await harness.after { $0.openPost(at: 0) }
    #expect(harness.router.destinations == [.profile(.fixture())])
    #expect(harness.router.screens == [])
  }

  @Test func `Without such screens, links open in the browser`() async {
    let harness = await makeHarness(NavigationCapabilities())
    await harness.after { $0.openLinkTarget(Self.tag.url, at: 1) }
    await harness.after { $0.openPost(at: 0) }
    #expect(harness.opener.opened == [Self.tag.url])
    #expect(harness.router.destinations == [])
    #expect(harness.presenter.destinations(at: 2) == PostLinksViewModel())
  }
}

extension TimelineHarness {
  fileprivate var posts: [Post] { presenter.timelines.pager.window?.posts ?? [] }
}
