import Domain
import FolderSupport
import Foundation
import Runtime
import Store
import Synchronization
import TestSupport
import Testing

@testable import tern

/// Noticing what another process writes to the store.
@MainActor @Suite struct StoreWatchTests {
  private let folder: TemporaryFolder
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()

  init() throws { folder = TemporaryFolder() }

  private func write(_ text: String, to store: PostStore) async throws {
    try await StoredDrafts(store: store).store(
      Draft(account: .mastodon("ada@tern.example"), text: text, changedAt: .noon))
  }

  /// Waits until a write was noticed and examined.
  private func examine() async {
    #expect(await clock.waitForSleepers(1))
    await clock.advance(by: 1, runner)
  }

  @Test func `What another process writes is reported, own writes are not`() async throws {
    let reports = Reports()
    let own = PostStore(directory: folder.path)
    let other = PostStore(directory: folder.path)
    try await write("first", to: own)
    let watch = StoreWatch(own, in: folder.path, clock: clock, runner: runner) { reports.add() }
    try await write("own", to: own)
    await examine()
    #expect(reports.count == 0)
    try await write("other", to: other)
    await examine()
    #expect(reports.count == 1)
    // Nothing is awake while nothing is written.
    #expect(clock.sleeperCount == 0 && runner.runningCount == 0)
    withExtendedLifetime(watch) {}
  }
}

private final class Reports: Sendable {
  private let reported = Mutex(0)
  var count: Int { reported.withLock(\.self) }
  func add() { reported.withLock { $0 += 1 } }
}
