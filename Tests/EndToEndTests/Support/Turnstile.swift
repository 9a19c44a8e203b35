/// Lets a few in at a time: of hundreds of programs that start at once, none would be there before its test gives up.
actor Turnstile {
  static let shared = Turnstile(width: 6)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(width: Int) {
    free = width
  }

  /// Waits for its turn. Not to be called within another: each could wait for the others to leave.
  func pass(_ body: @Sendable () async throws -> Void) async rethrows {
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
