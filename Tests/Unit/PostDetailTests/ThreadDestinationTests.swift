import Domain
import Foundation
import PostCell
import TestSupport
import Testing

@testable import PostDetail

/// The screens that the posts of a thread link to.
@MainActor @Suite struct ThreadDestinationTests {
  private static let tag = Link(url: "https://far.example/tags/loom", text: "#loom", kind: .tag)
  private static let thread = PostThread(
    ancestors: [.post(.fixture(id: "0", author: .fixture(handle: "alan")))],
    post: .fixture(links: [tag], state: .edited))

  private func harness(_ navigation: NavigationCapabilities) async -> PostDetailHarness {
    let harness = PostDetailHarness(.init(result: .success(Self.thread)), navigation: navigation)
    await harness.open()
    return harness
  }

  @Test func `The links of the opened post work from any row`() async {
    let harness = await harness(NavigationCapabilities(profiles: true, mentionsAndTags: true, versions: true))
    harness.presenter.openLinkTarget(Self.tag.url, at: 0)
    harness.presenter.openProfile(0, at: 0)
    harness.presenter.openVersions(at: 1)
    harness.presenter.openProfile(0, at: 9)
    #expect(
      harness.destinations == [.tag("loom"), .profile(.fixture(handle: "alan")), .versions(Self.thread.post)])
    #expect(harness.opener.opened == [])
  }

  @Test func `Without support by the source, hashtags open in the browser`() async {
    let harness = await harness(NavigationCapabilities())
    harness.presenter.openLinkTarget(Self.tag.url, at: 1)
    harness.presenter.openProfile(0, at: 1)
    #expect(harness.opener.opened == [Self.tag.url])
    #expect(harness.destinations == [])
    #expect(harness.presenter.destinations(at: 1) == PostLinksViewModel())
  }
}
