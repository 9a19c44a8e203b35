import Glibc
import SystemFiles

/// What the process does that Tern starts to start another program: Tern itself is not told how its children end. It waits
/// for a while whether the program ends at once, says so, and leaves it alone.
enum WatchedProgram {
  /// The command that Tern gives itself; it is for nobody else.
  static let command = "start-program"
  /// In seconds: what runs for longer has begun well.
  private static let patience: UInt32 = 10

  /// How a program has begun.
  enum Beginning: Hashable {
    case runs
    /// The number of the error.
    case notStarted(Int32)
    case exited(Int32)
    case killed(Int32)
  }

  /// - Parameter arguments: the program, then what it is told.
  /// - Returns: the exit status, which says nothing: the beginning is told on standard output, where it is not `runs`.
  static func run(_ arguments: [String]) -> Int32 {
    // Inherited from who started it, these would hide the end, and end this where nobody reads.
    signal(SIGCHLD, SIG_DFL)
    signal(SIGPIPE, SIG_IGN)
    let process: pid_t
    do throws(ProgramStartError) {
      process = try ProgramStart(arguments, place: .ownSession, streams: [.nothing, .nothing, .nothing]).start()
    } catch {
      say("start \(error.number)")
      return 0
    }
    // It ends this process, and not the program, which has a session of its own.
    alarm(patience)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return 0 }
    }
    say(status & 0x7F == 0 ? "exit \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)")
    return 0
  }

  private static func say(_ words: String) {
    let bytes = Array(words.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// Blocks the thread until the process has said how the program began, or has ended.
  static func read(from descriptor: Int32) -> Beginning {
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
