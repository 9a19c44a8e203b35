import Glibc
import Synchronization
import SystemFiles

/// A running pager. It replaces standard output until it has ended.
@MainActor
final class PagerProgram {
  /// The pager process. A signal that arrives during the start waits for it.
  private let process = SharedProcess()
  /// A duplicate of the original standard output.
  private let terminal: Int32
  private var hasEnded = false
  private let signals = EndingSignals()

  /// nil if the pager cannot be started. Output then goes to the terminal directly.
  init?(_ choice: PagerSelection) {
    guard let pipe = try? Pipe() else { return nil }
    defer { pipe.close() }
    terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard terminal >= 0 else { return nil }
    // Handle signals before the pager starts, because it shares the terminal from then on.
    listen()
    do throws(ProgramStartError) {
      try process.start(
        ProgramStart(
          choice.arguments, environment: choice.environment, processGroup: .inherited,
          streams: [.descriptor(pipe.readEnd), .inherited, .inherited]))
    } catch {
      signals.end()
      close(terminal)
      return nil
    }
    dup2(pipe.writeEnd, STDOUT_FILENO)
  }

  /// Closes the pipe and waits until the user has closed the pager.
  /// - Returns: the exit status, or nil if a signal ended the pager.
  @discardableResult
  func end() -> Int32? {
    guard !hasEnded else { return nil }
    hasEnded = true
    dup2(terminal, STDOUT_FILENO)
    close(terminal)
    let status = process.waitForEnd()
    // If a signal has arrived, its handler ends the program here.
    signals.waitForHandlers()
    signals.end()
    return status
  }

  /// Handles ending signals while the pager owns the terminal. The pager may use ^C as it likes. Tern ends after the
  /// pager, so that the shell does not take the terminal away from it.
  private func listen() {
    signals.listen(to: [SIGINT, SIGQUIT, SIGTERM, SIGHUP]) { [process] number in
      // Closes the pipe, so that the pager sees the end of its input and further output is discarded.
      let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
      if nothing >= 0 { dup2(nothing, STDOUT_FILENO) }
      process.waitForEnd()
      Signals.raiseWithDefaultAction(number)
    }
  }
}

/// The pager process, shared by the main thread and the signal queue.
private final class SharedProcess: Sendable {
  private let number = Mutex<pid_t?>(nil)

  func start(_ start: ProgramStart) throws(ProgramStartError) {
    try number.withLock { number throws(ProgramStartError) in number = try start.start() }
  }

  /// - Returns: the exit status, or nil if a signal ended the pager.
  @discardableResult
  func waitForEnd() -> Int32? {
    guard let process = number.withLock({ $0 }) else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      // If SIGCHLD is ignored, the status is not available.
      if errno != EINTR { return 0 }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}
