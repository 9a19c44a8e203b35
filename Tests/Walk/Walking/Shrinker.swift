/// Finds a minimal failing subsequence by leaving out ever smaller parts (Zeller's ddmin).
@MainActor
struct Shrinker<Step: Sendable> {
  /// Returns whether a sequence fails.
  let fails: @MainActor ([Step]) async -> Bool
  /// The maximum number of tries.
  var maxTries = 600

  func shrink(_ steps: [Step]) async -> [Step] {
    var tries = 0
    func stillFails(_ steps: [Step]) async -> Bool {
      tries += 1
      return await fails(steps)
    }
    var shortest = steps
    // Often the last steps are sufficient.
    var length = 1
    while length < shortest.count / 2, tries < maxTries {
      let end = Array(shortest.suffix(length))
      if await stillFails(end) { shortest = end }
      length *= 2
    }
    var parts = 2
    while shortest.count > 1, tries < maxTries {
      let size = (shortest.count + parts - 1) / parts
      var hasShrunk = false
      var start = 0
      while start < shortest.count, tries < maxTries {
        var candidate = shortest
        candidate.removeSubrange(start..<min(start + size, shortest.count))
        if await stillFails(candidate) {
          shortest = candidate
          hasShrunk = true
        } else {
          start += size
        }
      }
      if hasShrunk { continue }
      if size == 1 { break }
      parts = min(parts * 2, shortest.count)
    }
    return shortest
  }
}
