import Glibc
import ProgramSupport
import Testing

/// Modes for bracketed paste and the mouse, which curses does not know.
@Suite("The terminal's modes", .needsTerminal, .endsInTime)
struct TerminalModeTests {
  private static let on = ["2004h", "1000h", "1006h"]
  private static let off = ["2004l", "1006l", "1000l"]

  @Test(
    "are switched on for terminals likely to support them",
    arguments: [
      ("xterm-256color", true), ("xterm", true), ("tmux-256color", true), ("screen", true), ("linux", true),
      ("rxvt", true),
      ("vt100", false), ("vt220", false), ("ansi", false), ("wyse60", false), ("hp2392", false),
    ])
  func types(type: String, isOn: Bool) async throws {
    try await withTern(type) { terminal async throws in
      #expect(terminal.modes == (isOn ? Self.on : []))
      terminal.write([0x03])
      #expect(try await terminal.end() == 0)
      #expect(terminal.modes == (isOn ? Self.on + Self.off : []))
    }
  }

  @Test("are reset at the end")
  func quit() async throws {
    try await withTern { terminal async throws in
      terminal.write(Array("q".utf8))
      #expect(try await terminal.end() == 0)
      #expect(terminal.modes == Self.on + Self.off)
    }
  }

  @Test(
    "are reset by signals and crashes",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE])
  func signal(number: Int32) async throws {
    try await withTern { terminal async throws in
      kill(terminal.process, number)
      #expect(try await terminal.end() == -number)
      #expect(terminal.modes == Self.on + Self.off)
    }
  }

  @Test("are reset while the program is stopped, and set again", arguments: [true, false])
  func stop(isByKey: Bool) async throws {
    try await withTern { terminal async throws in
      // Without a shell to continue it, Tern continues immediately.
      if isByKey { terminal.write([0x1A]) } else { kill(terminal.process, SIGTSTP) }
      #expect(try await terminal.wait { _ in terminal.modes.starts(with: Self.on + Self.off + Self.on) })
      terminal.write(Array("q".utf8))
      #expect(try await terminal.end() == 0)
      #expect(terminal.modes.suffix(Self.off.count) == Self.off)
      #expect(terminal.isRestored)
    }
  }

  @Test("change with the settings while Tern runs")
  func settings() async throws {
    let folder = TemporaryFolder()
    let terminal = try RawTerminal(["demo", "--account", "ada@demo"], in: folder)
    #expect(try await terminal.wait(for: "1 of 73"))
    #expect(terminal.modes == Self.on)
    try folder.write("mouse = false\n", to: ".config/tern/config.toml")
    #expect(try await terminal.wait { _ in terminal.modes == Self.on + ["1006l", "1000l"] })
    try folder.write("mouse = true\n", to: ".config/tern/config.toml")
    #expect(try await terminal.wait { _ in terminal.modes.suffix(2) == ["1000h", "1006h"] })
    try folder.write("mouse = false\n", to: ".config/tern/config.toml")
    #expect(try await terminal.wait { _ in terminal.modes.suffix(2) == ["1006l", "1000l"] })
    terminal.write(Array("q".utf8))
    #expect(try await terminal.end() == 0)
    #expect(terminal.modes.suffix(3) == ["1006l", "1000l", "2004l"])
  }

  @Test("are set again after SIGSTOP and SIGCONT")
  func resume() async throws {
    try await withTern { terminal async throws in
      kill(terminal.process, SIGSTOP)
      kill(terminal.process, SIGCONT)
      #expect(try await terminal.wait { _ in terminal.modes == Self.on + Self.on })
    }
  }

  private func withTern(_ type: String = "xterm-256color", body: (RawTerminal) async throws -> Void) async throws {
    let folder = TemporaryFolder()
    let terminal = try RawTerminal(["demo", "--account", "ada@demo"], environment: ["TERM": type], in: folder)
    #expect(try await terminal.wait(for: "1 of 73"))
    try await body(terminal)
  }
}

extension RawTerminal {
  /// The modes switched on and off, in order.
  fileprivate var modes: [String] {
    String(decoding: output, as: UTF8.self).matches(of: /\u{1B}\[\?((?:2004|1000|1006)[hl])/).map {
      String($0.output.1)
    }
  }
}
