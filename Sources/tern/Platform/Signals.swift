import Dispatch
import Glibc

/// Signals as events of the main queue.
@MainActor
enum Signals {
  /// Those that end the program.
  static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM]

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

  /// Has the signal do what it does to a program that does not listen.
  static func raiseByDefault(_ number: Int32) {
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
