import Foundation
import FoundationXML
import ProgramSupport
import Testing

@Suite("Screens without a terminal")
struct ScreenFormatTests {
  @Test(
    "The same command has one outcome, however often it runs",
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

  @Test("Neither the environment nor the time of day shows")
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

  @Test("A screen remembers nothing")
  func noTraces() async throws {
    let home = try TemporaryFolder()
    _ = try await Tern.run(["screen", "--account", "ada@demo", "--keys", "j C-n q"], environment: ["HOME": home.path])
    #expect(!home.exists(".local"))
  }

  @Test("As a picture it is an XML document", arguments: ScreenCase.all)
  func picture(screen: ScreenCase) async throws {
    let outcome = try await screen.run(size: "60x20", format: "svg")
    #expect(outcome.output.hasPrefix("<svg "))
    #expect(XMLParser(data: Data(outcome.output.utf8)).parse())
  }

  @Test("With colours it is the same text, and each line ends plain", arguments: ScreenCase.all)
  func colours(screen: ScreenCase) async throws {
    let coloured = try await screen.run(size: "80x24", format: "ansi").output
    let sequence = /\u{1B}\[[0-9;]*m/
    let lines = coloured.split(separator: "\n").map { $0.replacing(sequence, with: "") }
    let text = try await screen.run(size: "80x24").output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.map(\.trimmedEnd) == text.dropLast().map(\.trimmedEnd))
    #expect(coloured.matches(of: sequence).contains { $0.output.contains("38;5;") })
    for line in coloured.split(separator: "\n") {
      let last = line.matches(of: sequence).last
      #expect(last == nil || last?.output == "\u{1B}[0m")
    }
  }
}

extension StringProtocol {
  fileprivate var trimmedEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
