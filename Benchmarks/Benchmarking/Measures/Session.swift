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
  func waitForScreen(with text: String, patience: Duration = .seconds(60)) throws -> Duration {
    for step in subject.opening {
      _ = try wait(for: step.text, quiet: .zero, patience: patience)
      try program.terminal.write(step.keys)
    }
    return try wait(for: text, quiet: .milliseconds(20), patience: patience)
  }

  /// Waits until nothing has come for that long.
  func settle(_ quiet: Duration = .milliseconds(1500), patience: Duration = .seconds(60)) throws {
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end, let reading = try program.terminal.read(within: quiet) {
      output += reading.bytes
    }
  }

  /// Types the key and takes in the answer to its end. `nil` where there was none.
  func press(_ keys: String) throws -> Answer? {
    let start = ContinuousClock.now
    try program.terminal.write(keys)
    guard let reading = try program.terminal.read(within: .seconds(2)) else { return nil }
    var bytes = reading.bytes.count
    var last = reading.time
    while let more = try program.terminal.read(within: subject.quiet) {
      bytes += more.bytes.count
      last = more.time
    }
    return Answer(first: reading.time - start, last: last - start, bytes: bytes)
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
