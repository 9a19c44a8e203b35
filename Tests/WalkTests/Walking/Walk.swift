/// A walk of so many steps: the same seed takes the same ones.
@MainActor
struct Walk {
  struct Outcome {
    var steps: [WalkStep] = []
    var failure: WalkFailure?
    /// What was seen on the way, in a number.
    var trace = 0
    var coverage: [String: Int] = [:]
  }

  let demo: String

  /// Walks at random, until a rule is broken.
  func walk(seed: UInt64, steps count: Int) async -> Outcome {
    var walker = Walker(seed: seed)
    let session = WalkSession(demo: demo)
    var outcome = Outcome()
    do throws(WalkFailure) {
      for _ in 0..<count {
        let step = walker.next(in: session)
        outcome.steps.append(step)
        try await session.take(step)
      }
      try await session.end()
    } catch {
      outcome.failure = error
    }
    outcome.coverage = session.coverage
    outcome.trace = session.trace.finalize()
    return outcome
  }

  /// Takes these steps, in a program that nobody has touched.
  func replay(_ steps: [WalkStep]) async -> WalkFailure? {
    let session = WalkSession(demo: demo)
    do throws(WalkFailure) {
      for step in steps { try await session.take(step) }
      try await session.end()
      return nil
    } catch {
      return error
    }
  }
}
