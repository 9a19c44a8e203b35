/// Which screens are to be seen, and where each of them stands.
extension ScreenStack {
  func resize(to size: Size) {
    guard size != self.size else { return }
    self.size = size
    arrange()
  }

  /// Gives each screen that there is room for its place, and tells those that come and go.
  func arrange() {
    if isSidebarFocused, !hasSidebar { isSidebarFocused = false }
    let before = panes.map(\.screen)
    panes = arrangement()
    for screen in before where !isToBeSeen(screen) { screen.viewWillDisappear() }
    for screen in panes.map(\.screen) where !before.contains(where: { $0 === screen }) && isToBeSeen(screen) {
      if screen.needsDisplay == nil {
        screen.needsDisplay = { [weak self, weak screen] in
          if let screen { self?.needsDisplay(screen) }
        }
        screen.viewDidLoad()
      }
      // It may have led on to another one.
      if isToBeSeen(screen) { screen.viewDidAppear() }
    }
    // What was not to be seen could not follow.
    let couldFollow = before.contains { $0 === beside?.screen }
    if isDetailBehind, !couldFollow, selection != nil { updateDetail() }
  }

  /// Has the sidebar know what the list's header says, where both are to be seen.
  func followHeader() {
    guard let sidebar, isToBeSeen(sidebar), let header = root?.header, header != followedHeader else { return }
    followedHeader = header
    (sidebar as? any HeaderFollower)?.headerDidChange(header)
  }

  func isToBeSeen(_ screen: any ViewController) -> Bool { panes.contains { $0.screen === screen } }

  private var hasSidebar: Bool {
    standing == .split && sidebar != nil && widths.sidebarWidth > 0 && size.width >= PaneWidths.minSidebar
  }

  private func arrangement() -> [Pane] {
    guard let top else { return [] }
    switch standing {
    case .split: return split
    case .columns: return columns
    case .single, .auto: return [Pane(part: part(of: top), screen: top, columns: 0..<size.width)]
    }
  }

  private func part(of screen: any ViewController) -> Part {
    guard let last = pushed.last, last.screen === screen else { return .root(focusedRoot) }
    return last.detail == nil ? .cover : .detail
  }

  private var split: [Pane] {
    guard let root else { return [] }
    var panes: [Pane] = []
    var start = 0
    if hasSidebar, let sidebar {
      panes.append(Pane(part: .sidebar, screen: sidebar, columns: 0..<widths.sidebarWidth))
      start = widths.sidebarWidth + 1
    }
    let end = start + widths.listWidth(of: size.width - start)
    panes.append(Pane(part: .root(focusedRoot), screen: root, columns: start..<end))
    if let detail = pushed.last?.screen ?? beside?.screen ?? placeholder {
      panes.append(Pane(part: .detail, screen: detail, columns: end + 1..<size.width))
    }
    return panes
  }

  /// The columns that there is room for, what was opened from one of them at its right.
  private var columns: [Pane] {
    var all = roots.enumerated().map { (Part.root($0.offset), $0.element) }
    let pinned = beside.flatMap { $0.isPinned ? $0.screen : nil }
    if let opened = pushed.last?.screen ?? pinned { all.insert((.detail, opened), at: focusedRoot + 1) }
    let focused = focusedRoot + (pushed.isEmpty ? 0 : 1)
    let count = min(all.count, widths.columnCount(in: size.width))
    firstColumn = min(max(firstColumn, focused - count + 1), focused, all.count - count)
    let shares = PaneWidths.shares(of: size.width, count: count)
    return zip(all[firstColumn..<firstColumn + count], shares).map { Pane(part: $0.0, screen: $0.1, columns: $1) }
  }
}
