import Domain
import Runtime
import Synchronization

/// The faults of the next requests, whichever module sends them.
final class Faults: Sendable {
  private let waiting = Mutex<[WalkFault]>([])
  private let requests = Mutex(0)
  private let clock: Mutex<VirtualClock>

  init(clock: VirtualClock) {
    self.clock = Mutex(clock)
  }

  /// Uses the clock of the next program.
  func setClock(_ clock: VirtualClock) { self.clock.withLock { $0 = clock } }

  func add(_ fault: WalkFault) {
    waiting.withLock { $0.append(fault) }
  }

  /// The number of requests so far.
  var requestCount: Int { requests.withLock { $0 } }

  /// To be called for each request before its response.
  /// - Throws: the error of the next fault, if there is one.
  func play() async throws(TimelineError) {
    requests.withLock { $0 += 1 }
    guard let fault = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
    let clock = clock.withLock { $0 }
    do {
      try await clock.sleep(seconds: fault.latency)
    } catch {
      throw .cancelled
    }
    if let error = fault.error(now: clock.now) { throw error }
  }
}
