/// Tracks running Tern processes, so that claims of ended ones can be taken over.
public protocol ProcessRegistry: Sendable {
  /// The unique name of this process among all processes of all machines; nil if unknown.
  var own: String? { get }

  /// Whether a process has ended; false if unknown.
  func hasEnded(_ name: String) -> Bool
}

/// For systems on which other processes cannot be observed.
public struct NoProcesses: ProcessRegistry {
  public let own: String? = nil

  public init() {}

  public func hasEnded(_ name: String) -> Bool { false }
}
