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
  let terminal: WalkTerminal
  /// Whether it begins at a server's account.
  var isLive = false
  /// Does something to each program that is started: a test plants a fault.
  var prepare: @MainActor (WalkProgram) -> Void = { _ in }

  /// Walks at random, until a rule is broken.
  func walk(seed: UInt64, steps count: Int) async -> Outcome {
    var walker = Walker(seed: seed, isLive: isLive)
    let session = WalkSession(demo: demo, terminal: terminal, prepare: prepare)
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

  /// The shortest way found to break the same rule.
  func shortestWay(to failure: WalkFailure, among steps: [WalkStep]) async -> [WalkStep] {
    await Shrinker<WalkStep> { steps in await replay(steps)?.rule == failure.rule }.shrink(steps)
  }

  /// Takes these steps, in a program that nobody has touched.
  func replay(_ steps: [WalkStep]) async -> WalkFailure? {
    let session = WalkSession(demo: demo, terminal: terminal, prepare: prepare)
    do throws(WalkFailure) {
      for step in steps { try await session.take(step) }
      try await session.end()
      return nil
    } catch {
      return error
    }
  }
}
