import Dispatch
import Domain
import Runtime
import Synchronization

/// A bounded channel from the thread that reads an archive to the one that writes the store. The faster one waits, so
/// that memory holds only a few batches.
final class BatchChannel: Sendable {
  typealias Outcome = Result<ImportReport, TimelineError>

  private enum Message: Sendable {
    case batch(PreparedBatch)
    case end(Outcome)
  }

  /// Batches that can wait: about as many posts as one transaction has, so that equally fast threads do not wait for
  /// each other.
  private static let maxCount = 6

  private let messages = Mutex<[Message]>([])
  /// Written batches, which the reading thread deallocates: that takes a tenth of the time that writing takes.
  private let spent = Mutex<[PreparedBatch]>([])
  private let filled = DispatchSemaphore(value: 0)
  private let free = DispatchSemaphore(value: BatchChannel.maxCount)
  private let stop: CancellationFlag
  private let isStopping = Atomic(false)
  private let isTruncated = Atomic(false)

  /// - Parameter stop: Stops the reading thread, too.
  init(stop: CancellationFlag) {
    self.stop = stop
  }

  /// Whether reading was stopped before its end.
  var wasTruncated: Bool { isTruncated.load(ordering: .relaxed) }

  /// Reads the source on a thread of its own.
  func start(_ source: any ImportSource) {
    DispatchQueue(label: "tern.import").async { [self] in
      do throws(TimelineError) {
        let report = try source.read { batch in
          // Preparing rows takes as long as writing them, so it happens on this thread.
          let batch = PreparedBatch(batch)
          free.wait()
          releaseSpent()
          send(.batch(batch))
          let shouldContinue = !isStopping.load(ordering: .relaxed) && !stop.isCancelled
          if !shouldContinue { isTruncated.store(true, ordering: .relaxed) }
          return shouldContinue
        }
        send(.end(.success(report)))
      } catch {
        send(.end(.failure(error)))
      }
    }
  }

  /// Stops reading, discards its batches and waits for its end.
  func stopReading() {
    isStopping.store(true, ordering: .relaxed)
    while next(posts: .max).outcome == nil {}
  }

  /// Waits for the next batches, until they have the requested number of posts. Few large transactions keep the number
  /// of full-text segments low.
  /// - Returns: The outcome at the end of the source.
  func next(posts wanted: Int) -> (batches: [PreparedBatch], outcome: Outcome?) {
    var batches: [PreparedBatch] = []
    var count = 0
    while count < wanted {
      filled.wait()
      switch messages.withLock({ $0.removeFirst() }) {
      case .batch(let batch):
        free.signal()
        batches.append(batch)
        count += batch.posts.count
      case .end(let outcome): return (batches, outcome)
      }
    }
    return (batches, nil)
  }

  /// Returns written batches for deallocation.
  func recycle(_ batches: consuming [PreparedBatch]) {
    spent.withLock { $0 += batches }
  }

  private func releaseSpent() {
    let batches = spent.withLock { batches in
      defer { batches = [] }
      return batches
    }
    _ = consume batches
  }

  private func send(_ item: Message) {
    messages.withLock { $0.append(item) }
    filled.signal()
  }
}
