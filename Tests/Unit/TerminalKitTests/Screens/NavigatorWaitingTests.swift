import TerminalKit
import TestSupport
import Testing

/// Keys that are typed ahead of the screen that opens.
@MainActor @Suite final class NavigatorWaitingTests {
  private let navigator = Navigator()
  private let list = FakeScreen("List")
  private let opened = FakeScreen("Opened")
  private var performed: [String] = []

  init() {
    UTF8Locale.set()
    navigator.globalCommands = [ProgramCommands.quit, ProgramCommands.quitAtOnce].map { command in
      AvailableCommand(command) { [weak self] in self?.performed.append(command.title) }
    }
    list.availableCommands = [
      AvailableCommand(.character("o"), title: "open") { [navigator, opened] in
        opened.isOpening = true
        navigator.push(opened)
      },
      command("x", "x of the list"),
    ]
    opened.availableCommands = [command("x", "x of the opened screen"), command("y", "y of the opened screen")]
    navigator.setRoot(list)
  }

  private func command(_ key: Character, _ title: String) -> AvailableCommand {
    AvailableCommand(.character(key), title: title) { [weak self] in self?.performed.append(title) }
  }

  private func type(_ keys: String) { for key in keys { navigator.handle(.key(.character(key))) } }

  private func draw() { _ = navigator.draw(size: Size(width: 80, height: 24)) }

  @Test func `Keys wait in order for the content of the screen that a key opens`() {
    type("oxyx")
    draw()
    #expect(performed.isEmpty)
    opened.isOpening = false
    draw()
    #expect(performed == ["x of the opened screen", "y of the opened screen", "x of the opened screen"])
  }

  @Test func `Keys wait for a screen that does not exist yet`() {
    let release = navigator.holdKeys()
    type("x")
    draw()
    #expect(performed.isEmpty)
    release()
    navigator.push(opened)
    draw()
    #expect(performed == ["x of the opened screen"])
  }

  @Test func `A key that comes after the content does not overtake the waiting ones`() {
    type("ox")
    opened.isOpening = false
    type("y")
    #expect(performed == ["x of the opened screen", "y of the opened screen"])
  }

  @Test func `A waiting key that opens another screen lets the others wait for that one`() {
    let last = FakeScreen("Last")
    last.isOpening = true
    last.availableCommands = [command("x", "x of the last screen")]
    opened.availableCommands = [
      AvailableCommand(.character("n"), title: "next") { [navigator] in navigator.push(last) }
    ]
    type("onx")
    opened.isOpening = false
    draw()
    #expect(navigator.top === last && performed.isEmpty)
    last.isOpening = false
    draw()
    #expect(performed == ["x of the last screen"])
  }

  @Test func `Pasted text waits among the keys`() {
    let field = TextField()
    opened.focusedField = field
    let release = navigator.holdKeys()
    type("a")
    navigator.handle(.paste("b"))
    type("c")
    navigator.push(opened)
    release()
    draw()
    #expect(field.text == "abc")
  }

  @Test func `Esc is handled immediately and drops the keys that wait`() {
    type("ox")
    navigator.handle(.key(.escape))
    #expect(navigator.top === list)
    opened.isOpening = false
    draw()
    #expect(performed.isEmpty)
    type("x")
    #expect(performed == ["x of the list"])
  }

  @Test func `A wait that Esc has ended does not end a later one`() {
    let release = navigator.holdKeys()
    navigator.handle(.key(.escape))
    let releaseNext = navigator.holdKeys()
    type("x")
    release()
    draw()
    #expect(performed.isEmpty)
    releaseNext()
    draw()
    #expect(performed == ["x of the list"])
  }

  @Test func `Control-C quits while keys wait`() {
    type("ox")
    navigator.handle(.key(.control("c")))
    #expect(performed == ["quit immediately"])
  }
}
