import Dispatch
import Synchronization

/// Runs work beside the main thread, as much at once as there are threads for it.
///
/// Swift's own pool of threads would do the same, but Dispatch for Linux looks after that pool once a second for as long
/// as the program runs, and a Tern that nobody touches shall not wake. Queues of one's own it leaves alone.
final class WorkQueue: TaskExecutor {
  /// Far more than processors: some of the work waits for a disk.
  private static let maxThreads = 16

  private struct Waiting {
    var jobs: [UnownedJob] = []
    /// The first of them that nobody has begun.
    var next = 0
    var threads = 0

    mutating func take() -> UnownedJob? {
      guard next < jobs.count else {
        (jobs, next) = ([], 0)
        return nil
      }
      defer { next += 1 }
      return jobs[next]
    }
  }

  private let waiting = Mutex(Waiting())

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

  /// Until nothing waits.
  private func work() {
    while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func nextJob() -> UnownedJob? {
    waiting.withLock { waiting in
      let job = waiting.take()
      if job == nil { waiting.threads -= 1 }
      return job
    }
  }
}
