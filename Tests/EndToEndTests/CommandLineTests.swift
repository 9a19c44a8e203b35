import Foundation
import ProgramSupport
import Subprocess
import Testing

@Suite("The command line", .endsInTime)
struct CommandLineTests {
  @Test(
    "Each failure has its exit status and one line",
    arguments: [
      (["list", "--account", "nobody@demo"], 64, "nobody@demo"),
      (["list", "--account", "ada@demo", "--timeline", "Nowhere"], 64, "Home, Mentions, Favourites"),
      (["list", "--limit", "-1"], 64, "--limit takes a number of posts, not -1"),
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
      (["list", "--account", "limited@demo"], 69, "answers again at"),
      (["list", "--account", "flaky@demo"], 69, "timeline.example"),
      (["list", "--no-demo"], 69, "no accounts"),
      (
        ["search", "tea", "since:yesterweek"], 64,
        "“tea since:yesterweek” wants a date like 2015-03 after since:, at character 11"
      ),
      (["search", "!", "--account", "ada@demo"], 64, "a word to look for, at character 1"),
      (["search"], 64, "<query>"),
      (["search", "-tea", "--limit", "3"], 64, "tern search -- -tea"),
      (["search", "tea", "--timeline", "Home"], 64, "--timeline"),
      (["search", "tea", "--limit", "-1"], 64, "--limit takes a number of posts, not -1"),
      (["search", "tea", "--account", "nobody@demo"], 64, "nobody@demo"),
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

  @Test("A file that must not be read is not allowed", .enabled(if: getuid() != 0, "root reads everything"))
  func forbidden() async throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "posts", permissions: 0)
    #expect(try await Tern.run(["list", folder.path(of: "posts")]).status == .exited(77))
  }

  @Test("Help that cannot be written is no success", arguments: [["--help"], ["list", "--help"], ["--version"]])
  func fullDisk(arguments: [String]) async throws {
    let command = #""$0" "$@" >/dev/full"#
    let outcome = try await Tern.run(
      "/bin/sh", ["-c", command, Tern.path] + arguments, environment: ["LANG": "C.UTF-8"])
    #expect(outcome.status == .exited(74))
    #expect(outcome.errors == "tern: cannot write: No space left on device\n")
  }

  @Test("A program that was copied alone says where the demo belongs", arguments: [["demo"], ["screen", "--demo"]])
  func withoutDemo(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.copyProgram(Tern.path, to: "bin/tern")
    let outcome = try await Tern.run(folder.path(of: "bin/tern"), arguments, environment: ["HOME": folder.path])
    #expect(outcome.status == .exited(66))
    #expect(outcome.errorLine.hasPrefix("tern: the demo's files are not there: they belong in \(folder.path)"))
  }

  @Test("A folder is no file of posts")
  func folder() async throws {
    let outcome = try await Tern.run(["list", "/"])
    #expect(outcome.status == .exited(66))
    #expect(
      outcome.errors
        == "tern: /: Is a directory with no archive in it: neither data/tweets.js, data/js/tweets nor outbox.json\n")
  }

  @Test("An empty timeline is no failure, and is not silent")
  func empty() async throws {
    let outcome = try await Tern.run(["list", "--account", "empty@demo"])
    #expect(outcome.status == .exited(0))
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLine.contains("empty@demo") && !outcome.errorLine.contains("\n"))
  }

  @Test("Matches are printed as a list is, from all timelines of the account, newest first")
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
    #expect(unlike.errors.hasPrefix("tern: no timeline “x”; there are Home, Mentions"), "\(unlike.errors)")
    let first = try await Tern.run(["search", "--account", "@ada@demo", "--limit", "1", "--", "-compiler"])
    #expect(first.output.contains("軌道") && !first.output.contains("Can confirm"))
  }

  @Test(
    "Nothing that can be looked for is more than a search",
    arguments: ["'", "\"a* OR (b", "NEAR(a b)", "a:b^2 {x}", "%_;--"])
  func strangeSearch(query: String) async throws {
    let outcome = try await Tern.run(["search", "--account", "ada@demo", "--", query])
    #expect([.exited(0), .exited(64)].contains(outcome.status))
    #expect(!outcome.errors.lowercased().contains("sql") && !outcome.errors.lowercased().contains("fts"))
  }

  @Test("What of a damaged file can be read is printed, with the count of the rest beside it")
  func partly() async throws {
    let outcome = try await Tern.run(["list", "--account", "partly@demo"])
    #expect(outcome.status == .exited(0))
    #expect(outcome.output.contains("Excellent file."))
    #expect(outcome.errorLine.contains("partly.json: 16:9: 3 of its posts") && !outcome.errorLine.contains("\n"))
  }

  @Test("A slow account is waited for")
  func slow() async throws {
    let outcome = try await Tern.run(["list", "--account", "slow@demo", "--limit", "1"])
    #expect(outcome.status == .exited(0))
    #expect(!outcome.output.isEmpty)
  }

  @Test("A limit is kept, and the lines of JSON are a file that Tern reads")
  func lines() async throws {
    let lines = try await Tern.run(["list", "--account", "ada@demo", "--limit", "3", "--format", "jsonl"])
    #expect(lines.output.split(separator: "\n").count == 3)
    let all = try await Tern.run(["list", "--account", "ada@demo", "--format", "jsonl"])
    let again = try await Tern.run(["list", "-", "--format", "jsonl"], input: all.output)
    #expect(again.status == .exited(0))
    // Quoted posts that stand in another timeline cannot come through.
    func withoutQuotes(_ output: String) -> [Substring] {
      output.split(separator: "\n").filter { $0.contains("\"quote\":null") }
    }
    #expect(withoutQuotes(again.output) == withoutQuotes(all.output))
    #expect(withoutQuotes(all.output).count > 50)
  }

  @Test("Accounts are printed one a line")
  func accounts() async throws {
    let outcome = try await Tern.run(["accounts"])
    #expect(outcome.status == .exited(0))
    #expect(outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "@ada@demo\tAda Lovelace\tdemo")
    #expect(lines.allSatisfy { $0.split(separator: "\t").count == 3 })
  }

  @Test("A reader that has seen enough ends the list quietly")
  func head() async throws {
    let script =
      #""$TERN" list --account ada@demo --format jsonl 2>errors | head -n 1; echo "${PIPESTATUS[0]}" >status"#
    let folder = try TemporaryFolder()
    let outcome = try await Tern.run(
      "/bin/bash", ["-c", script], environment: ["TERN": Tern.path, "PATH": "/usr/bin:/bin"], in: folder.path)
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(try folder.text(of: "errors") == "")
    #expect(try folder.text(of: "status") == "0\n")
  }

  @Test(
    "Help and version are no failures",
    arguments: ["--help", "--version", "list --help", "search --help", "screen --help"])
  func help(line: String) async throws {
    let outcome = try await Tern.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == .exited(0))
    #expect(!outcome.output.isEmpty && outcome.errors.isEmpty)
  }
}
