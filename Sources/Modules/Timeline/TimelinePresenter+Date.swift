import Domain
import EmptyState
import FoundationEssentials

extension TimelinePresenter {
  /// A day, a month or a year that the person wants to see.
  struct WantedDate {
    let text: String
    let span: DateSpan
  }

  func goToDate(_ text: String) {
    let text = text.split(separator: " ").joined(separator: " ")
    guard !text.isEmpty else { return view?.endDateEntry() ?? () }
    guard let span = DateSpan(text, now: now) else {
      view?.showNotice(
        NoticeViewModel(
          text: "“\(text)” is no date. 2015, 2015-03, 2015-03-14, today and yesterday are.", isFailure: true))
      return
    }
    view?.endDateEntry()
    guard let window = tab.window, case .posts = tab.content else { return }
    let wanted = WantedDate(text: text, span: span)
    guard window.newer != nil || window.older != nil else {
      select(window.index(of: span))
      return showWhereItLanded(wanted)
    }
    load(at: .nearest(span.end.addingTimeInterval(-0.001)), selecting: .date(wanted))
  }

  /// Says so where there is nothing at the date that was wanted.
  func showWhereItLanded(_ wanted: WantedDate) {
    let nothing = tab.isUnfinished ? "Nothing so far of \(wanted.text)." : "Nothing of \(wanted.text)."
    guard let date = tab.selectedPost?.timelineDate else {
      view?.showNotice(NoticeViewModel(text: "\(nothing) The posts here have no dates."))
      return
    }
    guard date < wanted.span.start || date >= wanted.span.end else { return }
    view?.showNotice(NoticeViewModel(text: "\(nothing) The nearest post is of \(LocalTime.day(date))."))
  }
}

extension TimelineWindow {
  /// The newest post of that time; where there is none, the nearest to it.
  func index(of span: DateSpan) -> Int {
    func distance(_ date: Date) -> Double {
      if date >= span.end { return date.timeIntervalSince(span.end) }
      return date < span.start ? span.start.timeIntervalSince(date) : 0
    }
    let dates = posts.map(\.timelineDate)
    if let newest = dates.compactMap(\.self).filter({ distance($0) == 0 && $0 < span.end }).max() {
      return dates.firstIndex(of: newest) ?? 0
    }
    return dates.enumerated().min {
      ($0.element.map(distance) ?? .infinity) < ($1.element.map(distance) ?? .infinity)
    }?.offset ?? 0
  }
}
