import CSpawn
import Glibc

/// How another program is started: with nothing of Tern's own way to treat signals, and with none of what Tern, or a
/// library, has open but its three streams. What is ignored, and what is open, would be inherited.
public struct ProgramStart: Sendable {
  /// What a program has as its standard input, output or error.
  public enum Stream: Hashable, Sendable {
    /// Tern's own.
    case inherited
    /// Nothing can be read from it, and what is written to it is gone.
    case nothing
    case descriptor(Int32)
  }

  /// What ends with it, and who may stop it.
  public enum Place: Sendable {
    /// Tern's own process group.
    case amongOurs
    /// A process group of its own, which can be given the terminal.
    case ownGroup
    /// A session of its own, without a terminal: it can ask nobody anything.
    case ownSession
  }

  /// The program, which is looked for in $PATH where it is no path, then what it is told.
  public var arguments: [String]
  /// nil for Tern's own.
  public var environment: [String: String]?
  public var place: Place
  /// Standard input, output and error.
  public var streams: [Stream]

  public init(
    _ arguments: [String], environment: [String: String]? = nil, place: Place,
    streams: [Stream] = [.inherited, .inherited, .inherited]
  ) {
    self.arguments = arguments
    self.environment = environment
    self.place = place
    self.streams = streams
  }

  /// - Returns: the number of the process, and that of its group where it has one of its own.
  public func start() throws(ProgramStartError) -> pid_t {
    guard let program = arguments.first else { throw ProgramStartError(number: EINVAL) }
    var attributes = posix_spawnattr_t()
    var actions = posix_spawn_file_actions_t()
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    var defaults = sigset_t()
    sigfillset(&defaults)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    posix_spawnattr_setsigmask(&attributes, &unblocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | flags)
    for (number, stream) in zip(STDIN_FILENO...STDERR_FILENO, streams) {
      switch stream {
      case .inherited: break
      case .nothing: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    var pointers = arguments.map { strdup($0) } + [nil]
    var variables = (environment ?? [:]).map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (pointers + variables).forEach { free($0) } }
    var process = pid_t()
    let number =
      environment == nil
      ? posix_spawnp(&process, program, &actions, &attributes, &pointers, environ)
      : posix_spawnp(&process, program, &actions, &attributes, &pointers, &variables)
    guard number == 0 else { throw ProgramStartError(number: number) }
    return process
  }

  private var flags: Int16 {
    switch place {
    case .amongOurs: 0
    case .ownGroup: Int16(POSIX_SPAWN_SETPGROUP)
    case .ownSession: Int16(tern_spawn_setsid)
    }
  }
}

/// Why a program could not be started.
public struct ProgramStartError: Error, Hashable, Sendable {
  /// The system's `errno`.
  public var number: Int32

  public init(number: Int32) {
    self.number = number
  }

  /// In the system's words.
  public var reason: String { String(cString: strerror(number)) }
}
