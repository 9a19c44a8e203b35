import Glibc
import ProgramSupport
import Testing

/// Queries of the terminal's background colour. No reply may be taken as keys or reach the shell, whenever it arrives.
@Suite("The terminal’s background", .serialized, .needsTerminal, .endsInTime)
struct BackgroundTests {
  private static let query = Array("\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)
  private static let white = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
  private static let black = "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"
  private static let attributes = "\u{1B}[?62;22c"
  /// The accents of the themes in 256 colours.
  private static let (light, dark) = ("38;5;25m", "38;5;74m")

  private func start(
    in folder: TemporaryFolder, environment: [String: String?] = [:], attributes: String? = nil
  ) async throws -> RawTerminal {
    let terminal = try RawTerminal(
      ["demo", "--account", "ada@demo"], environment: environment, attributes: attributes, in: folder)
    #expect(try await terminal.wait(for: "1 of 73"))
    return terminal
  }

  private func quit(_ terminal: RawTerminal) async throws {
    terminal.write(Array("q".utf8))
    #expect(try await terminal.end() == 0)
    #expect(terminal.isRestored)
    // No input is left for the next reader of the terminal.
    #expect(terminal.unreadInput == 0)
  }

  @Test("selects the dark or light theme; unknown is dark", arguments: [(white, light), (black, dark), ("", dark)])
  func themes(answer: String, accent: String) async throws {
    let folder = TemporaryFolder()
    let terminal = try await start(in: folder)
    #expect(terminal.output.count(of: Self.query) == 1)
    terminal.write(Array((answer + Self.attributes).utf8))
    #expect(try await terminal.shows(accent))
    try await quit(terminal)
  }

  @Test("may be reported in pieces", arguments: 1..<(white + attributes).utf8.count)
  func cuts(cut: Int) async throws {
    try await ConcurrencyLimiter.shared.run {
      let terminal = try await start(in: TemporaryFolder())
      try await terminal.settle()
      let length = terminal.output.count
      let bytes = Array((Self.white + Self.attributes).utf8)
      terminal.write(Array(bytes[..<cut]))
      try await terminal.settle(for: 60)
      terminal.write(Array(bytes[cut...]))
      #expect(try await terminal.shows(Self.light, from: length))
      try await terminal.settle()
      let text = String(decoding: terminal.output, as: UTF8.self)
      #expect(!text.contains("does nothing here"))
      try await quit(terminal)
    }
  }

  @Test("without a reply: keys work at once, and quitting waits for 0.2 s")
  func never() async throws {
    let terminal = try await start(in: TemporaryFolder())
    terminal.write(Array("j\u{0C}".utf8))
    #expect(try await terminal.shows("2 of 73"))
    let start = ContinuousClock.now
    try await quit(terminal)
    #expect(ContinuousClock.now - start >= .milliseconds(150))
  }

  @Test(
    "reported while quitting is read with all other input",
    arguments: [
      white + attributes, "jjj" + black + "kkk" + attributes, String(repeating: "x", count: 3_000) + attributes,
    ])
  func late(answer: String) async throws {
    let terminal = try await start(in: TemporaryFolder())
    try await terminal.settle()
    let length = terminal.output.count
    terminal.write(Array("q".utf8))
    try await Task.sleep(for: .milliseconds(30))
    terminal.write(Array(answer.utf8))
    #expect(try await terminal.end() == 0)
    #expect(terminal.isRestored && terminal.unreadInput == 0)
    #expect(terminal.output.count > length)
  }

  @Test("is read when Tern is stopped or crashes", arguments: [SIGTSTP, SIGTERM, SIGSEGV, SIGABRT])
  func signals(number: Int32) async throws {
    let terminal = try await start(in: TemporaryFolder())
    try await terminal.settle()
    kill(terminal.process, number)
    try await Task.sleep(for: .milliseconds(30))
    terminal.write(Array((Self.white + Self.attributes).utf8))
    if number == SIGTSTP {
      // Without a shell to continue it, Tern continues immediately.
      try await terminal.settle()
      try await quit(terminal)
    } else {
      #expect(try await terminal.end() == -number)
      #expect(terminal.isRestored && terminal.unreadInput == 0)
    }
  }

  @Test("is saved for terminals without a reply; $COLORFGBG has precedence")
  func remembered() async throws {
    let folder = TemporaryFolder()
    let first = try await start(in: folder)
    first.write(Array((Self.white + Self.attributes).utf8))
    #expect(try await first.shows(Self.light))
    try await quit(first)
    let second = try await start(in: folder, attributes: Self.attributes)
    #expect(try await second.shows(Self.light))
    try await quit(second)
    let third = try await start(in: folder, environment: ["COLORFGBG": "15;0"], attributes: Self.attributes)
    #expect(try await third.shows(Self.dark))
    try await third.settle()
    #expect(!String(decoding: third.output, as: UTF8.self).contains(Self.light))
    try await quit(third)
  }

  @Test(
    "is queried only if the theme depends on it",
    arguments: [
      ("linux", nil, ""), ("vt100", nil, ""), ("xterm-256color", "1", ""),
      ("xterm-256color", nil, "theme = \"dark\"\n"),
    ] as [(String, String?, String)])
  func unasked(type: String, noColor: String?, settings: String) async throws {
    let folder = TemporaryFolder()
    try folder.write(settings, to: ".config/tern/config.toml")
    // Another query is sent only after the one for graphics has been answered.
    let terminal = try await start(
      in: folder, environment: ["TERM": type, "NO_COLOR": noColor],
      attributes: settings.isEmpty ? nil : Self.attributes)
    try await terminal.settle()
    #expect(terminal.output.count(of: Self.query) == 0)
    if !settings.isEmpty {
      // It is queried once the theme depends on it.
      try folder.write("theme = \"auto\"\n", to: ".config/tern/config.toml")
      #expect(try await terminal.wait { $0.count(of: Self.query) == 1 })
    }
    terminal.write([3])
    #expect(try await terminal.end() == 0)
  }
}

extension RawTerminal {
  /// Whether a string is printed or has been printed already.
  fileprivate func shows(_ text: String, from start: Int = 0) async throws -> Bool {
    func isThere(_ output: [UInt8]) -> Bool { String(decoding: output[start...], as: UTF8.self).contains(text) }
    if isThere(output) { return true }
    return try await wait(until: isThere)
  }
}

extension [UInt8] {
  /// The number of occurrences of a sequence.
  fileprivate func count(of sequence: [UInt8]) -> Int {
    indices.count { self[$0...].starts(with: sequence) }
  }
}
