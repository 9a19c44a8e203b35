import TerminalKit
import TestSupport
import Testing

@testable import tern

@MainActor @Suite struct KeymapTests {
  @Test("Where every command has other keys, no screen in any state names a standard one", arguments: ScreenCase.all)
  func rebound(screen: ScreenCase) async throws {
    let steps = try screen.keys.split(separator: " ").map { try #require(ScreenStep(String($0))) }
    let program = try await KeymapProgram(screen.arguments, keymap: KeyNames.keymap, size: Size(screen.sizes[0]))
    check(program, screen)
    for step in steps {
      try await program.take(step) { KeyNames.renamed[$0] ?? $0 }
      check(program, screen)
    }
    // It has come to the state of the golden screen, though by other keys.
    let golden = try #require(GoldenScreens.read(screen.goldenName(screen.sizes[0])))
    #expect(
      program.draw().lines.first
        == golden.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init))
    var hasPrompt = false
    if case .prompt = program.navigator.bottomLine { hasPrompt = true }
    for size in screen.sizes.map(Size.init) {
      let canvas = program.navigator.draw(size: size)
      let named = KeyNames.found(on: canvas, hasPrompt: hasPrompt)
      #expect(named.isEmpty, "\(screen) at \(size) names \(named) on\n\(canvas.text)")
    }
  }

  @Test(
    "Where every command gets other keys while Tern runs, the screen names no standard one any more",
    arguments: ScreenCase.all)
  func changed(screen: ScreenCase) async throws {
    let steps = try screen.keys.split(separator: " ").map { try #require(ScreenStep(String($0))) }
    let program = try await KeymapProgram(screen.arguments, keymap: .standard, size: Size(screen.sizes[0]))
    for step in steps { try await program.take(step) { $0 } }
    try await program.use(KeyNames.keymap)
    var hasPrompt = false
    if case .prompt? = program.navigator.top?.bottomLine { hasPrompt = true }
    let canvas = program.draw()
    let named = KeyNames.found(on: canvas, hasPrompt: hasPrompt)
    #expect(named.isEmpty, "\(screen) names \(named) on\n\(canvas.text)")
  }

  @Test("A screen that names a standard key is found out")
  func nothingPasses() {
    func found(_ text: String, _ style: Style = .muted) -> [String] {
      var canvas = Canvas(size: Size(width: 60, height: 3))
      canvas.draw(text, row: 1, column: 2, style: style)
      return KeyNames.found(on: canvas, hasPrompt: false)
    }
    #expect(found("Reading was stopped here. R reads all.") == ["R"])
    #expect(found("Type on, or Enter looks for “tea”.") == ["Enter"])
    #expect(found("1", .accentBold) == ["1"])
    #expect(found("gs", .accentBold).contains("gs"))
    #expect(found("Home, a post, 1 of 9, 15 s").isEmpty)
  }

  @Test("Every command has an id of its own, and --keys knows each key by what it is called on the screen")
  func commands() {
    let ids = AppCommands.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for command in AppCommands.all {
      #expect(command.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(command.id)")
      #expect(!command.title.isEmpty)
      // Of the timelines, nine have a key.
      #expect(!command.keys.isEmpty || command.id.hasPrefix("timeline-"))
      for key in command.keys.flatMap(\.keys) { #expect(ScreenStep(key.label) == .key(key)) }
    }
    #expect(Set(KeyNames.renamed.keys).isDisjoint(with: KeyNames.renamed.values))
  }

  /// What can be done is known, and no two commands have a key in common without saying which of them is first.
  private func check(_ program: KeymapProgram, _ screen: ScreenCase) {
    let availableCommands = program.navigator.activeCommands
    let unknown = Set(availableCommands.map(\.command)).subtracting(AppCommands.all)
    #expect(unknown.isEmpty, "\(unknown.map(\.id)) of \(screen) in no module's list")
    let conflicts = Keymap.standard.undeclaredConflicts(among: availableCommands)
    #expect(conflicts.isEmpty, "\(screen)")
  }
}
