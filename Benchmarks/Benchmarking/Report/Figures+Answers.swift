extension Figures.Key {
  /// `nil` where there was no answer to any key.
  init?(_ answers: [Answer]) {
    guard !answers.isEmpty else { return nil }
    first = Sample(answers.map(\.first.milliseconds))
    last = Sample(answers.map(\.last.milliseconds))
    bytes = Sample(answers.map { Double($0.bytes) })
  }
}
