import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct BottomLineRulesTests {
  private typealias AvailableCommand = BottomLineRules.AvailableCommand

  private static let openOffer = TerminalKit.AvailableCommand(
    .enter, .character("t"), title: "open the post", hint: "open")
  private static let helpOffer = TerminalKit.AvailableCommand(.character("?"), title: "help", hint: "keys")
  private static let open = Keymap.standard.bindings(of: [openOffer])[0]
  private static let help = Keymap.standard.bindings(of: [helpOffer])[0]

  private func problem(_ availableCommands: [AvailableCommand], _ bindings: [KeyBinding], mayBeNone: Bool = false)
    -> String?
  {
    BottomLineRules.problem(availableCommands: availableCommands, bindings: bindings, mayBeNone: mayBeNone)
  }

  @Test func `The keys are read off the last row`() {
    let screen = Screen(availableCommands: [Self.openOffer, Self.helpOffer])
    #expect(
      BottomLineRules.availableCommands(on: screen.canvas, hasPrompt: false) == [
        AvailableCommand(key: "Enter", hint: "open"), AvailableCommand(key: "?", hint: "keys"),
      ])
    screen.bottomLine = .prompt("Search", TextField(text: "loom"))
    #expect(
      BottomLineRules.availableCommands(on: screen.canvas, hasPrompt: true).first
        == AvailableCommand(key: "Enter", hint: "open"))
  }

  @Test func `What is offered must be bound`() {
    let availableCommands = [AvailableCommand(key: "Enter", hint: "open"), AvailableCommand(key: "?", hint: "keys")]
    #expect(problem(availableCommands, [Self.open, Self.help]) == nil)
    #expect(problem(availableCommands, [Self.open]) != nil)
    #expect(problem([AvailableCommand(key: "Enter", hint: "close")], [Self.open]) != nil)
  }

  @Test func `Something must be offered`() {
    #expect(problem([], [Self.open]) != nil)
    #expect(problem([], [Self.open], mayBeNone: true) == nil)
  }

  @Test func `A key may neither be bound nor offered twice`() {
    #expect(problem([AvailableCommand(key: "Enter", hint: "open")], [Self.open, Self.open]) != nil)
    let twice = [AvailableCommand(key: "?", hint: "keys"), AvailableCommand(key: "?", hint: "keys")]
    #expect(problem(twice, [Self.help]) != nil)
  }

  /// A navigator with one screen in it.
  @MainActor private final class Screen: ViewController {
    let title = "Screen"
    let availableCommands: [TerminalKit.AvailableCommand]
    var bottomLine = BottomLine.status("7 of 64")
    var needsDisplay: (@MainActor () -> Void)?

    init(availableCommands: [TerminalKit.AvailableCommand]) { self.availableCommands = availableCommands }

    var canvas: Canvas {
      let navigator = Navigator()
      navigator.setRoot(self)
      return navigator.draw(size: Size(width: 80, height: 24))
    }

    func draw(on canvas: inout Canvas, in area: Rect) {}
  }
}
