import Domain
import Runtime

/// Hears what happens in a source while somebody looks.
@MainActor
public final class SourceObserver {
  /// How far the source has come with reading; nil while it does not read, or has not said so.
  public private(set) var progress: LoadingProgress?
  /// nil as long as nobody has said.
  public private(set) var connection: SourceConnection?

  private let changes: @Sendable () -> AsyncStream<SourceChange>
  private let hearing: LoadTask
  private let runner: TaskRunner
  private var isListening = false

  public init(
    changes: @escaping @Sendable () -> AsyncStream<SourceChange>, clock: any WallClock, runner: TaskRunner
  ) {
    self.changes = changes
    self.runner = runner
    hearing = LoadTask(clock: clock, runner: runner)
  }

  /// Whether the source is being read, or may be.
  public private(set) var isReading = false

  /// Whether reading has gone on for so long that a person begins to wonder.
  public var isSlow: Bool { isReading && progress != nil && hearing.isSlow }

  /// Listens from now on, unless it does so already. Ends by itself when nothing can happen any more.
  /// - Parameters:
  ///   - progress: what a page has said of the reading.
  ///   - hear: told of each change, after this listener knows of it.
  ///   - whenSlow: told once reading has gone on for long.
  ///   - readingDidEnd: told when the source that was being read reads no more, or was stopped.
  public func listen(
    after progress: LoadingProgress? = nil, hear: @escaping @MainActor (SourceChange) -> Void,
    whenSlow: @escaping @MainActor () -> Void, readingDidEnd: @escaping @MainActor () -> Void
  ) {
    if let progress { (isReading, self.progress) = (true, progress) }
    guard !isListening else { return }
    isListening = true
    hearing.start { [weak self, changes] in
      for await change in changes() {
        guard let self else { return }
        take(change, hear, readingDidEnd)
      }
      guard let self else { return }
      isListening = false
      hearing.cancel()
      endReading(readingDidEnd)
    } whenSlow: {
      whenSlow()
    }
  }

  /// Listens no more. What the source was reading for nobody else ends there; `readingDidEnd` is told when it has.
  public func stop() {
    hearing.cancel()
  }

  /// The source has responded to a request: its connection is back.
  public func sourceDidRespond() {
    if case .lost = connection { connection = .connected }
  }

  private func take(
    _ change: SourceChange, _ hear: @MainActor (SourceChange) -> Void, _ readingDidEnd: @MainActor () -> Void
  ) {
    switch change {
    case .reading(let progress): (isReading, self.progress) = (true, progress)
    case .readToEnd: return endReading(readingDidEnd)
    case .connection(let connection): self.connection = connection
    case .inserted, .outdated, .withdrawn, .changed, .deleted, .relationship: break
    }
    hear(change)
  }

  private func endReading(_ readingDidEnd: @MainActor () -> Void) {
    guard isReading else { return }
    let hasRead = progress != nil
    (isReading, progress) = (false, nil)
    if hasRead { readingDidEnd() }
  }
}
