import TerminalKit
import TestSupport
import Testing

@MainActor @Suite final class NavigatorKeyTests {
  private let navigator = Navigator()
  private let screen = FakeScreen()
  private var performed: [String] = []
  private var menuTitle = "follow or unfollow"
  private var menuOpenings = 0

  init() {
    UTF8Locale.set()
    let program = [ProgramCommands.quit, ProgramCommands.quitAtOnce, ProgramCommands.help]
    navigator.globalCommands = program.map { command in
      AvailableCommand(command) { [weak self] in self?.performed.append(command.title) }
    }
    navigator.setRoot(screen)
  }

  @Test func `Commands of the screen take precedence over global ones`() {
    screen.availableCommands = [binding(.character("?"), "search upwards")]
    navigator.handle(.character("?"))
    navigator.handle(.character("q"))
    navigator.handle(.character("x"))
    #expect(performed == ["search upwards", "quit"])
    #expect(screen.willHandleKeyCalls == 3)
  }

  @Test(arguments: [Key.escape, .character("q"), .backspace])
  func `Back keys return to the previous screen`(key: Key) {
    navigator.push(FakeScreen())
    navigator.handle(key)
    #expect(navigator.top === screen)
    #expect(performed.isEmpty)
  }

  @Test func `On the root screen Esc and Backspace have no effect and q quits`() {
    navigator.handle(.escape)
    navigator.handle(.backspace)
    #expect(performed.isEmpty)
    navigator.handle(.character("q"))
    #expect(performed == ["quit"])
  }

  @Test func `A key of the screen is not bound to other commands`() {
    navigator.push(FakeScreen())
    (navigator.top as? FakeScreen)?.availableCommands = [binding(.escape, "clear")]
    let back = navigator.activeBindings.first { $0.title == "back" }
    #expect(back?.keys == [.character("q"), .backspace])
    #expect(navigator.activeBindings.count { $0.title == "quit" } == 0)
    let keys = navigator.activeBindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func `In a field printable keys insert text`() {
    let field = TextField()
    screen.focusedField = field
    screen.availableCommands = [
      binding(.enter, "submit"), binding(.character("j"), "next"), binding(.tab, "next field"),
    ]
    for key in "qj? 5" { navigator.handle(.character(key)) }
    #expect(field.text == "qj? 5")
    #expect(performed.isEmpty)
    #expect(screen.fieldChanges == 5)
    for key in [Key.enter, .tab, .control("c"), .up, .escape] { navigator.handle(key) }
    #expect(field.text == "qj? 5")
    #expect(performed == ["submit", "next field", "quit immediately"])
    let printable = navigator.activeBindings.flatMap(\.keys).filter { if case .character = $0 { true } else { false } }
    #expect(printable.isEmpty)
  }

  @Test func `Backspace in a field deletes a character`() {
    let second = FakeScreen()
    second.focusedField = TextField(text: "ab")
    navigator.push(second)
    for _ in 0..<5 { navigator.handle(.backspace) }
    #expect(navigator.top === second)
    #expect(second.focusedField?.text == "")
  }

  @Test func `A menu opens, shows its entries, and closes with a choice`() {
    openMenu()
    #expect(navigator.activeBindings.prefix(2).map(\.title) == ["newest", "switch account"])
    #expect(navigator.activeBindings.contains { $0.title == "close" })
    navigator.handle(.character("s"))
    #expect(performed == ["switch account"])
    #expect(!navigator.activeBindings.contains { $0.title == "close" })
  }

  @Test func `Escape closes a menu`() {
    openMenu()
    navigator.handle(.escape)
    #expect(!navigator.activeBindings.contains { $0.title == "close" })
  }

  @Test(arguments: [Key.character("q"), .character("x"), .tab, .function(9)])
  func `A key that is not in a menu leaves it open`(key: Key) {
    screen.availableCommands = [binding(.character("x"), "x"), binding(.tab, "next tab")]
    openMenu()
    navigator.handle(key)
    #expect(performed.isEmpty)
    #expect(navigator.activeBindings.contains { $0.title == "close" })
    #expect(navigator.draw(size: Size(width: 60, height: 10)).lines.last?.contains("does nothing here") == true)
    #expect(navigator.top === screen)
  }

  @Test func `Control-C quits from a menu`() {
    openMenu()
    navigator.handle(.control("c"))
    #expect(performed == ["quit immediately"])
  }

  @Test func `An open menu updates its titles`() {
    let command = Command("test-follow", "follow", keys: ["a F"], menu: "act")
    var offer = AvailableCommand(command, title: menuTitle) { [weak self] in self?.performed.append("followed") }
    offer.current = { [weak self] in
      (self?.menuTitle ?? "", self.map { $0.menuTitle.hasPrefix("un") ? "following" : "" })
    }
    offer.onMenuOpen = { [weak self] in self?.menuOpenings += 1 }
    screen.availableCommands = [offer]
    navigator.handle(.character("a"))
    func lines() -> String { navigator.draw(size: Size(width: 60, height: 10)).rows.joined(separator: "\n") }
    #expect(menuOpenings == 1 && lines().contains("follow or unfollow"))
    menuTitle = "unfollow @grace"
    #expect(menuOpenings == 1 && lines().contains(/unfollow @grace +following/) && !lines().contains("follow or"))
    navigator.handle(.character("F"))
    #expect(performed == ["followed"])
  }

  @Test func `A menu may open another menu`() {
    screen.availableCommands = [
      AvailableCommand(
        .character("g"), title: "go to",
        menu: [AvailableCommand(.character("g"), title: "further", menu: [binding(.character("g"), "far")])])
    ]
    for _ in 0..<3 { navigator.handle(.character("g")) }
    #expect(performed == ["far"])
  }

  @Test(arguments: [
    Size(width: 19, height: 24), Size(width: 80, height: 4), Size(width: 1, height: 1), Size(width: 0, height: 0),
  ])
  func `A tiny screen shows a hint and only quits`(size: Size) {
    screen.availableCommands = [binding(.character("x"), "x"), binding(.enter, "open")]
    let canvas = navigator.draw(size: size)
    #expect(screen.areas.isEmpty)
    #expect(canvas.rows.dropFirst().allSatisfy { $0.allSatisfy { $0 == " " } })
    #expect(size.width < 4 || canvas.rows.first?.contains("20×") == true)
    for key in [Key.character("x"), .enter, .escape, .character("?"), .tab] { navigator.handle(key) }
    #expect(performed.isEmpty)
    navigator.handle(.character("q"))
    navigator.handle(.control("c"))
    #expect(performed == ["quit", "quit immediately"])
    _ = navigator.draw(size: Navigator.smallestSize)
    navigator.handle(.enter)
    #expect(performed.last == "open")
  }

  @Test func `On a tiny screen nothing is typed into an editor, and nothing quits while the user writes`() {
    let editor = TextEditor("A draft")
    screen.focusedEditor = editor
    let canvas = navigator.draw(size: Size(width: 19, height: 24))
    #expect(canvas.rows.first?.hasPrefix("Needs 20×5 ") == true)
    for key in [Key.character("x"), .enter, .character("q"), .control("c"), .escape] { navigator.handle(.key(key)) }
    navigator.handle(.paste("pasted"))
    #expect(editor.text == "A draft" && performed.isEmpty)
    navigator.handle(.resize(Size(width: 80, height: 24)))
    #expect(bottomLine.hasPrefix(" Ignored what was typed while the terminal was too small "))
    navigator.handle(.key(.character("q")))
    #expect(editor.text == "A draftq")
    navigator.handle(.resize(Size(width: 79, height: 24)))
    #expect(!bottomLine.contains("Ignored"))
  }

  @Test(arguments: [
    (60, "The terminal is too small: Tern needs 20×5 · q quit"), (30, "Too small: needs 20×5 · q quit"),
    (19, "Needs 20×5 · q quit"), (13, "20×5 · q quit"), (8, "20×5 · q"), (4, "20×5"),
  ])
  func `A tiny screen says which size Tern needs, and how to quit`(width: Int, text: String) {
    let canvas = navigator.draw(size: Size(width: width, height: 4))
    #expect(canvas.lines.first == text)
  }

  @Test func `On a tiny screen nothing is typed into a field`() {
    let field = TextField()
    screen.focusedField = field
    _ = navigator.draw(size: Size(width: 80, height: 4))
    for key in [Key.character("q"), .character("a")] { navigator.handle(.key(key)) }
    #expect(field.text.isEmpty && performed.isEmpty)
  }

  @Test func `The settings open on every screen, but not while the user writes`() {
    navigator.settingsCommands = { [weak self] in
      [AvailableCommand(.function(2), title: "settings") { self?.performed.append("settings") }]
    }
    navigator.handle(.function(2))
    navigator.push(FakeScreen())
    navigator.handle(.function(2))
    #expect(performed == ["settings", "settings"])
    (navigator.top as? FakeScreen)?.focusedField = TextField()
    navigator.handle(.function(2))
    #expect(performed.count == 2)
  }

  @Test func `A screen that asks for any key offers its own commands and Control-C`() {
    screen.capturesKeys = true
    screen.availableCommands = [binding(.escape, "keep")]
    #expect(navigator.activeBindings.map(\.title) == ["keep", "quit immediately"])
  }

  @Test func `An unbound key shows a hint until the next key`() {
    screen.bottomLine = .status("7 of 64")
    navigator.handle(.character("x"))
    #expect(bottomLine.hasPrefix(" x does nothing here "))
    navigator.handle(.backspace)
    #expect(bottomLine.hasPrefix(" Backspace does nothing here "))
    navigator.handle(.escape)
    #expect(bottomLine.hasPrefix(" 7 of 64 "))
  }

  @Test func `The hint of an unbound key goes when the screen has loaded and the key has an effect`() {
    screen.bottomLine = .status("Loading")
    navigator.handle(.character("x"))
    #expect(bottomLine.hasPrefix(" x does nothing here "))
    screen.bottomLine = .status("7 of 64")
    screen.availableCommands = [binding(.character("y"), "yank")]
    #expect(bottomLine.hasPrefix(" x does nothing here "))
    screen.availableCommands = [binding(.character("x"), "cross out")]
    #expect(bottomLine.hasPrefix(" 7 of 64 "))
    navigator.showRemark("Copied")
    #expect(bottomLine.hasPrefix(" Copied "))
  }

  @Test func `An unbound sequence shows a hint, Esc does not`() {
    screen.bottomLine = .status("7 of 64")
    openMenu()
    navigator.handle(.character("x"))
    #expect(bottomLine.hasPrefix(" gx does nothing here "))
    navigator.handle(.character("g"))
    navigator.handle(.escape)
    #expect(bottomLine.hasPrefix(" 7 of 64 "))
  }

  @Test func `The key of an unavailable command shows the reason`() {
    let pin = Command("pin", "pin", keys: ["g p"], menu: "go to")
    screen.unavailableCommands = [
      UnavailableCommand(Command("links", "links", keys: ["o"]), "No links in this post"),
      UnavailableCommand(pin, "This is not your post"),
    ]
    navigator.unavailableGlobalCommands = {
      [UnavailableCommand(Command("add-column", "add a column", keys: ["+"]), "At most 6 columns")]
    }
    for (keys, reason) in [
      ([Key.character("o")], "No links in this post"), ([.character("+")], "At most 6 columns"),
      ([.character("x")], "x does nothing here"), ([.character("g")], "This is not your post"),
    ] {
      for key in keys { navigator.handle(key) }
      #expect(bottomLine.hasPrefix(" \(reason) "))
    }
    openMenu()
    navigator.handle(.character("p"))
    #expect(bottomLine.hasPrefix(" This is not your post "))
  }

  @Test func `Reasons follow configured keys, and an available command has no reason`() {
    let links = Command("links", "links", keys: ["o"])
    screen.unavailableCommands = [UnavailableCommand(links, "No links in this post")]
    navigator.setKeymap(Keymap(custom: ["links": [KeySequence([.character("O")])]]))
    navigator.handle(.character("o"))
    #expect(bottomLine.hasPrefix(" o does nothing here "))
    navigator.handle(.character("O"))
    #expect(bottomLine.hasPrefix(" No links in this post "))
    screen.availableCommands = [AvailableCommand(links) { [weak self] in self?.performed.append("links") }]
    navigator.handle(.character("O"))
    #expect(performed == ["links"] && !bottomLine.contains("No links"))
  }

  @Test func `In a field the hint replaces the label`() {
    let field = TextField(text: "tea")
    screen.focusedField = field
    screen.bottomLine = .prompt("Search", field)
    navigator.handle(.function(9))
    #expect(bottomLine.hasPrefix(" F9 does nothing here · tea "))
    navigator.handle(.character("s"))
    #expect(bottomLine.hasPrefix(" Search teas "))
  }

  @Test func `Configured keys and sequences replace default ones`() {
    let keymap = Keymap(custom: ["help": ["g h"], "quit": []])
    let navigator = Navigator(keymap: keymap)
    navigator.globalCommands = self.navigator.globalCommands
    navigator.setRoot(screen)
    for key in "q?gh" { navigator.handle(.character(key)) }
    #expect(performed == ["help"])
  }

  @Test func `Commands are requested once per key`() {
    _ = navigator.draw(size: Size(width: 80, height: 24))
    let before = screen.commandRequests
    for _ in 0..<5 {
      navigator.handle(.character("?"))
      _ = navigator.draw(size: Size(width: 80, height: 24))
    }
    #expect(screen.commandRequests == before + 5)
  }

  private var bottomLine: String { navigator.draw(size: Size(width: 80, height: 24)).rows[23] }

  @Test func `A screen gets all rows except the last`() {
    let canvas = navigator.draw(size: Size(width: 30, height: 6))
    #expect(screen.areas == [Rect(row: 0, column: 0, width: 30, height: 5)])
    #expect(canvas.rows[4] == String(repeating: ".", count: 30))
    #expect(!canvas.rows[5].contains("."))
  }

  private func openMenu() {
    let menu = [binding(.character("g"), "newest"), binding(.character("s"), "switch account")]
    screen.availableCommands.append(AvailableCommand(.character("g"), title: "go to", hint: "go to", menu: menu))
    navigator.handle(.character("g"))
  }

  private func binding(_ key: Key, _ title: String) -> AvailableCommand {
    AvailableCommand(key, title: title, hint: title) { [weak self] in self?.performed.append(title) }
  }
}
