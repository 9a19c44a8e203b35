import TerminalKit

/// The content of a screen that shows a list or an empty view.
public enum HostedContent: Hashable, Sendable {
  case nothing
  /// Loading, with nil for the first tenth of a second, when nothing is shown yet.
  case loading(EmptyStateViewModel?)
  case list
  case empty(EmptyStateViewModel)
}

extension HostedContent {
  /// Whether nothing is shown yet because the content is still loading.
  public var isBlank: Bool { self == .loading(nil) }

  /// Removes an empty view before its replacement is set.
  public mutating func hideEmptyView() {
    if case .empty = self { self = .nothing }
  }

  /// Draws the content, calling `list` to draw the list.
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

/// A view that shows a list or an empty view. Its presenter decides which; the view only stores it.
@MainActor
public protocol EmptyStateHost: EmptyStateView {
  var content: HostedContent { get set }
  /// Called when the screen must be redrawn.
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
