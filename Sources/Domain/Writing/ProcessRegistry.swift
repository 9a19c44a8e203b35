/// Knows the programs that run on this machine, so that what one of them has left undone is not waited for.
public protocol ProcessRegistry: Sendable {
  /// What this program is called, among all that have run on any machine; nil where it cannot tell.
  var own: String? { get }

  /// Whether a program has ended; false where nobody can tell.
  func hasEnded(_ name: String) -> Bool
}

/// Where nothing is known of other programs.
public struct NoProcesses: ProcessRegistry {
  public let own: String? = nil

  public init() {}

  public func hasEnded(_ name: String) -> Bool { false }
}
