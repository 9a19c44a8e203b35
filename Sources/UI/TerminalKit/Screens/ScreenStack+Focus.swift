/// Keyboard focus of panes.
extension ScreenStack {
  /// Moves the focus to a pane.
  func focus(_ role: PaneRole) {
    let before = top
    defer { if let before, before !== top { before.endEditing() } }
    switch role {
    case .sidebar: isSidebarFocused = sidebar != nil
    case .root(let index):
      isSidebarFocused = false
      if let first = pushed.first, let last = pushed.last {
        let behind = Array(pushed.dropLast())
        pushed = []
        if last.isPinned, let id = last.detail {
          sideDetail = Detail(id: id, screen: last.screen, isPinned: true, behind: behind)
        } else {
          showBeside(first)
        }
      }
      if roots.indices.contains(index) { focusedRoot = index }
    case .detail:
      isSidebarFocused = false
      if pushed.isEmpty, let detail = sideDetail {
        sideDetail = nil
        pushed = detail.behind + [PushedScreen(screen: detail.screen, detail: detail.id, isPinned: detail.isPinned)]
      }
    case .cover: break
    }
    arrange()
  }

  /// Moves the focus to the right by an offset, wrapping around.
  func moveFocus(by step: Int) {
    guard panes.count > 1 else { return }
    focus(panes[(focusedPane + step + panes.count) % panes.count].role)
  }

  /// Moves the focus to another column, visible or not.
  func moveFocusToColumn(by step: Int) {
    guard roots.indices.contains(focusedRoot + step) else { return }
    focus(.root(focusedRoot + step))
  }
}
