/// What a presenter tells a screen on which exactly one of content, empty view and loading stands at any moment: what is
/// shown takes the place of what stood. How its content is shown, each screen's own contract says.
@MainActor
public protocol EmptyStateView: AnyObject {
  /// nil while it is too early to say anything.
  func showLoading(_ viewModel: EmptyStateViewModel?)
  func showEmptyView(_ viewModel: EmptyStateViewModel)
  /// What takes its place follows.
  func hideEmptyView()
}

/// The same of a screen whose content is a list, with what is said beside it.
@MainActor
public protocol ListView: EmptyStateView {
  /// Where in the list the person is.
  func showStatus(_ status: String)
  func showNotice(_ notice: NoticeViewModel)
  func hideNotice()
}

/// What is to stand on a screen: exactly one of these.
public enum ScreenContent<Content> {
  /// nil while it is too early to say anything.
  case loading(EmptyStateViewModel?)
  case content(Content)
  case empty(EmptyStateViewModel)
}

/// Has what a presenter has decided stand on its view, and takes an empty view away before something else comes.
@MainActor
public struct ContentSwitch {
  private var isEmptyViewShown = false

  public init() {}

  /// - Parameter showContent: shows it on the view.
  public mutating func show<Content>(
    _ content: ScreenContent<Content>, on view: any EmptyStateView, showContent: (Content) -> Void
  ) {
    if case .empty(let viewModel) = content {
      isEmptyViewShown = true
      return view.showEmptyView(viewModel)
    }
    if isEmptyViewShown { view.hideEmptyView() }
    isEmptyViewShown = false
    switch content {
    case .loading(let viewModel): view.showLoading(viewModel)
    case .content(let content): showContent(content)
    case .empty: break
    }
  }
}
