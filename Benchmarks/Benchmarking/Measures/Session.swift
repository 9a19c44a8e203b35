import PseudoTerminals

/// A program at work, with a clock beside it.
final class Session {
  let subject: Subject
  private let program: TerminalProgram
  private var output: [UInt8] = []

  init(_ subject: Subject, size: TerminalSize, workshop: Workshop) throws {
    self.subject = subject
    program = try TerminalProgram(
      subject.command, environment: workshop.environment(for: subject), rows: size.rows, columns: size.columns)
  }

  var residentMemory: Int? { ProcessStatus.residentMemory(of: program.process) }
  var sleeps: Int? { ProcessStatus.sleeps(of: program.process) }

  /// How many posts of the samples it has drawn so far: one more than the highest number of them.
  var postsDrawn: Int {
    let numbers = String(decoding: output, as: UTF8.self).matches(of: /p(\d{6})/).compactMap { Int($0.output.1) }
    return (numbers.max() ?? -1) + 1
  }

  /// Waits until the timeline is there, and nothing more comes.
  func waitForTimeline() throws {
    if case .text(let text, _) = subject.firstScreen {
      _ = try waitForScreen(with: text)
    } else {
      _ = try waitForScreen(with: SamplePost.marker(0))
    }
    try settle()
  }

  /// Waits for the text, types what has to be typed on the way there, and then for the end of the burst that it came in.
  /// Returns the time from the start to the last byte.
  func waitForScreen(
    with text: String, quiet: Duration = .milliseconds(20), patience: Duration = .seconds(60)
  ) throws -> Duration {
    for step in subject.opening {
      _ = try wait(for: step.text, quiet: .zero, patience: patience)
      try program.terminal.write(step.keys)
    }
    return try wait(for: text, quiet: quiet, patience: patience)
  }

  /// Waits until nothing has come for that long.
  func settle(_ quiet: Duration = .milliseconds(1500), patience: Duration = .seconds(60)) throws {
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end, let reading = try program.terminal.read(within: quiet) {
      output += reading.bytes
    }
  }

  /// Waits until it has drawn something, and nothing more comes.
  func waitForWriting() throws {
    guard let reading = try program.terminal.read(within: .seconds(60)) else {
      throw BenchmarkError("\(subject.name) writes nothing")
    }
    output += reading.bytes
    try settle()
  }

  func end() { program.end() }

  /// Types the key and takes in the answer to its end. `nil` where there was none.
  /// - Parameter quiet: how long a silence ends the answer, where that is not for the subject to say.
  func press(_ keys: String, quiet: Duration? = nil) throws -> Answer? {
    try answer(quiet: quiet) { try program.terminal.write(keys) }
  }

  /// Types the key, and waits for a text among all that comes.
  func press(_ keys: String, until text: String, patience: Duration = .seconds(5)) throws -> Duration {
    let awaited = Array(text.utf8)
    var bytes: [UInt8] = []
    // What the key before has left is no answer to this one.
    while try program.terminal.read(within: .milliseconds(2)) != nil {}
    let start = ContinuousClock.now
    try program.terminal.write(keys)
    while ContinuousClock.now < start + patience {
      guard let reading = try program.terminal.read(within: .seconds(1)) else { continue }
      bytes += reading.bytes
      if bytes.contains(awaited) { return reading.time - start }
    }
    throw BenchmarkError("\(keys) was not answered by \(text)")
  }

  /// Takes in what comes of something, to its end. `nil` where nothing came.
  func answer(quiet: Duration? = nil, to act: () throws -> Void) throws -> Answer? {
    let start = ContinuousClock.now
    try act()
    guard let reading = try program.terminal.read(within: .seconds(2)) else { return nil }
    var bytes = reading.bytes.count
    var last = reading.time
    while let more = try program.terminal.read(within: quiet ?? subject.quiet) {
      bytes += more.bytes.count
      last = more.time
    }
    return Answer(first: reading.time - start, last: last - start, bytes: bytes)
  }

  /// Types a query and takes in what comes until nothing has come for a while. Matches are there with a text that says
  /// how many.
  func search(_ query: String, until text: String, quiet: Duration = .milliseconds(300)) throws -> SearchAnswer? {
    let start = ContinuousClock.now
    try program.terminal.write(query)
    var bytes: [UInt8] = []
    var first: Duration?
    var matches: Duration?
    var last = Duration.zero
    let awaited = Array(text.utf8)
    while let reading = try program.terminal.read(within: first == nil ? .seconds(2) : quiet) {
      bytes += reading.bytes
      last = reading.time - start
      first = first ?? last
      if matches == nil, bytes.contains(awaited) { matches = last }
    }
    return first.map {
      SearchAnswer(
        first: $0, matches: matches, last: last, bytes: bytes.count, found: Self.number(before: text, in: bytes))
    }
  }

  /// The number that was written last before a text: `1,234 in all timelines`.
  private static func number(before text: String, in bytes: [UInt8]) -> Int? {
    // What a terminal obeys is between the parts of what people read.
    let shown = String(decoding: bytes, as: UTF8.self).replacing(/\e\[[0-9;?]*[a-zA-Z]/, with: "")
    guard let place = shown.ranges(of: text).last else { return nil }
    let digits = shown[..<place.lowerBound].reversed().drop { $0 == " " }.prefix { $0.isNumber || $0 == "," }
    return Int(String(digits.reversed().filter(\.isNumber)))
  }

  /// The last word on the screen that stands there once and that the test says yes to.
  func lastWord(where isFitting: (String) -> Bool) -> String? {
    let words = String(decoding: output, as: UTF8.self).matches(of: /[a-z]{5,}/).map { String($0.output) }
    return words.last { word in isFitting(word) && words.count { $0 == word } == 1 }
  }

  private func wait(for text: String, quiet: Duration, patience: Duration) throws -> Duration {
    let end = program.start + patience
    let awaited = Array(text.utf8)
    var last = ContinuousClock.now - program.start
    while !output.contains(awaited) {
      guard ContinuousClock.now < end, let reading = try program.terminal.read(within: .seconds(1)) else {
        if ContinuousClock.now < end { continue }
        throw BenchmarkError("\(subject.name) did not show \(text)")
      }
      output += reading.bytes
      last = reading.time - program.start
    }
    while quiet > .zero, let reading = try program.terminal.read(within: quiet) {
      output += reading.bytes
      last = reading.time - program.start
    }
    return last
  }
}
