import Domain
import Runtime

/// Observes the changes of a source while it is shown.
@MainActor
public final class SourceObserver {
  /// The progress of reading the source; nil if it is not being read or has not reported any.
  public private(set) var progress: LoadingProgress?
  /// nil until the source has reported it.
  public private(set) var connection: SourceConnection?

  private let changes: @Sendable () -> AsyncStream<SourceChange>
  private let observation: LoadTask
  private let runner: TaskRunner
  private var isObserving = false
  /// Whether the source has reported the end of reading. Its stream may still continue.
  private var hasFinished = false
  /// The number of the current observation. Changes from an earlier one are ignored.
  private var generation = 0

  public init(
    changes: @escaping @Sendable () -> AsyncStream<SourceChange>, clock: any WallClock, runner: TaskRunner
  ) {
    self.changes = changes
    self.runner = runner
    observation = LoadTask(clock: clock, runner: runner)
  }

  /// Whether the source has reported that it is being read.
  public private(set) var isReading = false

  /// Whether reading takes long enough to show its progress.
  public var isSlow: Bool { isReading && progress != nil && observation.isSlow }

  /// Starts observing, unless it has already started. A source that is read again is observed again. Stops when the
  /// stream of changes ends.
  /// - Parameters:
  ///   - progress: the progress reported by a page.
  ///   - onChange: called for each change, after this observer has applied it.
  ///   - whenSlow: called when reading takes long.
  ///   - readingDidEnd: called when the source has been read or reading was stopped.
  public func observe(
    after progress: LoadingProgress? = nil, onChange: @escaping @MainActor (SourceChange) -> Void,
    whenSlow: @escaping @MainActor () -> Void, readingDidEnd: @escaping @MainActor () -> Void
  ) {
    if let progress { (isReading, self.progress) = (true, progress) }
    if progress != nil, hasFinished { isObserving = false }
    guard !isObserving else { return }
    (isObserving, hasFinished) = (true, false)
    generation += 1
    let observed = generation
    observation.start { [weak self, changes] in
      for await change in changes() {
        guard let self, generation == observed else { return }
        apply(change, onChange, readingDidEnd)
      }
      guard let self, generation == observed else { return }
      isObserving = false
      observation.cancel()
      endReading(readingDidEnd)
    } whenSlow: {
      whenSlow()
    }
  }

  /// Stops observing. A source without other observers then stops reading, and `readingDidEnd` is called.
  public func stop() {
    observation.cancel()
  }

  /// Marks the connection as restored after the source has responded to a request.
  public func sourceDidRespond() {
    switch connection {
    case .lost, .paused: connection = .connected
    case .connected, .ended, nil: break
    }
  }

  private func apply(
    _ change: SourceChange, _ onChange: @MainActor (SourceChange) -> Void, _ readingDidEnd: @MainActor () -> Void
  ) {
    switch change {
    case .loading(let progress): (isReading, self.progress) = (true, progress)
    case .loadingFinished:
      hasFinished = true
      return endReading(readingDidEnd)
    case .connection(let connection): self.connection = connection
    case .inserted, .outdated, .withdrawn, .changed, .deleted, .relationship, .filtersChanged, .overviewChanged: break
    }
    onChange(change)
  }

  private func endReading(_ readingDidEnd: @MainActor () -> Void) {
    guard isReading else { return }
    let hasRead = progress != nil
    (isReading, progress) = (false, nil)
    if hasRead { readingDidEnd() }
  }
}
