import ProgramSupport
import Testing

@Suite("Widths on a real terminal", .needsTerminal, .endsInTime)
struct WidthTests {
  @Test("Every line of Unicode's files is as wide in tmux as layout says")
  func files() async throws {
    let script = """
      "${TERN%/*}/WidthProgram" >report
      echo $? >status
      echo 'all is asked'
      exec cat

      """
    try await Terminal.open(script: script) { terminal in
      let isOver = try await comesTrue(looks: 6_000) { try await terminal.screen().contains("all is asked") }
      let report = (try? terminal.folder.text(of: "report")) ?? ""
      try #require(isOver, "\(report)")
      #expect(try terminal.folder.text(of: "status") == "0\n", "\(report.suffix(4_000))")
      #expect(report.contains(" 0 of them"))
    }
  }
}
