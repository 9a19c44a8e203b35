import TerminalKit
import TestSupport
import Testing

@testable import tern

@MainActor @Suite struct KeymapTests {
  @Test("With different keys for every command, no screen names a standard key", arguments: ScreenCase.all)
  func rebound(screen: ScreenCase) async throws {
    let steps = try screen.keys.split(separator: " ").map { try #require(ScreenStep(String($0))) }
    let program = try await KeymapProgram(screen.arguments, keymap: KeyNames.keymap, size: Size(screen.sizes[0]))
    check(program, screen)
    for step in steps {
      try await program.perform(step) { KeyNames.renamed[$0] ?? $0 }
      check(program, screen)
    }
    // The program is in the state of the golden screen, reached with the other keys.
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
    "After changing all keys at run time, the screen names no standard key",
    arguments: ScreenCase.all)
  func changed(screen: ScreenCase) async throws {
    let steps = try screen.keys.split(separator: " ").map { try #require(ScreenStep(String($0))) }
    let program = try await KeymapProgram(screen.arguments, keymap: .standard, size: Size(screen.sizes[0]))
    for step in steps { try await program.perform(step) { $0 } }
    try await program.setKeymap(KeyNames.keymap)
    var hasPrompt = false
    if case .prompt? = program.navigator.top?.bottomLine { hasPrompt = true }
    let canvas = program.draw()
    let named = KeyNames.found(on: canvas, hasPrompt: hasPrompt)
    #expect(named.isEmpty, "\(screen) names \(named) on\n\(canvas.text)")
  }

  @Test("Standard keys on a screen are found")
  func nothingPasses() {
    func found(_ text: String, _ style: Style = .muted) -> [String] {
      var canvas = Canvas(size: Size(width: 60, height: 3))
      canvas.draw(text, row: 1, column: 2, style: style)
      return KeyNames.found(on: canvas, hasPrompt: false)
    }
    #expect(found("Reading was stopped here · R read all") == ["R"])
    #expect(found("Keep typing, or Enter to search “tea”.") == ["Enter"])
    #expect(found("1", .accentBold) == ["1"])
    #expect(found("gs", .accentBold).contains("gs"))
    #expect(found("Home, a post, 1 of 9, 15 s").isEmpty)
  }

  @Test("Every command has a unique ID, and --keys accepts the labels of all keys")
  func commands() {
    let ids = AppCommands.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for command in AppCommands.all {
      #expect(command.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(command.id)")
      #expect(!command.title.isEmpty)
      // Only nine timelines have a key; the palette opens the list of keys.
      #expect(!command.keys.isEmpty || command.id.hasPrefix("timeline-") || command.id == "change-keys")
      for key in command.keys.flatMap(\.keys) { #expect(ScreenStep(key.label) == .key(key)) }
    }
    #expect(Set(KeyNames.renamed.keys).isDisjoint(with: KeyNames.renamed.values))
  }

  /// Checks that all commands are listed in a module, and that shared keys have a declared precedence.
  private func check(_ program: KeymapProgram, _ screen: ScreenCase) {
    let availableCommands = program.navigator.activeCommands
    let unknown = Set(availableCommands.map(\.command)).subtracting(AppCommands.all)
    #expect(unknown.isEmpty, "\(unknown.map(\.id)) of \(screen) are in no module's list")
    let conflicts = Keymap.standard.undeclaredConflicts(among: availableCommands)
    #expect(conflicts.isEmpty, "\(screen)")
  }
}
