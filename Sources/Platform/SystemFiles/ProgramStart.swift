import CGlibc
import Glibc

/// The parameters to start another program. It inherits neither Tern's signal handling nor its open files except the
/// three standard streams.
public struct ProgramStart: Sendable {
  /// A standard stream of the program.
  public enum Stream: Hashable, Sendable {
    /// The stream of Tern.
    case inherited
    /// `/dev/null`.
    case nothing
    case descriptor(Int32)
  }

  /// The process group of the program, which determines the signals it receives and its terminal.
  public enum ProcessGroup: Sendable {
    /// Tern's process group.
    case inherited
    /// A new process group, which can be given the terminal.
    case newGroup
    /// A new session without a terminal, so that the program cannot prompt the user.
    case newSession
  }

  /// The program and its arguments. A program without a slash is searched in $PATH. Paths that begin with a descriptor
  /// are passed as other processes can open them.
  public var arguments: [String]
  /// nil for Tern's environment. A variable whose value there is not UTF-8 keeps its bytes.
  public var environment: [String: String]?
  public var processGroup: ProcessGroup
  /// Standard input, output and error.
  public var streams: [Stream]

  public init(
    _ arguments: [String], environment: [String: String]? = nil, processGroup: ProcessGroup,
    streams: [Stream] = [.inherited, .inherited, .inherited]
  ) {
    self.arguments = arguments
    self.environment = environment
    self.processGroup = processGroup
    self.streams = streams
  }

  /// - Returns: the process ID, which is also the ID of a new group or session.
  public func start() throws(ProgramStartError) -> pid_t {
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
    var pointers = arguments.map { Self.copy(DescriptorPath.bytes(of: $0) ?? Array($0.utf8)) } + [nil]
    var variables =
      (environment ?? [:]).map { Self.copy(Self.variable($0.key, $0.value, own: getenv($0.key))) } + [nil]
    defer { (pointers + variables).forEach { free($0) } }
    guard let program = pointers[0] else { throw ProgramStartError(number: EINVAL) }
    var process = pid_t()
    let number =
      environment == nil
      ? posix_spawnp(&process, program, &actions, &attributes, &pointers, environ)
      : posix_spawnp(&process, program, &actions, &attributes, &pointers, &variables)
    guard number == 0 else { throw ProgramStartError(number: number) }
    return process
  }

  /// A variable as `NAME=value`.
  /// - Parameter own: the value in Tern's environment. If it is not UTF-8, `value` has only a substitute for its bytes.
  static func variable(_ name: String, _ value: String, own: UnsafePointer<CChar>?) -> [UInt8] {
    let start = Array("\(name)=".utf8)
    guard let own, String(validatingCString: own) == nil else { return start + value.utf8 }
    return start + UnsafeBufferPointer(start: own, count: strlen(own)).map(UInt8.init(bitPattern:))
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    strdup(bytes.map(CChar.init(bitPattern:)) + [0])
  }

  private var flags: Int16 {
    switch processGroup {
    case .inherited: 0
    case .newGroup: Int16(POSIX_SPAWN_SETPGROUP)
    case .newSession: Int16(tern_spawn_setsid)
    }
  }
}

/// An error when starting a program.
public struct ProgramStartError: Error, Hashable, Sendable {
  /// The system's `errno`.
  public var number: Int32

  public init(number: Int32) {
    self.number = number
  }

  /// The system's message.
  public var reason: String { String(cString: strerror(number)) }
}
