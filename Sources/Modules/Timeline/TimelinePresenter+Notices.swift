import EmptyState

extension TimelinePresenter {
  /// What goes on while posts are shown.
  func showStandingNotice() {
    if let notice = standingNotice { view?.showNotice(notice) } else { view?.hideNotice() }
  }

  private var standingNotice: NoticeViewModel? {
    guard case .posts = tab.content else { return nil }
    if let notice = searchNotice { return notice }
    if question.isSlow {
      if wanted.isFile {
        return TimelineStatus.notice(
          reading: wanted, following?.progress, beforeOldest: isGoingToOldest, offering: .cancel)
      }
      return NoticeViewModel(
        text: "Asking \(wanted.source) for \(tab.kind.name)…", stays: true, actions: [.cancel])
    }
    if let following, following.hearing.isSlow, let progress = following.progress {
      return TimelineStatus.notice(reading: wanted, progress, offering: .stopReading)
    }
    return tab.failure.map { TimelineStatus.notice(for: $0, loadedAt: tab.loadedAt) }
  }
}
