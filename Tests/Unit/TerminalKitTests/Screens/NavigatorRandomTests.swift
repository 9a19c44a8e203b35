import TerminalKit
import TestSupport
import Testing

/// Random keys at random sizes on screens that open screens, menus and fields. Hints in the bottom line must match the
/// effect of their keys.
@MainActor @Suite final class NavigatorRandomTests {
  private static let keys: [Key] =
    [
      .enter, .tab, .backTab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown, .function(1), .function(5), .control("c"), .control("u"), .control("w"), .control("n"),
    ] + "abgjkmnopqxyz?/ 19GR軌".map { .character($0) }

  private let navigator = Navigator()
  private var depth = 0

  init() { UTF8Locale.set() }

  @Test(arguments: 1...20) func `Every key is safe on every screen`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    navigator.globalCommands = [
      AvailableCommand(.character("q"), title: "quit", hint: "quit") {},
      AvailableCommand(.character("?"), .function(1), title: "help", hint: "keys") { [weak self] in self?.push() },
    ]
    navigator.setRoot(screen())
    for _ in 0..<400 {
      let size = Size(width: .random(in: 0...90, using: &generator), height: .random(in: 0...30, using: &generator))
      let canvas = navigator.draw(size: size)
      #expect(canvas.size == size)
      if let cursor = canvas.cursor {
        #expect((0..<size.width).contains(cursor.column) && (0..<size.height).contains(cursor.row))
      }
      let keys = navigator.activeBindings.flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
      navigator.handle(Self.keys.randomElement(using: &generator) ?? .enter)
    }
  }

  private func push() {
    guard depth < 5 else { return }
    depth += 1
    navigator.push(screen())
  }

  private func screen() -> FakeScreen {
    let screen = FakeScreen()
    screen.availableCommands = [
      AvailableCommand(.enter, .character("o"), title: "open", hint: "open") { [weak self] in self?.push() },
      AvailableCommand(
        .character("g"), title: "go to a place whose name is long", hint: "go to",
        menu: (1...9).map { number in
          AvailableCommand(.character(Character("\(number)")), title: String(repeating: "軌道", count: number)) {}
        }),
      AvailableCommand(.character("/"), title: "search", hint: "search") { [weak screen] in
        let field = TextField()
        screen?.focusedField = field
        screen?.bottomLine = .prompt("Search", field)
      },
      AvailableCommand(.escape, title: "leave the field", hint: "leave") { [weak screen] in
        screen?.focusedField = nil
        screen?.bottomLine = .status("7 of 64 · 3 unread")
      },
    ]
    return screen
  }
}
