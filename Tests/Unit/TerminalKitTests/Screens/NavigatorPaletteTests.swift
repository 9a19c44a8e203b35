import TerminalKit
import TestSupport
import Testing

@MainActor @Suite final class NavigatorPaletteTests {
  private let navigator = Navigator()
  private let screen = FakeScreen()
  private let size = Size(width: 60, height: 14)
  private var performed: [String] = []
  private var found: (@MainActor ([MenuEntry]) -> Void)?

  init() {
    UTF8Locale.set()
    navigator.globalCommands = [
      AvailableCommand(ProgramCommands.palette) { [weak navigator] in navigator?.openPalette() },
      AvailableCommand(ProgramCommands.quitAtOnce) { [weak self] in self?.performed.append("quit") },
    ]
    navigator.setRoot(screen)
    screen.availableCommands = [
      offer(.character("j"), "next post"), offer(.character("R"), "refresh"), offer(.character("o"), "open the post"),
      AvailableCommand(.character("x"), title: "unlisted", isListed: false) {},
    ]
  }

  @Test func `Lists all commands with keys except itself`() {
    press(":")
    let rows = navigator.draw(size: size).lines
    #expect(rows.contains { $0.hasPrefix(" ▌ next post") && $0.hasSuffix(" j") })
    #expect(rows.contains { $0.hasPrefix("   refresh") && $0.hasSuffix(" R") })
    #expect(!rows.contains { $0.contains("unlisted") || $0.contains("find a command") })
    #expect(rows.last?.hasPrefix(" Find") == true)
  }

  @Test func `Typing filters, and Enter performs the best match`() {
    press(":op")
    #expect(navigator.draw(size: size).lines.contains { $0.contains("▌ open the post") })
    navigator.handle(.enter)
    #expect(performed == ["open the post"])
    #expect(navigator.focusedField == nil)
  }

  @Test func `Several words are found in title and synonyms, in any order`() {
    let scheduled = Command("outbox", "drafts and outbox", synonyms: ["unsent posts", "queue"], keys: [])
    screen.availableCommands += [AvailableCommand(scheduled) { [weak self] in self?.performed.append("outbox") }]
    for words in ["unsent dra", "posts queue"] {
      press(":" + words)
      navigator.handle(.enter)
    }
    press(":unsent nothing")
    navigator.handle(.enter)
    #expect(performed == ["outbox", "outbox"])
  }

  @Test func `Keys move the selection up to the ends`() {
    press(":")
    navigator.handle(.down)
    navigator.handle(.control("n"))
    navigator.handle(.control("p"))
    navigator.handle(.enter)
    // The command chosen last comes first.
    press(":")
    navigator.handle(.up)
    navigator.handle(.enter)
    press(":")
    for _ in 0..<20 { navigator.handle(.down) }
    navigator.handle(.enter)
    #expect(performed == ["refresh", "refresh", "quit"])
  }

  @Test func `Esc closes without effect`() {
    let before = navigator.draw(size: size)
    let (events, announced) = (screen.events, screen.willHandleKeyCalls)
    press(":ref")
    navigator.handle(.escape)
    #expect(navigator.draw(size: size) == before)
    #expect(performed.isEmpty)
    #expect(screen.events == events)
    // The screen sees the key that opened the palette, but not the typed text.
    #expect(screen.willHandleKeyCalls == announced + 1)
  }

  @Test(arguments: [Size(width: 60, height: 14), Size(width: 20, height: 5), Size(width: 20, height: 6)])
  func `Without a match Enter has no effect`(size: Size) {
    press(":zzz")
    let text = navigator.draw(size: size).text
    #expect(text.contains("No matches"))
    navigator.handle(.enter)
    #expect(performed.isEmpty)
    #expect(navigator.focusedField?.text == "zzz")
  }

  @Test func `Typed and pasted text filters, and Control-C still quits`() {
    press(":")
    press("q:?")
    navigator.handle(.paste("re\nd"))
    #expect(navigator.focusedField?.text == "q:?re d")
    navigator.handle(.control("c"))
    #expect(performed == ["quit"])
  }

  @Test func `The focused field stays unchanged`() {
    let field = TextField(text: "tea")
    screen.focusedField = field
    // Control-K edits the field.
    navigator.handle(.control("k"))
    #expect(navigator.focusedField === field && field.text == "tea")
    navigator.openPalette()
    press("next")
    #expect(field.text == "tea")
    // In a field the letter is text.
    #expect(!navigator.draw(size: size).lines.contains { $0.hasSuffix(" j") })
    navigator.handle(.escape)
    #expect(navigator.focusedField === field)
  }

  @Test func `Destinations found later are appended and keep the selection`() {
    navigator.findDestinations = { [weak self] in self?.found = $0 }
    press(":")
    navigator.handle(.down)
    found?([MenuEntry("Ada · @ada@demo", note: "account") { [weak self] in self?.performed.append("ada") }])
    #expect(navigator.draw(size: size).lines.contains { $0.contains("▌ refresh") })
    #expect(navigator.draw(size: size).lines.contains { $0.hasPrefix("   Ada · @ada@demo") && $0.hasSuffix("account") })
    press("ada")
    navigator.handle(.enter)
    #expect(performed == ["ada"])
    found?([])
  }

  @Test func `A choice performs the current command of the screen`() {
    press(":ref")
    screen.availableCommands = [offer(.character("R"), "refresh")]
    navigator.handle(.enter)
    press(":ref")
    screen.availableCommands = []
    navigator.handle(.enter)
    #expect(performed == ["refresh"])
    #expect(navigator.draw(size: size).lines.last?.contains("No longer available") == true)
  }

  @Test func `A click chooses, the wheel moves, a click outside closes`() throws {
    press(":")
    let row = try #require(navigator.draw(size: size).lines.firstIndex { $0.contains("refresh") })
    navigator.handle(.mouse(MouseEvent(.press(.left), at: Point(row: row, column: 10))))
    #expect(performed == ["refresh"])
    press(":")
    _ = navigator.draw(size: size)
    navigator.handle(.mouse(MouseEvent(.scroll(.down, notches: 2), at: Point(row: row, column: 10))))
    #expect(navigator.draw(size: size).lines.contains { $0.contains("▌ open the post") })
    navigator.handle(.mouse(MouseEvent(.press(.left), at: Point(row: 0, column: 10))))
    #expect(navigator.focusedField == nil)
    #expect(performed == ["refresh"])
  }

  @Test func `Configured keys work and are shown`() {
    let navigator = Navigator(
      keymap: Keymap(custom: ["palette": ["F5"], "palette-close": ["F6"], "refresh": ["F7"], "next post": ["g n"]]))
    navigator.globalCommands = [
      AvailableCommand(ProgramCommands.palette) { [weak navigator] in navigator?.openPalette() }
    ]
    navigator.setRoot(screen)
    navigator.handle(.function(5))
    let lines = navigator.draw(size: size).lines
    #expect(lines.contains { $0.contains("refresh") && $0.hasSuffix(" F7") })
    #expect(lines.contains { $0.contains("next post") && $0.hasSuffix(" gn") })
    #expect(lines.last?.contains("F6 close") == true)
    navigator.handle(.escape)
    #expect(navigator.focusedField != nil)
    navigator.handle(.function(6))
    #expect(navigator.focusedField == nil)
  }

  @Test(arguments: [Size(width: 60, height: 14), Size(width: 20, height: 5)])
  func `Without a screen the palette shows a hint`(size: Size) {
    let navigator = Navigator()
    navigator.globalCommands = [
      AvailableCommand(ProgramCommands.palette) { [weak navigator] in navigator?.openPalette() }
    ]
    navigator.handle(.character(":"))
    let text = navigator.draw(size: size).text
    #expect(text.contains("Opening…") && text.contains("Still opening…"))
    #expect(navigator.focusedField == nil)
  }

  @Test func `Another screen closes the palette`() {
    press(":")
    navigator.push(FakeScreen("next"))
    #expect(navigator.focusedField == nil)
  }

  private func press(_ text: String) {
    for character in text { navigator.handle(.character(character)) }
  }

  private func offer(_ key: Key, _ title: String) -> AvailableCommand {
    AvailableCommand(key, title: title) { [weak self] in self?.performed.append(title) }
  }
}
