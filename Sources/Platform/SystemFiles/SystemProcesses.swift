import Domain
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Identifies processes by ID and start time from Linux's /proc (proc_pid_stat(5)). Unavailable on other systems.
public struct SystemProcesses: ProcessRegistry {
  public let currentName: String?
  /// The boot and the PID namespace. Processes outside of it cannot be observed.
  private let pidNamespace: String?

  public init() {
    pidNamespace = Self.pidNamespace
    currentName = pidNamespace.flatMap { Self.name(of: getpid(), in: $0) }
  }

  /// The unique name of a process; nil if it does not run.
  func name(of pid: Int32) -> String? { pidNamespace.flatMap { Self.name(of: pid, in: $0) } }

  private static func name(of pid: Int32, in pidNamespace: String) -> String? {
    start(of: pid).started.map { "\(pidNamespace) \(pid) \($0)" }
  }

  public func hasEnded(_ name: String) -> Bool {
    let parts = name.split(separator: " ")
    guard parts.count == 4, let pidNamespace, pidNamespace == "\(parts[0]) \(parts[1])", let pid = Int32(parts[2]),
      pid > 0
    else {
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
    /// A zombie: it has ended, but its parent has not waited for it.
    case ended
    case unknown

    var started: String? { if case .running(let started) = self { started } else { nil } }
  }

  /// The boot ID and the namespace of process IDs.
  private static var pidNamespace: String? {
    guard let boot = contents(of: "/proc/sys/kernel/random/boot_id"),
      let namespace = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
    else { return nil }
    let parts = [boot, namespace].map { $0.filter { !$0.isWhitespace } }
    return parts.contains("") ? nil : parts.joined(separator: " ")
  }

  /// The start time of a process, in ticks since boot.
  private static func start(of pid: Int32) -> Start {
    // The name in parentheses may contain any character.
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
