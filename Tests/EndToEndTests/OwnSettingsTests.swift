import Foundation
import ProgramSupport
import Subprocess
import Testing

@Suite("Settings", .needsTerminal, .endsInTime)
struct OwnSettingsTests {
  private func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> Tern.Outcome {
    try await Tern.run(arguments, environment: ["HOME": folder.path, "TZ": "UTC"])
  }

  @Test("tern config prints a file that tern config check has nothing to say against")
  func printed() async throws {
    let folder = try TemporaryFolder()
    let printed = try await run(["config"], in: folder)
    #expect(printed.status == .exited(0))
    try folder.write(printed.output, to: ".config/tern/config.toml")
    let path = folder.path(of: ".config/tern/config.toml")
    let checked = try await run(["config", "check"], in: folder)
    #expect(checked.status == .exited(0))
    #expect(checked.output == "\(path): all is well\n" && checked.errors.isEmpty)
  }

  @Test("tern config check says every fault, one a line, with its place")
  func check() async throws {
    let folder = try TemporaryFolder()
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
      let places = ["1:9", "2:1", "5:9", "7:1"]
      #expect(lines.count == places.count)
      for (line, place) in zip(lines, places) { #expect(line.hasPrefix("tern: \(path): \(place): "), "\(line)") }
      #expect(lines.last?.hasSuffix("“^D” stands at 6:1 already") == true)
    }
  }

  @Test("A file of settings that is not there is no fault, unless it was named; one that cannot be read is one")
  func missing() async throws {
    let folder = try TemporaryFolder()
    let checked = try await run(["config", "check"], in: folder)
    #expect(checked.status == .exited(0))
    #expect(checked.output.contains("standard settings") && checked.errors.isEmpty)
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

  @Test("A person's own settings leave the demo out of lists, and tern screen reads none but those that are named")
  func demo() async throws {
    let folder = try TemporaryFolder()
    try folder.write("demo = false\ntime = \"dates\"\n[keys]\nx = \"help\"\n", to: ".config/tern/config.toml")
    #expect(try await run(["accounts"], in: folder).status == .exited(69))
    let screen = try await run(["screen", "--account", "ada@demo"], in: folder)
    #expect(screen.output.contains("? keys") && !screen.output.contains("2026-11-20 "))
  }

  @Test("Own keys are read by tern screen --config, and named wherever a key is named")
  func screen() async throws {
    let folder = try TemporaryFolder()
    try folder.write("[keys]\n\"x h\" = \"help\"\n\"?\" = false\nF1 = false\nW = \"refresh\"\n", to: "mine.toml")
    let arguments = ["screen", "--account", "ada@demo", "--config", folder.path(of: "mine.toml")]
    let timeline = try await run(arguments, in: folder).output
    #expect(timeline.contains("W refresh") && !timeline.contains("R refresh") && !timeline.contains("? keys"))
    #expect(try await run(arguments + ["--keys", "?"], in: folder).output.contains("? does nothing here"))
    let help = try await run(arguments + ["--keys", "x h", "--size", "80x60"], in: folder).output
    #expect(help.contains("Keys of Timeline") && help.contains("W R ^R F5"))
    try folder.write("time = \"dates\"\n", to: "mine.toml")
    #expect(try await run(arguments, in: folder).output.contains("2026-11-20 11:58"))
  }

  @Test("Tern starts with faults, and says so until the next key")
  func notice() async throws {
    let folder = try TemporaryFolder()
    try folder.write("theme = \"drak\"\nmose = true\n", to: ".config/tern/config.toml")
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("1 of ", "2 faults in config.toml, the first in line 1, column 9", "tern config check")
      try await terminal.press("j")
      try await terminal.see("2 of ") { $0.contains("2 of ") && !$0.contains("config.toml") }
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("A changed file changes the keys while Tern runs, however it is written")
  func change() async throws {
    let folder = try TemporaryFolder()
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("1 of ", "R refresh")
      // The folder is not there yet.
      try folder.write("[keys]\nW = \"refresh\"\n", to: ".config/tern/config.toml")
      try await terminal.see("1 of ", "W refresh")
      // As an editor does: another file takes its place.
      try folder.write("[keys]\nX = \"refresh\"\n", to: ".config/tern/new.toml")
      #expect(rename(folder.path(of: ".config/tern/new.toml"), folder.path(of: ".config/tern/config.toml")) == 0)
      try await terminal.see("X refresh")
      try await terminal.press("X")
      try await terminal.see("5 of 78")
      // Help that is open says it as well.
      try await terminal.press("?", "/")
      try await terminal.type("refresh")
      try await terminal.press("Enter")
      try await terminal.see("X R ^R")
      try folder.write("[keys]\nY = \"refresh\"\n", to: ".config/tern/config.toml")
      try await terminal.see("Y R ^R")
      // What is wrong about the syntax leaves what holds, and is said.
      try folder.write("[keys\n", to: ".config/tern/config.toml")
      try await terminal.see("config.toml: line 1", "Y R ^R")
      // Once it is mended, nothing is said of it any more.
      try folder.write("[keys]\nY = \"refresh\"\n", to: ".config/tern/config.toml")
      try await terminal.see("no fault") { $0.contains("Y R ^R") && !$0.contains("config.toml") }
      try await terminal.press("q")
      try await terminal.see("Y refresh")
      // Without its file everything is as it was.
      try folder.remove(".config/tern/config.toml")
      try await terminal.see("R refresh")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("A theme of one’s own holds, changes while Tern runs, and says what is wrong with it")
  func theme() async throws {
    let folder = try TemporaryFolder()
    try folder.write("theme = \"night\"\n", to: ".config/tern/config.toml")
    try folder.write("[accent]\ncolor = 213\n[selection]\nbackground = 17\n", to: ".config/tern/themes/night.toml")
    let environment = ["TERM": "screen-256color"]
    try await Terminal.open(["--account", "ada@demo"], environment: environment, folder: folder) { terminal in
      try await terminal.see("1 of ")
      func shows(_ codes: String...) async throws -> Bool {
        try await comesTrue {
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

  @Test("tern screen draws themes of one’s own, where the settings are named")
  func drawnTheme() async throws {
    let folder = try TemporaryFolder()
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

  @Test("A file that is a link is followed to where it is kept")
  func link() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "kept/tern.toml")
    try folder.makeFolder(".config/tern")
    #expect(symlink(folder.path(of: "kept/tern.toml"), folder.path(of: ".config/tern/config.toml")) == 0)
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("1 of ", "R refresh")
      try folder.write("[keys]\nW = \"refresh\"\n", to: "kept/tern.toml")
      try await terminal.see("W refresh")
    }
  }

  @Test("The demo goes from the list of accounts, and dates take the place of ages, when the file says so")
  func otherSettings() async throws {
    let folder = try TemporaryFolder()
    try await Terminal.open([], environment: ["TZ": TimeOfDay.afternoon], folder: folder) { terminal in
      try await terminal.see("Welcome to Tern", "Enter look around in the demo")
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
