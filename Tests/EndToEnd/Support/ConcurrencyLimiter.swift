/// Limits how many bodies run concurrently, so that programs start before their tests time out.
actor ConcurrencyLimiter {
  static let shared = ConcurrencyLimiter(width: 6)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(width: Int) {
    free = width
  }

  /// Runs a body when its turn comes. Must not be nested, or both could wait for each other.
  func run(_ body: @Sendable () async throws -> Void) async rethrows {
    await enter()
    defer { leave() }
    try await body()
  }

  private func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
