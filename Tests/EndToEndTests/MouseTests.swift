import ProgramSupport
import Testing

/// A mouse as a terminal reports it, to the real program.
@Suite("The mouse", .needsTerminal, .endsInTime)
struct MouseTests {
  @Test("scrolls, selects, opens, changes timelines and quits, and its modes are given back")
  func hand() async throws {
    let folder = try TemporaryFolder()
    let terminal = try RawTerminal(
      ["demo", "--account", "ada@demo"], environment: ["TZ": TimeOfDay.afternoon], in: folder)
    #expect(try await terminal.wait(for: "1 of 74"))
    terminal.send(.wheelDown, column: 20, row: 12)
    #expect(try await terminal.redraws("2 of 74"))
    terminal.send(.click, column: 20, row: 10)
    #expect(try await terminal.redraws("3 of 74"))
    terminal.send(.click, column: 20, row: 10)
    #expect(try await terminal.redraws("Post by"))
    // The key of the last hint but one, by its hint: back.
    terminal.send(.click, column: 71, row: 24)
    #expect(try await terminal.redraws("3 of 74"))
    terminal.send(.click, column: 16, row: 1)
    #expect(try await terminal.redraws("1 of 13"))
    // Where nothing is.
    terminal.send(.click, column: 40, row: 2)
    #expect(try await terminal.redraws("1 of 13"))
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.contains("\u{1B}[?1000h\u{1B}[?1006h"))
    #expect(!text.contains(/\u{1B}\[\?100[2345]/))
    terminal.write(Array("q".utf8))
    #expect(try await terminal.end() == 0)
    let end = String(decoding: terminal.output.suffix(200), as: UTF8.self)
    #expect(end.contains("\u{1B}[?1006l\u{1B}[?1000l"))
    #expect(terminal.isAsBefore)
  }

  @Test("that turns its wheel fast is followed to the end")
  func flick() async throws {
    let folder = try TemporaryFolder()
    let terminal = try RawTerminal(
      ["demo", "--account", "ada@demo"], environment: ["TZ": TimeOfDay.afternoon], in: folder)
    #expect(try await terminal.wait(for: "1 of 74"))
    var isAtEnd = false
    for _ in 0..<50 where !isAtEnd {
      for _ in 0..<50 { terminal.send(.wheelDown, column: 20, row: 12) }
      isAtEnd = try await terminal.redraws("74 of 74", "of 74")
    }
    #expect(isAtEnd)
    terminal.write(Array("q".utf8))
    #expect(try await terminal.end() == 0)
  }
}

extension RawTerminal {
  /// Has the screen drawn anew: what stays as it is curses does not send again.
  /// - Parameter other: what is there in any case.
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

  /// In SGR's form; columns and rows are counted from 1.
  fileprivate func send(_ move: MouseMove, column: Int, row: Int) {
    let reports =
      switch move {
      case .click: ["0;\(column);\(row)M", "0;\(column);\(row)m"]
      case .wheelDown: ["65;\(column);\(row)M"]
      }
    for report in reports { write(Array("\u{1B}[<\(report)".utf8)) }
  }
}
