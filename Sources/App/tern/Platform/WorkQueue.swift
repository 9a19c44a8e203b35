import Dispatch
import Synchronization

/// A task executor that runs jobs concurrently on up to 16 threads.
///
/// Replaces Swift's own thread pool, which Dispatch on Linux monitors once a second for as long as the program runs. An
/// idle Tern must not wake up. Private queues are not monitored.
final class WorkQueue: TaskExecutor {
  /// More than there are processors, because some jobs wait for a disk.
  private static let maxThreads = 16

  private struct WaitingJob {
    var jobs: [UnownedJob] = []
    /// The index of the first job that has not been started.
    var next = 0
    var threads = 0

    mutating func popFirst() -> UnownedJob? {
      guard next < jobs.count else {
        (jobs, next) = ([], 0)
        return nil
      }
      defer { next += 1 }
      return jobs[next]
    }
  }

  private let waiting = Mutex(WaitingJob())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = waiting.withLock { waiting in
      waiting.jobs.append(job)
      guard waiting.threads < Self.maxThreads else { return false }
      waiting.threads += 1
      return true
    }
    guard needsThread else { return }
    DispatchQueue(label: "tern.work").async { self.work() }
  }

  /// Runs jobs until the queue is empty.
  private func work() {
    while let job = dequeue() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func dequeue() -> UnownedJob? {
    waiting.withLock { waiting in
      let job = waiting.popFirst()
      if job == nil { waiting.threads -= 1 }
      return job
    }
  }
}
