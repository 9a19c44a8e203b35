import FoundationEssentials
import Glibc
import ProgramSupport
import Testing

@Suite("Locales and colours", .needsTerminal, .endsInTime)
struct LocaleTests {
  /// Keys that show several scripts, symbols, menus, help and a search.
  private static let keys = [
    "", "j", "\u{4}", "\u{4}", "\u{4}", "G", "\r", "q", "g", "q", "o", "q", "?", "q", "/é\u{3}",
  ]

  @Test(
    "Without a UTF-8 locale all output is ASCII",
    arguments: [["LANG": "C"], ["LANG": "POSIX"], ["LANG": nil], ["LC_ALL": "xx_YY"], ["LC_CTYPE": "C"]])
  func ascii(environment: [String: String?]) async throws {
    try await ConcurrencyLimiter.shared.run {
      let output = try await output(environment)
      #expect(output.allSatisfy { $0 < 0x80 })
      let text = String(decoding: output, as: UTF8.self)
      #expect(text.contains("Ada Lovelace") && text.contains("@ada@demo"))
    }
  }

  @Test(
    "A UTF-8 locale works even if not installed",
    arguments: [
      ["LC_ALL": "xx_YY.UTF-8"], ["LANG": "xx_YY.utf8"], ["LC_CTYPE": "UTF-8"], ["LC_ALL": "xx_YY.UTF-8@euro"],
      ["LC_ALL": "", "LC_CTYPE": "", "LANG": "xx_YY.Utf_8"], ["LC_TIME": "xx_YY.UTF-8"], ["LANG": "C.utf8"],
    ])
  func uninstalled(environment: [String: String?]) async throws {
    try await ConcurrencyLimiter.shared.run {
      let folder = TemporaryFolder()
      let terminal = try RawTerminal(["demo", "--account", "ada@demo"], environment: environment, in: folder)
      #expect(try await terminal.wait(for: "1 of 73"))
      #expect(String(decoding: terminal.output, as: UTF8.self).contains("·"))
      terminal.write(Array("/é".utf8))
      #expect(try await terminal.wait(for: "é"))
      terminal.write([3])
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("Child programs get the locale that Tern uses")
  func children() async throws {
    for (name, expected) in [("LC_ALL", "UTF-8"), ("LC_CTYPE", "UTF-8"), ("LANG", "UTF-8")] {
      try await ConcurrencyLimiter.shared.run {
        let folder = TemporaryFolder()
        let path = folder.path(of: "charmap")
        var environment: [String: String?] = [
          "LANG": nil, "PAGER": "locale charmap >'\(path)' 2>/dev/null; cat >/dev/null",
        ]
        environment[name] = "xx_YY.UTF-8"
        let terminal = try RawTerminal(["list", "--account", "ada@demo"], environment: environment, in: folder)
        #expect(try await terminal.end() == 0)
        #expect(try folder.text(of: "charmap").trimmingCharacters(in: .whitespacesAndNewlines) == expected)
      }
    }
  }

  @Test("The C locale accepts typed UTF-8 and reports invalid bytes")
  func typedInC() async throws {
    try await ConcurrencyLimiter.shared.run {
      let folder = TemporaryFolder()
      let terminal = try RawTerminal(["demo", "--account", "ada@demo"], environment: ["LC_ALL": "C"], in: folder)
      #expect(try await terminal.wait(for: "1 of 73"))
      terminal.write(Array("/Zurü".utf8))
      #expect(try await terminal.wait(for: "Zuru"))
      terminal.write([0xFF])
      #expect(try await terminal.wait(for: "Not UTF-8"))
      terminal.write([3])
      #expect(try await terminal.end() == 0)
      #expect(terminal.output.allSatisfy { $0 < 0x80 })
    }
  }

  @Test(
    "Latin-1 locales are supported for output and input",
    .enabled(if: hasLatin1, "needs the Debian package locales"))
  func latin1() async throws {
    try await ConcurrencyLimiter.shared.run {
      let folder = TemporaryFolder()
      let made = try await Tern.run(
        "/usr/bin/localedef", ["-i", "en_US", "-f", "ISO-8859-1", "./en_US.ISO-8859-1"], environment: [:],
        in: folder.path)
      try #require(made.status == .exited(0), "\(made.errors)")
      let environment = ["LOCPATH": folder.path, "LC_ALL": "en_US.ISO-8859-1"]
      let terminal = try RawTerminal(["demo", "--account", "ada@demo"], environment: environment, in: folder)
      // The middle dot between name and handle.
      #expect(try await terminal.wait(for: "search"))
      #expect(terminal.output.contains(0xB7))
      terminal.write([0x2F, 0xE9])
      #expect(try await terminal.wait { $0.contains(0xE9) })
      terminal.write([3])
      #expect(try await terminal.end() == 0)
      #expect(terminal.output.allSatisfy { $0 < 0x80 || $0 >= 0xA0 })
      let list = try RawTerminal(["list", "--no-pager", "--account", "ada@demo"], environment: environment, in: folder)
      #expect(try await list.end() == 0)
      // The ß of a long word, and no Japanese.
      #expect(list.output.contains(0xDF))
      #expect(list.output.allSatisfy { $0 < 0x80 || $0 >= 0xA0 })
    }
  }

  private static let hasLatin1: Bool = ["/usr/bin/localedef", "/usr/share/i18n/charmaps/ISO-8859-1.gz"]
    .allSatisfy { (path: String) in access(path, R_OK) == 0 }

  @Test(
    "Command output on a terminal without UTF-8 is ASCII", arguments: [["list"], ["demo", "--account", "nowhere"]])
  func list(arguments: [String]) async throws {
    try await ConcurrencyLimiter.shared.run {
      let folder = TemporaryFolder()
      let terminal = try RawTerminal(arguments, environment: ["LANG": "C"], in: folder)
      #expect(try await terminal.end() != nil)
      #expect(!terminal.output.isEmpty && terminal.output.allSatisfy { $0 < 0x80 })
    }
  }

  @Test("An invalid byte does not swallow other keys", arguments: ["C", "C.UTF-8"])
  func meaninglessByte(locale: String) async throws {
    try await ConcurrencyLimiter.shared.run {
      let folder = TemporaryFolder()
      let terminal = try RawTerminal(["demo", "--account", "ada@demo"], environment: ["LC_ALL": locale], in: folder)
      #expect(try await terminal.wait(for: "1 of 73"))
      terminal.write([0x2F, 0xFF] + Array("qqxy".utf8))
      #expect(try await terminal.wait(for: "qqxy"))
      terminal.write([3])
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("JSON on a terminal without UTF-8 is escaped")
  func jsonLines() async throws {
    try await ConcurrencyLimiter.shared.run {
      let folder = TemporaryFolder()
      let arguments = ["list", "--no-pager", "--account", "ada@demo", "--format", "jsonl"]
      let terminal = try RawTerminal(arguments, environment: ["LC_ALL": "C"], in: folder)
      #expect(try await terminal.end() == 0)
      #expect(terminal.output.allSatisfy { $0 < 0x80 })
      let shown = try texts(inLines: String(decoding: terminal.output, as: UTF8.self))
      let piped = try texts(inLines: try await Tern.run(arguments).output)
      #expect(shown == piped)
      #expect(piped.contains { $0.contains("軌") } && piped.contains { $0.contains("🚀") })
    }
  }

  private func texts(inLines lines: String) throws -> [String] {
    struct Line: Decodable { let text: String }
    return try lines.split(whereSeparator: \.isNewline).map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8)).text
    }
  }

  @Test(
    "NO_COLOR turns off colours but not bold and underline",
    arguments: [("1", false), ("0", false), ("", true)])
  func noColor(value: String, hasColor: Bool) async throws {
    try await ConcurrencyLimiter.shared.run {
      let codes = try await attributes(environment: ["NO_COLOR": value])
      #expect(codes.contains("1") && codes.contains("4"))
      #expect(codes.contains { $0.hasPrefix("3") || $0.hasPrefix("4") && $0 != "4" || $0.hasPrefix("9") } == hasColor)
    }
  }

  @Test(
    "Each terminal type gets its own colour codes",
    arguments: [
      ("xterm-256color", "38;5;74"), ("xterm-direct", "38:2::76:194:228"), ("xterm-16color", "36"), ("xterm", "36"),
      ("linux", "36"), ("vt100", "1"),
    ])
  func colors(type: String, accent: String) async throws {
    try await ConcurrencyLimiter.shared.run {
      let codes = try await attributes(environment: ["TERM": type])
      #expect(codes.contains(accent))
      #expect(type != "vt100" || !codes.contains { $0.hasPrefix("3") })
    }
  }

  /// All attribute codes in the output. Combined codes are split, except colours.
  private func attributes(environment: [String: String?]) async throws -> Set<String> {
    let text = String(decoding: try await output(environment), as: UTF8.self)
    let codes = text.matches(of: /\u{1B}\[([0-9;:]*)m/).map { String($0.output.1) }
    return Set(codes.flatMap { $0.hasPrefix("38") ? [$0] : $0.split(separator: ";").map(String.init) })
  }

  private func output(_ environment: [String: String?]) async throws -> [UInt8] {
    let folder = TemporaryFolder()
    let terminal = try RawTerminal(["demo", "--account", "ada@demo"], environment: environment, in: folder)
    #expect(try await terminal.wait(for: "End of posts", "1 of 73"))
    for key in Self.keys {
      terminal.write(Array(key.utf8))
      try await terminal.settle(for: 40)
    }
    #expect(try await terminal.end() == 0)
    #expect(terminal.isRestored)
    return terminal.output
  }
}
