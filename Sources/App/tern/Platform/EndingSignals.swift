import Dispatch
import Glibc
import Synchronization

/// Handles the signals that end a program, for commands that must finish something first. A second signal ends the
/// program immediately.
@MainActor
final class EndingSignals {
  private let first = FirstSignal()
  private let queue = DispatchQueue(label: "tern.signals")
  private var sources: [any DispatchSourceSignal] = []
  /// The handlers to restore.
  private var previousActions: [(number: Int32, action: sigaction)] = []

  /// The first signal received, or nil.
  var received: Int32? { first.number }

  /// Starts to handle signals. Signals ignored at program start, as with nohup, stay ignored.
  /// - Parameter onSignal: called once with the signal, on a separate queue, because the main thread is busy.
  func listen(
    to numbers: [Int32] = [SIGINT, SIGTERM, SIGHUP], _ onSignal: @escaping @Sendable (Int32) -> Void
  ) {
    let listening = DispatchGroup()
    for number in numbers {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0, !action.ignores else { continue }
      previousActions.append((number, action))
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      // Without `@Sendable` the closure would be isolated to the main actor.
      let handle: @Sendable () -> Void = { [first] in
        if !first.record(number) { Signals.raiseWithDefaultAction(number) }
        onSignal(number)
      }
      source.setEventHandler(handler: handle)
      listening.enter()
      let didRegister: @Sendable () -> Void = { listening.leave() }
      source.setRegistrationHandler(handler: didRegister)
      source.resume()
      sources.append(source)
    }
    // Signals received before registration would be lost.
    listening.wait()
  }

  /// Waits until running handlers have returned.
  func waitForHandlers() { queue.sync {} }

  /// Restores the previous handlers.
  func end() {
    for source in sources { source.cancel() }
    for (number, action) in previousActions {
      var action = action
      sigaction(number, &action, nil)
    }
    (sources, previousActions) = ([], [])
  }
}

extension sigaction {
  fileprivate var ignores: Bool {
    unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

private final class FirstSignal: Sendable {
  private let signal = Atomic<Int32>(0)

  var number: Int32? {
    let number = signal.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Records a signal if it is the first.
  /// - Returns: whether it was the first.
  func record(_ number: Int32) -> Bool {
    signal.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged
  }
}
