import ProgramSupport
import Testing

/// Mouse reports sent to the real program.
@Suite("The mouse", .needsTerminal, .endsInTime)
struct MouseTests {
  @Test("scrolls, selects, opens and changes timelines; its modes are reset at the end")
  func hand() async throws {
    let folder = TemporaryFolder()
    // Pictures make rows higher.
    try folder.write("fetch-pictures = \"never\"\n", to: ".config/tern/config.toml")
    let terminal = try RawTerminal(
      ["demo", "--account", "ada@demo"], environment: ["TZ": TimeOfDay.afternoon], in: folder)
    #expect(try await terminal.wait(for: "1 of 73"))
    terminal.send(.wheelDown, column: 20, row: 12)
    #expect(try await terminal.redraws("2 of 73"))
    terminal.send(.click, column: 20, row: 10)
    #expect(try await terminal.redraws("3 of 73"))
    terminal.send(.click, column: 20, row: 10)
    #expect(try await terminal.redraws("Post by"))
    // Click the last but one key hint: back.
    terminal.send(.click, column: 71, row: 24)
    #expect(try await terminal.redraws("3 of 73"))
    terminal.send(.click, column: 16, row: 1)
    #expect(try await terminal.redraws("1 of 13"))
    // Click empty space.
    terminal.send(.click, column: 40, row: 2)
    #expect(try await terminal.redraws("1 of 13"))
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.contains("\u{1B}[?1000h\u{1B}[?1006h"))
    #expect(!text.contains(/\u{1B}\[\?100[2345]/))
    terminal.write(Array("q".utf8))
    #expect(try await terminal.end() == 0)
    let end = String(decoding: terminal.output.suffix(200), as: UTF8.self)
    #expect(end.contains("\u{1B}[?1006l\u{1B}[?1000l"))
    #expect(terminal.isRestored)
  }

  @Test("scrolls to the end with fast wheel turns")
  func flick() async throws {
    let folder = TemporaryFolder()
    let terminal = try RawTerminal(
      ["demo", "--account", "ada@demo"], environment: ["TZ": TimeOfDay.afternoon], in: folder)
    #expect(try await terminal.wait(for: "1 of 73"))
    var isAtEnd = false
    for _ in 0..<50 where !isAtEnd {
      for _ in 0..<50 { terminal.send(.wheelDown, column: 20, row: 12) }
      isAtEnd = try await terminal.redraws("73 of 73", "of 7")
    }
    #expect(isAtEnd)
    terminal.write(Array("q".utf8))
    #expect(try await terminal.end() == 0)
  }
}

extension RawTerminal {
  /// Redraws the screen, because curses does not send unchanged cells again.
  /// - Parameter other: text that is on the screen in any case.
  /// - Returns: whether the text was drawn.
  fileprivate func redraws(_ text: String, _ other: String? = nil) async throws -> Bool {
    let start = output.count
    write([0x0C])
    _ = try await wait { output in
      let drawn = String(decoding: output[start...], as: UTF8.self)
      return drawn.contains(text) || other.map(drawn.contains) == true
    }
    try await settle()
    return String(decoding: output[start...], as: UTF8.self).contains(text)
  }

  fileprivate enum MouseMove {
    case click, wheelDown
  }

  /// Sends reports in the SGR format; columns and rows are counted from 1.
  fileprivate func send(_ move: MouseMove, column: Int, row: Int) {
    let reports =
      switch move {
      case .click: ["0;\(column);\(row)M", "0;\(column);\(row)m"]
      case .wheelDown: ["65;\(column);\(row)M"]
      }
    for report in reports { write(Array("\u{1B}[<\(report)".utf8)) }
  }
}
