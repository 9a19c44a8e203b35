import TestSupport
import Testing

@testable import TerminalKit

@MainActor @Suite("In a text editor")
struct TextEditorKeyTests {
  private let navigator = Navigator()
  private let screen = FakeScreen()
  private let editor = TextEditor()

  init() {
    UTF8Locale.set()
    screen.focusedEditor = editor
    navigator.globalCommands = [
      AvailableCommand(ProgramCommands.quit) {}, AvailableCommand(ProgramCommands.quitAtOnce) {},
      AvailableCommand(ProgramCommands.redraw) {},
      AvailableCommand(ProgramCommands.suspend) {}, AvailableCommand(ProgramCommands.palette) {},
      AvailableCommand(ProgramCommands.help) {},
    ]
    navigator.setRoot(screen)
    _ = navigator.draw(size: Size(width: 21, height: 6))
  }

  /// Presses keys by name; the characters of a word that begins with `=` are typed.
  private func press(_ names: String) throws {
    for name in names.split(separator: " ") {
      if name.hasPrefix("=") {
        for character in name.dropFirst() { navigator.handle(.character(character)) }
      } else {
        navigator.handle(try #require(Key(tmuxName: String(name)), "\(name)"))
      }
    }
  }

  /// The text with its cursor, and the selection between bars.
  private var shown: String {
    let text = editor.content
    return (0...text.end).map { place in
      let sign = place == text.cursor ? "‸" : place == text.mark && text.selection != nil ? "|" : ""
      return sign + (place < text.end ? text.string(place..<place + 1) : "")
    }.joined()
  }

  @Test(
    "keys perform their commands",
    arguments: [
      ("C-a", "‸one two"), ("Home", "‸one two"), ("C-a C-e", "one two‸"), ("C-b C-b", "one t‸wo"),
      ("C-a C-f", "o‸ne two"),
      ("M-b", "one ‸two"), ("C-Left C-Left", "‸one two"), ("C-a M-f", "one‸ two"), ("C-a C-Right", "one‸ two"),
      ("BSpace C-h", "one t‸"), ("C-a C-d DC", "‸e two"), ("C-w", "one ‸"), ("M-BSpace", "one ‸"), ("C-a M-d", "‸ two"),
      ("C-u", "‸"), ("C-a C-k", "‸"), ("C-u C-y C-y", "one twoone two‸"), ("C-w C-w C-y", "one two‸"),
      ("M-b C-k C-b C-f C-u C-y", "one ‸"), ("C-_", "one ‸"), ("M-u C-_", "‸"),
      ("M-u M-r", "one two‸"),
      ("C-_ C-r", "one two‸"), ("S-Left S-Left", "one t‸wo|"), ("C-S-Left C-w", "one ‸"), ("C-S-Left =x", "one x‸"),
      ("C-S-Left Left", "one ‸two"), ("S-Home", "‸one two|"), ("Home S-End", "|one two‸"),
      ("C-a C-Space M-f", "|one‸ two"),
      ("C-a C-Space M-f C-g C-f", "one ‸two"), ("C-a C-Space M-f M-w C-e C-y", "one twoone‸"),
      ("C-x h", "|one two‸"), ("C-x h BSpace", "‸"), ("M-<", "‸one two"), ("C-Home C-End", "one two‸"),
      ("M-< M->", "one two‸"),
      ("Enter =x", "one two\nx‸"), ("Enter =x C-Up C-Up", "‸one two\nx"), ("Enter =x M-{ M-{ M-}", "one two‸\nx"),
      ("Enter C-p C-n", "one two\n‸"), ("C-p", "‸one two"), ("M-a", "‸one two"), ("C-a M-e", "one two‸"),
      ("C-a C-S-End", "|one two‸"), ("C-S-Home", "‸one two|"), ("Up Down", "one two‸"), ("PageUp", "‸one two"),
      ("M-v C-v", "one two‸"), ("C-a S-Right S-Down", "|one two‸"), ("C-Right", "one two‸"),
      ("M-Left M-Right", "one two‸"),
    ])
  func keys(pressed: String, text: String) throws {
    try press("=one Space =two \(pressed)")
    #expect(shown == text)
  }

  @Test("printable keys insert text")
  func text() throws {
    try press("=q?:/ C-n C-k")
    #expect(editor.text == "q?:/" && !navigator.isMenuOpen)
    navigator.handle(.character("軌"))
    navigator.handle(.paste("a\r\n\u{7}q"))
    #expect(editor.text == "q?:/軌a\nq")
    try press("C-o")
    #expect(navigator.bottomLine.text == "^O does nothing here")
    let live = Set(navigator.activeCommands.map(\.command))
    #expect(live == Set(EditorCommands.all).union(EditorCommands.alwaysAvailable))
  }

  @Test("commands of the screen take precedence and keys follow the keymap")
  func screenFirst() throws {
    var sent = 0
    screen.availableCommands = [AvailableCommand(.control("d"), .modified(.enter, .alt), title: "send") { sent += 1 }]
    try press("=a C-a C-d M-Enter")
    #expect(sent == 2 && editor.text == "a")
    navigator.setKeymap(Keymap(custom: ["editor-left": ["M-h"]]))
    try press("C-e M-h")
    #expect(editor.content.cursor == 0)
    try press("C-e C-b")
    #expect(editor.content.cursor == 1)
  }

  @Test("no two commands share a key")
  func conflicts() {
    let availableCommands =
      editor.availableCommands + navigator.globalCommands.filter { EditorCommands.alwaysAvailable.contains($0.command) }
    #expect(Keymap.standard.undeclaredConflicts(among: availableCommands).isEmpty)
    #expect(Set(editor.availableCommands.map(\.command)) == Set(EditorCommands.all))
    #expect(Set(EditorCommands.all.map(\.id)).count == EditorCommands.all.count)
    #expect(
      Set(TextEditor(keepsLines: false).availableCommands.map(\.command))
        == Set(EditorCommands.all).subtracting([EditorCommands.newline]))
  }

  @Test("an unbound Alt combination is not Esc and a key")
  func alt() throws {
    var left = 0
    screen.availableCommands = [AvailableCommand(.escape, title: "leave") { left += 1 }]
    try press("M-x")
    #expect(left == 0 && editor.text.isEmpty && navigator.bottomLine.text == "Alt-x does nothing here")
    try press("C-x M-x")
    #expect(editor.text.isEmpty && navigator.isMenuOpen)
    try press("Escape")
    #expect(editor.text.isEmpty && !navigator.isMenuOpen && left == 0)
    screen.focusedEditor = nil
    screen.availableCommands = [
      AvailableCommand(.escape, title: "leave") { left += 1 },
      AvailableCommand(.character("x"), title: "x") { left += 10 },
    ]
    try press("M-x")
    #expect(left == 11)
    screen.availableCommands.append(AvailableCommand(.alt("x"), title: "both") { left += 100 })
    try press("M-x")
    #expect(left == 111)
  }

  @Test("vertical movements keep the column")
  func lines() throws {
    editor.paste("軌道計算 is what she did\n\nand more than that")
    _ = navigator.draw(size: Size(width: 21, height: 6))
    try press("C-a C-a C-f C-f C-f C-f C-f")
    #expect(shown.hasSuffix("and m‸ore than that"))
    try press("Up")
    #expect(shown.contains("did\n‸\nand"))
    try press("Up Up")
    #expect(shown.hasPrefix("軌道‸計算"))
    try press("C-e")
    #expect(editor.content.cursor == 16)
    try press("C-e")
    #expect(shown.contains("did‸\n"))
    try press("C-n C-n")
    #expect(shown.hasSuffix("and‸ more than that"))
  }

  @Test("the end of a line broken inside a word is after its last cell")
  func brokenLine() throws {
    editor.paste(String(repeating: "軌", count: 25))
    try press("C-Home C-e")
    let end = navigator.draw(size: Size(width: 21, height: 6)).cursor
    #expect(end == Point(row: 0, column: 20) && editor.content.cursor == 10)
    try press("Down")
    #expect(navigator.draw(size: Size(width: 21, height: 6)).cursor == Point(row: 1, column: 20))
    try press("C-a")
    #expect(navigator.draw(size: Size(width: 21, height: 6)).cursor == Point(row: 1, column: 0))
    #expect(editor.content.cursor == 10)
    try press("C-a")
    #expect(editor.content.cursor == 0)
  }

  @Test("clicks set the cursor, drags select, the wheel scrolls")
  func mouse() {
    editor.paste((1...9).map { "line \($0)" }.joined(separator: "\n"))
    editor.edit { $0.move(to: 0) }
    _ = navigator.draw(size: Size(width: 21, height: 6))
    func send(_ action: MouseEvent.Action, _ row: Int, _ column: Int, _ held: Modifiers = []) {
      navigator.handle(.mouse(MouseEvent(action, at: Point(row: row, column: column), modifiers: held)))
    }
    send(.press(.left), 1, 2)
    #expect(editor.content.cursor == 9)
    send(.release(.left), 1, 2)
    #expect(editor.content.selection == nil)
    send(.press(.left), 0, 1)
    send(.release(.left), 2, 90)
    #expect(editor.content.selection == 1..<20)
    send(.release(.left), 3, 0)
    #expect(editor.content.selection == 1..<20)
    send(.press(.left), 0, 5, .shift)
    #expect(editor.content.selection == 1..<5)
    send(.scroll(.down), 1, 1)
    let canvas = navigator.draw(size: Size(width: 21, height: 6))
    #expect(canvas.lines[0].hasPrefix("line 4") && canvas.cursor == nil)
    _ = editor.handle(.character("x"))
    #expect(navigator.draw(size: Size(width: 21, height: 6)).lines[0].hasPrefix("lx"))
  }

  @Test("changes and copies are reported")
  func notifications() throws {
    var changes: [TextEditor.Change] = []
    var copied: [String] = []
    editor.didChange = { changes.append($0) }
    editor.didCopy = { copied.append($0) }
    try press("=ab Left Left Left C-Space C-e M-w C-x h C-w C-w")
    #expect(changes == [.text, .text, .selection, .selection, .selection, .selection, .selection, .text])
    #expect(copied == ["ab", "ab"])
  }
}

extension BottomLine {
  fileprivate var text: String {
    if case .status(let text) = self { text } else { "" }
  }
}
