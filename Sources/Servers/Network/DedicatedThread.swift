import Glibc

/// A dedicated thread for blocking work.
enum DedicatedThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Starts a thread that blocks signals, which other threads handle. Crash signals are not blocked, since the program
  /// would end before the terminal is restored.
  /// - Returns: the thread, to be joined or detached; nil if the system has none left.
  static func start(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
    var signals = sigset_t()
    var before = sigset_t()
    sigfillset(&signals)
    for crash in [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGABRT, SIGFPE, SIGSYS] { sigdelset(&signals, crash) }
    pthread_sigmask(SIG_SETMASK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(run))
    let code = pthread_create(
      &thread, nil,
      { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      return nil
    }
    return thread
  }
}
