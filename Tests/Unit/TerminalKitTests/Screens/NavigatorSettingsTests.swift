import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct NavigatorSettingsTests {
  private let help = Command("help-me", "help me", keys: ["h"])

  private func line(_ navigator: Navigator) -> String { navigator.draw(size: Size(width: 40, height: 10)).lines[9] }

  @Test(arguments: [(Severity.notice, Style.muted), (.warning, .notice), (.failure, .failure)])
  func `A message has the colour of its severity`(severity: Severity, style: Style) {
    let navigator = Navigator()
    navigator.setRoot(FakeScreen("list"))
    navigator.announce("Waiting.", severity: severity)
    let canvas = navigator.draw(size: Size(width: 40, height: 9))
    #expect(canvas[7, 1].text == "W" && canvas[7, 1].style == style)
  }

  @Test func `Changed keys apply immediately and are shown in the bottom line`() {
    let navigator = Navigator()
    var calls = 0
    var displays = 0
    navigator.globalCommands = [AvailableCommand(help, hint: "help") { calls += 1 }]
    navigator.needsDisplay = { displays += 1 }
    #expect(line(navigator).contains("h help"))
    navigator.setKeymap(Keymap(added: ["help-me": ["x"]], unbound: ["h"]))
    #expect(displays == 1)
    #expect(line(navigator).contains("x help"))
    navigator.handle(.character("h"))
    #expect(calls == 0)
    navigator.handle(.character("x"))
    #expect(calls == 1)
    #expect(navigator.currentKeymap.value.label(of: help) == "x")
  }

  @Test func `Deferred bindings use the current keymap`() {
    let navigator = Navigator()
    navigator.globalCommands = [AvailableCommand(help) {}]
    let bindings = navigator.bindingsProvider()
    #expect(bindings().map(\.keysLabel) == ["h"])
    navigator.setKeymap(Keymap(custom: ["help-me": ["x"]]))
    #expect(bindings().map(\.keysLabel) == ["x"])
  }

  @Test func `An announced failure is shown until it is dismissed or withdrawn, and then Escape goes back again`() {
    let navigator = Navigator()
    navigator.globalCommands = [AvailableCommand(help, hint: "help") {}]
    let (root, pushed) = (FakeScreen(), FakeScreen())
    navigator.setRoot(root)
    navigator.push(pushed)
    func shown() -> String { navigator.draw(size: Size(width: 40, height: 10)).lines.joined() }
    navigator.announce("Not posted.")
    navigator.handle(.character("h"))
    #expect(shown().contains("Not posted.") && shown().contains("dismiss"))
    // A later message covers the failure until the next key.
    navigator.announce("Sent.", severity: .notice)
    #expect(shown().contains("Sent.") && !shown().contains("Not posted."))
    navigator.handle(.character("h"))
    #expect(shown().contains("Not posted."))
    navigator.handle(.escape)
    #expect(!shown().contains("Not posted.") && navigator.top === pushed)
    navigator.announce("1 post is waiting.")
    navigator.withdrawBanner("2 posts are waiting.")
    #expect(shown().contains("1 post is waiting."))
    navigator.withdrawBanner("1 post is waiting.")
    #expect(!shown().contains("waiting"))
    navigator.handle(.escape)
    #expect(navigator.top === root)
  }

  @Test func `An announcement is shown until the next key`() {
    let navigator = Navigator()
    navigator.globalCommands = [AvailableCommand(help, hint: "help") {}]
    navigator.announce("Something is the matter with what you have set.", severity: .notice)
    let lines = navigator.draw(size: Size(width: 30, height: 10)).lines
    #expect(lines[7].contains("Something is the matter") && lines[8].contains("you have set."))
    #expect(lines[9].contains("h help"))
    #expect(navigator.draw(size: Size(width: 20, height: 5)).lines[3].contains("…"))
    func isShown() -> Bool { navigator.draw(size: Size(width: 30, height: 10)).lines.joined().contains("Something") }
    navigator.handle(.character("h"))
    #expect(!isShown())
    navigator.announce("Something else.")
    #expect(isShown())
    navigator.withdrawBanner("Something else.")
    #expect(!isShown())
  }

  @Test func `An announcement that is not urgent waits until the one before has been seen`() {
    let navigator = Navigator()
    func isShown(_ text: String) -> Bool {
      navigator.draw(size: Size(width: 40, height: 10)).lines.joined().contains(text)
    }
    navigator.announce("Liked.", severity: .notice)
    navigator.announceWhenFree("2 unread announcements")
    #expect(isShown("Liked.") && !isShown("2 unread"))
    navigator.handle(.character("h"))
    #expect(isShown("2 unread") && !isShown("Liked."))
    navigator.handle(.character("h"))
    #expect(!isShown("2 unread"))
    navigator.announceWhenFree("1 unread announcement")
    #expect(isShown("1 unread"))
  }

  @Test func `An announcement that a failure covers returns when the failure is withdrawn`() {
    let navigator = Navigator()
    func isShown(_ text: String) -> Bool {
      navigator.draw(size: Size(width: 40, height: 10)).lines.joined().contains(text)
    }
    navigator.announce("Undone: like.", severity: .notice)
    navigator.announce("1 action not sent yet.")
    #expect(isShown("not sent yet") && !isShown("Undone"))
    navigator.withdrawBanner("1 action not sent yet.")
    #expect(isShown("Undone"))
    navigator.handle(.character("h"))
    #expect(!isShown("Undone"))
  }
}
