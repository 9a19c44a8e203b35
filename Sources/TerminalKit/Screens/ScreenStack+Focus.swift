/// Which pane takes the keys.
extension ScreenStack {
  /// Has a pane take the keys.
  func focus(_ part: Part) {
    let before = top
    defer { if let before, before !== top { before.endEditing() } }
    switch part {
    case .sidebar: isSidebarFocused = sidebar != nil
    case .root(let index):
      isSidebarFocused = false
      if let first = pushed.first, let last = pushed.last {
        let behind = Array(pushed.dropLast())
        pushed = []
        if last.isPinned, let id = last.detail {
          beside = Detail(id: id, screen: last.screen, isPinned: true, behind: behind)
        } else {
          keepBeside(first)
        }
      }
      if roots.indices.contains(index) { focusedRoot = index }
    case .detail:
      isSidebarFocused = false
      if pushed.isEmpty, let detail = beside {
        beside = nil
        pushed = detail.behind + [Pushed(screen: detail.screen, detail: detail.id, isPinned: detail.isPinned)]
      }
    case .cover: break
    }
    arrange()
  }

  /// Has the pane take the keys that stands so many further to the right, the first one after the last.
  func moveFocus(by step: Int) {
    guard panes.count > 1 else { return }
    focus(panes[(focusedPane + step + panes.count) % panes.count].part)
  }

  /// The same among columns, of which some may not be to be seen.
  func moveFocusToColumn(by step: Int) {
    guard roots.indices.contains(focusedRoot + step) else { return }
    focus(.root(focusedRoot + step))
  }
}
