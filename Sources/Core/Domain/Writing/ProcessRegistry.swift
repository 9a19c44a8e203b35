/// Tells whether other Tern processes have ended, so that the outbox entries they claimed can be sent by this one.
public protocol ProcessRegistry: Sendable {
  /// The name of this process, unique across machines, restarts and reused process IDs; nil if it cannot be determined.
  var currentName: String? { get }

  /// Whether a process has ended; false if unknown.
  /// - Parameter name: the process's `currentName` name.
  func hasEnded(_ name: String) -> Bool
}

/// A registry for systems on which other processes cannot be observed.
public struct NoProcesses: ProcessRegistry {
  public let currentName: String? = nil

  public init() {}

  public func hasEnded(_ name: String) -> Bool { false }
}
