import Domain
import EmptyState
import FoundationEssentials

extension TimelinePresenter {
  /// Goes on counting down where that was broken off.
  func resumeCountdown() {
    if case .rateLimited(_, _, let until, _)? = tab.standingFailure { startCountdown(until: until) }
  }

  /// Counts down to the moment at which the source answers again, and asks it then.
  func startCountdown(until: Date) {
    question.stopCountdown()
    // Behind another screen nothing is asked by itself: it goes on when this one comes back.
    guard isInFront else { return }
    question.countDown(to: until) { [weak self] in
      self?.updateCountdown(until: until) ?? false
    } end: { [weak self] in
      self?.refresh()
    }
  }

  /// - Returns: whether somebody still waits for that moment.
  private func updateCountdown(until: Date) -> Bool {
    guard case .rateLimited(let host, let wanted, _, _)? = tab.standingFailure else { return false }
    let reason = EmptyReason(.rateLimited(host: host, until: until), wanted: wanted, now: now)
    if case .posts = tab.content { tab.failure = reason } else { tab.content = .empty(reason) }
    render()
    return true
  }
}
