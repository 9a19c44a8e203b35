import TerminalKit
import Testing

@testable import Help

@MainActor @Suite struct HelpEntryTests {
  @Test func `An entry has all keys of its binding`() {
    let entries = HelpEntry.entries(of: [KeyBinding(.character("j"), .down, title: "next post") {}])
    #expect(entries == [HelpEntry(keys: ["j", "Down"], title: "next post")])
  }

  @Test func `Bindings of the same title are one entry`() {
    let entries = HelpEntry.entries(of: [
      KeyBinding(.character("R"), title: "refresh") {}, KeyBinding(.character("/"), title: "search") {},
      KeyBinding(.function(5), .character("R"), title: "refresh") {},
    ])
    #expect(entries == [HelpEntry(keys: ["R", "F5"], title: "refresh"), HelpEntry(keys: ["/"], title: "search")])
  }

  @Test func `A key stands where it works: at the first binding that has it`() {
    let entries = HelpEntry.entries(of: [
      KeyBinding(.escape, title: "clear the search") {}, KeyBinding(.escape, .character("q"), title: "back") {},
      KeyBinding(.escape, title: "nothing") {},
    ])
    #expect(entries == [HelpEntry(keys: ["Esc"], title: "clear the search"), HelpEntry(keys: ["q"], title: "back")])
  }

  @Test func `Keys that have nothing to do are passed over`() {
    let entries = HelpEntry.entries(of: [
      KeyBinding(.character("u"), title: "") {}, KeyBinding(.character("R"), title: "refresh") {},
    ])
    #expect(entries == [HelpEntry(keys: ["R"], title: "refresh")])
  }

  @Test func `The keys of a menu follow the key that opens it`() {
    let menu = [
      KeyBinding(.character("g"), title: "newest post") {}, KeyBinding(.character("s"), title: "switch account") {},
    ]
    let entries = HelpEntry.entries(of: [KeyBinding(.character("g"), title: "go to", menu: menu)])
    let expected = [
      HelpEntry(keys: ["g g"], title: "newest post"), HelpEntry(keys: ["g s"], title: "switch account"),
    ]
    #expect(entries == [HelpEntry(keys: ["g"], title: "go to", menu: expected)])
  }
}
