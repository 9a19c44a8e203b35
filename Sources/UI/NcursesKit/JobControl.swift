import Glibc

/// Job control of the shell.
public enum JobControl {
  /// Stops the program like ^Z, and returns when it is continued. SIGTSTP is ignored afterwards.
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
