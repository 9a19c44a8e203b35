import Foundation
import ProgramSupport
import Testing

/// A post in a pager or editor: real programs that take over the terminal.
@Suite("The pager and the editor", .serialized, .needsTerminal, .endsInTime)
struct TextProgramTests {
  /// Text with shell metacharacters.
  private static let text = "Look at this. $(touch pwned) `touch pwned`; touch pwned"

  private func folder(program: String) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.write(
      #"{"id": "1", "author": {"handle": "mallory"}, "createdAt": "2026-11-20T12:00:00Z", "text": "\#(Self.text)","#
        + #" "url": "https://example.org/1"}"#, to: "posts")
    try folder.makeFolder("short; touch pwned")
    try folder.write("#!/bin/sh\n" + program, to: "program", permissions: 0o755)
    return folder
  }

  /// Whether all temporary files are removed.
  private func isEmpty(_ folder: TemporaryFolder) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "short; touch pwned")).isEmpty
  }

  private func environment(_ folder: TemporaryFolder, _ variable: String, _ command: String) -> [String: String?] {
    [
      variable: command, "TMPDIR": folder.path(of: "short; touch pwned"), "OUT": folder.path(of: "out"),
      "PATH": folder.path + ":/usr/bin:/bin",
    ]
  }

  @Test(
    "get the post in a temporary file without shell expansion",
    arguments: [("P", "PAGER"), ("E", "EDITOR"), ("E", "VISUAL")])
  func handed(key: String, variable: String) async throws {
    let folder = try folder(
      program: """
        { echo $#; echo "$1"; stat -c '%a %F' "$2"; stat -c '%a' "$(dirname "$2")"; cat "$2"; } >"$OUT.new"
        touch "$2~"
        stty -a | grep -o ' -\\?icanon' >>"$OUT.new"
        mv "$OUT.new" "$OUT"
        echo 'the program has it'
        read line

        """)
    let environment = environment(folder, variable, "  program 'two words'")
    try await Terminal.open(["posts"], environment: environment, folder: folder) { terminal in
      try await terminal.see("Look at this.", "1 of 1")
      try await terminal.press(key)
      try await terminal.see("the program has it")
      #expect(try await terminal.query("#{alternate_on} #{mouse_any_flag} #{cursor_flag}") == "0 0 1")
      let lines = try folder.text(of: "out").split(separator: "\n").map(String.init)
      #expect(lines.prefix(4) == ["2", "two words", "600 regular file", "700"])
      #expect(lines.contains(Self.text) && lines.contains("2026-11-20 12:00:00 UTC"))
      #expect(lines.contains("https://example.org/1") && lines.contains { $0.contains("mallory") })
      #expect(lines.last == " icanon")
      try await terminal.press("Enter")
      try await terminal.see("Look at this.", "1 of 1")
      #expect(try await terminal.query("#{alternate_on}") == "1")
      #expect(try isEmpty(folder))
      #expect(!folder.exists("pwned"))
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test(
    "restore the terminal however they end, and report it",
    arguments: [
      ("exit 3", "program ended with status 3."), ("kill -KILL $$", "program was ended by signal 9"),
      ("stty raw -echo; printf '\\033[?1000h\\033[?1049h\\033[31m'; exit 1", "program ended with status 1."),
      ("kill -TSTP 0; exit 4", "program ended with status 4."),
      ("trap 'sleep 0.05; kill -STOP $$' TSTP; kill -TSTP 0; exit 6", "program ended with status 6."),
      ("kill -TTOU 0; exit 5", "program ended with status 5."),
      ("exit 0", "1 of 1"),
    ])
  func ended(program: String, words: String) async throws {
    let folder = try folder(program: "touch \"$OUT\"\n" + program + "\n")
    let environment = environment(folder, "PAGER", "program")
    try await Terminal.open(["posts"], environment: environment, folder: folder) { terminal in
      try await terminal.see("Look at this.", "1 of 1")
      try await terminal.press("P")
      // The screens before and after look the same, so wait for the program.
      #expect(try await becomesTrue { folder.exists("out") })
      #expect(try await becomesTrue { try isEmpty(folder) })
      try await terminal.see("Look at this.", words)
      // Keys work again.
      try await terminal.press("?")
      try await terminal.see("Keys for Timeline")
      try await terminal.press("C-c")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("are reported if missing", arguments: [("P", "PAGER", "no-such"), ("E", "EDITOR", "./posts")])
  func missing(key: String, variable: String, command: String) async throws {
    let folder = try folder(program: "")
    let environment = environment(folder, variable, command)
    try await Terminal.open(["posts"], environment: environment, folder: folder) { terminal in
      try await terminal.see("Look at this.", "1 of 1")
      try await terminal.press(key)
      try await terminal.see("Look at this.", variable == "PAGER" ? "no-such was not found" : "cannot be run")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("receive ^C and ^Z")
  func keys() async throws {
    let folder = try folder(program: "trap 'echo interrupted' INT\necho ready\nuntil read line; do :; done\nexit 7\n")
    let environment = environment(folder, "PAGER", "program")
    try await Terminal.open(["posts"], environment: environment, folder: folder) { terminal in
      try await terminal.see("Look at this.", "1 of 1")
      try await terminal.press("P")
      try await terminal.see("ready")
      try await terminal.press("C-c")
      try await terminal.see("interrupted")
      try await terminal.press("C-z")
      try await terminal.press("Enter")
      try await terminal.see("Look at this.", "program ended with status 7.")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  /// The signal arrives as early as possible, and later.
  @Test("end with Tern and leave no files", arguments: ["", "sleep 0.2"])
  func ending(delay: String) async throws {
    // Tern is the parent of the shell that starts the program.
    let folder = try folder(
      program: "\(delay)\nread _ _ _ tern _ </proc/$PPID/stat\nkill -TERM $tern\nexec sleep 1000\n")
    let environment = environment(folder, "PAGER", "program")
    try await Terminal.open(["posts"], environment: environment, folder: folder) { terminal in
      try await terminal.see("Look at this.", "1 of 1")
      try await terminal.press("P")
      #expect(try await terminal.end() == 128 + Int(SIGTERM))
      #expect(try isEmpty(folder))
    }
  }

  @Test("are not started if the text cannot be written")
  func full() async throws {
    let folder = try folder(program: "")
    var environment = environment(folder, "PAGER", "program")
    environment["TMPDIR"] = folder.path(of: "nowhere")
    try await Terminal.open(["posts"], environment: environment, folder: folder) { terminal in
      try await terminal.see("Look at this.", "1 of 1")
      try await terminal.press("P")
      try await terminal.see("Cannot write the text to", "Look at this.")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }
}
