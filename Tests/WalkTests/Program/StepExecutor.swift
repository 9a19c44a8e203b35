import Synchronization

/// Keeps work until it is told to do it, and does it in the order in which it came: what ends on another thread ends at
/// the same moment in every run.
final class StepExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  var isIdle: Bool { jobs.withLock { $0.isEmpty } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Does what there is to do, and what comes of it.
  func run() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
