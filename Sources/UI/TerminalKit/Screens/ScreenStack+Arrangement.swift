/// Layout of the visible screens.
extension ScreenStack {
  func resize(to size: Size) {
    guard size != self.size else { return }
    self.size = size
    arrange()
  }

  /// Recomputes the panes and notifies screens that appear or disappear.
  func arrange() {
    if isSidebarFocused, !hasSidebar { isSidebarFocused = false }
    let before = panes.map(\.screen)
    panes = arrangement()
    for screen in before where !isVisible(screen) { screen.viewWillDisappear() }
    for screen in panes.map(\.screen) where !before.contains(where: { $0 === screen }) && isVisible(screen) {
      if screen.needsDisplay == nil {
        screen.needsDisplay = { [weak self, weak screen] in
          if let screen { self?.needsDisplay(screen) }
        }
        screen.viewDidLoad()
      }
      // `viewDidLoad` may have opened another screen.
      if isVisible(screen) { screen.viewDidAppear() }
    }
    // Invisible details are not updated, so update them now.
    let wasVisible = before.contains { $0 === sideDetail?.screen }
    if isDetailOutdated, !wasVisible { updateDetail() }
  }

  /// Passes the list's header to the sidebar if both are visible.
  func updateSidebarHeader() {
    guard let sidebar, isVisible(sidebar), let header = root?.header, header != sidebarHeader else { return }
    sidebarHeader = header
    (sidebar as? any HeaderObserver)?.headerDidChange(header)
  }

  func isVisible(_ screen: any ViewController) -> Bool { panes.contains { $0.screen === screen } }

  var hasSidebar: Bool {
    effectiveLayout == .split && sidebar != nil && widths.sidebarWidth > 0 && size.width >= PaneWidths.minSidebar
  }

  private func arrangement() -> [Pane] {
    guard let top else { return [] }
    switch effectiveLayout {
    case .split: return split
    case .columns: return columns
    case .single, .auto: return [Pane(role: role(of: top), screen: top, columns: 0..<size.width)]
    }
  }

  private func role(of screen: any ViewController) -> PaneRole {
    guard let last = pushed.last, last.screen === screen else { return .root(focusedRoot) }
    return last.detail == nil ? .cover : .detail
  }

  private var split: [Pane] {
    guard let root else { return [] }
    var panes: [Pane] = []
    var start = 0
    if hasSidebar, let sidebar {
      panes.append(Pane(role: .sidebar, screen: sidebar, columns: 0..<widths.sidebarWidth))
      start = widths.sidebarWidth + 1
    }
    let end = start + widths.listWidth(of: size.width - start)
    panes.append(Pane(role: .root(focusedRoot), screen: root, columns: start..<end))
    if let detail = pushed.last?.screen ?? sideDetail?.screen ?? placeholder {
      panes.append(Pane(role: .detail, screen: detail, columns: end + 1..<size.width))
    }
    return panes
  }

  /// The columns that fit, with a detail to the right of its list.
  private var columns: [Pane] {
    var all = roots.enumerated().map { (PaneRole.root($0.offset), $0.element) }
    let pinned = sideDetail.flatMap { $0.isPinned ? $0.screen : nil }
    if let opened = pushed.last?.screen ?? pinned { all.insert((.detail, opened), at: focusedRoot + 1) }
    let focused = focusedRoot + (pushed.isEmpty ? 0 : 1)
    let count = min(all.count, widths.columnCount(in: size.width))
    firstColumn = min(max(firstColumn, focused - count + 1), focused, all.count - count)
    let shares = PaneWidths.shares(of: size.width, count: count)
    return zip(all[firstColumn..<firstColumn + count], shares).map { Pane(role: $0.0, screen: $0.1, columns: $1) }
  }
}
