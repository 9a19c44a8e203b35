/// All screens: the root screens side by side, the stack of screens in front of them, the detail next to a list, and
/// the panes that fit into the terminal.
///
/// Screens are notified when they become visible or invisible, and need not know about other panes.
@MainActor
final class ScreenStack {
  /// The role of a pane.
  enum PaneRole: Hashable {
    case sidebar
    /// A root screen, by index.
    case root(Int)
    /// The detail of a selection, or a screen opened from it.
    case detail
    /// A screen that covers all others.
    case cover
  }

  struct Pane {
    let role: PaneRole
    let screen: any ViewController
    let columns: Range<Int>
  }

  /// A screen with the detail of a selection. The same instance is used next to and in front of the list.
  struct Detail {
    let id: AnyHashable
    let screen: any ViewController
    /// Whether a new selection does not replace it.
    var isPinned = false
    /// The screens below it in the stack when it has the focus.
    var behind: [PushedScreen] = []
  }

  struct PushedScreen {
    let screen: any ViewController
    /// The detail id; nil for a screen that covers all others.
    let detail: AnyHashable?
    var isPinned = false
  }

  private(set) var roots: [any ViewController] = []
  var focusedRoot = 0
  /// Whether the root screen may have panes next to it.
  private var isSplit = false
  var pushed: [PushedScreen] = []
  var sideDetail: Detail?
  var selection: Selection?
  var isSidebarFocused = false
  /// The header last passed to the sidebar.
  var sidebarHeader: ScreenHeader?
  /// The first visible column.
  var firstColumn = 0

  /// The navigation pane, shown at the left on wide screens.
  var sidebar: (any ViewController)?
  /// Shown in the detail pane if nothing is selected.
  var placeholder: (any ViewController)?
  var layout = PaneLayout.auto
  var widths = PaneWidths.standard
  /// A typical size until the first draw.
  var size = Size(width: 80, height: 24)

  /// From left to right.
  var panes: [Pane] = []
  /// Called with a screen that must be redrawn.
  let needsDisplay: @MainActor (any ViewController) -> Void

  init(needsDisplay: @escaping @MainActor (any ViewController) -> Void) {
    self.needsDisplay = needsDisplay
  }

  /// The root screen and those pushed on it, in order.
  var screens: [any ViewController] { (root.map { [$0] } ?? []) + pushed.map(\.screen) }

  /// All screens, visible or not.
  var all: [any ViewController] {
    roots + pushed.map(\.screen) + (sideDetail?.behind.map(\.screen) ?? [])
      + [sideDetail?.screen, sidebar, placeholder].compactMap { $0 }
  }

  var root: (any ViewController)? { roots.indices.contains(focusedRoot) ? roots[focusedRoot] : nil }

  /// The screen with the keyboard focus.
  var top: (any ViewController)? { isSidebarFocused ? sidebar : pushed.last?.screen ?? root }

  var isAtRoot: Bool { pushed.isEmpty && !isSidebarFocused }

  /// The index of the focused pane.
  var focusedPane: Int { panes.firstIndex { $0.screen === top } ?? 0 }

  /// Whether the current screen may have panes next to it.
  var canSplit: Bool { isSplit && pushed.last.map { $0.detail != nil } ?? true }

  /// The layout in use for the current size.
  var effectiveLayout: PaneLayout {
    guard canSplit else { return .single }
    switch layout {
    case .single: return .single
    case .columns: return .columns
    case .split: return size.width >= PaneWidths.minRequestedSplit ? .split : .single
    case .auto where roots.count > 1: return .columns
    case .auto: return automaticLayout
    }
  }

  /// The layout for a single root screen that the width suggests.
  var automaticLayout: PaneLayout { size.width >= PaneWidths.minSplit ? .split : .single }
}

// MARK: - Navigation

extension ScreenStack {
  /// - Parameter isSplit: whether panes may be shown next to the root screen.
  func setRoots(_ screens: [any ViewController], focused: Int, isSplit: Bool) {
    let isSame = isSplit == self.isSplit && screens.elementsEqual(roots) { $0 === $1 }
    (roots, focusedRoot, self.isSplit) = (screens, min(max(0, focused), max(0, screens.count - 1)), isSplit)
    if isSame {
      // The selection is unchanged.
      focus(.root(focusedRoot))
    } else {
      (pushed, sideDetail, selection, isSidebarFocused) = ([], nil, nil, false)
      arrange()
    }
  }

  func push(_ screen: any ViewController) {
    push(PushedScreen(screen: screen, detail: nil))
  }

  /// Pushes a detail, reusing the screen that already shows it next to the list.
  /// - Parameter isPinned: whether it stays next to the list after the list gets the focus, regardless of the
  ///   selection.
  func showDetail(_ id: AnyHashable, isPinned: Bool = false, _ make: @MainActor () -> any ViewController) {
    let known = sideDetail?.id == id && (pushed.isEmpty || sideDetail?.isPinned == true) ? sideDetail?.screen : nil
    if known != nil {
      if pushed.isEmpty { pushed = sideDetail?.behind ?? [] }
      sideDetail = nil
    }
    let before = top
    push(PushedScreen(screen: known ?? make(), detail: id, isPinned: isPinned))
    before?.endEditing()
  }

  /// Returns to the previous screen; ignored on the root screen.
  func pop() {
    if isSidebarFocused {
      isSidebarFocused = false
    } else if let last = pushed.popLast(), pushed.isEmpty {
      showBeside(last)
    }
    arrange()
  }

  /// Removes the detail with this id from all panes.
  func removeDetail(_ id: AnyHashable) {
    pushed.removeAll { $0.detail == id }
    sideDetail?.behind.removeAll { $0.detail == id }
    if let detail = sideDetail, detail.id == id {
      sideDetail = nil
      if let last = detail.behind.last { showBeside(last) }
    }
    arrange()
  }

  /// Sets the selection of the root screen; nil for none.
  func select(_ selection: Selection?) {
    self.selection = selection
  }

  /// Whether the detail pane differs from the selection.
  var isDetailOutdated: Bool {
    effectiveLayout == .split && pushed.isEmpty && sideDetail?.isPinned != true && sideDetail?.id != selection?.id
  }

  /// The pinned detail without space on the screen, if any.
  var hiddenPinnedDetail: (any ViewController)? {
    guard pushed.isEmpty, !isSidebarFocused, let sideDetail, sideDetail.isPinned, !isVisible(sideDetail.screen) else {
      return nil
    }
    return sideDetail.screen
  }

  /// Whether the detail pane is empty.
  var isDetailMissing: Bool { sideDetail == nil }

  /// Shows the detail of the current selection next to the list.
  func updateDetail() {
    guard isDetailOutdated else { return }
    sideDetail = selection.flatMap { selection in
      selection.make().map { Detail(id: selection.id, screen: $0) }
    }
    if sideDetail == nil { selection = nil }
    arrange()
  }

  private func push(_ new: PushedScreen) {
    isSidebarFocused = false
    pushed.append(new)
    arrange()
  }

  func showBeside(_ last: PushedScreen) {
    guard sideDetail?.isPinned != true else { return }
    if let id = last.detail, id == selection?.id { sideDetail = Detail(id: id, screen: last.screen) }
  }
}
