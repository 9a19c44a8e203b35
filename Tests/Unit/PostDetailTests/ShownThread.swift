import EmptyState
import ScreenSupport

@testable import PostDetail

/// The content of the thread screen.
@MainActor
struct ShownThread {
  let screen: ListScreen<PostDetailPresenter>
  private var presenter: PostDetailPresenter { screen.presenter }

  var content: HostedContent { screen.content }
  var header: ListHeader { presenter.header }
  var status: String { presenter.status(at: presenter.selection, of: thread?.rows.count ?? 0) }

  var thread: ListRows<PostDetailRow>? {
    if screen.content == .list, case .content(let thread) = presenter.screenContent { thread } else { nil }
  }

  var empty: EmptyStateViewModel? {
    if case .empty(let empty) = screen.content { empty } else { nil }
  }

  var notice: NoticeViewModel? {
    guard let shown = screen.notice else { return nil }
    if let notice = presenter.notice, notice.text == shown.text { return notice }
    return NoticeViewModel(text: shown.text, severity: shown.severity)
  }
}
