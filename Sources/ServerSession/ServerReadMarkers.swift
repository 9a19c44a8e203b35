import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// Joins how far Home and Notifications have been read here with what their server keeps of that. Where the server has
/// been read further, so it is here; what is read here it is told of, some seconds later. Neither ever goes back.
final class ServerReadMarkers: ReadMarkerRepository {
  static let timelines: Set<TimelineID> = [.home, .notifications]
  /// What the server has said holds so long, and it is told no more often than this, in seconds.
  private static let (maxAge, pause) = (60.0, 5.0)

  private struct State {
    /// As the server has said, or was told.
    var known: [TimelineID: RemoteCursor] = [:]
    var askedAt: Date?
    /// The server keeps no such thing: it is not asked again.
    var isUnknown = false
    /// What the server does not know yet.
    var pending: [TimelineID: Place] = [:]
    /// Waits a while before the server is told.
    var waiting: Task<Void, Never>?
    /// Tells the server: once it has begun it goes on, and what is read meanwhile is told after it.
    var writing: Task<Void, Never>?
    /// Whether somebody has asked: before that nothing is known of the server, and nothing is told.
    var hasBegun = false
    /// Where those who ask prefer work to be done.
    var executor: (any TaskExecutor)?
  }

  private let remote: any RemoteMarkers
  private let cache: any TimelineCache
  private let clock: any WallClock
  private let questions = RequestCoalescer<Bool, Void>()
  private let state = Mutex(State())

  init(remote: any RemoteMarkers, cache: any TimelineCache, clock: any WallClock) {
    self.remote = remote
    self.cache = cache
    self.clock = clock
  }

  func newerMark(than mark: ReadMark, of timeline: TimelineID) async -> ReadMark? {
    guard Self.timelines.contains(timeline) else { return nil }
    let executor = currentTaskExecutor
    state.withLock { ($0.executor, $0.hasBegun) = (executor ?? $0.executor, true) }
    await ask()
    state.withLock { writeLater(&$0) }
    guard let theirs = state.withLock({ $0.known[timeline] }),
      let read = try? await cache.place(readUpTo: theirs, in: timeline), read.key != mark.newest.key
    else { return nil }
    if let ours = try? await cache.cursor(of: mark.newest.key, in: timeline) {
      guard let reached = try? await cache.cursor(of: read.key, in: timeline),
        (try? await cache.isEntry(reached, above: ours, in: timeline)) == true
      else { return nil }
    } else if read.date ?? .distantPast <= mark.newest.date ?? .distantPast {
      return nil
    }
    return ReadMark(newest: read, others: mark.others.subtracting([read.key]))
  }

  func didRead(_ mark: ReadMark, of timeline: TimelineID) {
    guard Self.timelines.contains(timeline) else { return }
    state.withLock { state in
      guard !state.isUnknown, state.pending[timeline] != mark.newest else { return }
      state.pending[timeline] = mark.newest
      writeLater(&state)
    }
  }

  private func writeLater(_ state: inout State) {
    guard state.hasBegun, !state.pending.isEmpty, state.waiting == nil else { return }
    state.waiting = Task(executorPreference: state.executor) { [weak self, clock] in
      guard (try? await clock.sleep(seconds: Self.pause)) != nil else { return }
      await self?.write()
    }
  }

  /// Tells the server now what it does not know yet: the program is to end.
  func finish() async {
    state.withLock(\.waiting)?.cancel()
    await write()
  }

  private func write() async {
    let work = state.withLock { state in
      let work = Task(executorPreference: state.executor) { [before = state.writing] in
        await before?.value
        await self.notify()
      }
      state.writing = work
      return work
    }
    await work.value
  }

  private func notify() async {
    let pending = state.withLock { state in
      defer { (state.pending, state.waiting) = ([:], nil) }
      return state.pending
    }
    guard !pending.isEmpty else { return }
    await ask()
    var told: [TimelineID: RemoteCursor] = [:]
    for (timeline, place) in pending {
      guard let cursor = try? await cache.cursor(of: place.key, in: timeline) else { continue }
      if let theirs = state.withLock({ $0.known[timeline] }) {
        guard (try? await cache.isEntry(cursor, above: theirs, in: timeline)) == true else { continue }
      }
      told[timeline] = cursor
    }
    let (isAsked, isUnknown) = state.withLock { ($0.askedAt != nil, $0.isUnknown) }
    guard !told.isEmpty, !isUnknown else { return }
    // Where nobody knows what the server has, it is told nothing yet: that might be to go back.
    guard isAsked, let isKnown = try? await remote.store(told) else {
      state.withLock { state in
        for timeline in told.keys { state.pending[timeline] = state.pending[timeline] ?? pending[timeline] }
      }
      return
    }
    state.withLock { state in
      state.isUnknown = !isKnown
      if isKnown { state.known.merge(told) { _, new in new } }
    }
  }

  /// At most once a minute; where the server does not answer, with the next question.
  private func ask() async {
    let now = clock.now
    let isRecent = state.withLock { state in
      state.isUnknown || state.askedAt.map { abs(now.timeIntervalSince($0)) < Self.maxAge } ?? false
    }
    guard !isRecent else { return }
    try? await questions.answer(to: true) { [weak self, remote] () throws(TimelineError) in
      let found = try await remote.markers()
      self?.state.withLock { state in
        state.askedAt = now
        guard let found else { return state.isUnknown = true }
        state.known = found
      }
    }
  }
}
