import Domain
import FolderSupport
import Formats
import TestSupport
import Testing

@testable import LocalFiles

/// Posts that are streamed while they are read.
struct StreamTests {
  private let folder = TemporaryFolder()

  /// One post per line and minute; each with the minute of 2026 in which it was written.
  private func write(_ minutes: some Sequence<Int>) throws {
    let lines = minutes.map { minute in
      let (day, rest) = (minute / 1440, minute % 1440)
      let date = "2026-01-\(padded(day + 1))T\(padded(rest / 60)):\(padded(rest % 60)):00Z"
      return #"{"id": "\#(minute)", "createdAt": "\#(date)", "text": "a"}"# + "\n"
    }
    try folder.write(lines.joined(), to: "posts.jsonl")
  }

  private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func stream(
    _ kind: TimelineID? = nil, body: @escaping ([Post]) -> Bool = { _ in true }
  ) throws -> (batches: [[Post]], end: StreamedTimeline) {
    var batches: [[Post]] = []
    let end = try TimelineFile(paths: [folder.path(of: "posts.jsonl")], now: .noon).stream(kind) { posts in
      batches.append(posts)
      return body(posts)
    }
    return (batches, end)
  }

  @Test func `A file sorted newest first is streamed while it is read`() throws {
    try write((0..<10_000).reversed())
    let (batches, end) = try stream()
    #expect(batches.count > 5)
    #expect(batches.allSatisfy { $0.count <= 2 * PostStream.lookahead })
    #expect(batches.joined().map(\.id.rawValue) == (0..<10_000).reversed().map(String.init))
    #expect(end == StreamedTimeline(id: TimelineID.named("Posts"), skipped: nil, lateCount: 0))
  }

  @Test func `Nearby posts are sorted, and duplicates removed`() throws {
    var minutes = Array((0..<10_000).reversed())
    for index in stride(from: 0, to: 9000, by: 700) { minutes.swapAt(index, index + 600) }
    minutes.insert(minutes[5000], at: 5300)
    try write(minutes)
    #expect(try stream().batches.joined().map(\.id.rawValue) == (0..<10_000).reversed().map(String.init))
  }

  @Test func `Other files are read completely first`() throws {
    var random = SystemRandomNumberGenerator()
    for minutes in [Array(0..<5000), (0..<5000).shuffled(using: &random)] {
      try write(minutes)
      let (batches, end) = try stream()
      #expect(batches.count == 1)
      #expect(batches.joined().map(\.id.rawValue) == (0..<5000).reversed().map(String.init))
      #expect(end.lateCount == 0)
    }
  }

  @Test func `A late post is streamed and counted`() throws {
    try write(Array((0..<9000).reversed()) + [9999])
    let (batches, end) = try stream()
    #expect(batches.joined().contains { $0.id == PostID("9999") })
    #expect(batches.joined().count == 9001)
    #expect(end.lateCount == 1)
  }

  @Test func `Streaming can be stopped`() throws {
    try write((0..<10_000).reversed())
    let (batches, _) = try stream { _ in false }
    #expect(batches.count == 1)
  }

  @Test func `A missing timeline is an error with the known names`() throws {
    try write(0..<3)
    #expect(throws: TimelineError.unknownTimeline(name: "Home", known: ["Posts"])) { try stream(TimelineID.home) }
  }

  @Test func `One of several timelines is streamed`() throws {
    try folder.write(
      #"{"tern": 1, "timelines": [{"name": "A", "posts": [{"id": "1"}]}, {"posts": [{"id": "2"}, 7], "name": "B"}]}"#,
      to: "posts.jsonl")
    #expect(try stream().batches.joined().map(\.id.rawValue) == ["1"])
    let (batches, end) = try stream(TimelineID.named("B"))
    #expect(batches.joined().map(\.id.rawValue) == ["2"])
    #expect(end.id == TimelineID.named("B"))
    #expect(end.skipped?.count == 1)
  }

  @Test func `An unreadable file is an error`() throws {
    try folder.write(#"{"id": "1", "text": "#, to: "posts.jsonl")
    #expect(throws: TimelineError.self) { try stream() }
  }

  @Test func `Distant duplicates are streamed once`() throws {
    let minutes = Array((0..<10_000).reversed())
    try write(minutes + minutes.prefix(3))
    let (batches, end) = try stream()
    #expect(batches.count > 1)
    #expect(batches.joined().map(\.id.rawValue) == minutes.map(String.init))
    #expect(end.lateCount == 0)
  }

  @Test func `A small file is streamed as displayed, with quotes from other timelines`() throws {
    try folder.write(
      """
      {"tern": 1, "timelines": [{"name": "A", "posts": [{"id": "1", "quote": {"id": "2"}}]},
        {"name": "B", "posts": [{"id": "2", "text": "quoted"}]}]}
      """, to: "posts.jsonl")
    let post = try #require(try stream().batches.joined().first)
    guard case .shown(let quoted)? = post.quote else { return #expect(Bool(false), "the quote is not shown") }
    #expect(quoted.text.plain == "quoted")
  }

  @Test func `An archive in parts is sorted as a whole`() throws {
    func tweets(_ part: Int, _ ids: Range<Int>) -> String {
      let tweets = ids.reversed().map { id in
        #"{"tweet": {"id": "\#(id)", "created_at": "Fri Mar 06 \#(padded(id / 60 % 24)):\#(padded(id % 60)):00 +0000 2026"}}"#
      }
      return "window.YTD.tweets.part\(part) = [\(tweets.joined(separator: ","))]"
    }
    try folder.write(tweets(0, 0..<700), to: "tweets.js")
    try folder.write(tweets(1, 700..<1400), to: "tweets-part1.js")
    var ids: [String] = []
    _ = try TimelineFile(paths: [folder.path], now: .noon).stream(nil) { posts in
      ids += posts.map(\.id.rawValue)
      return true
    }
    #expect(ids == (0..<1400).reversed().map(String.init))
  }
}
