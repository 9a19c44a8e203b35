import Dispatch
import Glibc
import NcursesKit

/// Signals as events of the main queue.
@MainActor
enum Signals {
  /// The signals that end the program.
  static let endings = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGIO, SIGPWR, SIGSTKFLT,
  ]
  /// Receives the ending signals, because the main thread may be blocked by a terminal that accepts no output.
  private nonisolated static let queue = DispatchQueue(label: "tern.signals")
  /// The time that the main thread has to end the program, in seconds.
  private nonisolated static let timeout = 1.0

  /// Ignores the signals that are handled later. To be called before curses starts, which leaves ignored signals alone.
  static func ignoreBeforeCurses() {
    for number in endings + [SIGWINCH, SIGPIPE] { signal(number, SIG_IGN) }
    // Children such as browsers are reaped by the system.
    signal(SIGCHLD, SIG_IGN)
  }

  static func source(_ number: Int32, handler: @escaping @MainActor () -> Void) -> any DispatchSourceProtocol {
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(handler) }
    return source
  }

  /// A source for a signal that ends the program, even if the main thread is blocked.
  /// - Parameter registration: left when the handler is installed. Earlier signals are ignored.
  static func ending(
    _ number: Int32, registration: DispatchGroup, handler: @escaping @MainActor @Sendable () -> Void
  ) -> any DispatchSourceProtocol {
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    let end: @Sendable () -> Void = {
      ForegroundProgram.hangUp()
      DispatchQueue.main.async { MainActor.assumeIsolated(handler) }
      queue.asyncAfter(deadline: .now() + timeout) {
        CrashGuard.restoreTerminal()
        raiseWithDefaultAction(number)
      }
    }
    source.setEventHandler(handler: end)
    registration.enter()
    let didRegister: @Sendable () -> Void = { registration.leave() }
    source.setRegistrationHandler(handler: didRegister)
    return source
  }

  /// Raises a signal with its default effect.
  nonisolated static func raiseWithDefaultAction(_ number: Int32) -> Never {
    signal(number, SIG_DFL)
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    sigaddset(&unblocked, number)
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    kill(getpid(), number)
    // The signal ends the program when the system call returns. Nothing else may happen before that.
    while true { pause() }
  }
}
