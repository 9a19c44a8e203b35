/// The keys of a program that shows a store. Each waits until the one before has been answered.
struct StoreKeys {
  private let session: Session
  private let keys: Subject.Keys
  private let rounds: Int
  private static let presses = 200
  /// As many bytes as another screen of posts takes at the least.
  private static let screen = 500.0
  private static let dates = ["2015-03", "2024-12-24", "2011", "2019-07", "2026-01-02"]

  init(_ store: TernStore, rounds: Int) throws {
    session = try store.open()
    keys = session.subject.keys
    self.rounds = rounds
    try session.waitForWriting()
  }

  var memory: Int? { session.residentMemory }

  /// Both ends, then from the top, the middle and the end: what is near may be there already.
  func run(into figures: inout StoreFigures) throws {
    figures.last = try repeated(keys.last, after: keys.first)
    figures.first = try repeated(keys.first, after: keys.last)
    figures.date = try repeatedDates()
    figures.next = try wandering(keys.next, atLeast: 20)
    figures.page = try wandering(keys.page, atLeast: Self.screen)
  }

  /// From the last key to the first match, or to the word that there is none, and to the end, when they are counted.
  func search(_ query: String, rounds: Int) throws -> (matches: Sample, whole: Sample, found: Int) {
    var answers: [SearchAnswer] = []
    for _ in 0..<rounds {
      _ = try session.press("/")
      try session.settle(.milliseconds(50))
      if let answer = try session.search(query, until: "in all timelines") { answers.append(answer) }
      // Out of where it is typed, then out of the matches.
      for _ in 0..<2 { _ = try session.press("\u{1B}", quiet: .milliseconds(100)) }
    }
    let matches = answers.compactMap { $0.matches?.milliseconds }
    guard matches.count == rounds else { throw BenchmarkError("\(query) was not seen among the matches") }
    guard let found = answers.first?.found, answers.allSatisfy({ $0.found == found }) else {
      throw BenchmarkError("\(query) was not counted, or not the same each time")
    }
    return (Sample(matches), Sample(answers.map { $0.last.milliseconds }), found)
  }
}

extension StoreKeys {
  /// The whole answers. One that is too short has not shown another screen of posts: then nothing has been measured.
  private func sample(_ key: String, _ answers: [Answer], atLeast bytes: Double) throws -> Sample {
    guard let figures = Figures.Key(answers), let median = figures.bytes.median, median >= bytes else {
      throw BenchmarkError("\(key) did not move")
    }
    return figures.last
  }

  private func repeated(_ key: String, after other: String) throws -> Sample {
    let answers = try (0..<rounds).compactMap { _ in
      _ = try session.press(other, quiet: .milliseconds(100))
      return try session.press(key, quiet: .milliseconds(100))
    }
    return try sample(key, answers, atLeast: Self.screen)
  }

  private func repeatedDates() throws -> Sample {
    let answers = try (0..<max(rounds, Self.dates.count)).compactMap { round in
      _ = try session.press("gd")
      _ = try session.press(Self.dates[round % Self.dates.count])
      return try session.press("\r", quiet: .milliseconds(100))
    }
    return try sample("gd", answers, atLeast: Self.screen)
  }

  /// From the top, and from the middle of the years; to the last post at the farthest, where no key is answered.
  private func wandering(_ key: String, atLeast bytes: Double) throws -> Sample {
    var answers: [Answer] = []
    for start in [keys.first, "gd2018-06\r"] {
      _ = try session.press(start, quiet: .milliseconds(100))
      for _ in 0..<Self.presses {
        guard let answer = try session.press(key) else { break }
        answers.append(answer)
      }
    }
    return try sample(key, answers, atLeast: bytes)
  }
}
