import Domain
import FoundationEssentials
import Runtime

/// Loads the list of an account's timelines: after the first page, and again when it is old. The first list is loaded
/// when the source is opened.
@MainActor
final class OverviewLoader {
  /// In seconds: the age after which the list is loaded again, while the screen is used and when it is opened.
  static let (maxAge, maxAgeAtStart) = (300.0, 60.0)

  private let loadTimeline: any LoadTimelineUseCase
  /// Whether the list can change: that of a server.
  private let canChange: Bool
  private let clock: any WallClock
  private let runner: TaskRunner
  private let didLoad: @MainActor (TimelineOverview) -> Void
  private var task: Task<Void, Never>?
  /// When the list was last loaded or requested.
  private var date: Date?
  /// Whether the list has been requested since the screen was opened.
  private var hasRequested = false

  init(
    _ loadTimeline: any LoadTimelineUseCase, canChange: Bool, clock: any WallClock, runner: TaskRunner,
    didLoad: @escaping @MainActor (TimelineOverview) -> Void
  ) {
    self.loadTimeline = loadTimeline
    self.canChange = canChange
    self.clock = clock
    self.runner = runner
    self.didLoad = didLoad
  }

  deinit { task?.cancel() }

  /// Called with the date of a list that has been loaded; nil if unknown.
  func overviewDidLoad(asOf date: Date?) { self.date = date ?? self.date }

  /// Loads the list after a page was shown.
  /// - Parameter isIncomplete: whether the list was incomplete when the source was opened.
  func pageDidLoad(isIncomplete: Bool) {
    if isIncomplete { return load(ifOlderThan: nil) }
    let age = hasRequested ? Self.maxAge : Self.maxAgeAtStart
    hasRequested = true
    refresh(ifOlderThan: age)
  }

  /// Loads the list in the background if the source is a server and the list is older than `age` seconds. Does nothing
  /// before the first page is loaded.
  func refresh(ifOlderThan age: Double) {
    guard canChange, hasRequested else { return }
    if let date, abs(clock.now.timeIntervalSince(date)) < age { return }
    date = clock.now
    load(ifOlderThan: age)
  }

  /// Loads the list as the source has it, without a request.
  func reload() { load(ifOlderThan: nil) }

  /// - Parameter age: in seconds, the maximum age of a cached list; nil for any. The cache is shared with other screens
  ///   of the account.
  private func load(ifOlderThan age: Double?) {
    task = runner.start(for: self) { [weak self, loadTimeline, now = clock.now] in
      var overview = try? await loadTimeline.overview(isRefresh: false)
      if let age, !Task.isCancelled {
        let isRecent = overview?.asOf.map { abs(now.timeIntervalSince($0)) < age } ?? false
        if !isRecent { overview = try? await loadTimeline.overview(isRefresh: true) }
      }
      guard let overview, !Task.isCancelled else { return }
      self?.didLoad(overview)
    }
  }
}
