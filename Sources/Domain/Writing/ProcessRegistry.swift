/// Tells whether other Tern processes have ended, so that the outbox entries they claimed can be sent by this one.
public protocol ProcessRegistry: Sendable {
  /// The name of this process, unique across machines, restarts and reused process IDs; nil if it cannot be determined.
  var own: String? { get }

  /// Whether a process has ended; false if unknown.
  /// - Parameter name: The process's `own` name.
  func hasEnded(_ name: String) -> Bool
}

/// A registry for systems on which other processes cannot be observed.
public struct NoProcesses: ProcessRegistry {
  public let own: String? = nil

  public init() {}

  public func hasEnded(_ name: String) -> Bool { false }
}
