import Dispatch
import Glibc
import Synchronization

/// The threads on which questions to sources are worked at, so that the main thread is free for keys.
///
/// On Linux, Dispatch's own pool wakes once a second for good from its first use on; these sleep until there is work.
/// Like that pool, there is one for the whole program.
public final class WorkerPool: TaskExecutor {
  public static let shared = WorkerPool(threads: 3)

  private struct Queue {
    var jobs: [UnownedJob] = []
    var isStarted = false
  }

  private let queue = Mutex(Queue())
  private let waiting = DispatchSemaphore(value: 0)
  private let threads: Int

  private init(threads: Int) {
    self.threads = threads
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = queue.withLock { queue in
      queue.jobs.append(job)
      defer { queue.isStarted = true }
      return !queue.isStarted
    }
    if isFirst { start() }
    waiting.signal()
  }

  private func start() {
    for _ in 0..<threads {
      var thread = pthread_t()
      let pool = Unmanaged.passRetained(self).toOpaque()
      pthread_create(
        &thread, nil,
        { pool in
          guard let pool else { return nil }
          Unmanaged<WorkerPool>.fromOpaque(pool).takeRetainedValue().work()
        }, pool)
      pthread_detach(thread)
    }
  }

  private func work() -> Never {
    while true {
      waiting.wait()
      let job = queue.withLock { $0.jobs.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
