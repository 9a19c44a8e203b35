import Foundation
import ProgramSupport
import Testing

@Suite("Screens without a terminal")
struct ScreenFormatTests {
  @Test(
    "The same command always gives the same screen",
    arguments: [
      ScreenCase("Timeline", "loading", "--account", "slow@demo", keys: "+1s"),
      ScreenCase("Timeline", "countdown", "--account", "limited@demo", keys: "+16s R j"),
      ScreenCase("Timeline", "refresh", "--account", "ada@demo", keys: "R j j Enter Escape R C-n C-p G"),
      ScreenCase("Login", "switch", "--account", "timeout@demo", keys: "C-n +10s C-n C-p +3s g s"),
    ])
  func determinism(screen: ScreenCase) async throws {
    let outcomes = try await withThrowingTaskGroup(of: Tern.Outcome.self) { group in
      for _ in 0..<20 { group.addTask { try await screen.run(size: "80x24") } }
      return try await group.reduce(into: Set<Tern.Outcome>()) { $0.insert($1) }
    }
    #expect(outcomes.count == 1)
    #expect(outcomes.first?.status == .exited(0))
  }

  @Test("The environment does not affect the screen")
  func environment() async throws {
    let screen = ScreenCase("Timeline", "posts", "posts.json")
    let arguments = ["screen", "posts.json", "--now", "2026-11-20T12:00:00Z"]
    let environment = [
      "TERM": "dumb", "LC_ALL": "C", "LANG": "ja_JP.UTF-8", "COLUMNS": "7", "LINES": "3", "NO_COLOR": "1",
      "ESCDELAY": "1", "TERMINFO": "/nowhere", "TZ": "UTC",
    ]
    let elsewhere = try await Tern.run(arguments, environment: environment, in: GoldenScreens.fixtures)
    #expect(try await screen.run(size: "80x24").output == elsewhere.output)
  }

  @Test("tern screen saves no state")
  func noTraces() async throws {
    let home = TemporaryFolder()
    _ = try await Tern.run(["screen", "--account", "ada@demo", "--keys", "j C-n q"], environment: ["HOME": home.path])
    #expect(!home.exists(".local"))
  }

  @Test("Several sizes and formats equal single runs in order")
  func several() async throws {
    let screen = ScreenCase("Timeline", "loading-done", "--account", "slow@demo", keys: "+3s j Enter +3s G")
    var expected = ""
    for size in ["20x5", "120x40", "80x24"] {
      for format in ["svg", "text"] { expected += try await screen.run(size: size, format: format).output }
    }
    let outcome = try await screen.run(size: "20x5,120x40,80x24", format: "svg,text")
    #expect(outcome.status == .exited(0) && outcome.errors.isEmpty)
    #expect(outcome.output == expected)
  }

  @Test("SVG has pixels if the settings name a protocol, and the first drawing has all pictures")
  func pixels() async throws {
    let folder = TemporaryFolder()
    try folder.write("pictures = \"kitty\"\n", to: "pixels.toml")
    let keys = "/ h a p p e n e d Enter"
    let arguments = [
      "screen", "--account", "ada@demo", "--size", "80x40", "--keys", keys, "--format", "svg",
      "--now", "2026-11-20T12:00:00Z",
    ]
    let pixels = try await Tern.run(arguments + ["--config", folder.path(of: "pixels.toml")])
    #expect(pixels.output.components(separatedBy: "<image ").count == 4)
    let characters = try await Tern.run(arguments)
    #expect(!characters.output.contains("<image "))
    let later = try await Tern.run(arguments.map { $0 == keys ? keys + " +1s" : $0 })
    #expect(characters.output == later.output && characters.status == .exited(0))
  }

  @Test("Times are in the local time zone and in UTC")
  func timeZone() async throws {
    let outcome = try await Tern.run(
      ["screen", "thread.json", "--keys", "Enter", "--now", "2026-11-20T12:00:00Z"],
      environment: ["TZ": "Asia/Kathmandu"], in: GoldenScreens.fixtures)
    #expect(outcome.output.contains(" 2026-11-20 16:45:00 · 11:00:00 UTC"))
  }
}
