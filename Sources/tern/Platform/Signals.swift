import Dispatch
import Glibc
import NcursesKit

/// Signals as events of the main queue.
@MainActor
enum Signals {
  /// Those that end the program.
  static let endings = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGIO, SIGPWR, SIGSTKFLT,
  ]
  /// Where the signals arrive that end the program: the main thread may be waiting for a terminal that takes nothing.
  private nonisolated static let queue = DispatchQueue(label: "tern.signals")
  /// In seconds.
  private nonisolated static let timeout = 1.0

  /// To be called before curses starts: what is ignored then, curses leaves alone.
  static func ignoreBeforeCurses() {
    for number in endings + [SIGWINCH, SIGPIPE] { signal(number, SIG_IGN) }
    // Browsers are not waited for; the system forgets them by itself.
    signal(SIGCHLD, SIG_IGN)
  }

  static func source(_ number: Int32, handler: @escaping @MainActor () -> Void) -> any DispatchSourceProtocol {
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(handler) }
    return source
  }

  /// A signal that ends the program, be it that the main thread does not come to it.
  /// - Parameter registration: left when the signal is heard: what comes before that is ignored.
  static func ending(
    _ number: Int32, registration: DispatchGroup, handler: @escaping @MainActor @Sendable () -> Void
  ) -> any DispatchSourceProtocol {
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    let end: @Sendable () -> Void = {
      ForegroundProgram.hangUp()
      DispatchQueue.main.async { MainActor.assumeIsolated(handler) }
      queue.asyncAfter(deadline: .now() + timeout) {
        CrashGuard.giveBack()
        raiseByDefault(number)
      }
    }
    source.setEventHandler(handler: end)
    registration.enter()
    let begun: @Sendable () -> Void = { registration.leave() }
    source.setRegistrationHandler(handler: begun)
    return source
  }

  /// Has the signal do what it does to a program that does not listen.
  nonisolated static func raiseByDefault(_ number: Int32) -> Never {
    signal(number, SIG_DFL)
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    sigaddset(&unblocked, number)
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    kill(getpid(), number)
    // The signal ends the program on its way out of the kernel; nothing more may happen before.
    while true { pause() }
  }
}
