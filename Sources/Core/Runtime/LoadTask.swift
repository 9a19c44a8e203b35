import FoundationEssentials

/// A request of a screen, one at a time. It reports when the request becomes slow, and counts down to the next attempt.
/// Owned tasks end with it.
@MainActor
public final class LoadTask {
  /// Faster requests are not shown as loading.
  private static let slowAfterSeconds = 0.1

  /// Whether the request has taken long enough to show that it is loading.
  public private(set) var isSlow = false

  private let clock: any WallClock
  private let runner: TaskRunner
  private var running: Task<Void, Never>?
  private var slowTimer: Task<Void, Never>?
  private var countdown: Task<Void, Never>?
  /// The start of the current request.
  private var startedAt: Date?

  public init(clock: any WallClock, runner: TaskRunner) {
    self.clock = clock
    self.runner = runner
  }

  deinit {
    for task in [running, slowTimer, countdown] { task?.cancel() }
  }

  /// Whether a request is running. Its closure must call `cancel()` when it is done.
  public var isRunning: Bool { running != nil }

  /// The age of the current request in whole seconds; 0 if none is running.
  public var seconds: Int {
    // Sums of fractions may be slightly below a full second.
    startedAt.map { Int(min(max(0, clock.now.timeIntervalSince($0)), 1e9) + 0.01) } ?? 0
  }

  /// Starts a request and cancels the current one.
  /// - Parameters:
  ///   - startsImmediately: whether to run it up to its first suspension before this returns. It must not finish before
  ///     that.
  ///   - whenSlow: called once when the request becomes slow.
  ///   - eachSecond: called after each whole second of the request.
  public func start(
    _ work: @escaping @MainActor () async -> Void, startsImmediately: Bool = false,
    whenSlow: @escaping @MainActor () -> Void, eachSecond: (@MainActor () -> Void)? = nil
  ) {
    cancel()
    startedAt = clock.now
    running = runner.start(for: self, startsImmediately: startsImmediately, work)
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

  /// Starts a request and cancels the current one. No closure is called for a cancelled request.
  /// - Parameters:
  ///   - failed: called with the error.
  ///   - waiting: called once when the request becomes slow, and after each whole second.
  public func load<Response, Failure: Error>(
    _ work: @escaping @MainActor () async throws(Failure) -> Response,
    succeeded: @escaping @MainActor (Response) -> Void, failed: @escaping @MainActor (Failure) -> Void,
    waiting: @escaping @MainActor () -> Void
  ) {
    let request: @MainActor () async -> Void = { [weak self] in
      do throws(Failure) {
        let response = try await work()
        guard !Task.isCancelled else { return }
        self?.cancel()
        succeeded(response)
      } catch {
        guard !Task.isCancelled else { return }
        self?.cancel()
        failed(error)
      }
    }
    start(request, whenSlow: waiting, eachSecond: waiting)
  }

  /// Continues with the second part of the current request without restarting its time.
  public func resume(with work: @escaping @MainActor () async -> Void) {
    running = runner.start(for: self, work)
  }

  /// Ticks now and each second until a date, then ends; ends immediately if the date is past. Replaces the current
  /// countdown.
  /// - Parameter moment: nil for no countdown.
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

  /// Cancels the request and the countdown.
  public func cancel() {
    for task in [running, slowTimer] { task?.cancel() }
    (running, slowTimer, startedAt) = (nil, nil, nil)
    stopCountdown()
    isSlow = false
  }
}
