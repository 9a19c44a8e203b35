/// Waits until a condition is met by concurrent work.
/// - Returns: whether it was met.
nonisolated(nonsending) func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
  // At most ten seconds of real time, in failing tests only.
  for _ in 0..<10_000 {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return false
}
