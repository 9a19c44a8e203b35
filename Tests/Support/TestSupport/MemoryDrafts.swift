import Domain
import Runtime
import Synchronization

/// Drafts in memory, with the errors that a test sets.
public final class MemoryDrafts: DraftRepository {
  public let all: Mutex<[Draft]>
  /// The number of drafts stored.
  public let stores = Mutex(0)
  /// The error of reading and storing.
  public let error = Mutex<StoreError?>(nil)
  public let removalError = Mutex<StoreError?>(nil)
  /// How long storing takes, in seconds.
  public let latency = Mutex(0.0)
  private let clock: any WallClock

  public init(_ drafts: [Draft] = [], clock: any WallClock = VirtualClock(now: .noon)) {
    all = Mutex(drafts)
    self.clock = clock
  }

  public var texts: [String] { all.withLock { $0.map(\.text) } }

  public func drafts() async throws(StoreError) -> [Draft] {
    if let error = error.withLock(\.self) { throw error }
    return all.withLock(\.self)
  }

  public func store(_ draft: Draft) async throws(StoreError) {
    if let error = error.withLock(\.self) { throw error }
    let latency = latency.withLock(\.self)
    if latency > 0 { try? await clock.sleep(seconds: latency) }
    stores.withLock { $0 += 1 }
    all.withLock { all in all = [draft] + all.filter { $0.id != draft.id } }
  }

  public func remove(_ draft: DraftID) async throws(StoreError) {
    if let error = removalError.withLock(\.self) { throw error }
    all.withLock { all in all.removeAll { $0.id == draft } }
  }
}
