import FoundationEssentials

/// A question that a screen waits for, one at a time: that it takes its time is said once it does, and where the source
/// asks for patience there is a countdown to the next try. Nothing of it outlives its owner.
@MainActor
public final class LoadTask {
  /// What takes no longer than this is not shown as loading.
  private static let slowAfterSeconds = 0.1

  /// Whether the answer has taken so long that a person begins to wonder.
  public private(set) var isSlow = false

  private let clock: any WallClock
  private let runner: TaskRunner
  private var asking: Task<Void, Never>?
  private var slowTimer: Task<Void, Never>?
  private var countdown: Task<Void, Never>?
  /// Since when an answer is awaited.
  private var startedAt: Date?

  public init(clock: any WallClock, runner: TaskRunner) {
    self.clock = clock
    self.runner = runner
  }

  deinit {
    for task in [asking, slowTimer, countdown] { task?.cancel() }
  }

  /// Whether an answer is awaited. Whoever has it calls `cancel()`.
  public var isRunning: Bool { asking != nil }

  /// For how many whole seconds an answer has been awaited; 0 where none is.
  public var seconds: Int {
    // A moment that is added up from parts may be a little before its second.
    startedAt.map { Int(min(max(0, clock.now.timeIntervalSince($0)), 1e9) + 0.01) } ?? 0
  }

  /// Supersedes whatever is being asked.
  /// - Parameters:
  ///   - begins: whether it is asked before this returns; it must not be answered before it has waited for somebody.
  ///   - whenSlow: called once, when it has become slow.
  ///   - eachSecond: called after each whole second that it lasts.
  public func start(
    _ question: @escaping @MainActor () async -> Void, begins: Bool = false,
    whenSlow: @escaping @MainActor () -> Void, eachSecond: (@MainActor () -> Void)? = nil
  ) {
    cancel()
    startedAt = clock.now
    asking = runner.start(for: self, begins: begins, question)
    slowTimer = runner.start(for: self) { [weak self, clock] in
      guard (try? await clock.sleep(seconds: Self.slowAfterSeconds)) != nil, !Task.isCancelled else { return }
      self?.isSlow = true
      whenSlow()
      guard let eachSecond else { return }
      var rest = 1 - Self.slowAfterSeconds
      while (try? await clock.sleep(seconds: rest)) != nil, !Task.isCancelled {
        eachSecond()
        rest = 1
      }
    }
  }

  /// Asks for an answer, and awaits nothing any more once it is there. Supersedes whatever is being asked: of what has
  /// been superseded or cancelled nobody hears.
  /// - Parameters:
  ///   - failed: called with why there is no answer.
  ///   - waiting: called once it has become slow, and after each whole second that it lasts.
  public func ask<Answer, Refusal: Error>(
    _ question: @escaping @MainActor () async throws(Refusal) -> Answer,
    answered: @escaping @MainActor (Answer) -> Void, failed: @escaping @MainActor (Refusal) -> Void,
    waiting: @escaping @MainActor () -> Void
  ) {
    let asking: @MainActor () async -> Void = { [weak self] in
      do throws(Refusal) {
        let answer = try await question()
        guard !Task.isCancelled else { return }
        self?.cancel()
        answered(answer)
      } catch {
        guard !Task.isCancelled else { return }
        self?.cancel()
        failed(error)
      }
    }
    start(asking, whenSlow: waiting, eachSecond: waiting)
  }

  /// Asks the second half of a question whose first half has its answer: the person has waited since then.
  public func resume(with question: @escaping @MainActor () async -> Void) {
    asking = runner.start(for: self, question)
  }

  /// Ticks now and each second until a moment, then ends; where the moment is over, it ends at once. Supersedes the
  /// countdown before.
  /// - Parameter moment: nil where there is nothing to wait for.
  public func countDown(
    to moment: Date?, tick: @escaping @MainActor () -> Void, end: @escaping @MainActor () -> Void
  ) {
    stopCountdown()
    guard let moment else { return }
    countdown = runner.start(for: self) { [clock] in
      while case let left = moment.timeIntervalSince(clock.now), left > 0 {
        tick()
        guard (try? await clock.sleep(seconds: min(1, left))) != nil, !Task.isCancelled else { return }
      }
      if !Task.isCancelled { end() }
    }
  }

  public func stopCountdown() {
    countdown?.cancel()
    countdown = nil
  }

  /// Waits for nothing any more.
  public func cancel() {
    for task in [asking, slowTimer] { task?.cancel() }
    (asking, slowTimer, startedAt) = (nil, nil, nil)
    stopCountdown()
    isSlow = false
  }
}
