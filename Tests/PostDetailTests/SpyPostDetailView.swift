import EmptyState

@testable import PostDetail

/// Records what the presenter tells, and what stands on the screen after it.
@MainActor
final class SpyPostDetailView: PostDetailView {
  enum Standing: Hashable {
    case loading(EmptyStateViewModel?)
    case thread(PostDetailViewModel)
    case empty(EmptyStateViewModel)
  }

  /// What has been shown and not hidden.
  private(set) var standing: [Standing] = []
  /// What has been shown, each once until something else was.
  private(set) var calls: [String] = []
  private(set) var maxStanding = 0
  private(set) var header: PostDetailHeader?
  private(set) var status = ""
  private(set) var notice: NoticeViewModel?

  func showHeader(_ header: PostDetailHeader) { self.header = header }
  func showLoading(_ viewModel: EmptyStateViewModel?) { show(.loading(viewModel)) }
  func showThread(_ viewModel: PostDetailViewModel) { show(.thread(viewModel)) }
  func showEmptyView(_ viewModel: EmptyStateViewModel) { show(.empty(viewModel)) }
  func hideEmptyView() { standing.removeAll { if case .empty = $0 { true } else { false } } }
  func showStatus(_ status: String) { self.status = status }
  func showNotice(_ notice: NoticeViewModel) { self.notice = notice }
  func hideNotice() { notice = nil }

  var thread: PostDetailViewModel? {
    if case .thread(let thread)? = standing.last { thread } else { nil }
  }

  var empty: EmptyStateViewModel? {
    if case .empty(let empty)? = standing.last { empty } else { nil }
  }

  private func show(_ new: Standing) {
    // What is shown takes the place of what stood.
    standing = [new]
    maxStanding = max(maxStanding, standing.count)
    if calls.last != new.name { calls.append(new.name) }
  }
}

extension SpyPostDetailView.Standing {
  fileprivate var name: String {
    switch self {
    case .loading(nil): "silence"
    case .loading: "loading"
    case .thread: "thread"
    case .empty(let viewModel): viewModel.name
    }
  }
}
