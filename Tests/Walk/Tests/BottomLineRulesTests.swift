import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct BottomLineRulesTests {
  private typealias KeyHint = BottomLineRules.KeyHint

  private static let openCommand = AvailableCommand(
    .enter, .character("t"), title: "open the post", hint: "open")
  private static let helpCommand = AvailableCommand(.character("?"), title: "help", hint: "keys")
  private static let open = Keymap.standard.bindings(of: [openCommand])[0]
  private static let help = Keymap.standard.bindings(of: [helpCommand])[0]

  private func problem(_ keyHints: [KeyHint], _ bindings: [KeyBinding], mayBeNone: Bool = false)
    -> String?
  {
    BottomLineRules.problem(keyHints: keyHints, bindings: bindings, mayBeNone: mayBeNone)
  }

  @Test func `Key hints are read from the last row`() {
    let screen = Screen(availableCommands: [Self.openCommand, Self.helpCommand])
    #expect(
      BottomLineRules.keyHints(on: screen.canvas, hasPrompt: false) == [
        KeyHint(key: "Enter", hint: "open"), KeyHint(key: "?", hint: "keys"),
      ])
    screen.bottomLine = .prompt("Search", TextField(text: "loom"))
    #expect(
      BottomLineRules.keyHints(on: screen.canvas, hasPrompt: true).first
        == KeyHint(key: "Enter", hint: "open"))
  }

  @Test func `Key hints must have bindings`() {
    let keyHints = [KeyHint(key: "Enter", hint: "open"), KeyHint(key: "?", hint: "keys")]
    #expect(problem(keyHints, [Self.open, Self.help]) == nil)
    #expect(problem(keyHints, [Self.open]) != nil)
    #expect(problem([KeyHint(key: "Enter", hint: "close")], [Self.open]) != nil)
  }

  @Test func `There must be key hints`() {
    #expect(problem([], [Self.open]) != nil)
    #expect(problem([], [Self.open], mayBeNone: true) == nil)
  }

  @Test func `A key must not have two bindings or two hints`() {
    #expect(problem([KeyHint(key: "Enter", hint: "open")], [Self.open, Self.open]) != nil)
    let twice = [KeyHint(key: "?", hint: "keys"), KeyHint(key: "?", hint: "keys")]
    #expect(problem(twice, [Self.help]) != nil)
  }

  /// A screen in a navigator.
  @MainActor private final class Screen: ViewController {
    let title = "Screen"
    let availableCommands: [AvailableCommand]
    var bottomLine = BottomLine.status("7 of 64")
    var needsDisplay: (@MainActor () -> Void)?

    init(availableCommands: [AvailableCommand]) { self.availableCommands = availableCommands }

    var canvas: Canvas {
      let navigator = Navigator()
      navigator.setRoot(self)
      return navigator.draw(size: Size(width: 80, height: 24))
    }

    func draw(on canvas: inout Canvas, in area: Rect) {}
  }
}
