import PseudoTerminals

/// A running program with timing.
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

  /// The number of sample posts drawn so far: the highest post number plus one.
  var postsDrawn: Int {
    let numbers = String(decoding: output, as: UTF8.self).matches(of: /p(\d{6})/).compactMap { Int($0.output.1) }
    return (numbers.max() ?? -1) + 1
  }

  /// The number of different sample pictures drawn so far.
  var picturesDrawn: Int { SamplePicture.colors(in: String(decoding: output, as: UTF8.self)).count }

  /// Waits until the timeline is shown and the output has ended.
  func waitForTimeline() throws {
    if case .text(let text, _) = subject.firstScreen {
      _ = try waitForScreen(with: text)
    } else {
      _ = try waitForScreen(with: SamplePost.marker(0))
    }
    try settle()
  }

  /// Waits for a text, presses the keys needed before it, and then waits for the end of the burst.
  /// - Returns: The time from the start to the last byte.
  func waitForScreen(
    with text: String, quiet: Duration = .milliseconds(20), timeout: Duration = .seconds(60)
  ) throws -> Duration {
    for step in subject.opening {
      _ = try wait(for: step.text, quiet: .zero, timeout: timeout)
      try program.terminal.write(step.keys)
    }
    return try wait(for: text, quiet: quiet, timeout: timeout)
  }

  /// Waits until there was no output for a time.
  func settle(_ quiet: Duration = .milliseconds(1500), timeout: Duration = .seconds(60)) throws {
    let end = ContinuousClock.now + timeout
    while ContinuousClock.now < end, let reading = try program.terminal.read(within: quiet) {
      output += reading.bytes
    }
  }

  /// Waits for output and its end.
  func waitForWriting() throws {
    guard let reading = try program.terminal.read(within: .seconds(60)) else {
      throw BenchmarkError("\(subject.name) prints nothing")
    }
    output += reading.bytes
    try settle()
  }

  func end() { program.end() }

  /// Presses a key and reads the response. nil if there is none.
  /// - Parameter quiet: The pause that ends the response; nil for that of the subject.
  func press(_ keys: String, quiet: Duration? = nil) throws -> KeyResponse? {
    try response(quiet: quiet) { try program.terminal.write(keys) }
  }

  /// Presses a key and waits for a text in the output.
  func press(_ keys: String, until text: String, timeout: Duration = .seconds(5)) throws -> Duration {
    let awaited = Array(text.utf8)
    var bytes: [UInt8] = []
    // Skip remaining output of the previous key.
    while try program.terminal.read(within: .milliseconds(2)) != nil {}
    let start = ContinuousClock.now
    try program.terminal.write(keys)
    while ContinuousClock.now < start + timeout {
      guard let reading = try program.terminal.read(within: .seconds(1)) else { continue }
      bytes += reading.bytes
      if bytes.contains(awaited) { return reading.time - start }
    }
    throw BenchmarkError("\(keys) did not show \(text)")
  }

  /// Performs an action and reads the response. nil if there is none.
  func response(quiet: Duration? = nil, to act: () throws -> Void) throws -> KeyResponse? {
    let start = ContinuousClock.now
    try act()
    guard let reading = try program.terminal.read(within: .seconds(2)) else { return nil }
    var bytes = reading.bytes.count
    var last = reading.time
    while let more = try program.terminal.read(within: quiet ?? subject.quiet) {
      bytes += more.bytes.count
      last = more.time
    }
    return KeyResponse(first: reading.time - start, last: last - start, bytes: bytes)
  }

  /// Types a query and reads the output until it pauses. Matches are shown when a text with their number appears.
  func search(_ query: String, until text: String, quiet: Duration = .milliseconds(300)) throws -> SearchResponse? {
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
      SearchResponse(
        first: $0, matches: matches, last: last, bytes: bytes.count, found: Self.number(before: text, in: bytes))
    }
  }

  /// The last number before a text: `1,234 in all timelines`.
  private static func number(before text: String, in bytes: [UInt8]) -> Int? {
    // Remove control sequences between the words.
    let shown = String(decoding: bytes, as: UTF8.self).replacing(/\e\[[0-9;?]*[a-zA-Z]/, with: "")
    guard let place = shown.ranges(of: text).last else { return nil }
    let digits = shown[..<place.lowerBound].reversed().drop { $0 == " " }.prefix { $0.isNumber || $0 == "," }
    return Int(String(digits.reversed().filter(\.isNumber)))
  }

  /// The last word that occurs only once on the screen and satisfies a condition.
  func lastWord(where condition: (String) -> Bool) -> String? {
    let words = String(decoding: output, as: UTF8.self).matches(of: /[a-z]{5,}/).map { String($0.output) }
    return words.last { word in condition(word) && words.count { $0 == word } == 1 }
  }

  private func wait(for text: String, quiet: Duration, timeout: Duration) throws -> Duration {
    let end = program.start + timeout
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
