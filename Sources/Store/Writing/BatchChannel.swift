import Dispatch
import Domain
import Runtime
import Synchronization

/// Leads from the thread that reads an archive to the one that writes the store. Whoever is faster waits, so that
/// memory holds no more than a few batches.
final class BatchChannel: Sendable {
  typealias Outcome = Result<ImportReport, TimelineError>

  private enum News: Sendable {
    case batch(PreparedBatch)
    case end(Outcome)
  }

  /// So many batches wait at the most: about as many posts as are stored at a time, so that neither thread waits for the
  /// other while both are as fast.
  private static let maxCount = 6

  private let news = Mutex<[News]>([])
  /// What has been written. To let go of a post takes a tenth of the time that it takes to write it: that is done on the
  /// thread that reads, too.
  private let spent = Mutex<[PreparedBatch]>([])
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
          // What is written takes as long to prepare as to write: it is done here, while the other thread writes.
          let batch = PreparedBatch(batch)
          free.wait()
          takeSpent()
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

  /// Waits for the next batches, until there are as many posts as are asked for: with each time that they are stored the
  /// index of words gets one more piece.
  /// - Returns: the outcome once there is nothing more to come.
  func next(posts wanted: Int) -> (batches: [PreparedBatch], outcome: Outcome?) {
    var batches: [PreparedBatch] = []
    var count = 0
    while count < wanted {
      filled.wait()
      switch news.withLock({ $0.removeFirst() }) {
      case .batch(let batch):
        free.signal()
        batches.append(batch)
        count += batch.posts.count
      case .end(let outcome): return (batches, outcome)
      }
    }
    return (batches, nil)
  }

  /// Takes back what is not needed any more.
  func giveBack(_ batches: consuming [PreparedBatch]) {
    spent.withLock { $0 += batches }
  }

  private func takeSpent() {
    let batches = spent.withLock { batches in
      defer { batches = [] }
      return batches
    }
    _ = consume batches
  }

  private func put(_ item: News) {
    news.withLock { $0.append(item) }
    filled.signal()
  }
}
