import Foundation
import ProgramSupport
import TestSupport
import Testing

/// No field of any format can send control characters to the terminal, in any output format.
@Suite("Hostile files")
struct HostileFileTests {
  private static let keys = ["Enter z", "o", "Enter o", "v", "/ p w n Enter", "g s"]

  @Test("Lists", arguments: FormatFixture.all, [["--format", "text"], ["--format", "jsonl"]])
  func list(fixture: FormatFixture, format: [String]) async throws {
    let folder = try HostileFolder(fixture)
    let outcome = try await Tern.run(["list", folder.file] + format + ["--log", folder.log])
    #expect(Self.isSanitized(outcome.output))
    #expect(Self.isSanitized(outcome.errors) && outcome.errors.split(separator: "\n").count <= 1)
    #expect((outcome.output + outcome.errors).contains("pwned"), "the attack text is missing")
  }

  @Test(
    "JSON Lines keep the text of the source and are read as the same posts",
    arguments: FormatFixture.withPosts)
  func sameAgain(fixture: FormatFixture) async throws {
    let folder = try HostileFolder(fixture, .escaped)
    let lines = try await Tern.run(["list", folder.file, "--format", "jsonl"])
    try #require(lines.status == .exited(0), "\(lines.errors)")
    #expect(lines.output.contains(#"\u001b]0;pwned\u0007\u001b[31m\u009b2J"#))
    #expect(!lines.output.unicodeScalars.contains { $0.value >= 0x10_0000 })
    let again = try await Tern.run(["list", "-", "--format", "jsonl"], input: lines.output)
    #expect(try Self.posts(again.output) == Self.posts(lines.output))
  }

  @Test("Screens", arguments: FormatFixture.all)
  func screen(fixture: FormatFixture) async throws {
    let folder = try HostileFolder(fixture)
    for (index, keys) in Self.keys.enumerated() {
      let format = ["text", "ansi", "svg"][index % 3]
      let outcome = try await Tern.run([
        "screen", folder.file, "--keys", keys, "--format", format, "--now", "2026-11-20T12:00:00Z", "--log", folder.log,
      ])
      #expect(outcome.status == .exited(0))
      let styles = /\u{1B}\[[0-9;]*m/
      #expect(
        Self.isSanitized(format == "ansi" ? outcome.output.replacing(styles, with: "") : outcome.output), "\(keys)")
      #expect(Self.isSanitized(outcome.errors))
    }
    let log = try folder.loggedText()
    #expect(!log.isEmpty && Self.isSanitized(log))
  }

  @Test("Arguments are printed without control characters")
  func arguments() async throws {
    let attack = Attack.text.replacing("\0", with: "")
    for arguments in [
      ["list", "/no/such/\(attack)"], ["list", "--account", attack],
      ["list", "--account", "ada@demo", "--timeline", attack],
      ["list", "--format", attack], [attack, "--\(attack)"], ["screen", "--size", attack], ["screen", "--now", attack],
      ["screen", "--keys", attack.replacing(" ", with: "")], ["list", "--log", "/no/such/\(attack)", "--no-demo"],
      ["list", "/no/such/\(attack)", "--state-directory", attack],
    ] {
      let outcome = try await Tern.run(arguments)
      #expect(outcome.status != .exited(0))
      #expect(Self.isSanitized(outcome.output + outcome.errors), "\(arguments[0])")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("Accounts with hostile names")
  func accounts() async throws {
    let folder = TemporaryFolder()
    try folder.makeFolder("share/tern/Demo")
    let attack = JSONTree.string(Attack.text)
    let entry: [String: JSONTree] = [
      "handle": attack, "name": attack, "note": attack, "file": .string("none.json"),
      "behaviour": .array([
        .object(["failure": .object(["kind": .string("serverError"), "host": attack, "message": attack])])
      ]),
    ]
    let file = JSONTree.object(["tern": .other("1"), "accounts": .array([.object(entry)])])
    let text = String(decoding: file.bytes(.escaped), as: UTF8.self)
    try folder.write(text, to: "share/tern/Demo/accounts.json")
    let program = folder.path(of: "bin/tern")
    try folder.copyProgram(Tern.path, to: "bin/tern")
    let accounts = try await Tern.run(program, ["accounts"], environment: [:])
    #expect(accounts.status == .exited(0))
    #expect(accounts.output.split(separator: "\n").count == 1 && accounts.output.contains("pwned"))
    #expect(Self.isSanitized(accounts.output, allowing: "\t"))
    for arguments in [
      ["list"], ["screen", "--keys", "Enter"], ["screen", "--keys", "Enter Enter"], ["screen", "--demo"],
    ] {
      let outcome = try await Tern.run(program, arguments, environment: [:])
      // `tern list` prints no demo posts unless a demo account is named.
      #expect((outcome.output + outcome.errors).contains("pwned") == (arguments != ["list"]))
      #expect(Self.isSanitized(outcome.output + outcome.errors), "\(arguments)")
    }
  }
}

extension HostileFileTests {
  private static func posts(_ lines: String) throws -> [JSONTree] {
    try lines.split(separator: "\n").map { try JSONDecoder().decode(JSONTree.self, from: Data($0.utf8)) }
  }

  /// Whether the text contains only printable characters and line ends.
  private static func isSanitized(_ text: String, allowing allowed: Unicode.Scalar = "\n") -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == allowed || $0 != "\t" && !Attack.isHarmful($0) }
  }
}
