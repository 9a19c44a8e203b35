import Foundation
import ProgramSupport
import Testing

@Suite("Environment", .endsInTime)
struct EnvironmentTests {
  @Test("Posts are printed if standard output is not a terminal")
  func pipe() async throws {
    let folder = TemporaryFolder()
    try folder.write(#"{"id": "1", "createdAt": "2026-11-20T12:00:00Z", "text": "Printed."}"#, to: "posts")
    let list = try await Tern.run(["list", "posts"], in: folder.path)
    let opened = try await Tern.run(["posts"], in: folder.path)
    #expect(opened.status == .exited(0))
    #expect(opened.output == list.output)
    #expect(opened.output.contains("Printed."))
  }

  @Test(
    "An unsuitable terminal is refused with a one-line error", .needsTerminal, arguments: ["dumb", "nonsense", nil])
  func terminals(name: String?) async throws {
    let script = """
      "$TERN" demo 2>errors
      echo $? >status
      echo 'the shell is back'
      exec cat

      """
    try await Terminal.open(environment: ["TERM": name], script: script) { terminal in
      try await terminal.see("the shell is back")
      #expect(try terminal.folder.text(of: "status") == "69\n")
      let errors = try terminal.folder.text(of: "errors")
      #expect(errors.hasPrefix("tern: ") && errors.hasSuffix("\n"))
      #expect(errors.split(separator: "\n").count == 1)
      #expect(errors.contains(name ?? "TERM"))
    }
  }

  @Test("Files and homes whose names are not UTF-8 are found")
  func namesInBytes() async throws {
    let folder = TemporaryFolder()
    try folder.write(#"{"id": "1", "createdAt": "2026-11-20T12:00:00Z", "text": "Printed."}"#, to: "posts")
    let script = """
      name=$(printf 'caf\\351')
      mv posts "$name.json"
      mkdir "$name"
      "$TERN" list "$name.json"
      "$TERN" list "$name-missing.json"
      cd "$name" && "$TERN" list "../$name.json" && cd ..
      export HOME="$PWD/$name"
      "$TERN" import "$name.json"
      "$TERN" accounts --no-demo | wc -l
      test -e "$name/.local/share/tern/tern.sqlite" && ls | wc -l
      """
    let outcome = try await Tern.run(
      "/bin/sh", ["-c", script], environment: ["TERN": Tern.path, "HOME": "/nowhere", "PATH": "/usr/bin:/bin"],
      in: folder.path)
    #expect(outcome.output.components(separatedBy: "Printed.").count == 3)
    #expect(outcome.output.hasSuffix("1\n2\n"))
    #expect(outcome.errors.contains("caf\u{FFFD}-missing.json: no such file"))
  }

  @Test("Without a terminal, one line of error is printed")
  func noTerminal() async throws {
    let outcome = try await Tern.run(["demo"], environment: ["TERM": "xterm-256color"])
    #expect(outcome.status == .exited(69))
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLine.hasPrefix("tern: ") && !outcome.errorLine.contains("\n"))
  }

  @Test(
    "NO_COLOR turns off colours only", .needsTerminal,
    arguments: [("1", false), ("", true), (nil, true)])
  func noColor(value: String?, hasColor: Bool) async throws {
    try await Terminal.open(["--account", "ada@demo"], environment: ["NO_COLOR": value]) { terminal in
      try await terminal.see("1 of 73")
      let screen = try await terminal.colouredScreen()
      #expect(screen.contains("38;5;") == hasColor)
      #expect(screen.contains("\u{1B}["))
    }
  }

  @Test(
    "The C locale uses ASCII only", .needsTerminal, arguments: ["C", "POSIX", "en_NOWHERE"])
  func ascii(locale: String) async throws {
    let environment: [String: String?] = ["LANG": nil, "LC_ALL": locale]
    try await Terminal.open(["--account", "ada@demo"], environment: environment) { terminal in
      let first = try await terminal.see("1 of 73", "Katherine Johnson")
      #expect(first.allSatisfy { $0.isASCII })
      try await terminal.press("j", "j", "C-d")
      let second = try await terminal.see("another page") { !$0.contains("1 of 73") && !$0.contains("2 of 73") }
      #expect(second.allSatisfy { $0.isASCII })
    }
  }

  @Test(
    "Common terminal types work", .needsTerminal,
    arguments: ["xterm", "vt100", "linux", "tmux-256color", "rxvt"])
  func commonTerminals(name: String) async throws {
    try await Terminal.open(["--account", "ada@demo"], environment: ["TERM": name]) { terminal in
      try await terminal.see("1 of 73")
      try await terminal.press("j")
      try await terminal.see("2 of 73")
      try await terminal.press("q")
      try await terminal.see("the shell is back")
      let before = try terminal.folder.text(of: "before")
      #expect(try terminal.folder.text(of: "after") == before)
    }
  }
}
