import Domain
import Runtime

/// Knows what is unread of the timelines of an account, as far as that is known.
@MainActor
public final class UnreadTracker {
  /// Where the next unread entry is.
  public enum Next: Hashable, Sendable {
    case row(Int)
    /// The source has to be asked: above this cursor, or in all of the timeline.
    case ask(above: PageCursor?, ReadMark)
    case nothing
  }

  private let trackUnread: any TrackUnreadUseCase
  private let runner: TaskRunner
  private var timelines: [TimelineID: TimelineUnread] = [:]
  private var stored: [TimelineID: ReadMark] = [:]
  /// The question for how much is unread.
  private var counting: Task<Void, Never>?
  /// The question for what has been read elsewhere.
  private var joining: Task<Void, Never>?
  /// Asked for while another question was running: a page has come since.
  private var toJoin: [TimelineID] = []
  /// How often entries have come in: what was counted meanwhile may be without them.
  private var insertions: [TimelineID: Int] = [:]
  /// Marks that others have been told of.
  private var told: [TimelineID: Place] = [:]

  public init(trackUnread: any TrackUnreadUseCase, runner: TaskRunner) {
    self.trackUnread = trackUnread
    self.runner = runner
  }

  deinit {
    counting?.cancel()
    joining?.cancel()
  }

  public func unread(of timeline: TimelineID) -> TimelineUnread {
    timelines[timeline] ?? TimelineUnread(mark: stored[timeline])
  }

  /// How much is unread in the account, as far as is known.
  public var accountTotal: Int {
    AccountUnread.total(
      of: AccountUnread.timelines.map { id in
        let unread = unread(of: id)
        return .init(count: unread.count ?? 0, known: unread.count == nil ? [] : unread.known)
      })
  }
}

// MARK: - Marks

extension UnreadTracker {
  /// What is remembered from the last time.
  public func begin(with marks: [TimelineID: ReadMark]) {
    stored = marks
  }

  /// What has been read since it was stored last.
  public var changes: [TimelineID: MarkChange] {
    timelines.compactMapValues(\.mark).filter { $0.value != stored[$0.key] }
      .reduce(into: [:]) { $0[$1.key] = MarkChange(from: stored[$1.key], to: $1.value) }
  }

  public func didStore(_ changes: [TimelineID: MarkChange]) {
    for (timeline, change) in changes { stored[timeline] = change.new }
  }
}

// MARK: - Reading

extension UnreadTracker {
  /// Whether there is something to go to, or to mark read.
  public func hasUnread(_ timeline: TimelineID, in window: TimelineWindow) -> Bool {
    guard !window.isUnfinished else { return false }
    let unread = unread(of: timeline)
    return unread.count.map { $0 > 0 } ?? !unread.rows(in: window).isEmpty
  }

  /// Takes rows for read that the person has come to or passed by.
  /// - Returns: the rows that were unread.
  public func read(_ rows: Range<Int>, of timeline: TimelineID, in window: TimelineWindow) -> [Int] {
    var unread = unread(of: timeline)
    defer { timelines[timeline] = unread }
    return unread.read(rows, in: window)
  }

  /// All of it is read.
  public func readAll(of timeline: TimelineID, _ mark: ReadMark) {
    var unread = unread(of: timeline)
    unread.readAll(mark)
    timelines[timeline] = unread
  }

  /// What was read when it had this mark is read again, and nothing more. How much is unread is counted anew.
  public func restore(_ mark: ReadMark?, of timeline: TimelineID) {
    timelines[timeline] = TimelineUnread(mark: mark)
  }

  /// From the selected row up, which is the way one reads; then once more from the oldest on.
  public func next(of timeline: TimelineID, in window: TimelineWindow, above selection: Int) -> Next {
    let unread = unread(of: timeline)
    let rows = unread.rows(in: window)
    if let row = rows.last(where: { $0 < selection }) { return .row(row) }
    if unread.isCounted(in: window), !unread.isAhead(of: window) { return rows.last.map(Next.row) ?? .nothing }
    guard let mark = unread.mark else { return .nothing }
    return .ask(above: unread.isAboveMark(window) ? window.newer : nil, mark)
  }

  /// Looks at a window that has come, before it is shown: it may tell what is unread.
  /// - Parameter isRefresh: whether the source was asked anew, so that it may have more of every timeline.
  public func update(_ timeline: TimelineID, with window: TimelineWindow, selection: Int, isRefresh: Bool) {
    if isRefresh { for id in timelines.keys { timelines[id]?.forgetCount() } }
    guard !window.isEmpty else { return }
    var unread = unread(of: timeline)
    if !window.isUnfinished, !window.isCutShort {
      if unread.mark != nil {
        unread.count(in: window)
      } else if window.newer == nil, let mark = ReadMark(allOf: window.posts) {
        unread.readAll(mark)
      }
    }
    _ = unread.read(selection..<selection + 1, in: window)
    timelines[timeline] = unread
  }

  /// The source has more than was told. The count stands until there is another.
  public func forgetCount(of timeline: TimelineID) {
    timelines[timeline]?.forgetCount()
  }

  /// Entries have come in above those of the window. What the reader wrote or reposted is read.
  public func didInsert(
    _ posts: [Post], into timeline: TimelineID, window: TimelineWindow?, reader: Profile
  ) {
    didInsert(posts, into: timeline, window: window) { ($0.repost?.by ?? $0.author)?.isSame(as: reader) == true }
  }

  /// The user has added a post to a timeline: they know it.
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
      unread.known.formUnion(Set(posts.map(\.unreadKey)).subtracting(own.map(\.unreadKey)))
      unread.above = unread.above.map { $0 + posts.count }
    }
    timelines[timeline] = unread
  }
}

extension UnreadTracker {
  /// Entries have come in a gap of the window: what was counted before is without them.
  public func didFillGap(of timeline: TimelineID, window: TimelineWindow) {
    insertions[timeline, default: 0] += 1
    var unread = unread(of: timeline)
    if !window.isUnfinished, unread.mark != nil, unread.isCounted(in: window) {
      unread.count(in: window)
    } else {
      unread.forgetCount()
    }
    timelines[timeline] = unread
  }
}

// MARK: - What is read elsewhere

extension UnreadTracker {
  /// Asks what has been read elsewhere: that is unread here no more.
  /// - Parameter changed: told of each timeline of which that is so.
  public func join(_ ids: [TimelineID], changed: @escaping @MainActor (TimelineID) -> Void) {
    guard joining == nil else {
      toJoin += ids.filter { !toJoin.contains($0) }
      return
    }
    joining = runner.start(for: self) { [weak self, trackUnread] in
      for id in ids {
        guard let mark = self?.unread(of: id).mark else { continue }
        let joined = await trackUnread.readElsewhere(of: id, above: mark)
        guard let self, !Task.isCancelled else { return }
        // Whoever reads on meanwhile is asked about the next time.
        guard let joined, unread(of: id).mark == mark else { continue }
        timelines[id] = TimelineUnread(mark: joined)
        changed(id)
      }
      guard let self else { return }
      joining = nil
      guard !toJoin.isEmpty else { return }
      let ids = toJoin
      toJoin = []
      join(ids, changed: changed)
    }
  }

  /// Says how far a timeline has been read, where that is not known yet.
  public func notifyRead(_ timeline: TimelineID) {
    guard let mark = unread(of: timeline).mark, told[timeline] != mark.newest else { return }
    told[timeline] = mark.newest
    trackUnread.didRead(mark, of: timeline)
  }
}

// MARK: - Counting

extension UnreadTracker {
  /// Asks what the pages do not tell, once: of the timeline on the screen, then of those that have been shown before.
  /// - Parameters:
  ///   - timelines: the one on the screen first.
  ///   - changed: told of each timeline of which more is known.
  public func count(_ ids: [TimelineID], changed: @escaping @MainActor (TimelineID) -> Void) {
    let asked = ids.enumerated().filter { index, id in
      let unread = unread(of: id)
      return (index == 0 || unread.mark != nil) && !unread.isAsked && unread.above == nil
    }.map(\.element)
    guard !asked.isEmpty else { return }
    counting?.cancel()
    counting = runner.start(for: self) { [weak self, trackUnread] in
      var open = asked
      while !open.isEmpty, !Task.isCancelled {
        let id = open.removeFirst()
        let (mark, insertions) = (self?.unread(of: id).mark, self?.insertions[id])
        do throws(TimelineError) {
          if let mark {
            let found = try await trackUnread.unread(of: id, above: mark)
            guard let self, !Task.isCancelled else { return }
            // Whoever reads on meanwhile has read what was counted, and what has come in since is not counted.
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
          // Nobody waits for it: the posts are there, and the next page asks again.
          return
        }
      }
    }
  }

  private func accept(_ found: Unread?, of id: TimelineID, _ changed: @MainActor (TimelineID) -> Void) {
    var unread = unread(of: id)
    unread.isAsked = true
    if let found {
      (unread.mark, unread.above, unread.count) = (found.mark, found.above, found.count)
      unread.known = found.known
    }
    timelines[id] = unread
    changed(id)
  }
}
