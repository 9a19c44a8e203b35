import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// An archive whose account is to be given a name that another account may have. As soon as it says whose it is, and that is
/// somebody else, nothing of it is taken.
final class NamedSource: ImportSource {
  private let source: any ImportSource
  private let nameHolder: Account?
  private let refused = Mutex(false)

  /// - Parameter nameHolder: who has the name so far; nil where nobody has.
  init(_ source: any ImportSource, nameHolder: Account?) {
    self.source = source
    self.nameHolder = nameHolder
  }

  /// Whether the name is somebody else’s.
  var isRefused: Bool { refused.withLock(\.self) }

  func read(_ take: (ImportBatch) -> Bool) throws(TimelineError) -> ImportReport {
    guard let nameHolder else { return try source.read(take) }
    return try source.read { batch in
      if let owner = batch.owner, !owner.isSame(as: nameHolder.profile) {
        refused.withLock { $0 = true }
        return false
      }
      return take(batch)
    }
  }

  func newestPost(stop: CancellationFlag) -> Date? { source.newestPost(stop: stop) }
}
