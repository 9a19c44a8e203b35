import Domain
import Testing

@testable import DataLayer

/// Posts that are handed out while they are read.
struct StreamTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Posts one a line, one a minute; each by the minute of 2026 in which it was written.
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
    _ kind: TimelineKind? = nil, take: @escaping ([Post]) -> Bool = { _ in true }
  ) throws -> (batches: [[Post]], end: StreamedTimeline) {
    var batches: [[Post]] = []
    let end = try TimelineFile(paths: [folder.path(of: "posts.jsonl")], now: opened).stream(kind) { posts in
      batches.append(posts)
      return take(posts)
    }
    return (batches, end)
  }

  @Test func `a file that runs newest first is handed out before it is read to its end`() throws {
    try write((0..<10_000).reversed())
    let (batches, end) = try stream()
    #expect(batches.count > 5)
    #expect(batches.allSatisfy { $0.count <= 2 * PostStream.reach })
    #expect(batches.joined().map(\.id.rawValue) == (0..<10_000).reversed().map(String.init))
    #expect(end == StreamedTimeline(kind: TimelineKind("Posts"), skipped: nil, lateCount: 0))
  }

  @Test func `posts that change places nearby are put in order, and one that stands twice stands once`() throws {
    var minutes = Array((0..<10_000).reversed())
    for index in stride(from: 0, to: 9000, by: 700) { minutes.swapAt(index, index + 600) }
    minutes.insert(minutes[5000], at: 5300)
    try write(minutes)
    #expect(try stream().batches.joined().map(\.id.rawValue) == (0..<10_000).reversed().map(String.init))
  }

  @Test func `a file that runs oldest first, or anyhow, is read to its end first`() throws {
    var random = SystemRandomNumberGenerator()
    for minutes in [Array(0..<5000), (0..<5000).shuffled(using: &random)] {
      try write(minutes)
      let (batches, end) = try stream()
      #expect(batches.count == 1)
      #expect(batches.joined().map(\.id.rawValue) == (0..<5000).reversed().map(String.init))
      #expect(end.lateCount == 0)
    }
  }

  @Test func `a post that comes too late for its place is handed out all the same, and counted`() throws {
    try write(Array((0..<9000).reversed()) + [9999])
    let (batches, end) = try stream()
    #expect(batches.joined().contains { $0.id == PostID("9999") })
    #expect(batches.joined().count == 9001)
    #expect(end.lateCount == 1)
  }

  @Test func `who wants no more is given no more`() throws {
    try write((0..<10_000).reversed())
    let (batches, _) = try stream { _ in false }
    #expect(batches.count == 1)
  }

  @Test func `a timeline that is not there is an error that names those that are`() throws {
    try write(0..<3)
    #expect(throws: TimelineError.unknownTimeline(name: "Home", known: ["Posts"])) { try stream(TimelineKind("Home")) }
  }

  @Test func `one of several timelines is handed out`() throws {
    try folder.write(
      #"{"tern": 1, "timelines": [{"name": "A", "posts": [{"id": "1"}]}, {"posts": [{"id": "2"}, 7], "name": "B"}]}"#,
      to: "posts.jsonl")
    #expect(try stream().batches.joined().map(\.id.rawValue) == ["1"])
    let (batches, end) = try stream(TimelineKind("B"))
    #expect(batches.joined().map(\.id.rawValue) == ["2"])
    #expect(end.kind == TimelineKind("B"))
    #expect(end.skipped?.count == 1)
  }

  @Test func `a file of which nothing can be read is an error`() throws {
    try folder.write(#"{"id": "1", "text": "#, to: "posts.jsonl")
    #expect(throws: TimelineError.self) { try stream() }
  }
}
