import Dispatch
import Domain
import Runtime
import Synchronization

/// Leads from the thread that reads an archive to the one that writes the store. Whoever is faster waits, so that
/// memory holds no more than a few batches.
final class BatchChannel: Sendable {
  typealias Outcome = Result<ImportReport, TimelineError>

  private enum News: Sendable {
    case batch(ImportBatch)
    case end(Outcome)
  }

  /// So many batches wait at the most.
  private static let maxCount = 4

  private let news = Mutex<[News]>([])
  private let filled = DispatchSemaphore(value: 0)
  private let free = DispatchSemaphore(value: BatchChannel.maxCount)
  private let stop: CancellationFlag
  private let isGivenUp = Atomic(false)
  private let isCut = Atomic(false)

  /// - Parameter stop: ends the reading as well.
  init(stop: CancellationFlag) {
    self.stop = stop
  }

  /// Whether reading was ended before its time.
  var wasCut: Bool { isCut.load(ordering: .relaxed) }

  /// Reads on a thread of its own.
  func start(_ source: any ImportSource) {
    DispatchQueue(label: "tern.import").async { [self] in
      do throws(TimelineError) {
        let report = try source.read { batch in
          free.wait()
          put(.batch(batch))
          let isWanted = !isGivenUp.load(ordering: .relaxed) && !stop.isCancelled
          if !isWanted { isCut.store(true, ordering: .relaxed) }
          return isWanted
        }
        put(.end(.success(report)))
      } catch {
        put(.end(.failure(error)))
      }
    }
  }

  /// Takes no more, and waits for the end of the reading.
  func giveUp() {
    isGivenUp.store(true, ordering: .relaxed)
    while next(posts: .max).outcome == nil {}
  }

  /// Waits for the next batches, and gathers about as many posts as are asked for.
  /// - Returns: the outcome once there is nothing more to come.
  func next(posts wanted: Int) -> (batches: [ImportBatch], outcome: Outcome?) {
    var batches: [ImportBatch] = []
    var count = 0
    while count < wanted {
      filled.wait()
      switch news.withLock({ $0.removeFirst() }) {
      case .batch(let batch):
        free.signal()
        batches.append(batch)
        count += batch.items.count
      case .end(let outcome): return (batches, outcome)
      }
    }
    return (batches, nil)
  }

  private func put(_ item: News) {
    news.withLock { $0.append(item) }
    filled.signal()
  }
}
