import Glibc
import Synchronization
import SystemFiles

/// A program that shows what Tern prints, page by page. It takes the place of standard output until it has ended.
@MainActor
final class PagerProgram {
  /// nil until it has been started. A signal that comes in between waits for that.
  private let process = SharedProcess()
  /// Where standard output led before.
  private let terminal: Int32
  private var hasEnded = false
  private let endings = EndingSignals()

  /// nil where it cannot be started: what is printed then goes where it would have gone without.
  init?(_ choice: PagerSelection) {
    guard let pipe = try? Pipe() else { return nil }
    defer { pipe.close() }
    terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard terminal >= 0 else { return nil }
    // Before it is there: from its first word on, the signals are its own.
    listen()
    do throws(ProgramStartError) {
      try process.start(
        ProgramStart(
          choice.arguments, environment: choice.environment, place: .amongOurs,
          streams: [.descriptor(pipe.readEnd), .inherited, .inherited]))
    } catch {
      endings.end()
      close(terminal)
      return nil
    }
    dup2(pipe.writeEnd, STDOUT_FILENO)
  }

  /// Nothing more comes: waits until whoever reads has seen enough.
  /// - Returns: the exit status; nil where a signal has ended it.
  @discardableResult
  func end() -> Int32? {
    guard !hasEnded else { return nil }
    hasEnded = true
    dup2(terminal, STDOUT_FILENO)
    close(terminal)
    let status = process.waitForEnd()
    // Where a signal has come, it ends the program here.
    endings.waitForArrived()
    endings.end()
    return status
  }

  /// The signals by which people end a program, while the pager has their terminal: it may do with ^C what it likes, and
  /// Tern ends by the first one only after the pager, so that no shell takes the terminal from under it.
  private func listen() {
    endings.listen(to: [SIGINT, SIGQUIT, SIGTERM, SIGHUP]) { [process] number in
      // The pager hears that nothing more comes, and whoever prints prints to nobody.
      let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
      if nothing >= 0 { dup2(nothing, STDOUT_FILENO) }
      process.waitForEnd()
      Signals.raiseByDefault(number)
    }
  }
}

/// The process of the pager, for the main thread and for the queue of signals.
private final class SharedProcess: Sendable {
  private let number = Mutex<pid_t?>(nil)

  func start(_ start: ProgramStart) throws(ProgramStartError) {
    try number.withLock { number throws(ProgramStartError) in number = try start.start() }
  }

  /// - Returns: the exit status; nil where a signal has ended it.
  @discardableResult
  func waitForEnd() -> Int32? {
    guard let process = number.withLock({ $0 }) else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      // Whoever ignores the ends of children hears of none.
      if errno != EINTR { return 0 }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}
