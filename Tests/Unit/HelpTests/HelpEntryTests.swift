import TerminalKit
import TestSupport
import Testing

@testable import Help

@MainActor @Suite struct HelpEntryTests {
  private func groups(_ availableCommands: [AvailableCommand]) -> [HelpGroup] {
    HelpGroup.groupsByTask(of: Keymap.standard.bindings(of: availableCommands))
  }

  /// The entries of commands in the default group.
  private func entries(_ availableCommands: [AvailableCommand]) -> [HelpEntry] {
    groups(availableCommands).flatMap(\.entries)
  }

  @Test func `The keys to learn first come before all others`() {
    let next = Command("next", "next post", keys: ["j", "Down"], in: .move)
    let reply = Command("reply", "reply", keys: ["r"], in: .write)
    let other = Command("other", "other", keys: ["x"], in: .read)
    let bindings = Keymap.standard.bindings(of: [other, reply, next].map { AvailableCommand($0) {} })
    let groups = HelpGroup.groups(of: bindings)
    #expect(groups.map(\.title) == ["Keys to start with", "Move", "Read", "Write and react"])
    #expect(
      groups[0].entries == [HelpEntry(keys: ["j"], title: "next post"), HelpEntry(keys: ["r"], title: "reply")])
  }

  @Test func `An entry has all keys of its command`() {
    let entries = entries([AvailableCommand(.character("j"), .down, title: "next post") {}])
    #expect(entries == [HelpEntry(keys: ["j", "Down"], title: "next post")])
  }

  @Test func `Commands with the same title are one entry`() {
    let entries = entries([
      AvailableCommand(.character("R"), title: "refresh") {}, AvailableCommand(.character("/"), title: "search") {},
      AvailableCommand(.function(5), .character("R"), title: "refresh") {},
    ])
    #expect(entries == [HelpEntry(keys: ["R", "F5"], title: "refresh"), HelpEntry(keys: ["/"], title: "search")])
  }

  @Test func `A key is listed with the first command that has it`() {
    let entries = entries([
      AvailableCommand(.escape, title: "clear the search") {},
      AvailableCommand(.escape, .character("q"), title: "back") {},
      AvailableCommand(.escape, title: "nothing") {},
    ])
    #expect(entries == [HelpEntry(keys: ["Esc"], title: "clear the search"), HelpEntry(keys: ["q"], title: "back")])
  }

  @Test func `Unlisted commands are omitted`() {
    let entries = entries([
      AvailableCommand(.character("u"), title: "mark read", isListed: false) {},
      AvailableCommand(.character("R"), title: "refresh") {},
    ])
    #expect(entries == [HelpEntry(keys: ["R"], title: "refresh")])
  }

  @Test func `The keys of a menu follow the key that opens it`() {
    let menu = [
      AvailableCommand(.character("1"), title: "tern.example") {},
      AvailableCommand(.character("2"), title: "gull.example") {},
    ]
    let entries = entries([AvailableCommand(.character("o"), title: "links", menu: menu)])
    let expected = [HelpEntry(keys: ["o1"], title: "tern.example"), HelpEntry(keys: ["o2"], title: "gull.example")]
    #expect(entries == [HelpEntry(keys: ["o"], title: "links", menu: expected)])
  }

  @Test func `Sequences are listed in the group of their command`() {
    let newest = Command("newest", "newest post", keys: ["Home", "g g"], in: .move, menu: "go to")
    let account = Command("account", "switch account", keys: ["g s"], in: .accounts, menu: "go to")
    let next = Command("next", "next post", keys: ["j"], in: .move)
    let quit = Command("quit", "quit", keys: ["q"])
    let groups = groups([quit, account, newest, next].map { AvailableCommand($0) {} })
    #expect(
      groups == [
        HelpGroup(
          title: "Move",
          entries: [
            HelpEntry(keys: ["Home", "gg"], title: "newest post"), HelpEntry(keys: ["j"], title: "next post"),
          ]),
        HelpGroup(title: "Accounts", entries: [HelpEntry(keys: ["gs"], title: "switch account")]),
        HelpGroup(title: "Program", entries: [HelpEntry(keys: ["q"], title: "quit")]),
      ])
  }

  @Test func `Titles, keys and menus are searched`() {
    let group = HelpGroup(
      title: "Open",
      entries: [
        HelpEntry(keys: ["Enter", "t"], title: "open the post"),
        HelpEntry(keys: ["o"], title: "links", menu: [HelpEntry(keys: ["o1"], title: "tern.example")]),
      ])
    #expect(group.matching("POST")?.entries.map(\.title) == ["open the post"])
    #expect(group.matching("enter")?.entries.map(\.title) == ["open the post"])
    #expect(group.matching("tern.ex")?.entries.map(\.title) == ["links"])
    #expect(group.matching("o")?.entries.count == 2)
    #expect(group.matching("nothing") == nil)
  }
}
