import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// Synchronizes the read markers of Home and Notifications with the server. The further of both positions wins; neither
/// ever moves back. Local reading is sent after a few seconds.
final class ServerReadMarkers: ReadMarkerRepository {
  static let timelines: Set<TimelineID> = [.home, .notifications]
  /// The time for which the server's markers count as current, and the delay before local ones are sent, in seconds.
  private static let (maxAge, pause) = (60.0, 5.0)

  private struct State {
    var markers: [TimelineID: RemoteCursor] = [:]
    var requestedAt: Date?
    /// Whether the server has no markers. If so, it gets no further requests.
    var isUnsupported = false
    /// Local markers that were not sent yet.
    var pending: [TimelineID: EntryPosition] = [:]
    /// The delay before sending.
    var writeDelay: Task<Void, Never>?
    /// The running request. Not cancelled; later markers are sent after it.
    var writeTask: Task<Void, Never>?
    /// Whether the server's markers were requested. Nothing is sent before.
    var hasLoaded = false
    /// The preferred executor of the callers.
    var executor: (any TaskExecutor)?
  }

  private let remote: any RemoteMarkers
  private let cache: any PageCache
  private let clock: any WallClock
  private let requests = RequestCoalescer<Bool, Void>()
  private let state = Mutex(State())

  init(remote: any RemoteMarkers, cache: any PageCache, clock: any WallClock) {
    self.remote = remote
    self.cache = cache
    self.clock = clock
  }

  func newerMark(than mark: ReadMark, of timeline: TimelineID) async -> ReadMark? {
    guard Self.timelines.contains(timeline) else { return nil }
    let executor = currentTaskExecutor
    state.withLock { ($0.executor, $0.hasLoaded) = (executor ?? $0.executor, true) }
    await loadMarkers()
    state.withLock { scheduleWrite(&$0) }
    let query = TimelineQuery(timeline)
    guard let serverCursor = state.withLock({ $0.markers[timeline] }),
      let read = try? await cache.position(readUpTo: serverCursor, in: query), read.key != mark.newest.key
    else { return nil }
    if let localCursor = try? await cache.cursor(of: mark.newest.key, in: query) {
      guard let reached = try? await cache.cursor(of: read.key, in: query),
        (try? await cache.isEntry(reached, above: localCursor, in: query)) == true
      else { return nil }
    } else if read.date ?? .distantPast <= mark.newest.date ?? .distantPast {
      return nil
    }
    return ReadMark(newest: read, others: mark.others.subtracting([read.key]))
  }

  func sharesMark(of timeline: TimelineID) -> Bool {
    Self.timelines.contains(timeline) && !state.withLock(\.isUnsupported)
  }

  func firstMark(of timeline: TimelineID) async -> FirstReadMark {
    guard Self.timelines.contains(timeline) else { return .unset }
    let executor = currentTaskExecutor
    state.withLock { state in
      state.executor = executor ?? state.executor
      state.hasLoaded = true
    }
    await loadMarkers()
    let (cursor, isKnown) = state.withLock { ($0.markers[timeline], $0.isUnsupported || $0.requestedAt != nil) }
    guard let cursor else { return isKnown ? .unset : .unknown }
    let read = try? await cache.position(readUpTo: cursor, in: TimelineQuery(timeline))
    // All cached entries are unread if the marked one is below them.
    return .mark(ReadMark(newest: read ?? EntryPosition(key: PostKey(id: PostID(cursor.rawValue)), date: .epoch)))
  }

  func didRead(_ mark: ReadMark, of timeline: TimelineID) {
    guard Self.timelines.contains(timeline) else { return }
    state.withLock { state in
      guard !state.isUnsupported, state.pending[timeline] != mark.newest else { return }
      state.pending[timeline] = mark.newest
      scheduleWrite(&state)
    }
  }

  private func scheduleWrite(_ state: inout State) {
    guard state.hasLoaded, !state.pending.isEmpty, state.writeDelay == nil else { return }
    state.writeDelay = Task(executorPreference: state.executor) { [weak self, clock] in
      guard (try? await clock.sleep(seconds: Self.pause)) != nil else { return }
      await self?.write()
    }
  }

  /// Sends unsent markers before the program ends.
  func finish() async {
    state.withLock(\.writeDelay)?.cancel()
    await write()
  }

  private func write() async {
    let work = state.withLock { state in
      let work = Task(executorPreference: state.executor) { [before = state.writeTask] in
        await before?.value
        await self.sendPending()
      }
      state.writeTask = work
      return work
    }
    await work.value
  }

  private func sendPending() async {
    let pending = state.withLock { state in
      defer { (state.pending, state.writeDelay) = ([:], nil) }
      return state.pending
    }
    guard !pending.isEmpty else { return }
    await loadMarkers()
    var sent: [TimelineID: RemoteCursor] = [:]
    for (timeline, entry) in pending {
      let query = TimelineQuery(timeline)
      guard let cursor = try? await cache.cursor(of: entry.key, in: query) else { continue }
      if let serverCursor = state.withLock({ $0.markers[timeline] }) {
        guard (try? await cache.isEntry(cursor, above: serverCursor, in: query)) == true else { continue }
      }
      sent[timeline] = cursor
    }
    let (hasServerMarkers, isUnsupported) = state.withLock { ($0.requestedAt != nil, $0.isUnsupported) }
    guard !sent.isEmpty, !isUnsupported else { return }
    // If the server's markers are unknown, sending could move them back.
    guard hasServerMarkers, let isSupported = try? await remote.store(sent) else {
      state.withLock { state in
        for timeline in sent.keys { state.pending[timeline] = state.pending[timeline] ?? pending[timeline] }
      }
      return
    }
    state.withLock { state in
      state.isUnsupported = !isSupported
      if isSupported { state.markers.merge(sent) { _, new in new } }
    }
  }

  /// Loads the server's markers at most once a minute. Failures are retried with the next call.
  private func loadMarkers() async {
    let now = clock.now
    let isRecent = state.withLock { state in
      state.isUnsupported || state.requestedAt.map { abs(now.timeIntervalSince($0)) < Self.maxAge } ?? false
    }
    guard !isRecent else { return }
    try? await requests.response(for: true) { [weak self, remote] () throws(TimelineError) in
      let found = try await remote.markers()
      self?.state.withLock { state in
        state.requestedAt = now
        guard let found else { return state.isUnsupported = true }
        state.markers = found
      }
    }
  }
}

extension Date {
  /// Before all posts.
  fileprivate static let epoch = Date(timeIntervalSince1970: 0)
}
