import Domain
import TimelineEngine

/// The tabs of an account: its timelines, and what is held of each. One of them stands on the screen.
@MainActor
final class TimelineTabs {
  struct Tab {
    var timeline: ListedTimeline
    let pager: TimelinePager
  }

  private(set) var all: [Tab] = []
  private(set) var selected = 0
  /// Whether the source may have more timelines than there are tabs.
  var isGrowing = false

  private let makePager: (TimelineID) -> TimelinePager

  /// - Parameter makePager: makes what holds a timeline.
  init(makePager: @escaping (TimelineID) -> TimelinePager) {
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

  /// Shows these timelines. Those that are held stay, also where the source does not list them any more.
  func show(_ timelines: [ListedTimeline], selecting id: TimelineID, keepsHeld: Bool = true) {
    let held = keepsHeld ? all : []
    let listed = timelines.map { timeline in
      Tab(timeline: timeline, pager: held.first { $0.timeline.id == timeline.id }?.pager ?? makePager(timeline.id))
    }
    let gone = held.filter { tab in tab.pager.hasPosts && !timelines.contains { $0.id == tab.timeline.id } }
    all = listed + gone
    selected = all.firstIndex { $0.timeline.id == id } ?? 0
  }
}
