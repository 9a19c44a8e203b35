import Domain
import EmptyState
import FoundationEssentials
import PostCell
import ScreenSupport
import TerminalKit
import TimelineCore

// MARK: - Rendering

extension PostDetailPresenter: ListPresenter {
  private static let offered: Set<EmptyStateAction> = [.retry, .signInAgain, .switchAccount, .back]

  var title: String { "Post" }
  var rowNames: RowNames { RowNames("post", firstCommand: PostDetailCommands.first) }

  var header: ListHeader {
    let title = thread?.post.author.map { "Post by \($0.displayName)" } ?? "Thread"
    return ListHeader(title: title, reader: session.account.profile)
  }

  func render() {
    updateAges()
    markUnavailablePostDeleted()
    view?.render()
  }

  var screenContent: ScreenContent<ListRows<PostDetailRow>> {
    loader.screenContent(subject, offered: Self.offered) { thread in
      .content(
        ListRows(
          thread.rows, selection: selection,
          footer: !hasConversation || thread.hasReplies ? "" : noReplies(to: thread.post),
          isProvisional: !hasConversation))
    }
  }

  /// Empty if the post has replies that the source does not have.
  private func noReplies(to post: Post) -> String {
    guard post.counts?.replies ?? 0 == 0 else { return "" }
    let sentence = services.keymap.value.sentence(PostActionCommands.reply, "writes one.")
    return "No replies yet." + (session.canWrite && !sentence.isEmpty ? " \(sentence)" : "")
  }

  private var subject: EmptyReason.Subject {
    .init(owner: "", contentName: "this post", origin: session.account.origin)
  }

  private func updateAges() {
    guard var thread, thread.hasOutdatedAges(at: now) else { return }
    thread.updateAges(at: now)
    loader.update(thread)
  }

  /// Marks a post that the source no longer has as deleted, so that no actions on it are available.
  private func markUnavailablePostDeleted() {
    guard case .postUnavailable? = loader.failure?.error, var thread, !thread.post.states.contains(.deleted) else {
      return
    }
    thread.replace(
      subjectPost.ref,
      with: { post in
        var deleted = post
        deleted.states.insert(.deleted)
        return .post(deleted)
      }, revealed: session.revealed.posts)
    loader.update(thread)
  }

  /// “3 of 6 · 2 new”.
  func status(at index: Int, of count: Int) -> String {
    guard hasConversation, let thread else { return "" }
    let new = thread.newCount > 0 ? " · \(thread.newCount) new" : ""
    let place = thread.number(ofRow: selection).map { "\($0) of \(thread.postCount)" } ?? "\(thread.postCount) posts"
    return place + new
  }

  var notice: NoticeViewModel? {
    let loading = "Loading the thread from \(subject.source)…"
    var notice = loader.notice(subject, shown: "thread", loading: loading, offered: Self.offered)
    guard !loader.isSlow, let failure = loader.failure else { return notice }
    // The cached post is still on screen, so the notice names the source that no longer has it.
    if case .postUnavailable(_, let reason) = failure.error {
      let source = subject.source
      let text =
        reason == .notInSource
        ? "\(source) no longer has this post" : "\(source) no longer shows this post: it \(reason.clause)"
      notice?.text = text + (loader.loadedAt.map { " · thread as of \(LocalTime.moment($0, at: now))" } ?? "")
    } else if !hasConversation {
      notice?.text += " · thread not loaded yet"
    } else if loader.loadedAt == nil {
      notice?.text += " · thread from cache"
    }
    return notice
  }
}
