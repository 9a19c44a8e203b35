import Domain
import Foundation
import PostCell
import TestSupport
import Testing

@testable import PostDetail

/// Where the posts of a thread lead beside it.
@MainActor @Suite struct DestinationTests {
  private static let tag = Link(url: "https://far.example/tags/loom", text: "#loom", kind: .tag)
  private static let thread = PostThread(
    ancestors: [.post(.fixture(id: "0", author: .fixture(handle: "alan")))],
    post: .fixture(links: [tag], state: .edited))

  private func bench(_ reach: NavigationCapabilities) async -> PostDetailHarness {
    let bench = PostDetailHarness(.init(result: .success(Self.thread)), reach: reach)
    await bench.open()
    return bench
  }

  @Test func `The links of the post lead on wherever the selection is`() async {
    let bench = await bench(NavigationCapabilities(people: true, namedInTexts: true, versions: true))
    bench.presenter.follow(Self.tag.url, at: 0)
    bench.presenter.openProfile(0, at: 0)
    bench.presenter.openVersions(at: 1)
    bench.presenter.openProfile(0, at: 9)
    #expect(
      bench.destinations == [.tag("loom"), .person(.fixture(handle: "alan")), .versions(Self.thread.post)])
    #expect(bench.opener.opened == [])
  }

  @Test func `Where a source cannot show what they name, they lead to the web`() async {
    let bench = await bench(NavigationCapabilities())
    bench.presenter.follow(Self.tag.url, at: 1)
    bench.presenter.openProfile(0, at: 1)
    #expect(bench.opener.opened == [Self.tag.url])
    #expect(bench.destinations == [])
    #expect(bench.presenter.destinations(at: 1) == PostLinksViewModel())
  }
}
