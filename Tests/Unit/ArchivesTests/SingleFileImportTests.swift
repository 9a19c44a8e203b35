import Archives
import Domain
import FolderSupport
import TestSupport
import Testing

struct SingleFileImportTests {
  private let folder = TemporaryFolder()

  @Test func `A file of another format keeps its timelines and unlisted posts`() throws {
    try folder.write(
      #"{"tern": 1, "timelines": [{"name": "Home", "posts": [{"id": "h"}]}], "others": [{"id": "o"}]}"#, to: "a.json")
    let imported = try Imported(folder.path(of: "a.json"))
    #expect(imported.items.map(\.post.id.rawValue) == ["h", "o"])
    #expect(imported.items.map(\.timelines) == [[TimelineID.home], []])
    #expect(imported.report.timelines == [TimelineID.home])
  }

  @Test func `Unlisted posts are read in batches and stay unlisted`() throws {
    let lines = (1...4_000).map { #"{"id": "\#($0)", "text": "a", "other": \#($0.isMultiple(of: 2))}"# }
    try folder.write(lines.joined(separator: "\n"), to: "posts.jsonl")
    let imported = try Imported(folder.path(of: "posts.jsonl"))
    #expect(imported.batches.map(\.items.count) == [3_000, 1_000])
    #expect(imported.ids(in: "Posts").count == 2_000)
    let others = imported.items.filter(\.timelines.isEmpty).compactMap { Int($0.post.id.rawValue) }
    #expect(others.count == 2_000 && others.allSatisfy { $0.isMultiple(of: 2) })
    #expect(imported.report.read == 4_000)
    #expect(imported.report.timelines == [TimelineID(name: "Posts")])
  }

  @Test func `A large file is read in batches and can be stopped`() throws {
    let tweets = (1...7_000).map { ArchiveFixtures.tweet(String($0)) }.map { "{\"tweet\": {\($0)}}" }
    try folder.write("[" + tweets.joined(separator: ",") + "]", to: "tweets.js")
    let path = folder.path(of: "tweets.js")
    let imported = try Imported(path)
    #expect(imported.batches.map(\.items.count) == [3_000, 3_000, 1_000])
    #expect(imported.batches.map(\.progress.posts) == [3_000, 6_000, 7_000])
    #expect(imported.batches.last?.progress.fraction == 1)
    var batches = 0
    let report = try DownloadedArchive(path: path, now: .noon).read { _ in
      batches += 1
      return false
    }
    #expect(batches == 1)
    #expect(report.read == 3_000)
  }

  @Test func `Large posts are read in smaller batches`() throws {
    let text = String(repeating: "a", count: 1 << 20)
    let tweets = (1...20).map { "{\"tweet\": {\(ArchiveFixtures.tweet(String($0), text))}}" }
    try folder.write("[" + tweets.joined(separator: ",") + "]", to: "tweets.js")
    let imported = try Imported(folder.path(of: "tweets.js"))
    #expect(imported.items.count == 20)
    #expect(imported.batches.map(\.items.count).allSatisfy { $0 < 12 })
  }

  @Test func `A file without posts is an error`() throws {
    try folder.write("not a word", to: "a.txt")
    let path = folder.path(of: "a.txt")
    #expect {
      try Imported(path)
    } throws: { error in
      if case TimelineError.unknownFormat(path, let formats) = error { formats.contains("X archive") } else { false }
    }
    #expect(throws: TimelineError.fileMissing(path: path + "s")) { try Imported(path + "s") }
  }
}
