import Glibc

/// The program as a job of a shell.
public enum JobControl {
  /// Stops the program as the terminal's own key does one that does not listen; returns when it goes on. The
  /// key's signal is ignored afterwards.
  public static func stop() {
    signal(SIGTSTP, SIG_DFL)
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    var before = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &stop, &before)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    signal(SIGTSTP, SIG_IGN)
  }
}
