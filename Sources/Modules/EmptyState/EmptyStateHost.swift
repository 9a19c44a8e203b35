/// A view that shows a list or, where there is none, an empty view. Which of them stands its presenter decides; this
/// only writes down what it says.
@MainActor
public protocol EmptyStateHost: AnyObject {
  var content: HostedContent { get set }
  /// Tells the navigator that the screen looks different now.
  var needsDisplay: (@MainActor () -> Void)? { get }
}

extension EmptyStateHost {
  /// nil while it is too early to say anything.
  public func showLoading(_ viewModel: EmptyStateViewModel?) {
    content = .loading(viewModel)
    needsDisplay?()
  }

  public func showEmptyView(_ viewModel: EmptyStateViewModel) {
    content = .empty(viewModel)
    needsDisplay?()
  }

  public func hideEmptyView() {
    content.hideEmptyView()
  }
}
