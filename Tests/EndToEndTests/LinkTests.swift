import Foundation
import ProgramSupport
import Testing

@Suite("Links and copying", .needsTerminal, .endsInTime)
struct LinkTests {
  /// An address that a shell would do something with.
  private static let address = "https://example.org/$(touch%20pwned);touch pwned `touch pwned` 'x' \"y\" | cat &"

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
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

  @Test("The browser gets the very address, past every shell, and ignores no signal")
  func browser() async throws {
    let folder = try folder()
    let environment = ["BROWSER": folder.path(of: "browser")]
    try await Terminal.open(["posts"], environment: environment, folder: folder) { terminal in
      try await terminal.see("Look at this.")
      try await terminal.press("v")
      #expect(try await comesTrue { folder.exists("opened") })
      let lines = try folder.text(of: "opened").split(separator: "\n").map(String.init)
      try #require(lines.count == 3)
      #expect(lines[0] == "1")
      #expect(lines[1] == Self.address)
      // The C library keeps the two after the 31 classic ones to itself.
      let ignored = try #require(UInt64(lines[2], radix: 16))
      #expect(ignored & 0x7FFF_FFFF == 0)
      #expect(!folder.exists("pwned"))
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("A browser that is not there is named, and Tern goes on")
  func noBrowser() async throws {
    let folder = try folder()
    let environment = ["BROWSER": folder.path(of: "nobody"), "PATH": folder.path + ":/usr/bin:/bin"]
    try folder.write("", to: "xdg-open", permissions: 0o644)
    try await Terminal.open(["posts"], environment: environment, folder: folder) { terminal in
      try await terminal.see("Look at this.")
      try await terminal.press("v")
      try await terminal.see("No browser for")
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
      #expect(try await comesTrue { (try? await terminal.tmux(["show-buffer"])) == "Look at this. 日本" })
      try await terminal.press("y")
      #expect(try await comesTrue { (try? await terminal.tmux(["show-buffer"])) == Self.address })
    }
  }
}
