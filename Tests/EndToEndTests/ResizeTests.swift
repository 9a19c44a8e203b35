import ProgramSupport
import Testing

@Suite("While the size changes", .needsTerminal, .endsInTime)
struct ResizeTests {
  /// On one cell, curses can draw only where the last column does not lead on to the next row; of a terminal like
  /// screen it does not know how to have that.
  private static let environment = ["TERM": "xterm-256color"]
  private static let sizes = [(60, 15), (30, 8), (10, 3), (1, 1), (100, 200), (500, 200), (80, 24)]

  private static let minWidthOfPanes = 110

  /// What is open, and the keys that lead there.
  private static let situations: [(arguments: [String], keys: String)] =
    [
      "j j j", "G", "Enter", "g", "o", "/", "/ w o r d", "/ w o r d Enter", "?", "/ n o t h i n g Enter",
    ].map { (["posts.jsonl", "--no-demo"], $0) } + [
      (["demo"], "j j j j"), (["demo"], "n m e"), (["demo", "--tour"], ""),
      (["demo", "--account", "password@demo"], "s e c r"), (["demo", "--account", "empty@demo"], "?"),
    ]

  @Test("nothing is lost: it looks as if it had been opened at that size", arguments: situations)
  func resize(arguments: [String], keys: String) async throws {
    try await Turnstile.shared.pass { try await change(arguments, keys) }
  }

  private func change(_ arguments: [String], _ keys: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.posts, to: "posts.jsonl")
    try await Terminal.open(arguments, environment: Self.environment, folder: folder) { terminal in
      // What is typed before the posts are there is not typed into anything.
      for (_, drawn) in try await Self.drawn(arguments, [(80, 24)], "", in: folder) { try await see(drawn, terminal) }
      for key in keys.split(separator: " ") { try await terminal.press(String(key)) }
      // The help tells what could be done when it was opened: where panes stand that is more.
      let sizes = Self.sizes.filter { $0.0 < Self.minWidthOfPanes || keys != "?" }
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

  /// What is to be seen at these sizes, each as if it had been opened at that size.
  private static func drawn(
    _ arguments: [String], _ sizes: [(width: Int, height: Int)], _ keys: String, in folder: TemporaryFolder
  ) async throws -> [(size: (width: Int, height: Int), drawn: String)] {
    let names = sizes.map { "\($0.width)x\($0.height)" }.joined(separator: ",")
    // What stands beside a list follows when the selection rests.
    let words =
      ["screen"] + arguments.map { $0 == "demo" ? "--demo" : $0 } + ["--size", names, "--keys", keys + " +1s"]
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
