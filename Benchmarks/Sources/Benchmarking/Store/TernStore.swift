import FoundationEssentials
import Glibc
import SampleArchives

/// Tern with a separate store.
struct TernStore {
  private let path: String
  private let home: String
  private let workshop: Workshop

  /// - Parameter name: The name of the store's folder.
  init(path: String, name: String, _ workshop: Workshop) {
    self.path = path
    self.workshop = workshop
    home = workshop.path(name)
  }

  /// The size of its files in bytes, including the write-ahead log.
  var size: Int {
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: home)) ?? []
    return files.reduce(0) { sum, file in
      var status = stat()
      guard lstat("\(home)/\(file)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return sum }
      return sum + Int(status.st_size)
    }
  }

  /// The imported account, opened.
  var subject: Subject {
    var subject = Subject(
      name: "tern", length: "", posts: 0,
      command: [path, "open", "--no-demo", "--account", SampleArchive.handle])
    subject.environment = ["XDG_DATA_HOME": home]
    subject.keys.first = "gg"
    return subject
  }

  /// Shows the list only: the detail pane updates later and is not part of the response.
  func open() throws -> Session {
    var subject = subject
    _ = try workshop.write("layout = \"single\"\n", to: "single/tern/config.toml")
    subject.environment["XDG_CONFIG_HOME"] = workshop.path("single")
    return try Session(subject, size: .large, workshop: workshop)
  }

  func importing(_ archive: String) throws -> Command.Outcome { try command("import", archive).run() }

  /// The time from the start to a full screen. A warm-up run finds the text to wait for.
  func measureStart(rounds: Int, census: WordCensus) throws -> Sample {
    let first = try Session(subject, size: .small, workshop: workshop)
    try first.waitForWriting()
    guard let word = first.lastWord(where: { census.posts(with: $0) > 0 }) else {
      throw BenchmarkError("there is no post on the first screen")
    }
    first.end()
    return Sample(
      try (0..<rounds).map { _ in
        let session = try Session(subject, size: .small, workshop: workshop)
        let time = try session.waitForScreen(with: word).milliseconds
        session.end()
        return time
      })
  }

  /// Measures `tern search` with its default output, then runs it once without a limit to count.
  func search(_ word: String, rounds: Int, into figures: inout StoreFigures.Search) throws {
    let outcomes = try (0..<rounds).map { _ in try command("search", word).run() }
    figures.commandFirst = Sample(outcomes.compactMap { $0.first?.milliseconds })
    figures.commandWhole = Sample(outcomes.map(\.whole.milliseconds))
    figures.found = try count(of: word)
  }

  /// The number of posts that a query finds.
  func count(of query: String) throws -> Int {
    try command("search", query, "--format", "jsonl", "--limit", "100000000").run().lines
  }

  /// The time from the start to the first match, or to the end without matches.
  func first(of query: String, rounds: Int) throws -> Sample {
    // As many as fit on a screen.
    let outcomes = try (0..<rounds).map { _ in try command("search", query, "--limit", "60").run() }
    return Sample(outcomes.map { ($0.first ?? $0.whole).milliseconds })
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: home)
  }

  private func command(_ words: String...) -> Command {
    Command(words: [path] + words, environment: workshop.environment(for: subject))
  }
}
