import Foundation
import ProgramSupport
import Testing

/// Posts printed on a terminal: links and the pager.
@Suite("Posts printed on a terminal", .serialized, .needsTerminal, .endsInTime)
struct PagerTests {
  private func folder(posts: Int = 1) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let lines = (1...posts).map { number in
      #"{"id": "\#(number)", "createdAt": "2026-11-20T12:00:00Z", "text": "Post \#(number). https://example.org/\#(number)"}"#
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "posts")
    return folder
  }

  /// The output of a command on a terminal.
  private func output(
    _ arguments: [String], environment: [String: String?] = [:], status: Int32 = 0, in folder: TemporaryFolder
  ) async throws -> String {
    let terminal = try RawTerminal(arguments, environment: environment, in: folder)
    #expect(try await terminal.end() == status)
    return String(decoding: terminal.output, as: UTF8.self)
  }

  /// A pager that records its environment and input.
  private func spy(in folder: TemporaryFolder, named name: String, then end: String = "exit 0") throws -> [String:
    String?]
  {
    try folder.makeFolder("bin")
    try folder.write(
      "#!/bin/sh\n{ echo \"LESS=$LESS\"; cat; } >'\(folder.path(of: "seen"))'\n\(end)\n", to: "bin/\(name)",
      permissions: 0o755)
    return ["PATH": folder.path(of: "bin") + ":/usr/bin:/bin"]
  }

  private static let link = "\u{1B}]8;id=1;https://example.org/1\u{1B}\\https://example.org/1\u{1B}]8;;\u{1B}\\"

  @Test("contain links without a pager, but not on dumb terminals, with NO_COLOR or as JSON")
  func links() async throws {
    let folder = try folder()
    let list = ["list", "--no-pager", folder.path(of: "posts")]
    #expect(try await output(list, in: folder).contains(Self.link))
    #expect(
      try await output(["list", folder.path(of: "posts")], environment: ["PAGER": "cat"], in: folder).contains(
        Self.link))
    for environment in [["TERM": "dumb"], ["NO_COLOR": "1"]] {
      let shown = try await output(list, environment: environment, in: folder)
      #expect(shown.contains("https://example.org/1") && !shown.contains("\u{1B}"))
    }
    #expect(!(try await output(list + ["--format", "jsonl"], in: folder).contains("\u{1B}")))
    #expect(!(try await output(list, environment: ["LANG": "C", "LC_ALL": "C"], in: folder).contains("\u{1B}")))
  }

  @Test("have no links and no pager in a pipe")
  func pipe() async throws {
    let folder = try folder()
    let environment = try spy(in: folder, named: "less").compactMapValues(\.self)
    let outcome = try await Tern.run(
      ["list", folder.path(of: "posts")],
      environment: environment.merging(["TERM": "xterm", "HOME": folder.path]) { $1 })
    #expect(outcome.status == .exited(0) && !outcome.output.contains("\u{1B}"))
    #expect(!folder.exists("seen"))
  }

  @Test("have links in less with the options of git, and none in other pagers")
  func handed() async throws {
    let folder = try folder()
    let less = try spy(in: folder, named: "less")
    #expect(try await output(["list", folder.path(of: "posts")], environment: less, in: folder) == "")
    #expect(try folder.text(of: "seen").hasPrefix("LESS=FRX\n") && folder.text(of: "seen").contains(Self.link))
    var other = try spy(in: folder, named: "other")
    other["PAGER"] = "other 'two words'"
    other["LESS"] = "M"
    #expect(try await output(["list", folder.path(of: "posts")], environment: other, in: folder) == "")
    let seen = try folder.text(of: "seen")
    #expect(seen.hasPrefix("LESS=M\n") && seen.contains("https://example.org/1") && !seen.contains("\u{1B}"))
  }

  @Test("end without an error if the pager is closed early")
  func enough() async throws {
    let folder = try folder(posts: 20_000)
    let shown = try await output(
      ["list", folder.path(of: "posts")], environment: ["PAGER": "head -n 2"], in: folder)
    #expect(shown.contains("Post 1.") && !shown.contains("Post 2."))
  }

  @Test("report a missing pager and ignore its exit status")
  func failed() async throws {
    let folder = try folder()
    let shown = try await output(
      ["list", folder.path(of: "posts")], environment: ["PAGER": "no-such-pager"], status: 69, in: folder)
    #expect(shown.contains("tern: ") && shown.contains("--no-pager"))
    let environment = try spy(in: folder, named: "less", then: "exit 3")
    _ = try await output(["list", folder.path(of: "posts")], environment: environment, in: folder)
  }

  @Test("report failures without starting the pager")
  func failure() async throws {
    let folder = try folder()
    try folder.write("nothing of the kind", to: "damaged")
    let environment = try spy(in: folder, named: "less")
    let shown = try await output(
      ["list", folder.path(of: "damaged")], environment: environment, status: 65, in: folder)
    #expect(shown.hasPrefix("tern: ") && !folder.exists("seen"))
  }

  @Test("end after the pager on ^C")
  func interrupt() async throws {
    let folder = try folder(posts: 20_000)
    let script = """
      #!/bin/sh
      trap 'echo interrupted' INT
      echo 'the pager has it'
      while ! [ -e '\(folder.path(of: "go"))' ]; do sleep 0.05; done
      echo 'the pager ends'

      """
    try folder.write(script, to: "pager", permissions: 0o755)
    let terminal = try RawTerminal(
      ["list", folder.path(of: "posts")], environment: ["PAGER": "sh " + folder.path(of: "pager")], in: folder)
    #expect(try await terminal.wait(for: "the pager has it"))
    terminal.write([3])
    #expect(try await terminal.wait(for: "interrupted"))
    try await terminal.settle()
    #expect(!terminal.hasEnded)
    try folder.write("", to: "go")
    #expect(try await terminal.end() == -SIGINT)
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("the pager ends"))
  }

  /// Checks that the terminal is restored after less.
  private func expectEnd(of terminal: Terminal) async throws {
    try await terminal.see("the shell is back")
    #expect(try terminal.folder.text(of: "status") == "0\n")
    #expect(try terminal.folder.text(of: "after") == terminal.folder.text(of: "before"))
  }

  @Test(
    "are shown page by page in less",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/less"), "less is not installed"))
  func less() async throws {
    let folder = try folder(posts: 300)
    try await Terminal.open(
      ["search", "--account", "ada@demo", "--", "-nosuchword"], environment: ["LESS": nil], folder: folder
    ) {
      terminal in
      try await terminal.see(":")
      try await terminal.press("q")
      try await expectEnd(of: terminal)
    }
    try await Terminal.open(["list", "posts"], folder: folder) { terminal in
      try await terminal.see("Post 1.", ":")
      try await terminal.press("Space")
      try await terminal.see("the next page") { !$0.contains("Post 1.") && $0.contains("https://example.org/") }
      try await terminal.press("q")
      try await expectEnd(of: terminal)
    }
  }
}
