import FoundationEssentials
import Glibc

/// Measures other programs with the same posts.
struct ReferenceBenchmarks {
  private let files: ArchiveFiles
  private let workshop: Workshop
  /// It keeps several copies of the archive in memory.
  private static let maxForTwitterToSQLite = 100_000

  init(_ files: ArchiveFiles, _ workshop: Workshop) {
    self.files = files
    self.workshop = workshop
  }

  /// - Parameter attempt: Called with a name and a measurement that may fail.
  func measure(into found: inout ReferenceRates, _ attempt: (String, () throws -> Void) -> Void) {
    attempt("reading its files") { found.reading = try reading() }
    attempt("SQLite alone") {
      let rates = try sqlite("none", "trigram")
      (found.plain, found.trigram) = (rates?[0], rates?[1])
    }
    attempt("twitter-to-sqlite") { found.twitterToSQLite = try twitterToSQLite() }
  }

  /// - Parameter tokenizers: The FTS5 tokenizers, each for a separate run; "none" for no full-text index.
  /// - Returns: Posts per second of each; nil without Python.
  func sqlite(_ tokenizers: String...) throws -> [Double]? {
    guard let python = workshop.find("python3") else { return nil }
    let folder = workshop.path("limits")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let words = [python, workshop.script("Limits/sqlite.py"), files.folder, folder] + tokenizers
    let rates = try workshop.run(words.map(workshop.quoted).joined(separator: " ")).split(separator: "\n").compactMap(
      Double.init)
    guard rates.count == tokenizers.count else { throw BenchmarkError("cannot parse SQLite's rates") }
    return rates
  }
}

extension ReferenceBenchmarks {
  private var posts: Double { Double(files.census.total) }

  private func reading() throws -> Double {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let start = ContinuousClock.now
    for path in files.tweetFiles {
      guard let file = fopen(path, "re") else { throw BenchmarkError("cannot read \(path)") }
      defer { fclose(file) }
      setvbuf(file, nil, _IONBF, 0)
      while fread(&buffer, 1, buffer.count, file) > 0 {}
    }
    return posts / ((ContinuousClock.now - start) / .seconds(1))
  }

  /// It supports only the single file that X wrote until 2021.
  private func twitterToSQLite() throws -> Double? {
    guard let path = workshop.find("twitter-to-sqlite"), files.census.total <= Self.maxForTwitterToSQLite * 2 else {
      return nil
    }
    try files.makeOlderFile()
    let database = workshop.path("twitter.db")
    defer { try? FileManager.default.removeItem(atPath: database) }
    let command = Command(
      words: [path, "import", database, files.olderFile], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
    return posts / (try command.run().whole / .seconds(1))
  }
}
