import Domain
import Runtime

/// The number of announcements of a server that the user has not read.
@MainActor
public final class UnreadAnnouncements {
  /// 0 until it is known.
  public private(set) var count = 0
  private let server: any ServerFeatureRepository
  private let runner: TaskRunner
  private var loading: Task<Void, Never>?

  public init(_ server: any ServerFeatureRepository, runner: TaskRunner) {
    self.server = server
    self.runner = runner
  }

  deinit { loading?.cancel() }

  /// Requests the announcements. A failure is ignored: opening them shows it.
  /// - Parameter found: called with the number of unread announcements, unless there are none.
  public func load(found: @escaping @MainActor (Int) -> Void = { _ in }) {
    guard server.features.contains(.announcements) else { return }
    loading?.cancel()
    loading = runner.start(for: self) { [weak self, server] in
      guard let announcements = try? await server.announcements(.cached), !Task.isCancelled, let self else { return }
      count = announcements.count { !$0.isRead }
      if count > 0 { found(count) }
    }
  }
}
