import Glibc
import SystemFiles

/// The helper process that Tern runs to start another program, because Tern ignores SIGCHLD and cannot see how its
/// children end. It waits for a while whether the program ends, reports that, and leaves it running.
enum WatchedProgram {
  /// The command line argument that selects this mode. Internal.
  static let command = "start-program"
  /// In seconds. A program that runs longer counts as started.
  private static let timeout: UInt32 = 10

  /// The result of starting a program.
  enum StartResult: Hashable {
    case runs
    /// The errno value.
    case notStarted(Int32)
    case exited(Int32)
    case killed(Int32)
  }

  /// - Parameter arguments: the program and its arguments.
  /// - Returns: the exit status, always 0. The result is printed to standard output, unless it is `runs`.
  static func run(_ arguments: [String]) -> Int32 {
    // Inherited ignored signals would hide how the program ends.
    signal(SIGCHLD, SIG_DFL)
    signal(SIGPIPE, SIG_IGN)
    let process: pid_t
    do throws(ProgramStartError) {
      process = try ProgramStart(arguments, processGroup: .newSession, streams: [.nothing, .nothing, .nothing]).start()
    } catch {
      printMessage("start \(error.number)")
      return 0
    }
    // Ends this process only: the program has its own session.
    alarm(timeout)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return 0 }
    }
    printMessage(status & 0x7F == 0 ? "exit \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)")
    return 0
  }

  private static func printMessage(_ words: String) {
    let bytes = Array(words.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// Reads the result of `run(_:)`. Blocks the thread until the process has reported or ended.
  static func read(from descriptor: Int32) -> StartResult {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while bytes.count < buffer.count {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 2, let number = Int32(words[1]) else { return .runs }
    switch words[0] {
    case "start": return .notStarted(number)
    case "exit": return .exited(number)
    case "signal": return .killed(number)
    default: return .runs
    }
  }
}
