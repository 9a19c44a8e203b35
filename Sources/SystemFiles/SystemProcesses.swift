import Domain
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Programs by when and where they were started, as Linux tells of them in /proc (proc_pid_stat(5)). Elsewhere nothing is
/// known of them.
public struct SystemProcesses: ProcessRegistry {
  public let own: String?
  /// What is seen from here: of programs elsewhere nobody can tell.
  private let world: String?

  public init() {
    world = Self.world
    own = world.flatMap { Self.name(of: getpid(), in: $0) }
  }

  /// What a program is called by its process id; nil where it does not run.
  func name(of pid: Int32) -> String? { world.flatMap { Self.name(of: pid, in: $0) } }

  private static func name(of pid: Int32, in world: String) -> String? {
    start(of: pid).started.map { "\(world) \(pid) \($0)" }
  }

  public func hasEnded(_ name: String) -> Bool {
    let parts = name.split(separator: " ")
    guard parts.count == 4, let world, world == "\(parts[0]) \(parts[1])", let pid = Int32(parts[2]), pid > 0 else {
      return false
    }
    if kill(pid, 0) != 0, errno == ESRCH { return true }
    switch Self.start(of: pid) {
    case .unknown: return false
    case .ended: return true
    case .running(let started): return started != parts[3]
    }
  }
}

extension SystemProcesses {
  private enum Start: Hashable {
    case running(String)
    /// It is there as long as nobody has asked what became of it.
    case ended
    case unknown

    var started: String? { if case .running(let started) = self { started } else { nil } }
  }

  /// The start of the machine, and the namespace of its process ids.
  private static var world: String? {
    guard let boot = contents(of: "/proc/sys/kernel/random/boot_id"),
      let namespace = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
    else { return nil }
    let parts = [boot, namespace].map { $0.filter { !$0.isWhitespace } }
    return parts.contains("") ? nil : parts.joined(separator: " ")
  }

  /// When a process was started, in ticks since the machine was.
  private static func start(of pid: Int32) -> Start {
    // The name, in brackets, may have anything in it.
    guard let stat = contents(of: "/proc/\(pid)/stat"), let name = stat.lastIndex(of: ")") else { return .unknown }
    let fields = stat[stat.index(after: name)...].split(whereSeparator: \.isWhitespace)
    // The state is the third field, the start the twenty-second.
    guard fields.count > 19, let state = fields.first else { return .unknown }
    return state == "Z" || state == "X" ? .ended : .running(String(fields[19]))
  }

  private static func contents(of path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
