import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

/// The state in the status that does not disappear with a key: the connection, and what is unread.
@MainActor @Suite struct StatusTests {
  private let server = Account.fixture(
    origin: .server(ServerOrigin(host: "t.example", address: "https://t.example")))

  private func makeHarness(
    _ account: Account? = nil, capabilities: SourceCapabilities = SourceCapabilities(maxAge: 60)
  ) -> TimelineHarness {
    let posts = Post.fixtures(count: 9)
    return TimelineHarness(
      [(.home, posts), (.local, posts)], account: account ?? server, capabilities: capabilities, sendsChanges: true)
  }

  @Test func `Everything read at the newest post is caught up`() async {
    let harness = await makeHarness().load()
    #expect(harness.view.status == "1 of 9 · all caught up")
    await harness.select(3)
    #expect(harness.view.status == "4 of 9")
    await harness.after { $0.showNewest() }
    #expect(harness.view.status == "1 of 9 · all caught up")
  }

  @Test func `New posts above the selection are counted as such, and others as unread`() async {
    let harness = await makeHarness().load()
    let new = (1...2).map { Post.fixture(id: "n\($0)", createdAt: .noon.addingTimeInterval(Double(60 - $0))) }
    harness.repository.notify(.inserted(new, in: .home))
    await harness.settle()
    #expect(harness.view.status == "3 of 11 · 2 new above")
    await harness.after { $0.showNewest() }
    #expect(harness.view.status == "1 of 11 · 1 unread")
    await harness.select(1)
    #expect(harness.view.status == "2 of 11")
    await harness.select(0)
    #expect(harness.view.status == "1 of 11 · all caught up")
  }

  @Test func `A lost connection is being restored, and nothing is caught up meanwhile`() async {
    let harness = await makeHarness().load()
    harness.repository.notify(.connection(.lost(host: "t.example")))
    await harness.settle()
    #expect(harness.view.status == "reconnecting · 1 of 9")
    harness.repository.setPageResponses(.init(.offline(host: "t.example")))
    await harness.after { $0.refresh() }
    #expect(harness.view.status == "offline · 1 of 9")
    harness.repository.notify(.connection(.connected))
    await harness.settle()
    #expect(harness.view.status == "1 of 9 · all caught up")
  }

  @Test func `Without live updates, posts are up to date for a while`() async {
    let harness = await makeHarness().load()
    await harness.advance(61)
    await harness.after { $0.showNewest() }
    #expect(harness.view.status == "1 of 9")
    await harness.after { $0.refresh() }
    #expect(harness.view.status == "1 of 9 · all caught up")
    await harness.advance(61)
    harness.repository.notify(.connection(.connected))
    await harness.settle()
    #expect(harness.view.status == "1 of 9 · all caught up")
    await harness.after { $0.showTimeline(at: 1) }
    await harness.advance(61)
    await harness.after { $0.showNewest() }
    #expect(harness.view.status == "1 of 9")
  }

  @Test(arguments: [
    Account.Origin.files([.path("/f.json")]), .imported(format: "X archive"),
  ]) func `A file or archive is never caught up`(origin: Account.Origin) async {
    let harness = await makeHarness(.fixture(origin: origin)).load()
    #expect(harness.view.status == "1 of 9")
  }

  @Test func `Nothing is caught up in a search, or if the source cannot be refreshed`() async {
    let harness = await makeHarness().load()
    await harness.after { $0.beginSearch() }
    #expect(harness.view.status == "1 of 9")
    await harness.after { $0.search("post") }
    #expect(harness.view.status == "1 of 9 matches")
    let offline = await makeHarness(capabilities: SourceCapabilities(canRefresh: false)).load()
    #expect(offline.view.status == "1 of 9")
  }
}
