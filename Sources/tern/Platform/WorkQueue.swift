import Dispatch

/// Runs work beside the main thread, each piece at once on a queue of its own.
///
/// Swift's own pool of threads would do the same, but Dispatch for Linux looks after that pool once a second for as long
/// as the program runs, and a Tern that nobody touches shall not wake. Queues of one's own it leaves alone.
final class WorkQueue: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue(label: "tern.work").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
