import TerminalKit
import TestSupport
import Testing

@testable import Help

@MainActor @Suite struct HelpEntryTests {
  private func groups(_ availableCommands: [AvailableCommand]) -> [HelpGroup] {
    HelpGroup.groups(of: Keymap.standard.bindings(of: availableCommands))
  }

  /// The entries of commands in the default group.
  private func entries(_ availableCommands: [AvailableCommand]) -> [HelpEntry] {
    groups(availableCommands).flatMap(\.entries)
  }

  @Test func `The keys to learn first come before all others, and are listed once`() {
    let next = Command("next", "next post", keys: ["j", "Down"], in: .move)
    let reply = Command("reply", "reply", keys: ["r"], in: .write)
    let other = Command("other", "other", keys: ["x"], in: .read)
    let groups = groups([other, reply, next].map { AvailableCommand($0) {} })
    #expect(groups.map(\.title) == ["Keys to start with", "Read"])
    #expect(
      groups[0].entries == [
        HelpEntry(keys: ["j", "Down"], title: "next post"), HelpEntry(keys: ["r"], title: "reply"),
      ])
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
    #expect(entries == [HelpEntry(keys: ["/"], title: "search"), HelpEntry(keys: ["R", "F5"], title: "refresh")])
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

  @Test func `A menu is one line with its keys`() {
    let menu = [
      AvailableCommand(.character("1"), title: "tern.example") {},
      AvailableCommand(.character("m"), title: "mute", menu: [AvailableCommand(.character("1"), title: "forever") {}]),
      AvailableCommand(.character("x"), title: "nothing", menu: []),
    ]
    let groups = groups([AvailableCommand(.character("o"), title: "links", menu: menu)])
    #expect(groups.map(\.title) == ["Menus"])
    #expect(groups[0].entries.map(\.menuLine.plain) == ["o …  links: 1 tern.example, m mute ›"])
    #expect(groups[0].entries[0].menu.map(\.keys) == [["o1"], ["om"]])
  }

  @Test func `Digits that choose are one line`() {
    let commands = ["Home", "Mentions", "Lists"].enumerated().map { index, title in
      AvailableCommand(.character(Character("\(index + 1)")), title: title) {}
    }
    #expect(groups(commands).flatMap(\.entries).map(\.menuLine.plain) == ["1–3  Home, Mentions, Lists"])
    #expect(groups([commands[0]]).flatMap(\.entries).map(\.menuLine.plain) == ["1  Home"])
    let accounts = (1...4).map { AvailableCommand(.character(Character("\($0)")), title: "open account \($0)") {} }
    #expect(groups(accounts).flatMap(\.entries).map(\.menuLine.plain) == ["1–4  open account 1–4"])
  }

  @Test func `Sequences are in the line of their menu`() {
    let newest = Command("newest", "newest post", keys: ["Home", "g g"], in: .move, menu: "go to")
    let account = Command("account", "switch account", keys: ["g s"], in: .accounts, menu: "go to")
    let end = Command("end", "oldest post", keys: ["G"], in: .move)
    let groups = groups([account, newest, end].map { AvailableCommand($0) {} })
    #expect(groups.map(\.title) == ["Menus", "Move"])
    #expect(groups[0].entries.map(\.menuLine.plain) == ["g …  go to: s switch account, g newest post"])
    #expect(
      groups[1].entries == [
        HelpEntry(keys: ["Home"], title: "newest post"), HelpEntry(keys: ["G"], title: "oldest post"),
      ]
    )
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
    #expect(group.matching("tern.ex")?.entries.map(\.keys) == [["o1"]])
    #expect(group.matching("o")?.entries.count == 3)
    #expect(group.matching("nothing") == nil)
  }
}
