extension Figures.Key {
  /// nil if no key had a response.
  init?(_ responses: [KeyResponse]) {
    guard !responses.isEmpty else { return nil }
    first = Sample(responses.map(\.first.milliseconds))
    last = Sample(responses.map(\.last.milliseconds))
    bytes = Sample(responses.map { Double($0.bytes) })
  }
}
