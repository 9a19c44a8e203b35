import PseudoTerminals
import Testing

@Suite(.enabled(if: PseudoTerminal.areAvailable)) struct TerminalProgramTests {
  @Test func `A program has a controlling terminal of the given size`() throws {
    let program = try shell("stty size; echo seen >/dev/tty")
    #expect(output(of: program) == "31 97\r\nseen\r\n")
  }

  @Test func `A program has only the given environment`() throws {
    let program = try shell("echo $HOME$NAME", environment: ["NAME": "tern", "PATH": "/usr/bin:/bin"])
    #expect(output(of: program) == "tern\r\n")
  }

  @Test func `Typed text reaches the program`() throws {
    let program = try shell("stty -echo; echo ready; read word; echo \"got $word\"")
    var text = ""
    while !text.contains("ready"), let reading = try program.terminal.read(within: .seconds(20)) {
      text += String(decoding: reading.bytes, as: UTF8.self)
    }
    try program.terminal.write("tern\n")
    #expect(output(of: program) == "got tern\r\n")
  }

  @Test func `A program that ignores SIGHUP is ended`() throws {
    let program = try shell("trap '' HUP; echo deaf; while :; do sleep 1; done")
    _ = try program.terminal.read(within: .seconds(20))
    program.end()
    #expect(throws: PseudoTerminalError.self) {
      while try program.terminal.read(within: .seconds(20)) != nil {}
    }
  }

  @Test func `A missing program throws`() {
    #expect(throws: PseudoTerminalError.self) {
      try TerminalProgram(["/nowhere/tern"], environment: [:], rows: 24, columns: 80)
    }
  }

  private func shell(
    _ script: String, environment: [String: String] = ["PATH": "/usr/bin:/bin"]
  ) throws -> TerminalProgram {
    try TerminalProgram(["/bin/sh", "-c", script], environment: environment, rows: 31, columns: 97)
  }

  /// All output until the program ends.
  private func output(of program: TerminalProgram) -> String {
    var bytes: [UInt8] = []
    while let reading = try? program.terminal.read(within: .seconds(20)) { bytes += reading.bytes }
    return String(decoding: bytes, as: UTF8.self)
  }
}
