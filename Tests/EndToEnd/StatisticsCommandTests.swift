import Foundation
import ProgramSupport
import Testing

@Suite("tern stats", .endsInTime)
struct StatisticsCommandTests {
  @Test("prints statistics of demo accounts and files, as text and JSON Lines")
  func counting() async throws {
    let folder = TemporaryFolder()
    try folder.write(
      """
      {"id": "1", "createdAt": "2020-03-14T07:30:00Z", "text": "Coffee first.", "counts": {"likes": 3, "replies": 1}}
      {"id": "2", "createdAt": "2021-03-14T07:45:00Z", "text": "More coffee \\u001b[31m.", "counts": {"likes": 4}}
      {"id": "3", "createdAt": "2021-03-15T09:00:00Z", "text": "Tea"}
      """, to: "posts.jsonl")
    let file = folder.path(of: "posts.jsonl")
    let text = try await Tern.run(["stats", file], environment: ["TZ": "UTC"])
    #expect(text.status == .exited(0), "\(text.errors)")
    for part in [
      "3 posts from 2020-03-14 to 2021-03-15.", "Posts per year", "2020 ━", "Posts by hour", "07 ━", "Words",
      "coffee\u{A0}2", "Most liked", "4 likes  2021-03-14 07:45", "Most replied to", "1 reply  2020-03-14 07:30",
    ] { #expect(text.output.contains(part), "\(part) in \(text.output)") }
    #expect(!text.output.contains("\u{1B}"))

    let json = try await Tern.run(["stats", file, "--format", "jsonl"], environment: ["TZ": "UTC"])
    let lines = try json.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(
      Set(lines.compactMap { $0["kind"] as? String }) == ["summary", "year", "hour", "word", "liked", "answered"])
    #expect(lines.first?["posts"] as? Int == 3)
    #expect(lines.filter { $0["kind"] as? String == "hour" }.compactMap { $0["posts"] as? Int }.reduce(0, +) == 3)
    let liked = lines.first { $0["kind"] as? String == "liked" }
    #expect((liked?["post"] as? [String: Any])?["id"] as? String == "2")

    #expect(try await Tern.run(["stats", "ada@demo"]).output.contains("Ada Lovelace"))
    let piped = try await Tern.run(["stats", "-"], input: #"{"id": "1", "text": "Hello"}"#)
    #expect(piped.output.contains("1 post."), "\(piped)")
  }

  @Test("reports errors and empty accounts")
  func failures() async throws {
    for (arguments, status, words) in [
      (["stats", "unknown-user@demo"], 64, "unknown-user@demo"),
      (["stats", "ada@demo", "--timeline", "Home"], 64, "--timeline"),
      (["stats", "ada@demo", "--account", "ada@demo"], 64, "--account"), (["stats", "--no-demo"], 69, "no accounts"),
      (["stats", "damaged@demo"], 65, "damaged.json"), (["stats", "empty@demo"], 0, "no posts"),
    ] as [([String], Int32, String)] {
      let outcome = try await Tern.run(arguments)
      #expect(outcome.status == .exited(status) && outcome.output.isEmpty, "\(arguments): \(outcome)")
      #expect(outcome.errorLine.hasPrefix("tern: ") && outcome.errorLine.contains(words), "\(outcome.errors)")
    }
  }
}
