/// Random walks. The same seed takes the same steps.
@MainActor
struct Walk {
  struct Outcome {
    var steps: [WalkStep] = []
    var failure: WalkFailure?
    /// A hash of all screens.
    var trace = 0
    var coverage: [String: Int] = [:]
  }

  let demo: String
  let terminal: WalkTerminal
  /// Whether it starts with an account at a server.
  var isLive = false
  var hasSettings = false
  /// Called with each started program; a test can plant a fault.
  var prepare: @MainActor (WalkProgram) -> Void = { _ in }

  /// Takes random steps until a rule is violated.
  func walk(seed: UInt64, steps count: Int) async -> Outcome {
    var walker = Walker(seed: seed, isLive: isLive)
    let session = WalkSession(demo: demo, terminal: terminal, hasSettings: hasSettings, prepare: prepare)
    var outcome = Outcome()
    do throws(WalkFailure) {
      for _ in 0..<count {
        let step = walker.next(in: session)
        outcome.steps.append(step)
        try await session.perform(step)
      }
      try await session.end()
    } catch {
      outcome.failure = error
    }
    outcome.coverage = session.coverage
    outcome.trace = session.trace.finalize()
    return outcome
  }

  /// The shortest sequence found that violates the same rule.
  func shortestSequence(to failure: WalkFailure, among steps: [WalkStep]) async -> [WalkStep] {
    await Shrinker<WalkStep> { steps in await replay(steps)?.rule == failure.rule }.shrink(steps)
  }

  /// Takes the steps in a new program.
  func replay(_ steps: [WalkStep]) async -> WalkFailure? {
    let session = WalkSession(demo: demo, terminal: terminal, hasSettings: hasSettings, prepare: prepare)
    do throws(WalkFailure) {
      for step in steps { try await session.perform(step) }
      try await session.end()
      return nil
    } catch {
      return error
    }
  }
}
