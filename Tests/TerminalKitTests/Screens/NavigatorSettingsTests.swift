import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct NavigatorSettingsTests {
  private let help = Command("help-me", "help me", keys: ["h"])

  private func line(_ navigator: Navigator) -> String { navigator.draw(size: Size(width: 40, height: 10)).lines[9] }

  @Test func `Keys that are changed hold at once, and the bottom line names them`() {
    let navigator = Navigator()
    var calls = 0
    var displays = 0
    navigator.globalCommands = [AvailableCommand(help, hint: "help") { calls += 1 }]
    navigator.needsDisplay = { displays += 1 }
    #expect(line(navigator).contains("h help"))
    navigator.use(Keymap(added: ["help-me": ["x"]], taken: ["h"]))
    #expect(displays == 1)
    #expect(line(navigator).contains("x help"))
    navigator.handle(.character("h"))
    #expect(calls == 0)
    navigator.handle(.character("x"))
    #expect(calls == 1)
    #expect(navigator.currentKeymap.value.label(of: help) == "x")
  }

  @Test func `Bindings of a moment name the keys of the moment at which they are asked for`() {
    let navigator = Navigator()
    navigator.globalCommands = [AvailableCommand(help) {}]
    let bindings = navigator.bindingsOfThisMoment()
    #expect(bindings().map(\.keysLabel) == ["h"])
    navigator.use(Keymap(own: ["help-me": ["x"]]))
    #expect(bindings().map(\.keysLabel) == ["x"])
  }

  @Test func `An announcement stands above the bottom line until the next key`() {
    let navigator = Navigator()
    navigator.globalCommands = [AvailableCommand(help, hint: "help") {}]
    navigator.announce("Something is the matter with what you have set.")
    let lines = navigator.draw(size: Size(width: 30, height: 10)).lines
    #expect(lines[7].contains("Something is the matter") && lines[8].contains("you have set."))
    #expect(lines[9].contains("h help"))
    #expect(navigator.draw(size: Size(width: 20, height: 5)).lines[3].contains("…"))
    func isSaid() -> Bool { navigator.draw(size: Size(width: 30, height: 10)).lines.joined().contains("Something") }
    navigator.handle(.character("h"))
    #expect(!isSaid())
    navigator.announce("Something else.")
    #expect(isSaid())
    navigator.announce(nil)
    #expect(!isSaid())
  }
}
