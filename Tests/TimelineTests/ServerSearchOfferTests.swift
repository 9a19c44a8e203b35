import Domain
import TestSupport
import Testing

@testable import Timeline

/// Beside what is kept, the server can be asked for what is looked for.
@MainActor @Suite struct ServerSearchOfferTests {
  private func stage(_ server: String? = "near.example") -> TimelineHarness {
    TimelineHarness(
      [(.home, [.fixture(id: "1", text: "Tea"), .fixture(id: "2", text: "Bread")])], searchedServer: server)
  }

  @Test func `Once the words are typed the server is offered, with the words and whoever reads`() async {
    let stage = await stage().load()
    await stage.after { $0.search("tea") }
    #expect(stage.view.header.abilities.searchedServer == "near.example")
    #expect(stage.view.timeline?.footer == "Those are all the matches here. S asks near.example.")
    await stage.after { $0.searchServer() }
    #expect(stage.router.ways == ["server matches of tea as @ada@demo"])
  }

  @Test func `Where nothing is found here, asking the server helps most`() async {
    let stage = await stage().load()
    await stage.after { $0.search("dragon") }
    #expect(stage.view.emptyView?.actions.first == .searchServer)
    await stage.after { $0.searchServer() }
    #expect(stage.router.ways == ["server matches of dragon as @ada@demo"])
  }

  @Test func `While one types, and where no search stands, no server is asked`() async {
    let stage = await stage().load()
    await stage.after { $0.searchServer() }
    await stage.after { $0.beginSearch() }
    await stage.after { $0.searchWhileTyping("tea") }
    #expect(stage.view.header.abilities.searchedServer == nil)
    await stage.after { $0.searchServer() }
    #expect(stage.router.ways.isEmpty)
  }

  @Test func `Where there is no server, none is offered`() async {
    let stage = await stage(nil).load()
    await stage.after { $0.search("dragon") }
    #expect(stage.view.emptyView?.actions.contains(.searchServer) == false)
    await stage.after { $0.search("tea") }
    #expect(stage.view.timeline?.footer == "Those are all the matches.")
    await stage.after { $0.searchServer() }
    #expect(stage.router.ways.isEmpty)
  }
}
