import Domain
import TimelineCore

/// The tabs of an account: its timelines, and what is held of each. One of them stands on the screen.
@MainActor
final class TimelineTabs {
  struct Tab {
    var timeline: ListedTimeline
    let pager: TimelinePager
  }

  private(set) var all: [Tab] = []
  /// Timelines that the source has besides, and that stand as tabs once they are asked for.
  private(set) var others: [ListedTimeline] = []
  /// The saved searches: they stand behind the timelines, where they are not among those that are wanted.
  private var searches: [ListedTimeline] = []
  /// The titles of those that stand as tabs, in their order; where the source has none of them, all do.
  private var wanted: [String]
  /// Those that have been asked for by name: they stand as tabs in any case.
  private var pinned: Set<TimelineID> = []
  private(set) var selected = 0
  /// Whether the source may have more timelines than there are tabs.
  var isGrowing = false

  /// Those that were shown last, wanted or not.
  private(set) var source: [ListedTimeline] = []

  private let makePager: (TimelineID) -> TimelinePager

  /// - Parameters:
  ///   - wanted: the titles of those that stand as tabs.
  ///   - makePager: makes what holds a timeline.
  init(wanted: [String] = [], makePager: @escaping (TimelineID) -> TimelinePager) {
    self.wanted = wanted
    self.makePager = makePager
  }

  var isEmpty: Bool { all.isEmpty }
  /// To be asked only where there are tabs.
  var current: Tab { all[selected] }

  /// Which one stands so many tabs further to the right, the first one after the last.
  func index(steppingBy step: Int) -> Int { (selected + step + all.count) % all.count }

  func tab(of id: TimelineID) -> Tab? { all.first { $0.timeline.id == id } }

  func select(_ index: Int) {
    selected = index
  }

  /// Has a timeline stand as a tab, whatever is wanted.
  func pin(_ id: TimelineID) { pinned.insert(id) }

  /// Has other ones stand as tabs from now on. The one that is shown stays.
  func use(wanted: [String]) {
    guard wanted != self.wanted else { return }
    self.wanted = wanted
    guard !all.isEmpty else { return }
    let id = current.timeline.id
    pin(id)
    show(source, selecting: id)
  }

  /// Has other searches stand as tabs, as soon as there are any. The one that is shown stays where it is still there.
  func use(searches: [ListedTimeline]) {
    guard searches != self.searches else { return }
    self.searches = searches
    if !source.isEmpty { show(source, selecting: current.timeline.id) }
  }

  /// The tab at an index that counts the others behind the tabs: one of them becomes a tab.
  func tab(at index: Int) -> Int? {
    if all.indices.contains(index) { return index }
    guard others.indices.contains(index - all.count) else { return nil }
    let id = others[index - all.count].id
    pin(id)
    show(source, selecting: current.timeline.id)
    return all.firstIndex { $0.timeline.id == id }
  }

  /// Those that are wanted, in this order, and those that have been asked for; all where none is wanted that there is.
  private func chosen(of timelines: [ListedTimeline]) -> [ListedTimeline] {
    var chosen: [ListedTimeline] = []
    for title in wanted.map({ $0.lowercased() }) {
      let timeline = (timelines + searches).first { $0.title.lowercased() == title }
      if let timeline, !chosen.contains(timeline) { chosen.append(timeline) }
    }
    let further = searches.filter { !chosen.contains($0) }
    guard chosen.contains(where: { $0.id.query == nil }) else { return timelines + searches }
    return chosen + timelines.filter { pinned.contains($0.id) && !chosen.contains($0) } + further
  }

  /// Shows those of these timelines that are wanted. Those that are held stay, also where the source does not list them
  /// any more. If the selected one goes, its neighbour is selected; one that was never listed leaves the first selected.
  /// - Parameter gone: says which of those that are held and not listed go.
  func show(
    _ timelines: [ListedTimeline], selecting id: TimelineID, keepsHeld: Bool = true,
    without gone: (TimelineID) -> Bool = { _ in false }
  ) {
    // A search that was read last stands among the others.
    let timelines = timelines.filter { timeline in !searches.contains { $0.id == timeline.id } }
    source = timelines
    let held = keepsHeld ? all : []
    let listed = chosen(of: timelines).map { timeline in
      Tab(timeline: timeline, pager: held.first { $0.timeline.id == timeline.id }?.pager ?? makePager(timeline.id))
    }
    let unlisted = held.filter { tab in
      tab.pager.hasPosts && tab.timeline.id.query == nil && !timelines.contains { $0.id == tab.timeline.id }
        && !gone(tab.timeline.id)
    }
    let before = all.map(\.timeline.id)
    all = listed + unlisted
    others = timelines.filter { timeline in !all.contains { $0.timeline.id == timeline.id } }
    selected = all.firstIndex { $0.timeline.id == id } ?? (gone(id) ? neighbour(of: id, in: before) : 0)
  }

  /// Where the tab is now that was beside one that has gone: the one before it, else the one behind it.
  private func neighbour(of id: TimelineID, in before: [TimelineID]) -> Int {
    guard let place = before.firstIndex(of: id) else { return 0 }
    let others = before[..<place].reversed() + before[(place + 1)...]
    return others.lazy.compactMap { other in self.all.firstIndex { $0.timeline.id == other } }.first ?? 0
  }
}
