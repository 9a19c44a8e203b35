import ProgramSupport
import Testing

/// The terminal must show what was drawn, however its type scrolls, erases and handles the last column.
@Suite("The screen on all terminal types", .needsTerminal, .endsInTime)
struct TerminalScreenTests {
  /// Types whose sequences tmux understands.
  private static let types = [
    "xterm-256color", "xterm", "xterm-direct", "screen-256color", "screen", "tmux-256color", "linux", "vt100", "vt220",
  ]
  private static let steps = [
    "", "j", "j j j j j j", "G", "k k k", "C-b", "g g", "j Enter", "j", "Escape", "/", "w o r d Space 7 Enter", "n",
    "N", "Escape", "?", "C-d", "Escape", "g", "Escape", "o", "Escape", "C-d", "C-u", "PageDown", "PageUp", "End",
    "Home",
  ]

  private static let arguments = ["posts.jsonl", "--no-demo"]
  private static let drawings = [Drawings(width: 80, height: 24), Drawings(width: 120, height: 40)]

  @Test("is correct after every key", arguments: types)
  func screen(type: String) async throws {
    try await ConcurrencyLimiter.shared.run { try await browse(type) }
  }

  private func browse(_ type: String) async throws {
    let drawings = Self.drawings[type.hasPrefix("x") ? 1 : 0]
    let folder = TemporaryFolder()
    try folder.write(Self.posts, to: "posts.jsonl")
    try await Terminal.open(
      Self.arguments, size: drawings.size, environment: ["TERM": type], folder: folder
    ) { terminal in
      for (step, drawn) in zip(Self.steps, try await drawings.all()) {
        for key in step.split(separator: " ") { try await terminal.press(String(key)) }
        try await terminal.see("what was drawn after \(step):\n\(drawn)") { $0.visibleLines == drawn.visibleLines }
      }
      try await terminal.press("C-c")
      try await terminal.see("the shell in a separate row") { $0.visibleLines.contains("the shell is back") }
      #expect(try terminal.folder.text(of: "status") == "0\n")
    }
  }

  /// The screens after each step, drawn once for all types.
  private actor Drawings {
    nonisolated let size: (width: Int, height: Int)
    private var work: Task<[String], any Error>?

    init(width: Int, height: Int) {
      size = (width, height)
    }

    func all() async throws -> [String] {
      let work = work ?? Task { [size] in try await Self.draw(size) }
      self.work = work
      return try await work.value
    }

    private static func draw(_ size: (width: Int, height: Int)) async throws -> [String] {
      let folder = TemporaryFolder()
      try folder.write(posts, to: "posts.jsonl")
      // With a settings file, tern screen offers the settings, as Tern in the terminal does.
      try folder.write("", to: "config.toml")
      var drawings: [String] = []
      for count in steps.indices {
        // The detail pane follows once the selection is unchanged.
        let keys = steps[...count].map { $0 + " +1s" }.joined(separator: " ")
        let options = ["--size", "\(size.width)x\(size.height)", "--keys", keys]
        drawings.append(
          try await Tern.run(["screen", "--config", "config.toml"] + arguments + options, in: folder.path).output)
      }
      return drawings
    }
  }

  /// Posts of different lengths, similar enough that curses scrolls. Some fill the last column, some have wide
  /// characters.
  private static let posts: String = (0..<60).map { number in
    let words = (0..<(number * 7 % 40)).map { "word \($0)" }.joined(separator: " ")
    let text =
      "\(number) \(words) 軌道 é https://example.com/\(number)\(number % 3 == 0 ? String(repeating: "=", count: 160) : "")"
    let day = number % 28 + 1
    return """
      {"id": "\(number)", "author": {"handle": "someone", "name": "Someone \(number % 4)"}, \
      "createdAt": "20\(10 + number / 28)-05-\(day < 10 ? "0" : "")\(day)T12:00:00Z", "text": "\(text)"}

      """
  }.joined()
}
