import Domain
import EmptyState
import Runtime

/// The new entries of a timeline, each once, oldest first.
actor TimelineFollower {
  /// In seconds.
  private static let pollInterval = 60.0
  private static let pageLimit = 40
  /// After an interruption, older entries than those of so many pages are not reported.
  private static let maxPages = 20
  private static let maxReported = 10_000

  private let timeline: TimelineID
  private let timelines: any TimelineRepository
  private let streams: Bool
  private let clock: any WallClock
  /// The reported entries, oldest first, and the same as a set.
  private var reported: [PostKey] = []
  private var reportedSet: Set<PostKey> = []

  /// - Parameter streams: whether the source notifies of new entries. If not, they are requested once a minute.
  init(_ timeline: TimelineID, of timelines: any TimelineRepository, streams: Bool, clock: any WallClock) {
    self.timeline = timeline
    self.timelines = timelines
    self.streams = streams
    self.clock = clock
  }

  /// Reports the newest entries, then each new one, until `report` returns false.
  /// - Parameters:
  ///   - count: the number of entries that are reported first.
  ///   - report: receives entries, oldest first. Returns whether to continue.
  /// - Throws: `CommandFailure` if the first entries cannot be loaded, or the account needs the user; the error of
  ///   `report`.
  func follow(
    from count: Int, _ report: @Sendable ([Post]) async throws(CommandFailure) -> Bool
  ) async throws(CommandFailure) {
    let first: TimelinePage
    do throws(TimelineError) {
      first = try await timelines.page(of: timeline, PageRequest(.newest, limit: max(count, Self.pageLimit), .fresh))
    } catch {
      throw CommandFailure(error)
    }
    record(first.posts.reversed())
    guard try await report(first.posts.prefix(count).reversed().filter { !$0.isHiddenByFilter }) else { return }
    // Events of a timeline that was never loaded are not stored. Posts from before the stream is open are loaded then.
    try await streams ? followChanges(timelines.changes(), report) : poll(report)
  }

  private func followChanges(
    _ changes: AsyncStream<SourceChange>, _ report: @Sendable ([Post]) async throws(CommandFailure) -> Bool
  ) async throws(CommandFailure) {
    var lostHost: String?
    for await change in changes {
      switch change {
      case .inserted(let entries, let id) where id == timeline:
        guard try await reportNew(entries, report) else { return }
      case .outdated(let id) where id == timeline:
        // The cache already has the new entries.
        guard try await reportNew(.cached, report) else { return }
      case .connection(.ended(let error)): throw CommandFailure(error)
      case .connection(.lost(let host)):
        lostHost = host
        StandardError.printMessage("\(host): connection lost; reconnecting")
      case .connection(.paused(let error)): StandardError.printMessage(CommandFailure(error).message)
      case .connection(.connected):
        if let host = lostHost { StandardError.printMessage("\(host): connected again") }
        lostHost = nil
      default: break
      }
    }
  }

  private func poll(
    _ report: @Sendable ([Post]) async throws(CommandFailure) -> Bool
  ) async throws(CommandFailure) {
    while (try? await clock.sleep(seconds: Self.pollInterval)) != nil {
      guard try await reportNew(.fresh, report) else { return }
    }
  }

  /// Reports the entries above the last reported one. If they cannot be loaded, the next attempt includes them.
  private func reportNew(
    _ freshness: Freshness, _ report: @Sendable ([Post]) async throws(CommandFailure) -> Bool
  ) async throws(CommandFailure) -> Bool {
    var (new, position, freshness) = ([Post](), PagePosition.newest, freshness)
    do throws(TimelineError) {
      for _ in 0..<Self.maxPages {
        let page = try await timelines.page(of: timeline, PageRequest(position, limit: Self.pageLimit, freshness))
        let unknown = page.posts.prefix { !reportedSet.contains($0.key) }
        new += unknown
        guard unknown.count == page.posts.count, let older = page.older else { break }
        (position, freshness) = (.older(than: older), .cached)
      }
    } catch {
      if error.needsUser { throw CommandFailure(error) }
      return true
    }
    return try await reportNew(new, report)
  }

  /// - Parameter entries: newest first.
  private func reportNew(
    _ entries: [Post], _ report: @Sendable ([Post]) async throws(CommandFailure) -> Bool
  ) async throws(CommandFailure) -> Bool {
    let new = entries.reversed().filter { !reportedSet.contains($0.key) }
    record(new)
    let shown = new.filter { !$0.isHiddenByFilter }
    return try await shown.isEmpty ? true : report(shown)
  }

  private func record(_ entries: some Sequence<Post>) {
    for key in entries.map(\.key) where reportedSet.insert(key).inserted { reported.append(key) }
    guard reported.count > Self.maxReported else { return }
    for key in reported.prefix(Self.maxReported / 2) { reportedSet.remove(key) }
    reported.removeFirst(Self.maxReported / 2)
  }
}

extension TimelineError {
  /// Whether no request can succeed until the user acts.
  fileprivate var needsUser: Bool {
    switch self {
    case .sessionExpired, .accountGone, .unknownTimeline: true
    default: false
    }
  }
}
