import EmptyState

@testable import PostDetail

/// Records the presenter's calls and the resulting state of the screen.
@MainActor
final class SpyPostDetailView: PostDetailView {
  enum ScreenState: Hashable {
    case loading(EmptyStateViewModel?)
    case thread(PostDetailViewModel)
    case empty(EmptyStateViewModel)
  }

  /// The states that are shown and not hidden.
  private(set) var shownStates: [ScreenState] = []
  /// The names of the shown states, without repetitions.
  private(set) var calls: [String] = []
  private(set) var maxShownStates = 0
  private(set) var header: ListHeader?
  private(set) var status = ""
  private(set) var notice: NoticeViewModel?

  func showHeader(_ header: ListHeader) { self.header = header }
  func showLoading(_ viewModel: EmptyStateViewModel?) { show(.loading(viewModel)) }
  func show(_ thread: PostDetailViewModel) { show(.thread(thread)) }
  func showEmptyView(_ viewModel: EmptyStateViewModel) { show(.empty(viewModel)) }
  func hideEmptyView() { shownStates.removeAll { if case .empty = $0 { true } else { false } } }
  func showStatus(_ status: String) { self.status = status }
  func showNotice(_ notice: NoticeViewModel) { self.notice = notice }
  func hideNotice() { notice = nil }

  var thread: PostDetailViewModel? {
    if case .thread(let thread)? = shownStates.last { thread } else { nil }
  }

  var empty: EmptyStateViewModel? {
    if case .empty(let empty)? = shownStates.last { empty } else { nil }
  }

  private func show(_ new: ScreenState) {
    // A new state replaces the previous one.
    shownStates = [new]
    maxShownStates = max(maxShownStates, shownStates.count)
    if calls.last != new.name { calls.append(new.name) }
  }
}

extension SpyPostDetailView.ScreenState {
  fileprivate var name: String {
    switch self {
    case .loading(nil): "silence"
    case .loading: "loading"
    case .thread: "thread"
    case .empty(let viewModel): viewModel.name
    }
  }
}
