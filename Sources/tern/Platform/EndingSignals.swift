import Dispatch
import Glibc
import Synchronization

/// The signals by which people end a program, for commands that first bring to an end what they are about. A second one
/// ends the program at once.
@MainActor
final class EndingSignals {
  private let first = FirstSignal()
  private let queue = DispatchQueue(label: "tern.signals")
  private var sources: [any DispatchSourceSignal] = []
  /// What the signals did before.
  private var before: [(number: Int32, action: sigaction)] = []

  /// What has arrived, if anything has.
  var received: Int32? { first.number }

  /// What whoever started the program has it ignore, as nohup does, stays ignored.
  /// - Parameter arrived: called once with the signal, on a queue of its own: the main thread is at work.
  func listen(
    to numbers: [Int32] = [SIGINT, SIGTERM, SIGHUP], _ arrived: @escaping @Sendable (Int32) -> Void
  ) {
    let listening = DispatchGroup()
    for number in numbers {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0, !action.ignores else { continue }
      before.append((number, action))
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      // Not the main thread's, as it would be without this word.
      let handle: @Sendable () -> Void = { [first] in
        if !first.note(number) { Signals.raiseByDefault(number) }
        arrived(number)
      }
      source.setEventHandler(handler: handle)
      listening.enter()
      let begun: @Sendable () -> Void = { listening.leave() }
      source.setRegistrationHandler(handler: begun)
      source.resume()
      sources.append(source)
    }
    // What came before that would be lost.
    listening.wait()
  }

  /// Waits until whoever was told of a signal has done what it is for.
  func waitForArrived() { queue.sync {} }

  /// From now on the signals do what they did before.
  func end() {
    for source in sources { source.cancel() }
    for (number, action) in before {
      var action = action
      sigaction(number, &action, nil)
    }
    (sources, before) = ([], [])
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

  /// - Returns: whether none was noted before.
  func note(_ number: Int32) -> Bool {
    signal.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged
  }
}
