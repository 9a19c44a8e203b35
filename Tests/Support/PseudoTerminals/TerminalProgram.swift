import Glibc

/// A program in a pseudoterminal, as session leader, just as in a real terminal. It is ended by deinit at the latest.
public final class TerminalProgram {
  public let terminal: PseudoTerminal
  public let process: pid_t
  /// The time of the start.
  public let start: ContinuousClock.Instant
  private var hasEnded = false

  /// - Parameters:
  ///   - command: the path of the program and its arguments.
  ///   - environment: the complete environment.
  public init(
    _ command: [String], environment: [String: String], rows: Int, columns: Int
  ) throws(PseudoTerminalError) {
    terminal = try PseudoTerminal(rows: rows, columns: columns)
    start = ContinuousClock.now
    process = try Self.spawn(command, environment: environment, on: terminal)
  }

  deinit {
    end()
  }

  /// Sends SIGHUP as a closed terminal does, and kills the program if it does not end.
  public func end() {
    guard !hasEnded else { return }
    hasEnded = true
    kill(process, SIGHUP)
    for _ in 0..<100 {
      if waitpid(process, nil, WNOHANG) != 0 { return }
      // Read remaining output, so that the program is not blocked.
      _ = try? terminal.read(within: .milliseconds(5))
      usleep(1000)
    }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }
}

extension TerminalProgram {
  /// POSIX_SPAWN_SETSID, which Swift cannot import from glibc.
  private static let newSession: Int16 = 0x80

  /// Starts a program with this controlling terminal. The caller is responsible for ending it.
  /// - Parameters:
  ///   - command: the path of the program and its arguments.
  ///   - environment: the complete environment.
  ///   - input: a file for standard input instead of the terminal.
  public static func spawn(
    _ command: [String], environment: [String: String], input: String? = nil, on terminal: PseudoTerminal
  ) throws(PseudoTerminalError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Reset blocked and ignored signals, which this process may have.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // The first terminal opened by a session leader becomes its controlling terminal.
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, terminal.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    if let input {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    } else {
      posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDIN_FILENO)
    }
    let words = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process: pid_t = 0
    let status = posix_spawn(&process, command[0], &actions, &attributes, words, variables)
    if status != 0 { throw PseudoTerminalError(call: command[0], number: status) }
    return process
  }
}
