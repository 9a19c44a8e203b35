import ProgramSupport
import Testing

@Suite("Character widths in a real terminal", .needsTerminal, .endsInTime)
struct WidthTests {
  @Test("Every line of the Unicode test files is as wide in tmux as in layout")
  func files() async throws {
    let script = """
      "${TERN%/*}/WidthProgram" >report
      echo $? >status
      echo 'all lines measured'
      exec cat

      """
    try await Terminal.open(script: script) { terminal in
      let isOver = try await becomesTrue(polls: 6_000) { try await terminal.screen().contains("all lines measured") }
      let report = (try? terminal.folder.text(of: "report")) ?? ""
      try #require(isOver, "\(report)")
      #expect(try terminal.folder.text(of: "status") == "0\n", "\(report.suffix(4_000))")
      #expect(report.contains(" 0 of them"))
    }
  }
}
