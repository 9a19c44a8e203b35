import Dispatch
import Glibc
import Synchronization
import SystemFiles

/// A program that shows what Tern prints, page by page. It takes the place of standard output until it has ended.
@MainActor
final class Pager {
  /// nil until it has been started. A signal that comes in between waits for that.
  private let process = SharedProcess()
  /// Where standard output led before.
  private let terminal: Int32
  private var hasEnded = false
  /// One after the other: the first one waits for the pager, as the others do then.
  private let queue = DispatchQueue(label: "tern.pager")
  private var sources: [any DispatchSourceSignal] = []

  /// nil where it cannot be started: what is printed then goes where it would have gone without.
  init?(_ choice: PagerChoice) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
    defer { ends.forEach { close($0) } }
    terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard terminal >= 0 else { return nil }
    // Before it is there: from its first word on, the signals are its own.
    listen()
    do throws(ProgramStartError) {
      try process.start(
        ProgramStart(
          choice.arguments, environment: choice.environment, place: .amongOurs,
          streams: [.descriptor(ends[0]), .inherited, .inherited]))
    } catch {
      stopListening()
      close(terminal)
      return nil
    }
    dup2(ends[1], STDOUT_FILENO)
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
    queue.sync {}
    stopListening()
    return status
  }

  private static let endings = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

  /// The signals by which people end a program, while the pager has their terminal: it may do with ^C what it likes, and
  /// Tern ends by it only after the pager, so that no shell takes the terminal from under it.
  private func listen() {
    let registrations = DispatchGroup()
    for number in Self.endings {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      // Not the main thread's, as it would be without this word.
      let handle: @Sendable () -> Void = { [process] in
        // The pager hears that nothing more comes, and whoever prints prints to nobody.
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        if nothing >= 0 { dup2(nothing, STDOUT_FILENO) }
        process.waitForEnd()
        Signals.raiseByDefault(number)
      }
      source.setEventHandler(handler: handle)
      registrations.enter()
      let registered: @Sendable () -> Void = { registrations.leave() }
      source.setRegistrationHandler(handler: registered)
      source.resume()
      sources.append(source)
    }
    registrations.wait()
  }

  private func stopListening() {
    sources.forEach { $0.cancel() }
    for number in Self.endings { signal(number, SIG_DFL) }
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
