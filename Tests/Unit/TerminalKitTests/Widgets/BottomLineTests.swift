import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct BottomLineTests {
  private let navigator = Navigator()
  private let screen = FakeScreen()

  init() {
    UTF8Locale.set()
    navigator.globalCommands = [
      AvailableCommand(.character("q"), title: "quit", hint: "quit") {},
      AvailableCommand(.control("l"), title: "redraw") {},
      AvailableCommand(.character("?"), .function(1), title: "help", hint: "keys") {},
    ]
    screen.availableCommands = [
      AvailableCommand(.enter, title: "open the post", hint: "open") {},
      AvailableCommand(.character("j"), title: "next post") {},
      AvailableCommand(.character("R"), title: "refresh", hint: "refresh") {},
    ]
    screen.bottomLine = .status("7 of 64")
    navigator.setRoot(screen)
  }

  @Test func `The status is on the left, hints are on the right`() {
    #expect(bottomLine(60) == " 7 of 64              Enter open  R refresh  q quit  ? keys ")
  }

  @Test(arguments: 20...80) func `The help hint appears first, and no hint is cut`(width: Int) {
    let line = bottomLine(width)
    #expect(line.hasSuffix("? keys "))
    let known = ["Enter open", "R refresh", "q quit", "? keys"]
    let hints = line.replacing("7 of 64", with: "").split(separator: "  ").map { $0.trimmingPrefix(" ") }
    for hint in hints where !hint.allSatisfy({ $0 == " " }) {
      #expect(known.contains(String(hint).trimmingSuffix), "\(line)")
    }
  }

  @Test(arguments: [
    (60, "R reload  o links  Esc back  ? keys "), (40, "R reload  o links  Esc back  ? keys "),
    (30, "R reload  Esc back  ? keys "), (20, "Esc back  ? keys "),
  ])
  func `The cancel hint takes precedence over other hints`(width: Int, hints: String) {
    let pushed = FakeScreen()
    pushed.availableCommands = [
      AvailableCommand(.character("R"), title: "reload", hint: "reload") {},
      AvailableCommand(.character("o"), title: "links", hint: "links") {},
    ]
    navigator.push(pushed)
    #expect(bottomLine(width).drop { $0 == " " } == hints)
  }

  @Test(arguments: [(60, "Enter search  Esc cancel  F1 keys "), (40, "Esc cancel  F1 keys "), (30, "Esc cancel ")])
  func `The cancel hint of a field appears first`(width: Int, hints: String) {
    let field = TextField(text: "coffee")
    screen.focusedField = field
    screen.bottomLine = .prompt("Search", field)
    screen.availableCommands = [
      AvailableCommand(.enter, title: "search", hint: "search") {},
      AvailableCommand(.escape, title: "leave the search", hint: "cancel") {},
    ]
    #expect(bottomLine(width).hasSuffix("  " + hints))
    #expect(!bottomLine(width).contains("Enter") || width == 60)
  }

  @Test(arguments: [
    (60, "^S Alt-Enter send  Esc close  q quit  ? keys "), (40, "^S Alt-Enter send  Esc close  ? keys "),
    (30, "^S Alt-Enter send  Esc close "), (28, "^S send  Esc close  ? keys "), (20, "Esc close  ? keys "),
  ])
  func `The first hint names all keys if it then fits with the cancel hint`(width: Int, hints: String) {
    var send = AvailableCommand(.control("s"), .modified(.enter, .alt), title: "send", hint: "send") {}
    send.hintsAllKeys = true
    screen.availableCommands = [send, AvailableCommand(.escape, title: "close", hint: "close") {}]
    screen.bottomLine = .persistent(PersistentStatus(text: "500", brief: ""))
    #expect(bottomLine(width).hasSuffix(" " + hints), "\(bottomLine(width))")
  }

  @Test func `A long status leaves space for hints`() {
    screen.bottomLine = .status(String(repeating: "a long status ", count: 9))
    let line = bottomLine(40)
    #expect(line.hasSuffix("? keys "))
    #expect(line.contains("…"))
  }

  @Test(arguments: [
    (60, " 490 left · for followers ", "R refresh  ? keys "), (40, " 490 left ", "Enter open  ? keys "),
    (20, " 490 ", "Enter open "),
  ])
  func `The brief status is shown in little space`(
    width: Int, status: String, keys: String
  ) {
    screen.bottomLine = .persistent(PersistentStatus(text: "490 left · for followers", brief: "490"))
    #expect(bottomLine(width).hasPrefix(status) && bottomLine(width).contains(keys), "\(bottomLine(width))")
  }

  @Test(arguments: 20...80) func `The brief status is shown at each width, errors in red`(
    width: Int
  ) {
    screen.bottomLine = .persistent(PersistentStatus(text: "12 too many", brief: "-12", isFailure: true))
    let canvas = navigator.draw(size: Size(width: width, height: 6))
    #expect(canvas.rows[5].hasPrefix(" 12 too many ") || canvas.rows[5].hasPrefix(" -12 "), "\(canvas.rows[5])")
    #expect(canvas[5, 1].style == .failure)
  }

  @Test func `A prompt is followed by the text and the cursor`() {
    let field = TextField(text: "coffee")
    screen.focusedField = field
    screen.bottomLine = .prompt("Search", field)
    let canvas = navigator.draw(size: Size(width: 40, height: 6))
    #expect(canvas.rows[5].hasPrefix(" Search coffee "))
    #expect(canvas.cursor == Point(row: 5, column: 14))
  }

  @Test func `A menu shows its title and appears above the line`() {
    let menu = [AvailableCommand(.character("g"), title: "newest post") {}]
    screen.availableCommands = [AvailableCommand(.character("g"), title: "go to", hint: "go to", menu: menu)]
    navigator.handle(.character("g"))
    let lines = navigator.draw(size: Size(width: 40, height: 6)).rows
    #expect(lines[5].hasPrefix(" go to "))
    #expect(lines[5].hasSuffix("Esc close "))
    #expect(lines[4].hasPrefix(" ▌ g  newest post "))
    #expect(lines[3].hasPrefix("────"))
  }

  @Test func `On narrow screens the field takes precedence over hints`() {
    let field = TextField(text: "abcdefghij")
    screen.focusedField = field
    screen.bottomLine = .prompt("Search", field)
    #expect(bottomLine(20) == " Search abcdefghij  ")
  }

  @Test func `Long menu titles wrap, and the cursor scrolls to entries that do not fit`() {
    let address = "https://a.example/" + String(repeating: "long/", count: 8)
    let menu = (1...4).map { AvailableCommand(.character(Character("\($0)")), title: "\(address)\($0)") {} }
    screen.availableCommands = [
      AvailableCommand(.character("o"), title: "links of this post", hint: "links", menu: menu)
    ]
    func lines(_ width: Int, _ height: Int) -> [String] {
      navigator.handle(.escape)
      navigator.handle(.character("o"))
      return navigator.draw(size: Size(width: width, height: height)).rows
    }
    let text = lines(40, 24).map { $0.filter { !" ▌".contains($0) } }.joined()
    for number in 1...4 { #expect(text.contains("\(number)\(address)\(number)")) }
    let first = lines(40, 8)
    #expect(first[0].hasSuffix(" 1 of 4 ─") && first[1].hasPrefix(" ▌ 1  https://"))
    for _ in 0..<3 { navigator.handle(.down) }
    let last = navigator.draw(size: Size(width: 40, height: 8)).rows
    #expect(last[0].hasSuffix(" 4 of 4 ─"))
    #expect(last[1].hasPrefix("   2  https://") && last[5].hasPrefix(" ▌ 4  https://"))
    let small = lines(20, 5)
    #expect(small[0].hasSuffix(" 1 of 4 ─") && small[1].hasPrefix(" ▌ 1  https://"))
    #expect(small[4].hasSuffix("Esc close "))
  }

  private func bottomLine(_ width: Int) -> String {
    navigator.draw(size: Size(width: width, height: 6)).rows[5]
  }
}

extension String {
  fileprivate var trimmingSuffix: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
