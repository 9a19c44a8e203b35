/// Measures the time from starting the program to a full screen.
enum StartMeasure {
  /// - Parameter quiet: The pause that ends the screen.
  static func run(
    _ subject: Subject, rounds: Int, quiet: Duration = .milliseconds(20), workshop: Workshop
  ) throws -> Sample {
    let text = try textToAwait(subject, workshop: workshop)
    return Sample(
      try (0..<min(rounds, subject.rounds)).map { _ in
        try Session(subject, size: .small, workshop: workshop).waitForScreen(with: text, quiet: quiet).milliseconds
      })
  }

  /// A warm-up run that finds the text to wait for and fills the disk cache.
  private static func textToAwait(_ subject: Subject, workshop: Workshop) throws -> String {
    let session = try Session(subject, size: .small, workshop: workshop)
    try session.waitForTimeline()
    if case .text(let text, _) = subject.firstScreen { return text }
    return SamplePost.marker(session.postsDrawn - 1)
  }
}
