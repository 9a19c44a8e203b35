import Foundation
import ProgramSupport
import Testing

@Suite("Files of posts", .needsTerminal, .endsInTime)
struct FileTests {
  @Test("Posts stay when their file is deleted; R reports it and reloads a restored file")
  func vanishing() async throws {
    let folder = TemporaryFolder()
    let posts = (1...3).map { #"{"id": "\#($0)", "author": {"handle": "ada"}, "text": "Post number \#($0)."}"# }
    try folder.write(posts.joined(separator: "\n"), to: "posts")
    try await Terminal.open(["posts"], folder: folder) { terminal in
      try await terminal.see("Post number 1.", "1 of 3")
      try folder.remove("posts")
      try await terminal.press("R")
      try await terminal.see("the posts and why they are old") { screen in
        screen.contains("Post number 1.") && screen.contains("not found")
      }
      try await terminal.press("j")
      try await terminal.see("2 of 3")
      try folder.write(posts.joined(separator: "\n"), to: "posts")
      try await terminal.press("R")
      try await terminal.see("the posts alone") { $0.contains("2 of 3") && !$0.contains("not found") }
    }
  }

  @Test("A missing file shows an error; R reads it once it exists")
  func missing() async throws {
    try await Terminal.open(["posts.json"]) { terminal in
      try await terminal.see("File not found", "posts.json")
      try terminal.folder.write(#"{"id": "1", "text": "Here I am."}"#, to: "posts.json")
      try await terminal.press("R")
      try await terminal.see("Here I am.")
    }
  }

  @Test("Posts are read from standard input and keys from the terminal")
  func standardInput() async throws {
    let script = """
      stty -a >before
      echo 'here is the shell'
      echo '{"id": "1", "text": "Through the pipe."}' | "$TERN" -
      echo $? >status
      stty -a >after
      echo 'the shell is back'
      exec cat

      """
    try await Terminal.open(script: script) { terminal in
      try await terminal.see("Through the pipe.")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("Control characters of a post never reach the terminal")
  func hostilePost() async throws {
    let folder = TemporaryFolder()
    let hostile = #"\u001b[31mred\u001b]0;title\u0007\u009b2J\u0000\u007f\u202egnp.exe\u0008\u000d\u001bc end"#
    let post =
      #"{"id": "1", "author": {"handle": "m\#(hostile)", "name": "M\#(hostile)"}, "text": "begin \#(hostile)","#
      + #" "warning": "w\#(hostile)", "media": [{"kind": "image", "description": "d\#(hostile)"}],"#
      + #" "repostedBy": {"handle": "r\#(hostile)"}, "url": "https://example.org/\#(hostile)"}"#
    try folder.write(post, to: "posts\u{1B}]0;title\u{07}")
    try await Terminal.open(["posts\u{1B}]0;title\u{07}"], folder: folder) { terminal in
      try await terminal.see("z reveal")
      try await terminal.press("z")
      try await terminal.see("begin", "end", "1 of 1")
      // The window title is Tern's own and contains only text.
      let title = try await terminal.query("#{pane_title}")
      #expect(title.hasSuffix("· Tern") && title != "title")
      #expect(title.unicodeScalars.allSatisfy { !$0.isTerminalControl })
      let screen = try await terminal.screen()
      #expect(screen.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isTerminalControl })
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    for format in ["text", "jsonl"] {
      let path = folder.path(of: "posts\u{1B}]0;title\u{07}")
      let outcome = try await Tern.run(["list", path, "--format", format, "--reveal"])
      #expect(outcome.status == .exited(0))
      #expect(outcome.output.contains("begin"))
      #expect(outcome.output.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isTerminalControl })
    }
    let missing = try await Tern.run(["list", folder.path(of: "none\u{1B}[31m\nanother line")])
    #expect(missing.status == .exited(66))
    #expect(missing.errorLine.unicodeScalars.allSatisfy { !$0.isTerminalControl })
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character or changes the text direction.
  fileprivate var isTerminalControl: Bool {
    properties.generalCategory == .control || (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }
}
