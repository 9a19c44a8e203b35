import Dispatch
import Glibc
import Synchronization

/// A program in a session of its own, until it has ended.
public final class StartedProgram: Sendable {
  /// The number of the process, and of its session.
  package var number: pid_t { process }

  private let process: pid_t
  /// Whether it is still there to be ended: its number is somebody else's afterwards.
  private let isRunning = Mutex(true)
  private let signal = Mutex<Int32?>(nil)

  /// - Parameter start: in a session of its own.
  public init(_ start: ProgramStart) throws(ProgramStartError) {
    var start = start
    start.place = .ownSession
    process = try start.start()
  }

  /// The number of the signal that has ended it; nil where none has, or the system has not kept it.
  public var endSignal: Int32? { signal.withLock { $0 } }

  /// Ends it, and what it has started.
  public func kill() {
    isRunning.withLock { isRunning in
      if isRunning { _ = Glibc.kill(-process, SIGKILL) }
    }
  }

  /// Whether it has ended; it does not wait.
  /// - Parameter status: set where the system has kept it, and no signal has ended the program.
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

  /// Waits on a queue of its own until it has ended. Where the task is cancelled, it is killed.
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
      // It stays there to be asked about. Where the ends of children are ignored, this says that there is none.
      var told = siginfo_t()
      if waitid(P_PID, id_t(process), &told, WEXITED | WNOWAIT) != 0, errno != EINTR { usleep(1_000) }
    }
  }
}
