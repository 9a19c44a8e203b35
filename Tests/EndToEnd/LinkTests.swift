import Foundation
import ProgramSupport
import Testing

@Suite("Links and copying", .needsTerminal, .endsInTime)
struct LinkTests {
  /// A URL with shell metacharacters.
  private static let address = "https://example.org/$(touch%20pwned);touch pwned `touch pwned` 'x' \"y\" | cat &"

  private func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let address = String(decoding: try JSONEncoder().encode(Self.address), as: UTF8.self)
    try folder.write(
      #"{"id": "1", "author": {"handle": "mallory"}, "text": "Look at this. 日本", "url": \#(address)}"#, to: "posts")
    try folder.write(
      """
      #!/bin/sh
      { echo $#; printf '%s\\n' "$1"; sed -n 's/^SigIgn:.//p' /proc/$$/status; } >"$HOME/opened.new"
      mv "$HOME/opened.new" "$HOME/opened"
      """, to: "browser", permissions: 0o755)
    return folder
  }

  @Test("The browser gets the exact URL without a shell and ignores no signals")
  func browser() async throws {
    let folder = try folder()
    let environment = ["BROWSER": folder.path(of: "browser")]
    try await Terminal.open(["posts"], environment: environment, folder: folder) { terminal in
      try await terminal.see("Look at this.")
      try await terminal.press("v")
      #expect(try await becomesTrue { folder.exists("opened") })
      let lines = try folder.text(of: "opened").split(separator: "\n").map(String.init)
      try #require(lines.count == 3)
      #expect(lines[0] == "1")
      #expect(lines[1] == Self.address)
      // The C library reserves the two signals after the 31 standard ones.
      let ignored = try #require(UInt64(lines[2], radix: 16))
      #expect(ignored & 0x7FFF_FFFF == 0)
      #expect(!folder.exists("pwned"))
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("A missing browser is reported, and Tern continues")
  func noBrowser() async throws {
    let folder = try folder()
    let environment = ["BROWSER": folder.path(of: "missing"), "PATH": folder.path + ":/usr/bin:/bin"]
    try folder.write("", to: "xdg-open", permissions: 0o644)
    try await Terminal.open(["posts"], environment: environment, folder: folder) { terminal in
      try await terminal.see("Look at this.")
      try await terminal.press("v")
      try await terminal.see("Can’t open")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("y and Y copy through the terminal")
  func copy() async throws {
    let folder = try folder()
    try await Terminal.open(["posts"], folder: folder) { terminal in
      try await terminal.see("Look at this.")
      try await terminal.press("Y")
      #expect(try await becomesTrue { (try? await terminal.tmux(["show-buffer"])) == "Look at this. 日本" })
      try await terminal.press("y")
      #expect(try await becomesTrue { (try? await terminal.tmux(["show-buffer"])) == Self.address })
    }
  }
}
