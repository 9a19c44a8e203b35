import Domain
import EmptyState
import FoundationEssentials
import PostCell
import TerminalKit
import TimelineCore

// MARK: - Rendering

extension PostDetailPresenter {
  private static let offered: Set<EmptyStateAction> = [.retry, .signInAgain, .switchAccount, .back]

  func render() {
    guard let view else { return }
    updateAges()
    view.showHeader(header)
    contentSwitch.show(screenContent, on: view) { view.showThread($0) }
    showStatus()
    updateNotice()
  }

  /// Decides between thread, empty view and loading.
  private var screenContent: ScreenContent<PostDetailViewModel> {
    switch content {
    case .thread(let thread): return .content(viewModel(of: thread))
    case .failed(let failure): return .empty(EmptyStateViewModel(reason(for: failure), offered: Self.offered))
    case .loading:
      let reason = EmptyReason.loading(subject, seconds: loading.seconds)
      return .loading(loading.isSlow ? EmptyStateViewModel(reason, offered: Self.offered) : nil)
    }
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, subject, lastTry: failure.date, now: now)
  }

  private func updateAges() {
    guard case .thread(var thread) = content, thread.hasOutdatedAges(at: now) else { return }
    thread.updateAges(at: now)
    content = .thread(thread)
  }

  private var header: PostDetailHeader {
    let profile = dependencies.account.profile
    return PostDetailHeader(
      title: thread?.post.author.map { "Post by \($0.displayName)" } ?? "Thread", account: profile.nameAndLabel,
      label: profile.label)
  }

  private func viewModel(of thread: PostDetailThread) -> PostDetailViewModel {
    PostDetailViewModel(
      rows: thread.rows, selection: selection,
      footer: !hasConversation || thread.hasReplies ? "" : "No replies yet.",
      hasConversation: hasConversation)
  }

  func showStatus() {
    view?.showStatus(!hasConversation ? "" : thread.map { "\(selection + 1) of \($0.count)" } ?? "")
  }

  func updateNotice() {
    if thread != nil, loading.isSlow {
      view?.showNotice(
        NoticeViewModel(
          text: "Loading the thread from \(subject.source)…" + WaitingTime.ending(seconds: loading.seconds),
          isPersistent: true))
    } else if thread != nil, let failure {
      view?.showNotice(notice(for: failure))
    } else {
      view?.hideNotice()
    }
  }

  private func notice(for failure: LoadFailure) -> NoticeViewModel {
    var notice = NoticeViewModel(
      failure: reason(for: failure), shown: "thread", loadedAt: loadedAt, now: now, offered: Self.offered)
    // The cached post is still on screen, so the notice names the source that no longer has it.
    if case .postUnavailable(_, let reason) = failure.error {
      let source = subject.source
      let text =
        reason == .notInSource
        ? "\(source) no longer has this post" : "\(source) no longer shows this post: it \(reason.clause)"
      notice.text = text + (loadedAt.map { " · thread as of \(LocalTime.moment($0, at: now))" } ?? "")
    } else if !hasConversation {
      notice.text += " · thread not loaded yet"
    } else if loadedAt == nil {
      notice.text += " · thread from cache"
    }
    return notice
  }
}
