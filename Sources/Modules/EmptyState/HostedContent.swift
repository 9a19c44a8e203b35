import TerminalKit

/// What stands on a screen that shows a list or, where there is none, an empty view: exactly one of these.
public enum HostedContent: Hashable, Sendable {
  case nothing
  /// Without words as long as it is too early for them.
  case loading(EmptyStateViewModel?)
  case list
  case empty(EmptyStateViewModel)
}

extension HostedContent {
  /// What takes its place follows.
  public mutating func hideEmptyView() {
    if case .empty = self { self = .nothing }
  }

  /// Draws what stands; how a list is drawn its screen knows.
  @MainActor
  public func draw(on canvas: inout Canvas, in area: Rect, keymap: Keymap, list: (inout Canvas) -> Void) {
    switch self {
    case .nothing, .loading(nil): break
    case .loading(let viewModel?), .empty(let viewModel):
      EmptyStateDrawing(viewModel, keymap: keymap).draw(on: &canvas, in: area)
    case .list: list(&canvas)
    }
  }
}

/// A view that shows a list or, where there is none, an empty view. Which of them stands its presenter decides; this
/// only writes down what it says.
@MainActor
public protocol EmptyStateHost: EmptyStateView {
  var content: HostedContent { get set }
  /// Tells the navigator that the screen looks different now.
  var needsDisplay: (@MainActor () -> Void)? { get }
}

extension EmptyStateHost {
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
