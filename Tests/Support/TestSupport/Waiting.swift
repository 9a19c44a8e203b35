import Testing

/// Returns when a condition becomes true. Fails the test if it does not within about twenty seconds of real time, which
/// only failing tests reach.
/// - Parameter what: the awaited condition, for the failure.
public nonisolated(nonsending) func waitUntil(
  _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) async rethrows {
  for _ in 0..<10_000 {
    if try condition() { return }
    try? await Task.sleep(for: .milliseconds(2))
  }
  Issue.record("never happened: \(what)", sourceLocation: sourceLocation)
}
