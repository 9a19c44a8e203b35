import FoundationEssentials
import NcursesKit
import ProgramSupport
import TerminalKit
import Testing

@testable import tern

/// Screens in every state, with `signs = "ascii"`.
@MainActor @Suite struct GlyphSetTests {
  /// All that people say in the demo and in the fixtures.
  private static let said: Set<Unicode.Scalar> = {
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
    // What becomes of text that is hard to draw, and what names no posts' language but their own.
    return scalars.union("\u{FFFD}◌ßéà🌻".unicodeScalars).filter { !$0.isASCII }
  }()

  @Test("Nothing but what people say leaves ASCII", arguments: ScreenCase.all)
  func ascii(screen: ScreenCase) async throws {
    let steps = try screen.keys.split(separator: " ").map { try #require(ScreenStep(String($0))) }
    let program = try await KeymapProgram(screen.arguments, keymap: .standard, size: Size(screen.sizes[0]))
    for step in steps { try await program.take(step) { $0 } }
    let canvas = program.draw()
    let shown = canvas.inASCIISigns()
    let left = Set(shown.cells.flatMap { $0.text.unicodeScalars.filter { !$0.isASCII } })
    #expect(left.isSubset(of: Self.said), "\(left.subtracting(Self.said)) on\n\(shown.text)")
    #expect(left.isDisjoint(with: "─│▌·…↩⟲♥▣•├└“”’".unicodeScalars))
    #expect(canvas != shown || screen.module == "About", "there was no sign to be seen")
  }

  @Test("tern screen draws them, and takes nothing from the text")
  func drawn() async throws {
    let folder = try TemporaryFolder()
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
