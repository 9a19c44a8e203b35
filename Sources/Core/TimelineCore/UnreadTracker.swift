import Domain
import Runtime

/// Tracks the unread entries of the timelines of an account.
@MainActor
public final class UnreadTracker {
  /// The position of the next unread entry.
  public enum Next: Hashable, Sendable {
    case row(Int)
    /// It has to be requested from the source: above the cursor, or in the whole timeline if that is nil.
    case requestNeeded(above: PageCursor?, ReadMark)
    case nothing
  }

  private let trackUnread: any TrackUnreadUseCase
  private let isOwn: (Post) -> Bool
  private let runner: TaskRunner
  private var timelines: [TimelineID: TimelineUnread] = [:]
  private var stored: [TimelineID: ReadMark] = [:]
  /// Requests the unread counts.
  private var countTask: Task<Void, Never>?
  /// Requests the marks of other clients.
  private var syncTask: Task<Void, Never>?
  /// Timelines to synchronize after the running request, because new pages have arrived.
  private var timelinesToSync: [TimelineID] = []
  /// The number of insertions per timeline. A count that was requested before the last one is discarded.
  private var insertions: [TimelineID: Int] = [:]
  /// The marks that have been sent to the server.
  private var sentMarks: [TimelineID: EntryPosition] = [:]
  /// The loaded timelines without a mark that other apps may have one of.
  private var awaitingFirstMark: Set<TimelineID> = []
  /// The timelines whose first mark is not the user's: nothing is sent before the user has read in them.
  private var neverRead: Set<TimelineID> = []

  /// - Parameter isOwn: whether an entry is the user's own, which is never unread.
  public init(
    trackUnread: any TrackUnreadUseCase, runner: TaskRunner, isOwn: @escaping (Post) -> Bool = { _ in false }
  ) {
    self.trackUnread = trackUnread
    self.isOwn = isOwn
    self.runner = runner
  }

  deinit {
    countTask?.cancel()
    syncTask?.cancel()
  }

  public func unread(of timeline: TimelineID) -> TimelineUnread {
    timelines[timeline] ?? TimelineUnread(mark: stored[timeline])
  }

  /// Whether it is not known yet how far the user has read in a timeline.
  public func awaitsMark(of timeline: TimelineID) -> Bool {
    awaitingFirstMark.contains(timeline) && unread(of: timeline).mark == nil
  }

  /// The known number of unread entries in the account.
  public var accountTotal: Int {
    AccountUnread.total(
      of: AccountUnread.timelines.map { id in
        let unread = unread(of: id)
        return .init(count: unread.count ?? 0, knownKeys: unread.count == nil ? [] : unread.knownKeys)
      })
  }
}

// MARK: - Marks

extension UnreadTracker {
  /// Sets the marks stored in the last session.
  public func setStoredMarks(_ marks: [TimelineID: ReadMark]) {
    stored = marks
  }

  /// The marks that have changed since they were last stored.
  public var changes: [TimelineID: MarkChange] {
    timelines.compactMapValues(\.mark).filter { $0.value != stored[$0.key] }
      .reduce(into: [:]) { $0[$1.key] = MarkChange(from: stored[$1.key], to: $1.value) }
  }

  func didStore(_ changes: [TimelineID: MarkChange]) {
    for (timeline, change) in changes { stored[timeline] = change.new }
  }
}

// MARK: - Reading

extension UnreadTracker {
  /// Whether there are unread entries to go to or to mark read.
  public func hasUnread(_ timeline: TimelineID, in window: TimelineWindow) -> Bool {
    guard !window.isUnfinished else { return false }
    let unread = unread(of: timeline)
    // The count includes entries that are left out here.
    let count = window.isPartial ? nil : unread.count
    return count.map { $0 > 0 } ?? !unread.rows(in: window).isEmpty
  }

  /// Marks rows read that the user has selected or passed.
  /// - Returns: the rows that were unread.
  public func markRead(_ rows: Range<Int>, of timeline: TimelineID, in window: TimelineWindow) -> [Int] {
    var unread = unread(of: timeline)
    defer { timelines[timeline] = unread }
    return unread.markRead(rows, in: window)
  }

  /// Sends the mark of a timeline to the server after the user has read in it.
  public func userDidRead(_ timeline: TimelineID) {
    neverRead.remove(timeline)
    notifyRead(timeline)
  }

  /// Marks all entries of a timeline read.
  public func markAllRead(of timeline: TimelineID, _ mark: ReadMark) {
    var unread = unread(of: timeline)
    unread.markAllRead(mark)
    timelines[timeline] = unread
  }

  /// Restores an earlier mark. Entries read since then are unread again, and counted again.
  public func restore(_ mark: ReadMark?, of timeline: TimelineID) {
    timelines[timeline] = TimelineUnread(mark: mark)
  }

  /// The next unread entry: above the selected row, because users read upward, then from the oldest one.
  public func next(of timeline: TimelineID, in window: TimelineWindow, above selection: Int) -> Next {
    let unread = unread(of: timeline)
    let rows = unread.rows(in: window)
    if let row = rows.last(where: { $0 < selection }) { return .row(row) }
    if unread.isCounted(in: window), !unread.isAhead(of: window) { return rows.last.map(Next.row) ?? .nothing }
    guard let mark = unread.mark else { return .nothing }
    // The source does not know which entries are left out.
    if window.isPartial { return rows.last.map(Next.row) ?? .nothing }
    return .requestNeeded(above: unread.isAboveMark(window) ? window.newer : nil, mark)
  }

  /// Updates the unread state with a newly loaded window, before it is shown.
  /// - Parameter isRefresh: whether the source was refreshed. It may then have more entries in every timeline.
  public func update(_ timeline: TimelineID, with window: TimelineWindow, selection: Int, isRefresh: Bool) {
    if isRefresh { for id in timelines.keys { timelines[id]?.invalidateCount() } }
    guard !window.isEmpty else { return }
    var unread = unread(of: timeline)
    if !window.isUnfinished, !window.isTruncated {
      if unread.mark != nil {
        readOwnEntries(of: &unread, in: window)
        unread.count(in: window)
      } else if trackUnread.sharesMark(of: timeline) {
        awaitingFirstMark.insert(timeline)
      } else if window.newer == nil, !window.isPartial, let mark = ReadMark(allOf: window.posts) {
        unread.markAllRead(mark)
      }
    }
    _ = unread.markRead(selection..<selection + 1, in: window)
    timelines[timeline] = unread
  }

  private func readOwnEntries(of unread: inout TimelineUnread, in window: TimelineWindow) {
    for post in unread.rows(in: window).compactMap({ window[$0] }) where isOwn(post) {
      unread.mark?.read(post.key)
    }
  }

  /// Discards the counts of a timeline, because the source has more entries than it reported. The unread count stays
  /// until the next one.
  public func invalidateCount(of timeline: TimelineID) {
    timelines[timeline]?.invalidateCount()
  }

  /// Updates the counts after entries were inserted at the top. Posts and reposts of the user count as read.
  public func didInsert(
    _ posts: [Post], into timeline: TimelineID, window: TimelineWindow?, user: Profile
  ) {
    didInsert(posts, into: timeline, window: window) { ($0.repost?.by ?? $0.author)?.isSame(as: user) == true }
  }

  /// Updates the counts after the user added a post. It counts as read.
  public func didAdd(_ post: Post, to timeline: TimelineID, window: TimelineWindow?) {
    didInsert([post], into: timeline, window: window) { _ in true }
  }

  private func didInsert(
    _ posts: [Post], into timeline: TimelineID, window: TimelineWindow?, isRead: (Post) -> Bool
  ) {
    insertions[timeline, default: 0] += 1
    var unread = unread(of: timeline)
    let own = posts.filter(isRead)
    for post in own { unread.mark?.read(post.key) }
    if let window, !window.isUnfinished, unread.mark != nil, unread.isCounted(in: window) {
      unread.count(in: window)
    } else {
      unread.count = unread.count.map { $0 + posts.count - own.count }
      unread.knownKeys.formUnion(Set(posts.map(\.unreadKey)).subtracting(own.map(\.unreadKey)))
      unread.above = unread.above.map { $0 + posts.count }
    }
    timelines[timeline] = unread
  }
}

extension UnreadTracker {
  /// Updates the counts after a gap was filled. Earlier counts did not include its entries.
  public func didFillGap(of timeline: TimelineID, window: TimelineWindow) {
    insertions[timeline, default: 0] += 1
    var unread = unread(of: timeline)
    if !window.isUnfinished, unread.mark != nil, unread.isCounted(in: window) {
      unread.count(in: window)
    } else {
      unread.invalidateCount()
    }
    timelines[timeline] = unread
  }
}

// MARK: - Other clients

extension UnreadTracker {
  /// Requests what has been read in other clients, and marks it read here.
  /// - Parameter changed: called for each timeline whose mark has moved.
  public func syncMarks(_ ids: [TimelineID], changed: @escaping @MainActor (TimelineID) -> Void) {
    guard syncTask == nil else {
      timelinesToSync += ids.filter { !timelinesToSync.contains($0) }
      return
    }
    syncTask = runner.start(for: self) { [weak self, trackUnread] in
      for id in ids {
        guard let mark = self?.unread(of: id).mark else {
          guard self?.awaitingFirstMark.contains(id) == true else { continue }
          let first = await trackUnread.firstMarkOrAllRead(of: id)
          guard let self, !Task.isCancelled else { return }
          if let first, unread(of: id).mark == nil { setFirst(first, of: id, changed) }
          continue
        }
        let joined = await trackUnread.markFromOtherApp(of: id, above: mark)
        guard let self, !Task.isCancelled else { return }
        // The user has read on in the meantime. The next request includes that.
        guard let joined, unread(of: id).mark == mark else { continue }
        timelines[id] = TimelineUnread(mark: joined)
        changed(id)
      }
      guard let self else { return }
      syncTask = nil
      guard !timelinesToSync.isEmpty else { return }
      let ids = timelinesToSync
      timelinesToSync = []
      syncMarks(ids, changed: changed)
    }
  }

  private func setFirst(_ mark: ReadMark, of id: TimelineID, _ changed: @MainActor (TimelineID) -> Void) {
    awaitingFirstMark.remove(id)
    neverRead.insert(id)
    timelines[id] = TimelineUnread(mark: mark)
    changed(id)
  }

  /// Whether the mark of a timeline was set by another device, after this one.
  public func isFromOtherDevice(_ mark: EntryPosition, of timeline: TimelineID) -> Bool {
    sentMarks[timeline] != mark && !neverRead.contains(timeline)
  }

  /// Sends the mark of a timeline to the server, unless that has been done or the user has not read here.
  public func notifyRead(_ timeline: TimelineID) {
    guard !neverRead.contains(timeline), let mark = unread(of: timeline).mark, sentMarks[timeline] != mark.newest else {
      return
    }
    sentMarks[timeline] = mark.newest
    trackUnread.didRead(mark, of: timeline)
  }
}

// MARK: - Counting

extension UnreadTracker {
  /// Requests the unread counts that the loaded pages do not contain, once: of the timeline on screen, then of those
  /// shown before.
  /// - Parameters:
  ///   - ids: the one on screen first.
  ///   - changed: called for each timeline whose counts have become known.
  public func count(_ ids: [TimelineID], changed: @escaping @MainActor (TimelineID) -> Void) {
    let requested = ids.enumerated().filter { index, id in
      let unread = unread(of: id)
      // One that starts with the mark of another app is counted when that is known.
      let isKnown = unread.mark != nil || index == 0 && !trackUnread.sharesMark(of: id)
      return isKnown && !unread.isRequested && unread.above == nil
    }.map(\.element)
    guard !requested.isEmpty else { return }
    countTask?.cancel()
    countTask = runner.start(for: self) { [weak self, trackUnread] in
      var open = requested
      while !open.isEmpty, !Task.isCancelled {
        let id = open.removeFirst()
        let (mark, insertions) = (self?.unread(of: id).mark, self?.insertions[id])
        do throws(TimelineError) {
          if let mark {
            let found = try await trackUnread.unread(of: id, above: mark)
            guard let self, !Task.isCancelled else { return }
            // The count is outdated if the user has read on or entries have arrived in the meantime.
            let isSame = unread(of: id).mark == mark && self.insertions[id] == insertions
            if isSame { accept(found, of: id, changed) } else { open.append(id) }
          } else {
            let mark = try await trackUnread.allRead(of: id)
            guard let self, !Task.isCancelled else { return }
            if let mark, unread(of: id).mark == nil {
              accept(Unread(count: 0, above: mark.others.count, mark: mark), of: id, changed)
            }
          }
        } catch {
          // No error is shown: the posts are there, and the next page requests the counts again.
          return
        }
      }
    }
  }

  private func accept(_ found: Unread?, of id: TimelineID, _ changed: @MainActor (TimelineID) -> Void) {
    var unread = unread(of: id)
    unread.isRequested = true
    if let found {
      (unread.mark, unread.above, unread.count) = (found.mark, found.above, found.count)
      unread.knownKeys = found.knownKeys
    }
    timelines[id] = unread
    changed(id)
  }
}

extension TrackUnreadUseCase {
  /// The mark of other apps; that of the whole timeline if the user has not read in them, and nil if that is unknown.
  fileprivate func firstMarkOrAllRead(of timeline: TimelineID) async -> ReadMark? {
    switch await firstMark(of: timeline) {
    case .mark(let mark): mark
    case .unset: (try? await allRead(of: timeline)).flatMap(\.self)
    case .unknown: nil
    }
  }
}
