import Domain
import EmptyState
import FoundationEssentials

extension PostDetailPresenter {
  /// What takes no longer than this is not spoken of.
  private static let patienceSeconds = 0.1

  /// Supersedes whatever is being asked. A thread stays on the screen until the new one is there; else loading stands
  /// before the first `await`.
  func load(isReload: Bool) {
    stopLoading()
    if thread == nil { content = .loading }
    loading = dependencies.runner.start { [weak self, dependencies] in
      do throws(TimelineError) {
        let loadThread = dependencies.loadThread
        let thread =
          isReload ? try await loadThread.refreshed(dependencies.id) : try await loadThread(of: dependencies.id)
        guard !Task.isCancelled else { return }
        self?.accept(PostDetailThread(thread))
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
    patience = dependencies.runner.start { [weak self, dependencies] in
      guard (try? await dependencies.clock.sleep(seconds: Self.patienceSeconds)) != nil, !Task.isCancelled else {
        return
      }
      self?.isSlow = true
      self?.render()
    }
    render()
  }

  func stopLoading() {
    for task in [loading, countdown, patience] { task?.cancel() }
    (loading, countdown, patience) = (nil, nil, nil)
    isSlow = false
  }

  /// Counts down to the moment at which the source answers again, and asks it then.
  func startCountdown(until: Date) {
    countdown?.cancel()
    countdown = dependencies.runner.start { [weak self, dependencies] in
      while let left = self?.updateCountdown(until: until), left > 0 {
        do {
          try await dependencies.clock.sleep(seconds: min(1, left))
        } catch {
          return
        }
      }
      guard !Task.isCancelled else { return }
      self?.reload()
    }
  }
}

extension PostDetailPresenter {
  private func accept(_ new: PostDetailThread) {
    stopLoading()
    selection = thread.flatMap { new.index(of: selection, in: $0) } ?? new.focus
    failure = nil
    loadedAt = now
    content = .thread(new)
    render()
  }

  private func fail(_ error: TimelineError) {
    stopLoading()
    dependencies.log.note(.timelineFailed(handle: dependencies.account.profile.label, error: error))
    show(error)
    if case .rateLimited(_, let until) = error { startCountdown(until: until) }
  }

  private func show(_ error: TimelineError) {
    let reason = EmptyReason(error, wanted: wanted, now: now)
    if thread == nil { content = .empty(reason) } else { failure = reason }
    render()
  }

  /// - Returns: the seconds that are left; nil when nobody waits for them any more.
  private func updateCountdown(until: Date) -> Double? {
    guard case .rateLimited(let host, _, _, _)? = standingFailure else { return nil }
    show(.rateLimited(host: host, until: until))
    return until.timeIntervalSince(now)
  }
}
