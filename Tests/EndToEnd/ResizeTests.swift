import ProgramSupport
import Testing

@Suite("Resizing", .needsTerminal, .endsInTime)
struct ResizeTests {
  /// On a screen of one cell, curses can draw only if the terminal supports a last column without wrapping, which
  /// `screen` does not.
  private static let environment = ["TERM": "xterm-256color"]
  private static let sizes: [(width: Int, height: Int)] = [
    (60, 15), (30, 8), (10, 3), (1, 1), (100, 200), (500, 200), (80, 24),
  ]

  private static let minWidthOfPanes = 110
  /// Keys that type into a field. Below 20×5 nothing is typed, and no key quits.
  private static let typingKeys = ["/", "/ w o r d", "n m e"]

  /// Arguments, and the keys that open a screen.
  private static let situations: [(arguments: [String], keys: String)] =
    [
      "j j j", "G", "Enter", "g", "o", "/", "/ w o r d", "/ w o r d Enter", "?", "/ n o t h i n g Enter",
    ].map { (["posts.jsonl", "--no-demo"], $0) } + [
      (["demo"], "j j j j"), (["demo"], "n m e"), (["demo", "--tour"], ""),
      (["demo", "--account", "password@demo"], "s e c r"), (["demo", "--account", "empty@demo"], "?"),
    ]

  @Test("shows the same screen as opening at that size", arguments: situations)
  func resize(arguments: [String], keys: String) async throws {
    try await ConcurrencyLimiter.shared.run { try await change(arguments, keys) }
  }

  private func change(_ arguments: [String], _ keys: String) async throws {
    let folder = TemporaryFolder()
    try folder.write(Self.posts, to: "posts.jsonl")
    // With a settings file, tern screen offers the settings, as Tern in the terminal does.
    try folder.write("", to: "config.toml")
    try await Terminal.open(arguments, environment: Self.environment, folder: folder) { terminal in
      // Wait for the posts before pressing keys.
      for (_, drawn) in try await Self.drawn(arguments, [(80, 24)], "", in: folder) { try await see(drawn, terminal) }
      for key in keys.split(separator: " ") { try await terminal.press(String(key)) }
      // The help lists the commands at the time it was opened, which are more with panes.
      let sizes = Self.sizes.filter { size in
        if Self.typingKeys.contains(keys) { return size.width >= 20 && size.height >= 5 }
        return size.width < Self.minWidthOfPanes || keys != "?"
      }
      for (size, drawn) in try await Self.drawn(arguments, sizes, keys, in: folder) {
        try await terminal.resize(to: size)
        try await see(drawn, terminal)
      }
    }
  }

  private func see(_ drawn: String, _ terminal: Terminal) async throws {
    let lines = drawn.visibleLines
    try await terminal.see("what was drawn:\n\(drawn)") { $0.visibleLines == lines }
  }

  /// The expected screens at these sizes, each drawn by tern screen.
  private static func drawn(
    _ arguments: [String], _ sizes: [(width: Int, height: Int)], _ keys: String, in folder: TemporaryFolder
  ) async throws -> [(size: (width: Int, height: Int), drawn: String)] {
    let names = sizes.map { "\($0.width)x\($0.height)" }.joined(separator: ",")
    // The detail pane follows once the selection is unchanged.
    let words =
      ["screen", "--config", "config.toml"] + arguments.map { $0 == "demo" ? "--demo" : $0 }
      + ["--size", names, "--keys", keys + " +1s"]
    var lines = try await Tern.run(words, in: folder.path).output.split(
      separator: "\n", omittingEmptySubsequences: false)[...]
    return sizes.map { size in
      defer { lines = lines.dropFirst(size.height) }
      return (size, lines.prefix(size.height).joined(separator: "\n"))
    }
  }

  private static let posts = (0..<40).map { number in
    """
    {"id": "\(number)", "author": {"handle": "someone", "name": "Someone \(number % 4)"}, \
    "createdAt": "2015-05-01T12:\(number + 10):00Z", \
    "text": "word \(number)\(String(repeating: " and more", count: number % 9)) https://example.com/\(number)"}

    """
  }.joined()
}
