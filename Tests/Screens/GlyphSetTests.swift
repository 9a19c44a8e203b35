import FoundationEssentials
import NcursesKit
import ProgramSupport
import TerminalKit
import Testing

@testable import tern

/// All golden screens with `signs = "ascii"`.
@MainActor @Suite struct GlyphSetTests {
  /// All non-ASCII characters in posts of the demo and the fixtures.
  private static let contentScalars: Set<Unicode.Scalar> = {
    let sources = GoldenScreens.fixtures + "/../../../Resources/Demo"
    var scalars: Set<Unicode.Scalar> = []
    for folder in [GoldenScreens.fixtures, GoldenScreens.fixtures + "/archive", sources] {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
        let text = String(decoding: data, as: UTF8.self)
        scalars.formUnion(text.unicodeScalars)
        let escaped = text.matches(of: /\\u([0-9A-Fa-f]{4})/).compactMap { UInt16($0.1, radix: 16) }
        scalars.formUnion(String(decoding: escaped, as: UTF16.self).unicodeScalars)
      }
    }
    // Replacements for undrawable text, and characters in language names and emoji completions.
    return scalars.union("\u{FFFD}◌ßéà🌻".unicodeScalars).filter { !$0.isASCII }
  }()

  @Test("Only content is not ASCII", arguments: ScreenCase.all)
  func ascii(screen: ScreenCase) async throws {
    let steps = try screen.keys.split(separator: " ").map { try #require(ScreenStep(String($0))) }
    let program = try await KeymapProgram(screen.arguments, keymap: .standard, size: Size(screen.sizes[0]))
    for step in steps { try await program.perform(step) { $0 } }
    let canvas = program.draw()
    let shown = canvas.withASCIIDecorations()
    let left = Set(shown.cells.flatMap { $0.text.unicodeScalars.filter { !$0.isASCII } })
    #expect(left.isSubset(of: Self.contentScalars), "\(left.subtracting(Self.contentScalars)) on\n\(shown.text)")
    #expect(left.isDisjoint(with: "─│▌·…↩⟲♥▣•├└“”’".unicodeScalars))
    #expect(canvas != shown || screen.module == "About", "the screen has no decoration")
  }

  @Test("tern screen replaces decorations but not text")
  func drawn() async throws {
    let folder = TemporaryFolder()
    try folder.write("signs = \"ascii\"\n", to: "mine.toml")
    let arguments = ["screen", "--account", "ada@demo", "--now", "2026-11-20T12:00:00Z"]
    let drawn = try await Tern.run(arguments + ["--config", folder.path(of: "mine.toml")]).output
    #expect(drawn.contains("< 3   @ 12   * 40") && drawn.contains("軌道"))
    #expect(!drawn.contains("─") && drawn.contains(String(repeating: "-", count: 80)))
    let usual = try await Tern.run(arguments).output
    #expect(usual.contains("↩ 3   ⟲ 12   ♥ 40"))
    #expect(drawn.split(separator: "\n").count == usual.split(separator: "\n").count)
  }
}
