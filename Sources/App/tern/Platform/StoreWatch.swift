import Runtime
import ServerSession
import Store

/// Shows what other processes write to the store, such as `tern sync`. SQLite's log is watched, so that nothing is
/// woken while nothing is written.
@MainActor
final class StoreWatch {
  /// A process that writes makes several changes.
  private static let delay = Duration.seconds(1)

  private let store: PostStore
  private let didChange: @Sendable () async -> Void
  private let clock: any WallClock
  private let runner: TaskRunner
  private var changes: FileChanges?
  private var check: Task<Void, Never>?

  /// - Parameters:
  ///   - directory: the directory of the store.
  ///   - didChange: called after another process has written.
  init(
    _ store: PostStore, in directory: String, clock: any WallClock, runner: TaskRunner,
    didChange: @escaping @Sendable () async -> Void
  ) {
    self.store = store
    self.didChange = didChange
    self.clock = clock
    self.runner = runner
    changes = FileChanges(of: [directory + "/tern.sqlite-wal"], includesWrites: true) { [weak self] in self?.schedule()
    }
  }

  deinit { check?.cancel() }

  private func schedule() {
    guard check == nil else { return }
    check = runner.start(for: self) { [weak self, store, didChange, clock] in
      guard (try? await clock.sleep(for: Self.delay)) != nil else { return }
      self?.check = nil
      if await store.wasChangedByOtherProcess() { await didChange() }
    }
  }
}

extension StoreWatch {
  /// nil without server accounts.
  convenience init?(_ environment: AppEnvironment, clock: any WallClock, runner: TaskRunner) {
    guard let store = environment.store, let directory = environment.directory, let servers = environment.servers else {
      return nil
    }
    let sources = servers.sources
    self.init(store, in: directory, clock: clock, runner: runner) { await sources.storeDidChange() }
  }
}
