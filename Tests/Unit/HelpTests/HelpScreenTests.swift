import TerminalKit
import TestSupport
import Testing

@testable import Help

@MainActor @Suite struct HelpScreenTests {
  private let navigator = Navigator()

  private func open(_ availableCommands: [AvailableCommand], showAbout: @escaping @MainActor () -> Void = {}) {
    navigator.setRoot(
      HelpAssembly.make(
        title: "Timeline", bindings: { Keymap.standard.bindings(of: availableCommands) }, usesMouse: false,
        showAbout: showAbout))
  }

  private func lines(_ width: Int = 80, _ height: Int = 24) -> [String] {
    navigator.draw(size: Size(width: width, height: height)).text
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func numbered(_ count: Int) -> [AvailableCommand] {
    (0..<count).map { index in AvailableCommand(.function(index), title: "do number \(index)") {} }
  }

  private static var some: [AvailableCommand] {
    let menu = [AvailableCommand(.character("g"), title: "newest post") {}]
    return [
      AvailableCommand(.character("j"), .down, title: "next post") {},
      AvailableCommand(.character("g"), title: "go to", menu: menu),
    ]
  }

  @Test func `Keys and titles are side by side, below the menus`() {
    open(Self.some)
    let lines = lines()
    #expect(lines[0] == " Keys for Timeline")
    #expect(lines[2...6] == [" Menus", " g …  go to: g newest post", "", " Program", " j Down  next post"])
  }

  @Test func `A wide screen has several columns, without splitting groups`() {
    open(
      CommandGroup.allCases.enumerated().flatMap { place, group in
        (0..<3).map { index in
          let keys = [KeySequence([.function(3 * place + index)])]
          return AvailableCommand(Command("\(group) \(index)", "\(group) \(index)", keys: keys, in: group)) {}
        }
      })
    let titles = CommandGroup.allCases.map(\.title)
    for (width, rows) in [
      (40, titles.indices.map { [$0] }), (80, [[0, 5], [1, 6], [2, 7], [3, 8], [4]]),
      (150, [[0, 3, 6], [1, 4, 7], [2, 5, 8]]),
    ] {
      let headings = lines(width, 60).filter { line in titles.contains { line.contains(" \($0)") } }
      #expect(headings.map { line in titles.filter(line.contains) } == rows.map { $0.map { titles[$0] } })
      #expect(lines(width, 60)[3].hasPrefix(" F0   move 0"))
    }
  }

  @Test func `Each command and menu is one line`() {
    open([
      AvailableCommand(.character("b"), .pageUp, .left, title: "back to the timeline that was shown before this one") {
      },
      AvailableCommand(.character("}"), title: "hide posts in other languages here") {},
      AvailableCommand(
        .character("a"), title: "actions",
        menu: "bcdefghijklmnop".map { AvailableCommand(.character($0), title: "do \($0)") {} }),
    ])
    let lines = lines(80, 20)
    #expect(lines[3].hasPrefix(" a …  actions: b do b, c do c") && lines[3].hasSuffix("…"))
    #expect(
      lines[5...7] == [
        " Program", " b PgUp  back to the timeline that was…", " }   hide posts in other languages here",
      ])
    #expect(self.lines(100, 20)[6].hasPrefix(" b PgUp Left  back to the timeline that was show…"))
  }

  @Test func `Modified keys are explained if there are any`() {
    open(Self.some)
    #expect(!lines().contains { $0.contains("Ctrl") })
    open([
      AvailableCommand(.control("n"), title: "next account") {}, AvailableCommand(.alt("b"), title: "word") {},
    ])
    #expect(lines().contains(" ^ is Ctrl, Alt- is Alt, or Escape before the key."))
  }

  @Test func `The filter applies while typing, can be kept, and is removed with Escape`() {
    open(Self.numbered(20))
    for character in "/1 7" { navigator.handle(.character(character)) }
    #expect(lines()[2].contains("No key matches “1 7”."))
    navigator.handle(.control("u"))
    for character in "ER 1" { navigator.handle(.character(character)) }
    let found = lines()
    #expect(found[3].contains("number 1") && found[4].contains("number 10") && found[13].contains("number 19"))
    #expect(found[14].isEmpty && found[23].hasPrefix(" Find ER 1"))
    navigator.handle(.enter)
    #expect(lines()[0] == " Keys for Timeline, matching “ER 1”" && lines()[14].isEmpty)
    navigator.handle(.escape)
    #expect(lines()[3].contains("number 0") && lines()[3].contains("number 11"))
    #expect(lines()[0] == " Keys for Timeline")
  }

  @Test func `A narrow screen has titles below their keys`() {
    open(Self.some)
    #expect(lines(20, 8)[1...6] == [" Menus", " g …  go to: g new…", "", " Program", " j Down", "   next post"])
  }

  @Test(arguments: [
    (["j"], 1), (["j", "j", "k"], 1), (["Space"], 7), (["PageDown", "PageUp"], 0), (["C-d"], 3), (["C-d", "C-u"], 0),
    (["G"], 13), (["End", "k"], 12), (["G", "Home"], 0), (["G", "g", "g"], 0), (["k"], 0), (["G", "j", "k"], 12),
  ]) func `Keys scroll what is longer than the screen`(keys: [String], top: Int) throws {
    open(Self.numbered(20))
    _ = lines(60, 11)
    for key in keys {
      navigator.handle(try #require(Key(tmuxName: key)))
      _ = lines(60, 11)
    }
    // The title of the group is above the first entry.
    #expect(lines(60, 11)[2].hasSuffix(top == 0 ? "Program" : "do number \(top - 1)"))
    #expect(lines(60, 11)[8].hasSuffix("do number \(top + 5)"))
  }

  @Test func `Scrolling is not offered if everything fits`() {
    open(Self.some)
    _ = lines()
    #expect(navigator.activeBindings.map(\.title) == ["about Tern", "find a key"])
  }

  @Test(arguments: [(20, 5), (40, 10), (80, 24)])
  func `A long filter without matches is truncated, so there is nothing to scroll`(width: Int, height: Int) {
    open(Self.some)
    navigator.handle(.character("/"))
    navigator.handle(.paste(String(repeating: "long ", count: 2_000)))
    navigator.handle(.enter)
    let text = lines(width, height).joined(separator: " ")
    #expect(text.contains("No key matches") && text.contains("…”."))
    #expect(!navigator.activeBindings.contains { $0.title == "down" })
  }

  @Test func `Scrolling is only offered in possible directions`() {
    open(Self.numbered(20))
    _ = lines(60, 11)
    #expect(navigator.activeBindings.compactMap(\.hint) == ["about", "find", "down"])
    navigator.handle(.character("j"))
    _ = lines(60, 11)
    #expect(navigator.activeBindings.compactMap(\.hint) == ["about", "find", "down", "up"])
    navigator.handle(.end)
    _ = lines(60, 11)
    #expect(navigator.activeBindings.compactMap(\.hint) == ["about", "find", "up"])
  }

  @Test func `Keys pressed before a redraw are all applied`() {
    open(Self.numbered(20))
    _ = lines(60, 11)
    for key in [Key.end, .end, .character("k")] { navigator.handle(key) }
    #expect(lines(60, 11)[2].hasSuffix("do number 11"))
  }

  @Test func `The key a opens About`() {
    var count = 0
    open(Self.some) { count += 1 }
    navigator.handle(.character("a"))
    #expect(count == 1)
  }
}
