/// Measures keys in an account of a store. Each key waits for the response to the one before.
struct StoreKeys {
  private let session: Session
  private let keys: Subject.Keys
  private let rounds: Int
  private static let presses = 200
  /// The minimum number of bytes of a new screen of posts.
  private static let screen = 500.0
  private static let dates = ["2015-03", "2024-12-24", "2011", "2019-07", "2026-01-02"]

  init(_ store: TernStore, rounds: Int) throws {
    session = try store.open()
    keys = session.subject.keys
    self.rounds = rounds
    try session.waitForWriting()
  }

  var memory: Int? { session.residentMemory }

  /// Measures both ends first, then from the top, middle and end, because nearby posts may be cached.
  func run(into figures: inout StoreFigures) throws {
    figures.last = try repeated(keys.last, after: keys.first)
    figures.first = try repeated(keys.first, after: keys.last)
    figures.date = try repeatedDates()
    figures.next = try sampleAlong(keys.next, atLeast: 20)
    figures.page = try sampleAlong(keys.page, atLeast: Self.screen)
  }

  /// The time from the last key to the first match or to “no results”, and to the end of counting.
  func search(_ query: String, rounds: Int) throws -> (matches: Sample, whole: Sample, found: Int) {
    var responses: [SearchResponse] = []
    for _ in 0..<rounds {
      _ = try session.press("/")
      try session.settle(.milliseconds(50))
      if let response = try session.search(query, until: "in all timelines") { responses.append(response) }
      // Leave the field, then the matches.
      for _ in 0..<2 { _ = try session.press("\u{1B}", quiet: .milliseconds(100)) }
    }
    let matches = responses.compactMap { $0.matches?.milliseconds }
    guard matches.count == rounds else { throw BenchmarkError("\(query) did not appear in the matches") }
    guard let found = responses.first?.found, responses.allSatisfy({ $0.found == found }) else {
      throw BenchmarkError("\(query) was not counted, or with different results")
    }
    return (Sample(matches), Sample(responses.map { $0.last.milliseconds }), found)
  }
}

extension StoreKeys {
  /// The times of complete responses. Throws if one is too short to be another screen of posts.
  private func sample(_ key: String, _ responses: [KeyResponse], atLeast bytes: Double) throws -> Sample {
    guard let figures = Figures.Key(responses), let median = figures.bytes.median, median >= bytes else {
      throw BenchmarkError("\(key) did not move")
    }
    return figures.last
  }

  private func repeated(_ key: String, after other: String) throws -> Sample {
    let responses = try (0..<rounds).compactMap { _ in
      _ = try session.press(other, quiet: .milliseconds(100))
      return try session.press(key, quiet: .milliseconds(100))
    }
    return try sample(key, responses, atLeast: Self.screen)
  }

  private func repeatedDates() throws -> Sample {
    let responses = try (0..<max(rounds, Self.dates.count)).compactMap { round in
      _ = try session.press("gd")
      _ = try session.press(Self.dates[round % Self.dates.count])
      return try session.press("\r", quiet: .milliseconds(100))
    }
    return try sample("gd", responses, atLeast: Self.screen)
  }

  /// Measures from the top and from the middle, at most to the last post, where the key has no effect.
  private func sampleAlong(_ key: String, atLeast bytes: Double) throws -> Sample {
    var responses: [KeyResponse] = []
    for start in [keys.first, "gd2018-06\r"] {
      _ = try session.press(start, quiet: .milliseconds(100))
      for _ in 0..<Self.presses {
        guard let response = try session.press(key) else { break }
        responses.append(response)
      }
    }
    return try sample(key, responses, atLeast: bytes)
  }
}
