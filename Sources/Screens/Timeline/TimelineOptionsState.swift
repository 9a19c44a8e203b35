import Domain
import EmptyState
import FoundationEssentials
import Runtime
import ScreenSupport
import TimelineCore

/// The options of the timeline on screen: which kinds of entries are hidden, the order of the list, and the read mark
/// of another device.
@MainActor
final class TimelineOptionsState {
  weak var output: (any TimelineOutput)?
  private let timelines: AccountTimelines
  private let readState: TimelineReadState
  private let trackUnread: any TrackUnreadUseCase
  private let services: AppServices
  private let session: AccountSession
  /// The number of entries between the window and the mark of another device.
  private var beyondWindow: Measurement?
  private var measuring: Task<Void, Never>?

  private struct Measurement: Equatable {
    let mark: EntryPosition
    let cursor: PageCursor
    /// nil while it is measured, and if the source cannot respond.
    var distance: EntryDistance?
  }

  init(
    _ timelines: AccountTimelines, _ readState: TimelineReadState, _ dependencies: TimelineDependencies,
    _ services: AppServices, _ session: AccountSession
  ) {
    (self.timelines, self.readState, trackUnread) = (timelines, readState, dependencies.trackUnread)
    (self.services, self.session) = (services, session)
  }

  deinit { measuring?.cancel() }

  private var pager: TimelinePager { timelines.pager }
  private var selected: TimelineID { timelines.selected.id }
  private var isShowingTimeline: Bool { !timelines.tabs.isEmpty && !timelines.isShowingSearchResults }
}

// MARK: - Kinds and order

extension TimelineOptionsState {
  /// The kinds that are hidden; nil if none can be hidden here.
  var hiddenKinds: Set<EntryKind>? {
    isShowingTimeline && selected.canHideKinds ? session.options[selected].hidden : nil
  }

  /// nil if the order cannot be changed here.
  var order: ReadingOrder? { isShowingTimeline ? session.options[selected].order : nil }

  /// Hides or shows the entries of a kind.
  func toggle(_ kind: EntryKind) {
    guard let hidden = hiddenKinds else { return }
    var options = session.options[selected]
    options.hidden.formSymmetricDifference([kind])
    readState.setOptions(options, of: selected)
    output?.showNotice(
      TimelineStatus.notice(of: kind, isHidden: !hidden.contains(kind), keymap: services.keymap.value))
  }

  /// Switches between the newest and the oldest entries first.
  func toggleOrder() {
    guard isShowingTimeline else { return }
    var options = session.options[selected]
    options.order = options.order == .newestFirst ? .oldestFirst : .newestFirst
    readState.setOptions(options, of: selected)
    output?.showNotice(TimelineStatus.notice(of: options.order))
  }
}

// MARK: - Other devices

extension TimelineOptionsState {
  /// Stores the read mark of another device.
  func otherDeviceMarkDidChange(_ mark: EntryPosition, of timeline: TimelineID) {
    var options = session.options[timeline]
    guard options.otherDeviceMark?.key != mark.key else { return }
    (options.otherDeviceMark, options.isOtherDeviceMarkDismissed) = (mark, false)
    readState.setOptions(options, of: timeline)
  }

  /// The mark of another device, if it is above the selected entry.
  var markAhead: EntryPosition? {
    guard isShowingTimeline, pager.isShowingPosts, let mark = session.options[selected].otherDeviceMark else {
      return nil
    }
    return isAhead(mark) ? mark : nil
  }

  /// The row of a mark in the window; that of the next older entry if its own is hidden or no longer there.
  private func row(of mark: EntryPosition, in window: TimelineWindow) -> Int? {
    if let row = window.index(of: mark.key) { return row }
    guard let date = mark.date, window.newer == nil || window[0]?.timelineDate ?? .distantPast > date else {
      return nil
    }
    return window.rows.firstIndex { $0.post?.timelineDate.map { $0 <= date } ?? false }
  }

  private func isAhead(_ mark: EntryPosition) -> Bool {
    guard let window = pager.window else { return false }
    if let row = row(of: mark, in: window) { return row < pager.selection }
    guard let date = mark.date, let here = pager.position?.date else { return false }
    return date > here
  }

  /// Removes the mark when the user has reached it, and measures the distance to one that is not loaded.
  func update() {
    guard isShowingTimeline, pager.isShowingPosts, let window = pager.window else { return }
    var options = session.options[selected]
    guard let mark = options.otherDeviceMark else { return }
    guard isAhead(mark) else {
      (options.otherDeviceMark, options.isOtherDeviceMarkDismissed) = (nil, false)
      return readState.setOptions(options, of: selected)
    }
    guard !options.isOtherDeviceMarkDismissed, row(of: mark, in: window) == nil, let cursor = window.newer else {
      return
    }
    measure(Measurement(mark: mark, cursor: cursor))
  }

  private func measure(_ requested: Measurement) {
    guard beyondWindow?.mark != requested.mark || beyondWindow?.cursor != requested.cursor else { return }
    beyondWindow = requested
    measuring?.cancel()
    measuring = services.runner.start(for: self) { [weak self, trackUnread, selected] in
      let distance = await trackUnread.distance(to: requested.mark, above: requested.cursor, of: selected)
      guard let self, !Task.isCancelled, beyondWindow == requested, let distance else { return }
      beyondWindow?.distance = distance
      output?.updateNotice()
    }
  }

  /// The number of entries from the selected one up to the mark of another device.
  private func distance(to mark: EntryPosition) -> EntryDistance? {
    guard let window = pager.window else { return nil }
    let row = row(of: mark, in: window)
    let between = window.rows.prefix(pager.selection).dropFirst(row ?? 0)
    var distance = EntryDistance(count: between.count { $0.post != nil }, isExact: true)
    if between.contains(where: { $0.gap != nil }) { distance.isExact = false }
    guard row == nil else { return distance }
    let beyond = beyondWindow?.mark == mark && beyondWindow?.cursor == window.newer ? beyondWindow?.distance : nil
    distance.count += beyond?.count ?? 0
    distance.isExact = distance.isExact && beyond?.isExact == true
    return distance
  }

  /// The notice that the user has read further on another device; nil if they have not, or have dismissed it.
  var notice: NoticeViewModel? {
    guard let mark = markAhead, !session.options[selected].isOtherDeviceMarkDismissed, let distance = distance(to: mark)
    else {
      return nil
    }
    return TimelineStatus.notice(ofOtherDeviceMarkAt: distance, keymap: services.keymap.value)
  }

  /// Hides the notice until the mark changes.
  func dismissNotice() {
    guard isShowingTimeline, notice != nil else { return }
    var options = session.options[selected]
    options.isOtherDeviceMarkDismissed = true
    readState.setOptions(options, of: selected)
  }

  /// The row of the mark of another device; nil if it is not loaded.
  func loadedRow(of mark: EntryPosition) -> Int? { pager.window.flatMap { row(of: mark, in: $0) } }
}
