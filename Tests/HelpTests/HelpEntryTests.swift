import TerminalKit
import TestSupport
import Testing

@testable import Help

@MainActor @Suite struct HelpEntryTests {
  private func entries(_ offers: [Offer]) -> [HelpEntry] {
    HelpEntry.entries(of: Keymap.standard.bindings(of: offers))
  }

  @Test func `An entry has all keys of its command`() {
    let entries = entries([Offer(.character("j"), .down, title: "next post") {}])
    #expect(entries == [HelpEntry(keys: ["j", "Down"], title: "next post")])
  }

  @Test func `Offers of the same title are one entry`() {
    let entries = entries([
      Offer(.character("R"), title: "refresh") {}, Offer(.character("/"), title: "search") {},
      Offer(.function(5), .character("R"), title: "refresh") {},
    ])
    #expect(entries == [HelpEntry(keys: ["R", "F5"], title: "refresh"), HelpEntry(keys: ["/"], title: "search")])
  }

  @Test func `A key stands where it works: at the first offer that has it`() {
    let entries = entries([
      Offer(.escape, title: "clear the search") {}, Offer(.escape, .character("q"), title: "back") {},
      Offer(.escape, title: "nothing") {},
    ])
    #expect(entries == [HelpEntry(keys: ["Esc"], title: "clear the search"), HelpEntry(keys: ["q"], title: "back")])
  }

  @Test func `Keys that have nothing to do are passed over`() {
    let entries = entries([
      Offer(.character("u"), title: "say that nothing is unread", isListed: false) {},
      Offer(.character("R"), title: "refresh") {},
    ])
    #expect(entries == [HelpEntry(keys: ["R"], title: "refresh")])
  }

  @Test func `The keys of a menu follow the key that opens it`() {
    let menu = [
      Offer(.character("g"), title: "newest post") {}, Offer(.character("s"), title: "switch account") {},
    ]
    let entries = entries([Offer(.character("g"), title: "go to", menu: menu)])
    let expected = [
      HelpEntry(keys: ["g g"], title: "newest post"), HelpEntry(keys: ["g s"], title: "switch account"),
    ]
    #expect(entries == [HelpEntry(keys: ["g"], title: "go to", menu: expected)])
  }
}
