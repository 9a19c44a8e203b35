import FoundationEssentials
import Glibc
import SampleArchives

/// Measures the import of archives, and starting, keys and search afterwards.
public struct StoreBench {
  private let tern: String
  private let lengths: [Int]
  private let rounds: Int
  private let workshop: Workshop
  private let printProgress: (String) -> Void

  /// - Parameters:
  ///   - lengths: The sizes of the archives, in tweets.
  ///   - rounds: The number of starts, and of presses of keys such as `G`.
  ///   - printProgress: Called with each line of progress.
  public init(tern: String, lengths: [Int], rounds: Int, workshop: Workshop, printProgress: @escaping (String) -> Void)
  {
    self.tern = tern
    self.lengths = lengths.sorted()
    self.rounds = rounds
    self.workshop = workshop
    self.printProgress = printProgress
  }

  /// The results in Markdown.
  /// - Throws: `BenchmarkError` if the archives cannot be generated.
  public func run() throws -> String {
    let runnableProcesses = Machine.runnableProcesses
    var failures: [String] = []
    let stores = try lengths.map { length in
      try measure(length) { failures.append("Not measured: \($0) (\($1)).") }
    }
    let busy =
      runnableProcesses.map { " The machine was busy: \(Int($0.rounded(.up))) other programs were running." } ?? ""
    return """
      \(StoreTable(stores: stores).markdown)
      \(Machine.description).\(busy)\(failures.map { " " + $0 }.joined())
      """
  }
}

extension StoreBench {
  private func measure(_ length: Int, fail: (String, any Error) -> Void) throws -> StoreFigures {
    let name = length.grouped
    /// A failing measurement must not prevent the others.
    func attempt(_ what: String, _ body: () throws -> Void) {
      printProgress("\(name) posts: \(what)")
      do { try body() } catch { fail("\(name), \(what)", error) }
    }

    printProgress("\(name) posts: making the archive")
    let files = try ArchiveFiles(tweets: length, workshop)
    defer { files.remove() }
    // Flush pending writes, so that they do not delay the next program.
    sync()
    let store = TernStore(path: tern, name: "store/\(length)", workshop)
    defer { store.remove() }
    var figures = StoreFigures(tweets: length, posts: files.census.total)
    attempt("the import") { try importAll(files, into: store, &figures) }
    // Alternate the programs, because the speed of the machine varies.
    sync()
    ReferenceBenchmarks(files, workshop).measure(into: &figures.referenceRates, attempt)
    attempt("the start") { figures.start = try store.measureStart(rounds: rounds, census: files.census) }
    attempt("the keys") {
      let keys = try StoreKeys(store, rounds: rounds)
      try keys.run(into: &figures)
      for word in SearchWord.allCases {
        let search = try keys.search(word.text(files.census), rounds: rounds)
        try Self.require(search.found, .exactly(files.census.posts(with: word.text(files.census))))
        figures.searches[word, default: StoreFigures.Search()].matches = search.matches
        figures.searches[word]?.whole = search.whole
      }
      figures.memory = keys.memory
      for term in SearchTerms.all {
        attempt("`\(term)`, typed") {
          let search = try keys.search(term, rounds: max(1, rounds / 3))
          try Self.require(search.found, files.census.terms.expected(for: term))
          figures.typedTerms[term] = search.matches
        }
      }
    }
    for word in SearchWord.allCases {
      attempt("tern search, \(word.rawValue)") {
        try store.search(word.text(files.census), rounds: rounds, into: &figures.searches[word, default: .init()])
        figures.searches[word]?.posts = files.census.posts(with: word.text(files.census))
      }
    }
    for term in SearchTerms.all {
      attempt("tern search \(term)") {
        let found = try store.count(of: term)
        try Self.require(found, files.census.terms.expected(for: term))
        figures.found[term] = found
        figures.terms[term] = try store.first(of: term, rounds: rounds)
      }
    }
    return figures
  }

  /// Checks that a timed search has found the expected posts.
  private static func require(_ found: Int, _ expected: TermCensus.Expected) throws {
    guard expected.holds(found) else { throw BenchmarkError("found \(found.grouped) posts, expected \(expected)") }
  }

  /// Imports the ZIP into a temporary store, and the folder into the measured store.
  private func importAll(_ files: ArchiveFiles, into store: TernStore, _ figures: inout StoreFigures) throws {
    let other = TernStore(path: tern, name: "store/zip", workshop)
    let repeats = 3
    var rates: [Double] = []
    var peak = 0
    for _ in 0..<repeats {
      other.remove()
      sync()
      let outcome = try other.importing(files.zip)
      rates.append(Double(files.census.total) / (outcome.whole / .seconds(1)))
      peak = max(peak, outcome.peakMemory)
    }
    other.remove()
    figures.zipRate = Sample(rates).median
    rates = []
    let referenceRates = ReferenceBenchmarks(files, workshop)
    var sqlite: [Double] = []
    var shares: [Double] = []
    for _ in 0..<repeats {
      store.remove()
      sync()
      let outcome = try store.importing(files.folder)
      let rate = Double(files.census.total) / (outcome.whole / .seconds(1))
      rates.append(rate)
      figures.folderRate = Sample(rates).median
      figures.importMemory = max(peak, outcome.peakMemory, figures.importMemory ?? 0)
      figures.size = store.size
      sync()
      guard let limit = try referenceRates.sqlite("unicode61")?.first else { continue }
      sqlite.append(limit)
      shares.append(rate / limit)
    }
    figures.referenceRates.unicode61 = Sample(sqlite).median
    figures.sharesOfSQLite = Sample(shares)
  }
}
