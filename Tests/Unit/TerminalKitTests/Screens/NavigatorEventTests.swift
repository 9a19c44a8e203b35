import TerminalKit
import TestSupport
import Testing

@MainActor @Suite final class NavigatorEventTests {
  private let navigator = Navigator()
  private let screen = FakeScreen()
  private let size = Size(width: 60, height: 6)
  private var performed: [String] = []
  private var displayRequests = 0

  init() {
    UTF8Locale.set()
    navigator.globalCommands = [binding("q", "quit"), binding("G", "oldest")]
    navigator.setRoot(screen)
    navigator.needsDisplay = { [weak self] in self?.displayRequests += 1 }
  }

  @Test func `A key performs its command`() {
    navigator.handle(.key(.character("q")))
    #expect(performed == ["quit"])
  }

  @Test func `Pasting without a field has no effect and shows a hint`() {
    screen.bottomLine = .status("1 of 74")
    navigator.handle(.paste("Gq"))
    #expect(performed.isEmpty)
    #expect(displayRequests == 1)
    #expect(bottomLine.contains("No text field to paste into"))
    navigator.handle(.character("q"))
    #expect(bottomLine.contains("1 of 74"))
  }

  @Test func `Pasting into a field inserts text`() {
    let field = TextField(text: "a")
    screen.focusedField = field
    screen.availableCommands = [
      AvailableCommand(.enter, title: "submit") { [weak self] in self?.performed.append("submit") }
    ]
    displayRequests = 0
    navigator.handle(.paste(" Gq\r\nb\n"))
    #expect(field.text == "a Gq b")
    #expect(performed.isEmpty)
    #expect(screen.fieldChanges == 1)
    #expect(screen.willHandleKeyCalls == 1)
    #expect(displayRequests == 1)
  }

  @Test func `Pasting does not affect an open menu`() {
    screen.availableCommands = [AvailableCommand(.character("g"), title: "go to", menu: [binding("s", "switch")])]
    navigator.handle(.character("g"))
    navigator.handle(.paste("s"))
    #expect(performed.isEmpty)
    #expect(navigator.isMenuOpen)
    navigator.handle(.character("s"))
    #expect(performed == ["switch"])
  }

  @Test func `Pasting on a tiny screen has no effect`() {
    let field = TextField()
    screen.focusedField = field
    navigator.handle(.resize(Size(width: 10, height: 3)))
    navigator.handle(.paste("a"))
    #expect(field.text.isEmpty)
    navigator.handle(.resize(size))
    navigator.handle(.paste("a"))
    #expect(field.text == "a")
  }

  @Test func `A resize redraws the screen`() {
    navigator.handle(.resize(size))
    #expect(displayRequests == 1)
  }

  @Test(arguments: [
    Event.mouse(MouseEvent(.press(.right), at: Point(row: 0, column: 0))),
    .mouse(MouseEvent(.release(.left), at: Point(row: 0, column: 0))),
    .mouse(MouseEvent(.move(nil), at: Point(row: 0, column: 0))),
    .mouse(MouseEvent(.press(.left), at: Point(row: -5, column: 4_000))),
    .mouse(MouseEvent(.scroll(.up), at: Point(row: -5, column: 4_000))), .focus(true), .focus(false),
  ])
  func `Unused events have no effect`(event: Event) {
    screen.availableCommands = [AvailableCommand(.character("g"), title: "go to", menu: [binding("s", "switch")])]
    navigator.handle(.character("g"))
    let before = navigator.draw(size: size)
    displayRequests = 0
    navigator.handle(event)
    #expect(displayRequests == 0)
    #expect(navigator.draw(size: size) == before)
  }

  private var bottomLine: String { navigator.draw(size: size).rows.last ?? "" }

  private func binding(_ key: Character, _ title: String) -> AvailableCommand {
    AvailableCommand(.character(key), title: title) { [weak self] in self?.performed.append(title) }
  }
}
