import Dispatch
import Glibc
import Synchronization

/// A running program in its own session.
public final class StartedProgram: Sendable {
  /// The process ID, which is also the session ID.
  package var number: pid_t { process }

  private let process: pid_t
  /// Whether the process still exists. Its ID may be reused afterwards.
  private let isRunning = Mutex(true)
  private let signal = Mutex<Int32?>(nil)

  /// - Parameter start: the parameters; the program always gets a new session.
  public init(_ start: ProgramStart) throws(ProgramStartError) {
    var start = start
    start.processGroup = .newSession
    process = try start.start()
  }

  /// The signal that ended it; nil if there was none, or the system does not know.
  public var endSignal: Int32? { signal.withLock { $0 } }

  /// Kills the program and its child processes.
  public func kill() {
    isRunning.withLock { isRunning in
      if isRunning { _ = Glibc.kill(-process, SIGKILL) }
    }
  }

  /// Whether the program has ended. Does not block.
  /// - Parameter status: set to the exit status if the program exited and the system still knows it.
  public func hasEnded(_ status: inout Int32?) -> Bool {
    isRunning.withLock { isRunning in
      guard isRunning else { return true }
      var number: Int32 = 0
      let found = waitpid(process, &number, WNOHANG)
      if found == 0 || found < 0 && errno == EINTR { return false }
      isRunning = false
      guard found == process else { return true }
      if number & 0x7F == 0 {
        status = number >> 8 & 0xFF
      } else {
        signal.withLock { $0 = number & 0x7F }
      }
      return true
    }
  }

  /// Waits on its own queue until the program has ended. Kills it if the task is cancelled.
  public func waitForEnd() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "tern.program").async {
          self.blockUntilEnd()
          continuation.resume()
        }
      }
    } onCancel: {
      kill()
    }
  }

  private func blockUntilEnd() {
    var status: Int32?
    while !hasEnded(&status) {
      // Leaves the process waitable. Fails if the ends of child processes are ignored.
      var info = siginfo_t()
      if waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno != EINTR { usleep(1_000) }
    }
  }
}
