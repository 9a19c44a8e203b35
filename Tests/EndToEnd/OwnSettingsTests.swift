import Foundation
import ProgramSupport
import Subprocess
import Testing

@Suite("Settings", .needsTerminal, .endsInTime)
struct OwnSettingsTests {
  private func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> Tern.Outcome {
    try await Tern.run(arguments, environment: ["HOME": folder.path, "TZ": "UTC"])
  }

  @Test("The output of tern config has no errors")
  func printed() async throws {
    let folder = TemporaryFolder()
    let printed = try await run(["config"], in: folder)
    #expect(printed.status == .exited(0))
    try folder.write(printed.output, to: ".config/tern/config.toml")
    let path = folder.path(of: ".config/tern/config.toml")
    let checked = try await run(["config", "check"], in: folder)
    #expect(checked.status == .exited(0))
    #expect(checked.output == "\(path): no errors\n" && checked.errors.isEmpty)
  }

  @Test("tern config check prints each fault with its position")
  func check() async throws {
    let folder = TemporaryFolder()
    let text = """
      theme = "drak"
      mose = true

      [keys]
      "g h" = "go-hom"
      "C-d" = "refresh"
      "^D" = "help"
      """
    try folder.write(text, to: ".config/tern/config.toml")
    try folder.write(text, to: "mine.toml")
    let own = (path: folder.path(of: ".config/tern/config.toml"), arguments: ["config", "check"])
    let named = (
      path: folder.path(of: "mine.toml"), arguments: own.arguments + ["--config", folder.path(of: "mine.toml")]
    )
    for (path, arguments) in [own, named] {
      let checked = try await run(arguments, in: folder)
      #expect(checked.status == .exited(65))
      #expect(checked.output.isEmpty)
      let lines = checked.errors.split(separator: "\n").map(String.init)
      let positions = ["1:9", "2:1", "5:9", "7:1"]
      #expect(lines.count == positions.count)
      for (line, position) in zip(lines, positions) {
        #expect(line.hasPrefix("tern: \(path): \(position): "), "\(line)")
      }
      #expect(lines.last?.hasSuffix("“^D” is already set at 6:1") == true)
    }
  }

  @Test("A missing settings file is an error only if it was named")
  func missing() async throws {
    let folder = TemporaryFolder()
    let checked = try await run(["config", "check"], in: folder)
    #expect(checked.status == .exited(0))
    #expect(checked.output.contains("the defaults apply") && checked.errors.isEmpty)
    let named = ["--config", "/no/such.toml"]
    for arguments in [["config", "check"], ["list"], ["screen"], ["accounts"]] {
      let outcome = try await run(arguments + named, in: folder)
      #expect(outcome.status == .exited(66))
      #expect(outcome.errorLine == "tern: /no/such.toml: no such file")
    }
    let unreadable = try await run(["config", "check", "--config", folder.path], in: folder)
    #expect(unreadable.status == .exited(65))
    #expect(unreadable.errorLine == "tern: \(folder.path): Is a directory")
  }

  @Test("Settings can hide the demo; tern screen ignores the user's settings")
  func demo() async throws {
    let folder = TemporaryFolder()
    try folder.write("demo = false\ntime = \"dates\"\n[keys]\nx = \"help\"\n", to: ".config/tern/config.toml")
    #expect(try await run(["accounts"], in: folder).status == .exited(69))
    let screen = try await run(["screen", "--account", "ada@demo"], in: folder)
    #expect(screen.output.contains("? keys") && !screen.output.contains("2026-11-20 "))
  }

  @Test("Custom keys appear in all key hints")
  func screen() async throws {
    let folder = TemporaryFolder()
    try folder.write("[keys]\n\"x h\" = \"help\"\n\"?\" = false\nF1 = false\nW = \"refresh\"\n", to: "mine.toml")
    let arguments = ["screen", "--account", "ada@demo", "--config", folder.path(of: "mine.toml")]
    let timeline = try await run(arguments, in: folder).output
    #expect(timeline.contains("W refresh") && !timeline.contains("R refresh") && !timeline.contains("? keys"))
    #expect(try await run(arguments + ["--keys", "?"], in: folder).output.contains("? does nothing here"))
    let help = try await run(arguments + ["--keys", "x h", "--size", "80x60"], in: folder).output
    #expect(help.contains("Keys for Timeline") && help.contains("W R ^R"))
    try folder.write("time = \"dates\"\n", to: "mine.toml")
    #expect(try await run(arguments, in: folder).output.contains("2026-11-20 11:58"))
  }

  @Test("Faults are shown until Esc dismisses them")
  func notice() async throws {
    let folder = TemporaryFolder()
    try folder.write("theme = \"drak\"\nmose = true\n", to: ".config/tern/config.toml")
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("1 of ", "2 errors in config.toml, the first in line 1, column 9", "tern config check")
      try await terminal.press("j")
      try await terminal.see("2 of ") { $0.contains("2 of ") && $0.contains("config.toml") }
      try await terminal.press("Escape")
      try await terminal.see("2 of ") { $0.contains("2 of ") && !$0.contains("config.toml") }
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("A changed settings file applies while Tern is running")
  func change() async throws {
    let folder = TemporaryFolder()
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("1 of ", "R refresh")
      // The folder does not exist yet.
      try folder.write("[keys]\nW = \"refresh\"\n", to: ".config/tern/config.toml")
      try await terminal.see("1 of ", "W refresh")
      // Replace the file, as editors do.
      try folder.write("[keys]\nX = \"refresh\"\n", to: ".config/tern/new.toml")
      #expect(rename(folder.path(of: ".config/tern/new.toml"), folder.path(of: ".config/tern/config.toml")) == 0)
      try await terminal.see("X refresh")
      try await terminal.press("X")
      try await terminal.see("5 of 77")
      // An open help screen is updated.
      try await terminal.press("?", "/")
      try await terminal.type("refresh")
      try await terminal.press("Enter")
      try await terminal.see("X R ^R")
      try folder.write("[keys]\nY = \"refresh\"\n", to: ".config/tern/config.toml")
      try await terminal.see("Y R ^R")
      // A syntax error is shown, and the current settings stay.
      try folder.write("[keys\n", to: ".config/tern/config.toml")
      try await terminal.see("config.toml: line 1", "Y R ^R")
      // The notice disappears once the file is corrected.
      try folder.write("[keys]\nY = \"refresh\"\n", to: ".config/tern/config.toml")
      try await terminal.see("no fault") { $0.contains("Y R ^R") && !$0.contains("config.toml") }
      try await terminal.press("q")
      try await terminal.see("Y refresh")
      // Without the file the defaults apply.
      try folder.remove(".config/tern/config.toml")
      try await terminal.see("R refresh")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("A custom theme applies, is reloaded, and its faults are shown")
  func theme() async throws {
    let folder = TemporaryFolder()
    try folder.write("theme = \"night\"\n", to: ".config/tern/config.toml")
    try folder.write("[accent]\ncolor = 213\n[selection]\nbackground = 17\n", to: ".config/tern/themes/night.toml")
    let environment = ["TERM": "screen-256color"]
    try await Terminal.open(["--account", "ada@demo"], environment: environment, folder: folder) { terminal in
      try await terminal.see("1 of ")
      func shows(_ codes: String...) async throws -> Bool {
        try await becomesTrue {
          let screen = try await terminal.colouredScreen()
          return codes.allSatisfy(screen.contains)
        }
      }
      #expect(try await shows("38;5;213", "48;5;17"))
      try folder.write("accent = 208\n", to: ".config/tern/themes/night.toml")
      #expect(try await shows("38;5;208", "48;5;237"))
      try folder.write("acent = 208\n", to: ".config/tern/themes/night.toml")
      try await terminal.see("night.toml: line 1, column 1", "accent")
      try folder.write("accent = 46\n", to: ".config/tern/themes/new.toml")
      #expect(
        rename(folder.path(of: ".config/tern/themes/new.toml"), folder.path(of: ".config/tern/themes/night.toml")) == 0)
      #expect(try await shows("38;5;46"))
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    try folder.write("link = \"sky\"\n", to: ".config/tern/themes/night.toml")
    let checked = try await run(["config", "check"], in: folder)
    #expect(checked.status == .exited(65))
    #expect(checked.errorLine.hasPrefix("tern: \(folder.path(of: ".config/tern/themes/night.toml")): 1:8: "))
  }

  @Test("tern screen uses custom themes with --config")
  func drawnTheme() async throws {
    let folder = TemporaryFolder()
    try folder.write("theme = \"night\"\n", to: "mine.toml")
    try folder.write("accent = 213\n", to: "themes/night.toml")
    try folder.write("accent = 208\n", to: "themes/other.toml")
    let arguments = ["screen", "--account", "ada@demo", "--format", "ansi"]
    let config = ["--config", folder.path(of: "mine.toml")]
    #expect(try await run(arguments + config, in: folder).output.contains("38;5;213"))
    #expect(try await run(arguments + config + ["--theme", "other"], in: folder).output.contains("38;5;208"))
    let refused = try await run(arguments + ["--theme", "other"], in: folder)
    #expect(refused.status == .exited(64) && refused.errorLine.contains("“other”"))
  }

  @Test("A settings file may be a symbolic link")
  func link() async throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "dotfiles/tern.toml")
    try folder.makeFolder(".config/tern")
    #expect(symlink(folder.path(of: "dotfiles/tern.toml"), folder.path(of: ".config/tern/config.toml")) == 0)
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("1 of ", "R refresh")
      try folder.write("[keys]\nW = \"refresh\"\n", to: "dotfiles/tern.toml")
      try await terminal.see("W refresh")
    }
  }

  @Test("Changed settings hide the demo and show dates")
  func otherSettings() async throws {
    let folder = TemporaryFolder()
    try await Terminal.open([], environment: ["TZ": TimeOfDay.afternoon], folder: folder) { terminal in
      try await terminal.see("Welcome to Tern", "Enter try the demo")
      try await terminal.press("Enter")
      try await terminal.see("@ada@demo")
      try folder.write("demo = false\n", to: ".config/tern/config.toml")
      try await terminal.see("no accounts") { !$0.contains("@ada@demo") && $0.contains("Welcome to Tern") }
      try folder.write("demo = true\n", to: ".config/tern/config.toml")
      try await terminal.see("@ada@demo")
      try await terminal.press("Enter")
      let before = try await terminal.see("1 of ")
      #expect(!before.contains("2026-"))
      try folder.write("time = \"dates\"\n", to: ".config/tern/config.toml")
      try await terminal.see("-") { $0.firstMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d/) != nil }
    }
  }
}
