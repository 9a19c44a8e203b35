/// Runs work one at a time, each to its end, even if its creator no longer exists.
@MainActor
public final class SerialQueue {
  private let runner: TaskRunner
  private var waiting: [@MainActor () async -> Void] = []
  private var isWorking = false

  public init(runner: TaskRunner) {
    self.runner = runner
  }

  public func add(_ work: @escaping @MainActor () async -> Void) {
    waiting.append(work)
    guard !isWorking else { return }
    isWorking = true
    runner.start { [self] in
      while !waiting.isEmpty { await waiting.removeFirst()() }
      isWorking = false
    }
  }
}
