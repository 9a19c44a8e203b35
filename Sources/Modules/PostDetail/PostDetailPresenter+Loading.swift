import Domain
import EmptyState
import FoundationEssentials

extension PostDetailPresenter {
  /// Supersedes whatever is being asked. A thread stays on the screen until the new one is there; else loading stands
  /// before the first `await`.
  func load(isReload: Bool) {
    if thread == nil { content = .loading }
    question.ask { [weak self, dependencies] in
      do throws(TimelineError) {
        let loadThread = dependencies.loadThread
        let thread =
          isReload ? try await loadThread.refreshed(dependencies.id) : try await loadThread(of: dependencies.id)
        guard !Task.isCancelled else { return }
        self?.accept(thread)
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    } whenSlow: { [weak self] in
      self?.render()
    }
    render()
  }

  /// Counts down to the moment at which the source answers again, and asks it then.
  func startCountdown(until: Date) {
    question.countDown(to: until) { [weak self] in
      self?.updateCountdown(until: until) ?? false
    } end: { [weak self] in
      self?.reload()
    }
  }
}

extension PostDetailPresenter {
  private func accept(_ answer: PostThread) {
    question.stop()
    let new = PostDetailThread(answer, now: now, revealed: revealed, keys: keyNames)
    selection = thread.flatMap { new.index(of: selection, in: $0) } ?? new.focus
    failure = nil
    loadedAt = now
    content = .thread(new)
    render()
  }

  private func fail(_ error: TimelineError) {
    question.stop()
    dependencies.log.note(.timelineFailed(handle: dependencies.account.profile.label, error: error))
    show(error)
    if case .rateLimited(_, let until) = error { startCountdown(until: dependencies.clock.nextTry(after: until)) }
  }

  private func show(_ error: TimelineError) {
    let reason = EmptyReason(error, wanted: wanted, now: now)
    if thread == nil { content = .empty(reason) } else { failure = reason }
    render()
  }

  /// - Returns: whether somebody still waits for that moment.
  private func updateCountdown(until: Date) -> Bool {
    guard case .rateLimited(let host, _, _, _)? = standingFailure else { return false }
    show(.rateLimited(host: host, until: until))
    return true
  }
}
