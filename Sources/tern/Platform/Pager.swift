import Dispatch
import Glibc
import SystemFiles

/// A program that shows what Tern prints, page by page. It takes the place of standard output until it has ended.
@MainActor
final class Pager {
  private let process: pid_t
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
    do throws(ProgramStartError) {
      process = try ProgramStart(
        choice.arguments, environment: choice.environment, place: .amongOurs,
        streams: [.descriptor(ends[0]), .inherited, .inherited]
      ).start()
    } catch {
      close(terminal)
      return nil
    }
    dup2(ends[1], STDOUT_FILENO)
    listen()
  }

  /// Nothing more comes: waits until whoever reads has seen enough.
  /// - Returns: the exit status; nil where a signal has ended it.
  @discardableResult
  func end() -> Int32? {
    guard !hasEnded else { return nil }
    hasEnded = true
    dup2(terminal, STDOUT_FILENO)
    close(terminal)
    let status = Self.wait(for: process)
    // Where a signal has come, it ends the program here.
    queue.sync {}
    sources.forEach { $0.cancel() }
    for number in Self.endings { signal(number, SIG_DFL) }
    return status
  }

  private static let endings = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

  /// The signals by which people end a program, while the pager has their terminal: it may do with ^C what it likes, and
  /// Tern ends by it only after the pager, so that no shell takes the terminal from under it.
  private func listen() {
    for number in Self.endings {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      // Not the main thread's, as it would be without this word.
      let handle: @Sendable () -> Void = { [process] in
        // The pager hears that nothing more comes, and whoever prints prints to nobody.
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        if nothing >= 0 { dup2(nothing, STDOUT_FILENO) }
        _ = Self.wait(for: process)
        Signals.raiseByDefault(number)
      }
      source.setEventHandler(handler: handle)
      source.resume()
      sources.append(source)
    }
  }

  private nonisolated static func wait(for process: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      // Whoever ignores the ends of children hears of none.
      if errno != EINTR { return 0 }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}
