import Domain
import TimelineCore

/// The tabs of an account: its timelines and those that the user has saved, each with its pager. One tab is selected.
@MainActor
final class TimelineTabs {
  struct Tab {
    var timeline: ListedTimeline
    let pager: TimelinePager
  }

  private(set) var all: [Tab] = []
  /// Timelines of the source that become tabs when the user selects them.
  private(set) var others: [ListedTimeline] = []
  /// The saved tabs. They follow the timelines, except for those named in the settings.
  private var searches: [ListedTimeline] = []
  /// The titles of the timelines to show as tabs, in order. If none exists, all timelines are shown.
  private var titles: [String]
  /// Timelines that the user has selected by name. They are always shown as tabs.
  private var pinned: Set<TimelineID> = []
  private(set) var selected = 0
  /// Whether the source may have more timelines than there are tabs.
  var isGrowing = false

  /// The timelines of the source, whether shown as tabs or not.
  private(set) var source: [ListedTimeline] = []

  private let makePager: (TimelineID) -> TimelinePager

  /// - Parameters:
  ///   - titles: the titles of the timelines to show as tabs; empty for all.
  ///   - makePager: makes the pager of a timeline.
  init(titles: [String] = [], makePager: @escaping (TimelineID) -> TimelinePager) {
    self.titles = titles
    self.makePager = makePager
  }

  var isEmpty: Bool { all.isEmpty }
  /// The selected tab. There must be tabs.
  var current: Tab { all[selected] }

  /// The index of the tab `step` positions to the right. Continues at the first tab after the last.
  func index(steppingBy step: Int) -> Int { (selected + step + all.count) % all.count }

  func tab(of id: TimelineID) -> Tab? { all.first { $0.timeline.id == id } }

  func index(of id: TimelineID) -> Int? { all.firstIndex { $0.timeline.id == id } }

  /// The timeline that a pager loads; nil if its tab was removed.
  func timeline(of pager: TimelinePager) -> TimelineID? { all.first { $0.pager === pager }?.timeline.id }

  func select(_ index: Int) {
    selected = index
  }

  /// Shows a timeline as a tab in any case.
  func pin(_ id: TimelineID) { pinned.insert(id) }

  /// Changes the titles of the timelines to show. The selected tab stays.
  func setTitles(_ titles: [String]) {
    guard titles != self.titles else { return }
    self.titles = titles
    guard !all.isEmpty else { return }
    let id = current.timeline.id
    pin(id)
    show(source, selecting: id)
  }

  /// Changes the saved tabs. Before the source is opened, no tabs are added. The selected tab stays if it still exists.
  func setSearches(_ searches: [ListedTimeline]) {
    guard searches != self.searches else { return }
    let removed = Set(self.searches.map(\.id)).subtracting(searches.map(\.id))
    self.searches = searches
    if !source.isEmpty { show(source, selecting: current.timeline.id) { removed.contains($0) } }
  }

  func isSaved(_ id: TimelineID) -> Bool { searches.contains { $0.id == id } }

  /// The index of a tab. Indices after the last tab select one of `others`, which becomes a tab.
  func tab(at index: Int) -> Int? {
    if all.indices.contains(index) { return index }
    guard others.indices.contains(index - all.count) else { return nil }
    let id = others[index - all.count].id
    pin(id)
    show(source, selecting: current.timeline.id)
    return all.firstIndex { $0.timeline.id == id }
  }

  /// The timelines to show, in order: those with the given titles, then the pinned ones and the saved tabs. All
  /// timelines if none has a given title.
  private func chosen(of timelines: [ListedTimeline]) -> [ListedTimeline] {
    var chosen: [ListedTimeline] = []
    for title in titles.map({ $0.lowercased() }) {
      let timeline = (timelines + searches).first { $0.title.lowercased() == title }
      if let timeline, !chosen.contains(timeline) { chosen.append(timeline) }
    }
    let further = searches.filter { !chosen.contains($0) }
    guard chosen.contains(where: { !isSaved($0.id) }) else { return timelines + searches }
    return chosen + timelines.filter { pinned.contains($0.id) && !chosen.contains($0) } + further
  }

  /// Shows the timelines of a source. Tabs with posts, and the selected hashtag, stay even if the source no longer
  /// lists them. If the selected tab is removed, its neighbour is selected; if `id` was never a tab, the first one is.
  /// - Parameter isRemoved: whether a tab that the source no longer lists is removed.
  func show(
    _ timelines: [ListedTimeline], selecting id: TimelineID, keepsExisting: Bool = true,
    without isRemoved: (TimelineID) -> Bool = { _ in false }
  ) {
    // A saved tab that was shown last is among the saved ones.
    let timelines = timelines.filter { !isSaved($0.id) }
    source = timelines
    let existing = keepsExisting ? all : []
    let listed = chosen(of: timelines).map { timeline in
      Tab(timeline: timeline, pager: existing.first { $0.timeline.id == timeline.id }?.pager ?? makePager(timeline.id))
    }
    let unlisted = existing.filter { tab in
      (tab.pager.hasPosts || tab.timeline.id == id && id.isTag) && tab.timeline.id.belongsToSource
        && !timelines.contains { $0.id == tab.timeline.id }
        && !isRemoved(tab.timeline.id)
    }
    let before = all.map(\.timeline.id)
    // It depends on the selected tab, which is invalid while the tabs change.
    let wasRemoved = isRemoved(id)
    all = listed + unlisted
    others = timelines.filter { timeline in !all.contains { $0.timeline.id == timeline.id } }
    selected = all.firstIndex { $0.timeline.id == id } ?? (wasRemoved ? neighbour(of: id, in: before) : 0)
  }

  /// The index of the tab nearest to one that has been removed. Tabs before it are preferred.
  private func neighbour(of id: TimelineID, in before: [TimelineID]) -> Int {
    guard let index = before.firstIndex(of: id) else { return 0 }
    let others = before[..<index].reversed() + before[(index + 1)...]
    return others.lazy.compactMap { other in self.all.firstIndex { $0.timeline.id == other } }.first ?? 0
  }
}

extension TimelineID {
  fileprivate var isTag: Bool { if case .tag = self { true } else { false } }
}
