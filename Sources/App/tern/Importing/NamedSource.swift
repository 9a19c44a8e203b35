import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// An archive whose account should get a name that another account already has. Reading stops without importing
/// anything as soon as the archive turns out to belong to a different account.
final class NamedSource: ImportSource {
  private let source: any ImportSource
  private let nameHolder: Account?
  private let refused = Mutex(false)

  /// - Parameter nameHolder: the account that has the name, or nil.
  init(_ source: any ImportSource, nameHolder: Account?) {
    self.source = source
    self.nameHolder = nameHolder
  }

  /// Whether the archive was rejected because another account has the name.
  var isRefused: Bool { refused.withLock(\.self) }

  func read(_ process: (ImportBatch) -> Bool) throws(TimelineError) -> ImportReport {
    guard let nameHolder else { return try source.read(process) }
    return try source.read { batch in
      if let owner = batch.owner, !owner.isSame(as: nameHolder.profile) {
        refused.withLock { $0 = true }
        return false
      }
      return process(batch)
    }
  }

  func newestPost(stop: CancellationFlag) -> Date? { source.newestPost(stop: stop) }
}
