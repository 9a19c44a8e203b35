import FoundationEssentials
import Runtime

/// Runs rounds of sending, one at a time: again immediately if one was requested in the meantime, otherwise when the
/// next one is due. It belongs to an actor, on which all its methods run.
final class SendLoop {
  /// The end of a round.
  struct Round {
    /// When the next round is due; nil if nothing is left to send.
    var next: Date?
    /// Whether a round that was requested in the meantime follows immediately.
    var canRepeat = true
  }

  private let clock: any WallClock
  private var task: Task<Void, Never>?
  private var rest: Task<Bool, Never>?
  private var idleWaiters: [CheckedContinuation<Void, Never>] = []
  /// Whether a round was requested after the start of the last one.
  private(set) var isRequested = false

  init(clock: any WallClock) {
    self.clock = clock
  }

  /// Whether it waits until the next round is due.
  var isResting: Bool { rest != nil }

  /// Requests a round, also before it is due.
  /// - Parameter run: calls `run(on:round:)` of this loop. Used if it is not running.
  func request(_ run: @escaping @Sendable () async -> Void) {
    isRequested = true
    rest?.cancel()
    if task == nil { task = clock.start(run) }
  }

  /// Waits until nothing more can be sent now.
  /// - Parameter request: requests a round.
  func waitUntilIdle(on actor: isolated any Actor, request: () -> Void) async {
    await withCheckedContinuation { waiter in
      idleWaiters.append(waiter)
      request()
    }
  }

  /// Runs rounds until one leaves nothing to send.
  /// - Parameter round: sends what can be sent now; is told whether the round was due.
  func run(on actor: isolated any Actor, round: nonisolated(nonsending) (_ isDue: Bool) async -> Round) async {
    var isDue = false
    while true {
      isRequested = false
      let result = await round(isDue)
      isDue = false
      if isRequested, result.canRepeat { continue }
      for waiter in idleWaiters { waiter.resume() }
      idleWaiters = []
      guard let next = result.next else { break }
      let rest = clock.startSleep(until: next)
      self.rest = rest
      isDue = await rest.value
      self.rest = nil
    }
    task = nil
  }
}
