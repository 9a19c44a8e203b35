/// Waits for something that happens beside the test.
/// - Returns: whether it has.
nonisolated(nonsending) func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
  // Ten real seconds at most: only a test that fails waits for so long.
  for _ in 0..<10_000 {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return false
}
