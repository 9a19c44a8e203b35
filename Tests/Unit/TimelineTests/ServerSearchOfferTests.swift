import Domain
import PostCell
import TestSupport
import Testing

@testable import Timeline

/// Offering a server search in addition to stored posts.
@MainActor @Suite struct ServerSearchOfferTests {
  private func makeHarness(_ server: String? = "near.example") -> TimelineHarness {
    TimelineHarness(
      [(.home, [.fixture(id: "1", text: "Tea"), .fixture(id: "2", text: "Bread")])], searchedServer: server)
  }

  @Test func `A submitted search offers the server`() async {
    let harness = await makeHarness().load()
    await harness.after { $0.search("tea") }
    #expect(harness.view.header.capabilities.searchedServer == "near.example")
    #expect(harness.view.timeline?.footer == "End of results · S search near.example")
    await harness.after { $0.searchServer() }
    #expect(harness.router.screens == ["server matches of tea as @ada@demo"])
  }

  @Test func `An address opens a post or profile instead of a search, a handle does not`() async throws {
    let harness = await TimelineHarness(
      [(.home, [.fixture(id: "1", text: "Tea")])], navigation: NavigationCapabilities(addresses: true),
      searchedServer: "near.example"
    ).load()
    await harness.after { $0.beginSearch() }
    await harness.after { $0.search("https://far.example/@grace/1") }
    let address = try #require(FediverseAddress("https://far.example/@grace/1"))
    #expect(harness.router.destinations == [.address(address)])
    #expect(harness.view.header.search == nil)
    await harness.after { $0.beginSearch() }
    await harness.after { $0.search("@grace@far.example") }
    #expect(harness.router.destinations.count == 1)
  }

  @Test func `Without matches the server is offered first`() async {
    let harness = await makeHarness().load()
    await harness.after { $0.search("dragon") }
    #expect(harness.view.emptyView?.actions.first == .searchServer)
    await harness.after { $0.searchServer() }
    #expect(harness.router.screens == ["server matches of dragon as @ada@demo"])
  }

  @Test func `While typing, or without a search, no server is offered`() async {
    let harness = await makeHarness().load()
    await harness.after { $0.searchServer() }
    await harness.after { $0.beginSearch() }
    await harness.after { $0.searchWhileTyping("tea") }
    #expect(harness.view.header.capabilities.searchedServer == nil)
    await harness.after { $0.searchServer() }
    #expect(harness.router.screens.isEmpty)
  }

  @Test func `Without a server nothing is offered`() async {
    let harness = await makeHarness(nil).load()
    await harness.after { $0.search("dragon") }
    #expect(harness.view.emptyView?.actions.contains(.searchServer) == false)
    await harness.after { $0.search("tea") }
    #expect(harness.view.timeline?.footer == "End of results")
    await harness.after { $0.searchServer() }
    #expect(harness.router.screens.isEmpty)
  }
}
