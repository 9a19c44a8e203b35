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
