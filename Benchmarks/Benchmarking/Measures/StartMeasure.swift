/// From calling the program to a full screen.
enum StartMeasure {
  /// - Parameter quiet: how long a silence ends the screen.
  static func run(
    _ subject: Subject, rounds: Int, quiet: Duration = .milliseconds(20), workshop: Workshop
  ) throws -> Sample {
    let text = try awaitedText(subject, workshop: workshop)
    return Sample(
      try (0..<min(rounds, subject.rounds)).map { _ in
        try Session(subject, size: .small, workshop: workshop).waitForScreen(with: text, quiet: quiet).milliseconds
      })
  }

  /// A run that does not count: it also brings into memory what has to be read from the disk.
  private static func awaitedText(_ subject: Subject, workshop: Workshop) throws -> String {
    let session = try Session(subject, size: .small, workshop: workshop)
    try session.waitForTimeline()
    if case .text(let text, _) = subject.firstScreen { return text }
    return SamplePost.marker(session.postsDrawn - 1)
  }
}
