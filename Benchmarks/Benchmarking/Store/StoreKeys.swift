/// The keys of a program that shows a store. Each waits until the one before has been answered.
struct StoreKeys {
  private let session: Session
  private let keys: Subject.Keys
  private let rounds: Int
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
    figures.last = try repeated(rounds, before: keys.first) { try session.press(keys.last, quiet: .milliseconds(100)) }
    figures.first = try repeated(rounds, before: keys.last) { try session.press(keys.first, quiet: .milliseconds(100)) }
    figures.date = try repeatedDates()
    figures.next = try wandering(presses: 200, keys.next)
    figures.page = try wandering(presses: 200, keys.page)
  }

  func search(_ query: String) throws -> (matches: Sample?, whole: Sample?) {
    var answers: [SearchAnswer] = []
    for _ in 0..<rounds {
      _ = try session.press("/")
      try session.settle(.milliseconds(50))
      if let answer = try session.search(query) { answers.append(answer) }
      // Out of where it is typed, then out of the matches.
      for _ in 0..<2 { _ = try session.press("\u{1B}", quiet: .milliseconds(100)) }
    }
    let matches = answers.compactMap { $0.matches?.milliseconds }
    guard matches.count == rounds else { throw BenchmarkError("\(query) was not seen among the matches") }
    return (Sample(matches), Sample(answers.map { $0.last.milliseconds }))
  }
}

extension StoreKeys {
  private func repeated(_ count: Int, before: String, _ press: () throws -> Answer?) throws -> Sample {
    Sample(
      try (0..<count).compactMap { _ in
        _ = try session.press(before, quiet: .milliseconds(100))
        return try press()?.last.milliseconds
      })
  }

  private func repeatedDates() throws -> Sample {
    var times: [Double] = []
    for round in 0..<max(rounds, Self.dates.count) {
      _ = try session.press("gd")
      _ = try session.press(Self.dates[round % Self.dates.count])
      if let answer = try session.press("\r", quiet: .milliseconds(100)) { times.append(answer.last.milliseconds) }
    }
    return Sample(times)
  }

  /// From the top, and from the middle of the years.
  private func wandering(presses: Int, _ key: String) throws -> Sample {
    var times: [Double] = []
    for start in [keys.first, "gd2018-06\r"] {
      _ = try session.press(start, quiet: .milliseconds(100))
      for _ in 0..<presses {
        if let answer = try session.press(key) { times.append(answer.last.milliseconds) }
      }
    }
    return Sample(times)
  }
}
