/// Does one thing after the other, each to its end, also when whoever wanted it has gone.
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
