import Synchronization

/// How long whoever wants to write waits for another Tern that writes. No key waits for long; an import does, for as long
/// as a batch takes, after which something is wrong.
final class BusyTimeout: Sendable {
  private let limit = Atomic(50)

  var milliseconds: Int { limit.load(ordering: .relaxed) }

  /// For whoever imports or forgets.
  func becomeLong() {
    limit.store(3_000, ordering: .relaxed)
  }
}
