import Domain
import Synchronization

/// Counts what is opened in other programs.
final class CountingPlayer: MediaPlayer {
  private let plays = Mutex(0)
  var count: Int { plays.withLock(\.self) }

  func play(_ location: MediaLocation, with command: [String]) async throws(MediaFailure) {
    plays.withLock { $0 += 1 }
  }
}
