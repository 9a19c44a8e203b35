import Domain
import EmptyState
import ScreenSupport
import TimelineCore

/// The read state of the tabs: unread counts, read marks and stored positions.
@MainActor
final class TimelineReadState {
  weak var output: (any TimelineOutput)?
  /// Called when another client has read further in a timeline than this one.
  var otherDeviceMarkDidChange: (EntryPosition, TimelineID) -> Void = { _, _ in }
  let unread: UnreadTracker
  private let positions: PositionTracker
  private let timelines: AccountTimelines
  private let services: AppServices
  private let session: AccountSession

  init(
    _ timelines: AccountTimelines, unread: UnreadTracker, positions: PositionTracker, _ services: AppServices,
    _ session: AccountSession
  ) {
    (self.timelines, self.unread, self.positions) = (timelines, unread, positions)
    (self.services, self.session) = (services, session)
  }

  private var pager: TimelinePager { timelines.pager }
  private var selected: TimelineID { timelines.selected.id }
}

// MARK: - Unread counts

extension TimelineReadState {
  func countUnread() {
    guard pager.hasPosts, !pager.isUnfinished else { return }
    let others = readTimelines.filter { $0 != selected }
    // While the timeline on screen has no mark, others without one are not counted: that would mark them read.
    let shown =
      !selected.belongsToSource || selected == .conversations
      ? others.filter { unread.unread(of: $0).mark != nil } : nil
    unread.count(shown ?? [selected] + others) { [weak self] in self?.show($0) }
  }

  /// Marks read here what has been read in other clients. The selection does not move.
  func syncMarks() {
    unread.notifyRead(selected)
    let here = selected.belongsToSource && selected != .conversations ? [selected] : []
    unread.syncMarks(here + readTimelines.filter { $0 != selected }) { [weak self] id in
      guard let self else { return }
      if let mark = unread.unread(of: id).mark?.newest, unread.isFromOtherDevice(mark, of: id) {
        otherDeviceMarkDidChange(mark, id)
      }
      update(id)
      countUnread()
      show(id)
    }
  }

  private func show(_ id: TimelineID) {
    if id == selected { output?.render() } else { output?.showHeader() }
  }

  /// Compares a timeline with its mark again.
  private func update(_ id: TimelineID) {
    guard let pager = timelines.tabs.tab(of: id)?.pager, let window = pager.window else { return }
    unread.update(id, with: window, selection: pager.selection, isRefresh: false)
  }

  /// Counts again after entries were hidden or shown: hidden entries are not unread.
  func recount(_ id: TimelineID) {
    unread.invalidateCount(of: id)
    update(id)
  }

  /// The tabs with a read mark. Searches and timelines kept as tabs have none; unread conversations are known by the
  /// server.
  private var readTimelines: [TimelineID] {
    timelines.tabs.all.map(\.timeline.id).filter { $0.belongsToSource && $0 != .conversations }
  }

  func count(of id: TimelineID) -> Int? {
    id == .conversations ? unreadConversations.count : unread.unread(of: id).count
  }

  var isUnreadElsewhere: Bool { readTimelines.contains { $0 != selected && (count(of: $0) ?? 0) > 0 } }

  /// The window of the timeline on screen; nil if it has no read mark or no posts are shown.
  private var window: TimelineWindow? {
    guard !timelines.tabs.isEmpty, timelines.tracksReading, pager.isShowingPosts else { return nil }
    return pager.window
  }

  var hasUnread: Bool {
    // The selected conversation stays unread until it is opened.
    if selected == .conversations { return unreadRows.contains { $0 != pager.selection } }
    return window.map { unread.hasUnread(selected, in: $0) } ?? false
  }

  /// Whether it is not known yet how far the user has read in the timeline on screen.
  var awaitsMark: Bool { unread.awaitsMark(of: selected) }

  /// Whether there are unread entries, and all of them are above the selection.
  var isUnreadOnlyAbove: Bool {
    let rows = unreadRows
    return !rows.isEmpty && rows.allSatisfy { $0 < pager.selection }
  }

  /// Matches of a search are not marked unread.
  var unreadRows: [Int] {
    if selected == .conversations { return window == nil ? [] : unreadConversations }
    return window.map { unread.unread(of: selected).rows(in: $0) } ?? []
  }

  /// Whether another request has shown that the source has more entries than the window.
  var isBehind: Bool {
    guard pager.isShowingPosts, let window = pager.window else { return false }
    return unread.unread(of: selected).isAhead(of: window)
  }

  /// The next unread entry above the selection; nil in a search.
  var next: UnreadTracker.Next? {
    guard timelines.isShowingPosts else { return nil }
    if selected == .conversations {
      let rows = unreadRows.filter { $0 != pager.selection }
      return (rows.last { $0 < pager.selection } ?? rows.last).map(UnreadTracker.Next.row) ?? .nothing
    }
    return window.map { unread.next(of: selected, in: $0, above: pager.selection) }
  }

  /// Marks rows read that the user has selected or passed.
  func markRead(_ rows: Range<Int>) {
    guard timelines.isShowingPosts, let window else { return }
    // Opening a conversation marks it read. Whether another one is unread depends on the selection.
    if selected == .conversations {
      output?.showHeader()
      return
    }
    let read = unread.markRead(rows, of: selected, in: window)
    unread.userDidRead(selected)
    guard !read.isEmpty else { return }
    output?.view?.markRead(read.map(timelines.rowMapping.listRow))
    output?.showHeader()
  }

  /// Marks the entries read that are joined to another entry of the same post, because only that one is counted.
  func markJoinedRead() {
    guard let window else { return }
    for row in timelines.rowMapping.joined { _ = unread.markRead(row..<row + 1, of: selected, in: window) }
  }

  /// - Parameter mark: nil if there is nothing to mark.
  func markAllRead(_ mark: ReadMark?) {
    guard let mark else {
      output?.render()
      return
    }
    let (timeline, before) = (timelines.selected, unread.unread(of: selected))
    unread.markAllRead(of: timeline.id, mark)
    unread.userDidRead(timeline.id)
    session.actions.history.add(
      .init("\(timeline.title) marked read") { [weak self] in self?.restore(before.mark, of: timeline) })
    output?.render()
    output?.showNotice(TimelineStatus.noticeOfRead(before.count, keymap: services.keymap.value))
  }

  /// Undoes marking a timeline read.
  private func restore(_ mark: ReadMark?, of timeline: ListedTimeline) {
    unread.restore(mark, of: timeline.id)
    update(timeline.id)
    countUnread()
    output?.render()
    output?.showNotice(TimelineStatus.noticeOfUnread(count(of: timeline.id), in: timeline))
  }
}

// MARK: - Conversations

extension TimelineReadState {
  /// The rows of the unread conversations among those that are loaded.
  private var unreadConversations: [Int] {
    let relationships = session.actions.relationships
    let rows = timelines.tabs.tab(of: .conversations)?.pager.window?.rows ?? []
    return rows.indices.filter { rows[$0].post.map(relationships.isUnreadConversation) ?? false }
  }

  /// Marks the loaded conversations read, at the server too.
  func markConversationsRead() {
    let rows = timelines.tabs.tab(of: .conversations)?.pager.window?.rows ?? []
    let unread = unreadConversations.compactMap { rows[$0].post }
    for conversation in unread { session.actions.markConversationRead(conversation) }
    output?.render()
    let count = unread.count == 1 ? "1 conversation" : "\(unread.count) conversations"
    output?.showNotice(NoticeViewModel(text: "\(count) marked read."))
  }
}

// MARK: - Positions

extension TimelineReadState {
  /// The timeline shown last.
  var lastTimeline: ListedTimeline? { positions.memory.lastTimeline }

  /// Restores the state of the last session.
  func restoreState() async {
    let stored = await positions.load()
    unread.setStoredMarks(stored.marks)
    session.options.restore(stored.options)
  }

  /// Changes the options of a timeline and stores them.
  func setOptions(_ options: TimelineOptions, of timeline: TimelineID) {
    guard options != session.options[timeline] else { return }
    session.options.set(options, of: timeline)
    positions.store(options, of: timeline, didFail: showPositionsNotSaved)
  }

  /// The position that a new tab starts at.
  func setInitialPosition(of id: TimelineID, to position: EntryPosition?) {
    positions.setInitialPosition(of: id, to: position)
  }

  func storePositions() {
    positions.store(snapshot, didFail: showPositionsNotSaved)
  }

  /// Stores the positions if none has been stored yet.
  func storeFirstPositions() {
    positions.storeFirst(snapshot, didFail: showPositionsNotSaved)
  }

  private var snapshot: PositionTracker.Snapshot {
    let tabs = timelines.tabs
    let positions = tabs.all.compactMap { tab in tab.pager.position.map { (tab.timeline.id, $0) } }
    return PositionTracker.Snapshot(
      timeline: tabs.isEmpty || tabs.current.pager.window == nil ? nil : tabs.current.timeline,
      positions: Dictionary(positions, uniquingKeysWith: { first, _ in first }), unread: unread)
  }

  func showPositionsNotSaved(_ error: SessionError) {
    output?.showNotice(
      NoticeViewModel(
        text: "Position not saved: \(error.path): \(error.reason)".asSentence, severity: .failure, isDismissible: true))
  }
}
