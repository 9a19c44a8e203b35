import Foundation
import ProgramSupport
import Subprocess
import Testing

@Suite("The command line", .endsInTime)
struct CommandLineTests {
  @Test(
    "Each failure has an exit status and a one-line message",
    arguments: [
      (["list", "--account", "unknown-user@demo"], 64, "unknown-user@demo"),
      (["list", "--account", "ada@demo", "--timeline", "Nowhere"], 64, "Home, Mentions, Favourites"),
      (["list", "--limit", "-1"], 64, "--limit must be 0 or more, not -1"),
      (["list", "no-such-file", "--account", "ada@demo"], 64, "--account ada@demo and a PATH"),
      (["demo", "--no-demo"], 64, "--no-demo"),
      (["screen", "--demo", "--no-demo"], 64, "--no-demo"),
      (["list", "--format", "yaml"], 64, "yaml"),
      (["list", "--no-such-option"], 64, "--no-such-option"),
      (["lst"], 64, "no command or file “lst”; did you mean “list”?"),
      (["lst", "--limit", "3"], 64, "no command or file “lst”; did you mean “list”?"),
      (["list", "one.json", "two.json"], 66, "one.json"),
      (["screen", "--size", "wide"], 64, "wide"),
      (["screen", "--keys", "j Nonsense"], 64, "Nonsense"),
      (["screen", "--now", "teatime"], 64, "teatime"),
      (["list", "--account", "damaged@demo"], 65, "damaged.json: 3:"),
      (["list", "--account", "unknown@demo"], 65, "unknown.json"),
      (["list", "--account", "missing@demo"], 66, "missing.json"),
      (["list", "/no/such/file"], 66, "/no/such/file"),
      (["list", "--account", "offline@demo"], 69, "timeline.example"),
      (["list", "--account", "servererror@demo"], 69, "timeline.example"),
      (["list", "--account", "limited@demo"], 69, "rate limited; retry at"),
      (["list", "--account", "flaky@demo"], 69, "timeline.example"),
      (["list", "--no-demo"], 69, "no accounts"),
      (
        ["search", "tea", "since:yesterweek"], 64,
        "“tea since:yesterweek”: expected a date like 2015-03 after since:, at character 11"
      ),
      (["search", "!", "--account", "ada@demo"], 64, "expected a word to search for, at character 1"),
      (["search"], 64, "<query>"),
      (["search", "-tea", "--limit", "3"], 64, "tern search -- -tea"),
      (["search", "tea", "--timeline", "Home"], 64, "--timeline"),
      (["search", "tea", "--limit", "-1"], 64, "--limit must be 0 or more, not -1"),
      (["search", "tea", "--account", "unknown-user@demo"], 64, "unknown-user@demo"),
      (["search", "tea"], 69, "no accounts"),
      (["search", "tea", "--account", "missing@demo"], 66, "missing.json"),
      (["search", "tea", "--account", "offline@demo"], 69, "timeline.example"),
      (["search", "tea", "--account", "password@demo"], 77, "password@demo"),
      (["accounts", "--no-demo"], 69, "no accounts"),
      (["list", "--account", "expired@demo"], 77, "expired@demo"),
      (["list", "--account", "password@demo"], 77, "password@demo"),
      (["list", "--account", "ada@demo", "--log", "/no/such/folder/log"], 77, "/no/such/folder/log"),
    ] as [([String], Int32, String)])
  func failures(arguments: [String], status: Int32, words: String) async throws {
    let outcome = try await Tern.run(arguments)
    #expect(outcome.status == .exited(status))
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLine.hasPrefix("tern: ") && !outcome.errorLine.contains("\n"))
    #expect(outcome.errorLine.contains(words))
  }

  @Test("A file without read permission has status 77", .enabled(if: getuid() != 0, "root reads everything"))
  func forbidden() async throws {
    let folder = TemporaryFolder()
    try folder.write("[]", to: "posts", permissions: 0)
    #expect(try await Tern.run(["list", folder.path(of: "posts")]).status == .exited(77))
  }

  @Test("Help that cannot be printed is an error", arguments: [["--help"], ["list", "--help"], ["--version"]])
  func fullDisk(arguments: [String]) async throws {
    let command = #""$0" "$@" >/dev/full"#
    let outcome = try await Tern.run(
      "/bin/sh", ["-c", command, Tern.path] + arguments, environment: ["LANG": "C.UTF-8"])
    #expect(outcome.status == .exited(74))
    #expect(outcome.errors == "tern: cannot write: No space left on device\n")
  }

  @Test("Without the demo files, the error names their folder", arguments: [["demo"], ["screen", "--demo"]])
  func withoutDemo(arguments: [String]) async throws {
    let folder = TemporaryFolder()
    try folder.copyProgram(Tern.path, to: "bin/tern")
    let outcome = try await Tern.run(folder.path(of: "bin/tern"), arguments, environment: ["HOME": folder.path])
    #expect(outcome.status == .exited(66))
    #expect(outcome.errorLine.hasPrefix("tern: the demo's files are missing: expected in \(folder.path)"))
  }

  @Test("A folder without an archive is an error")
  func folder() async throws {
    let outcome = try await Tern.run(["list", "/"])
    #expect(outcome.status == .exited(66))
    #expect(
      outcome.errors
        == "tern: /: Is a directory without an archive: no data/tweets.js, data/js/tweets or outbox.json\n")
  }

  @Test("An empty timeline prints a message and succeeds")
  func empty() async throws {
    let outcome = try await Tern.run(["list", "--account", "empty@demo"])
    #expect(outcome.status == .exited(0))
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLine.contains("empty@demo") && !outcome.errorLine.contains("\n"))
  }

  @Test("Search prints matches of all timelines, newest first")
  func search() async throws {
    let account = ["--account", "ada@demo", "--format", "jsonl"]
    let lines = try await Tern.run(["search"] + account + ["--", "THE", "-is:repost"])
    #expect(lines.status == .exited(0) && lines.errors.isEmpty)
    let found = lines.output.split(separator: "\n")
    let dates = found.compactMap { line in
      line.firstRange(of: "\"createdAt\":\"").map { line[$0.upperBound...].prefix(20) }
    }
    #expect(dates.count > 5 && dates == dates.sorted(by: >))
    let listed = try await Tern.run(["list"] + account).output.split(separator: "\n")
    #expect(found.contains { listed.contains($0) } && !found.allSatisfy { listed.contains($0) })
    let one = try await Tern.run(["search", "from:@grace", "has:media", "軌道", "--account", "ada@demo"])
    #expect(one.output.isEmpty && one.errors == "tern: no matches of “from:@grace has:media 軌道” in 99 posts\n")
    #expect(one.status == .exited(0))
    let lost = try await Tern.run(["search", "in:favorites", "--account", "ada@demo"])
    #expect(lost.output.isEmpty && lost.status == .exited(64))
    #expect(lost.errors == "tern: no timeline “favorites”; did you mean “in:Favourites”?\n")
    let unlike = try await Tern.run(["search", "in:x", "--account", "ada@demo"])
    #expect(unlike.status == .exited(64))
    #expect(unlike.errors.hasPrefix("tern: no timeline “x”; choose one of Home, Mentions"), "\(unlike.errors)")
    let first = try await Tern.run(["search", "--account", "@ada@demo", "--limit", "1", "--", "-compiler"])
    #expect(first.output.contains("軌道") && !first.output.contains("Can confirm"))
  }

  @Test(
    "A query cannot inject SQL",
    arguments: ["'", "\"a* OR (b", "NEAR(a b)", "a:b^2 {x}", "%_;--"])
  func strangeSearch(query: String) async throws {
    let outcome = try await Tern.run(["search", "--account", "ada@demo", "--", query])
    #expect([.exited(0), .exited(64)].contains(outcome.status))
    #expect(!outcome.errors.lowercased().contains("sql") && !outcome.errors.lowercased().contains("fts"))
  }

  @Test("Readable posts of a damaged file are printed, with a count of the others")
  func partly() async throws {
    let outcome = try await Tern.run(["list", "--account", "partly@demo"])
    #expect(outcome.status == .exited(0))
    #expect(outcome.output.contains("Excellent file."))
    #expect(
      outcome.errorLine.contains("partly.json: 16:9: 3 posts could not be read") && !outcome.errorLine.contains("\n"))
  }

  @Test("A slow account is awaited")
  func slow() async throws {
    let outcome = try await Tern.run(["list", "--account", "slow@demo", "--limit", "1"])
    #expect(outcome.status == .exited(0))
    #expect(!outcome.output.isEmpty)
  }

  @Test("--limit limits the posts, and Tern reads its own JSON Lines")
  func lines() async throws {
    let lines = try await Tern.run(["list", "--account", "ada@demo", "--limit", "3", "--format", "jsonl"])
    #expect(lines.output.split(separator: "\n").count == 3)
    let all = try await Tern.run(["list", "--account", "ada@demo", "--format", "jsonl"])
    let again = try await Tern.run(["list", "-", "--format", "jsonl"], input: all.output)
    #expect(again.status == .exited(0))
    // Quoted posts of other timelines are not in the output.
    func withoutQuotes(_ output: String) -> [Substring] {
      output.split(separator: "\n").filter { $0.contains("\"quote\":null") }
    }
    #expect(withoutQuotes(again.output) == withoutQuotes(all.output))
    #expect(withoutQuotes(all.output).count > 50)
  }

  @Test("Accounts are printed one per line")
  func accounts() async throws {
    let outcome = try await Tern.run(["accounts"])
    #expect(outcome.status == .exited(0))
    #expect(outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "@ada@demo\tAda Lovelace\tdemo")
    #expect(lines.allSatisfy { $0.split(separator: "\t").count == 3 })
  }

  @Test("A closed pipe ends the list without an error")
  func head() async throws {
    let script =
      #""$TERN" list --account ada@demo --format jsonl 2>errors | head -n 1; echo "${PIPESTATUS[0]}" >status"#
    let folder = TemporaryFolder()
    let outcome = try await Tern.run(
      "/bin/bash", ["-c", script], environment: ["TERN": Tern.path, "PATH": "/usr/bin:/bin"], in: folder.path)
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(try folder.text(of: "errors") == "")
    #expect(try folder.text(of: "status") == "0\n")
  }

  @Test(
    "Help and version succeed",
    arguments: ["--help", "--version", "list --help", "search --help", "screen --help"])
  func help(line: String) async throws {
    let outcome = try await Tern.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == .exited(0))
    #expect(!outcome.output.isEmpty && outcome.errors.isEmpty)
  }
}
