import TerminalKit

/// What stands on a screen that shows a list or, where there is none, an empty view: exactly one of these.
public enum HostedContent: Hashable, Sendable {
  case nothing
  /// Without words as long as it is too early for them.
  case loading(EmptyStateViewModel?)
  case list
  case empty(EmptyStateViewModel)
}

/// The presenter says of each part whether it stands, as the pattern has it. What is shown next takes the place of what
/// stood; to hide a part matters where nothing follows it.
extension HostedContent {
  public mutating func hideLoading() {
    if case .loading = self { self = .nothing }
  }

  public mutating func hideList() {
    if case .list = self { self = .nothing }
  }

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
