import Glibc

/// A thread of one's own, for work that waits in the system.
enum DedicatedThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Signals are for other threads, but for those that tell of a crash: blocked, they would end the program before the
  /// terminal is given back.
  /// - Returns: the thread, which is to be joined or detached; nil where the system has none left.
  static func begin(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
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
