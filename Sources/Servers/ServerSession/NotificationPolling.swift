import Domain
import FoundationEssentials
import Runtime

/// Requests the notifications of accounts that are not on screen, one account after the other, at intervals. Those on
/// screen receive live updates.
@MainActor
public final class NotificationPolling {
  /// The maximum time between requests for an account whose server does not respond, as a number of intervals.
  private static let maxPause = 16.0

  /// The requests for an account.
  private struct Schedule {
    var nextRequest = Date.distantPast
    /// In intervals. Doubled by each failure.
    var pause = 1.0
  }

  private let offScreenAccounts: @Sendable () async -> [AccountID]
  private let request: @Sendable (AccountID) async throws(TimelineError) -> Void
  private let clock: any WallClock
  private let runner: TaskRunner
  private var interval: Double?
  private var schedules: [AccountID: Schedule] = [:]
  private var task: Task<Void, Never>?

  public convenience init(_ accounts: ServerAccounts, clock: any WallClock, runner: TaskRunner) {
    self.init(clock: clock, runner: runner) {
      (try? await accounts.offScreenAccounts()) ?? []
    } request: { account throws(TimelineError) in
      try await accounts.pollNotifications(of: account)
    }
  }

  /// - Parameters:
  ///   - offScreenAccounts: returns the accounts that are not on screen.
  ///   - request: loads the new notifications of an account and reports them.
  init(
    clock: any WallClock, runner: TaskRunner, offScreenAccounts: @escaping @Sendable () async -> [AccountID],
    request: @escaping @Sendable (AccountID) async throws(TimelineError) -> Void
  ) {
    self.offScreenAccounts = offScreenAccounts
    self.request = request
    self.clock = clock
    self.runner = runner
  }

  deinit { task?.cancel() }

  /// Starts, changes or ends the requests.
  /// - Parameter interval: in seconds; nil for no requests.
  public func setInterval(_ interval: Double?) {
    guard interval != self.interval else { return }
    self.interval = interval
    task?.cancel()
    task = interval.map { interval in
      runner.start(for: self) { [weak self, clock] in
        // The visible accounts come first at the start.
        while (try? await clock.sleep(seconds: interval)) != nil { await self?.poll(interval) }
      }
    }
  }

  private func poll(_ interval: Double) async {
    for account in await offScreenAccounts() where schedules[account].map({ $0.nextRequest <= clock.now }) ?? true {
      var schedule = schedules[account] ?? Schedule()
      do throws(TimelineError) {
        try await request(account)
        schedule = Schedule()
      } catch {
        if Task.isCancelled { return }
        schedule.pause = min(schedule.pause * 2, Self.maxPause)
        // The request itself takes time, so that the next round may begin a little early.
        let pause = (schedule.pause - 0.5) * interval
        schedule.nextRequest = max(clock.now.addingTimeInterval(pause), error.retryDate ?? .distantPast)
      }
      schedules[account] = schedule
    }
  }
}
