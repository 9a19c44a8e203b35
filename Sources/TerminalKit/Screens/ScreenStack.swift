/// The screens that there are: the first one, or several side by side, those that cover it or stand beside it one after
/// another, and which of them the terminal has room for.
///
/// A screen is told that it appears when it comes to be seen, and that it disappears when it is not to be seen any more:
/// it need not know what stands beside it.
@MainActor
final class ScreenStack {
  /// What stands in a pane.
  enum Part: Hashable {
    case sidebar
    /// One of the first screens.
    case root(Int)
    /// What is selected in a list, or was opened from there.
    case detail
    /// A screen that covers all others.
    case cover
  }

  struct Pane {
    let part: Part
    let screen: any ViewController
    let columns: Range<Int>
  }

  /// A screen that shows what is selected in a list: the same one, beside the list or in front of it.
  struct Detail {
    let id: AnyHashable
    let screen: any ViewController
    /// Whether it gives way to nothing that is only selected.
    var isPinned = false
    /// What it stands in front of, where it takes the keys.
    var behind: [Pushed] = []
  }

  struct Pushed {
    let screen: any ViewController
    /// nil where it covers all that is behind.
    let detail: AnyHashable?
    var isPinned = false
  }

  private(set) var roots: [any ViewController] = []
  var focusedRoot = 0
  /// Whether others may stand beside the first screen.
  private var isSplit = false
  var pushed: [Pushed] = []
  var beside: Detail?
  var selection: Selection?
  var isSidebarFocused = false
  /// What the sidebar knows of the list.
  var followedHeader: ScreenHeader?
  /// The first column that is to be seen.
  var firstColumn = 0

  /// Leads from one place to another; stands at the left where there is room.
  var sidebar: (any ViewController)?
  /// Stands where nothing is selected.
  var placeholder: (any ViewController)?
  var layout = PaneLayout.auto
  var widths = PaneWidths.standard
  /// Where nothing has been drawn yet, what is usual.
  var size = Size(width: 80, height: 24)

  /// From left to right.
  var panes: [Pane] = []
  /// Told which screen looks different now.
  let needsDisplay: @MainActor (any ViewController) -> Void

  init(needsDisplay: @escaping @MainActor (any ViewController) -> Void) {
    self.needsDisplay = needsDisplay
  }

  /// The first screen and those in front of it, one after another.
  var screens: [any ViewController] { (root.map { [$0] } ?? []) + pushed.map(\.screen) }

  /// Those that are there, to be seen or not.
  var all: [any ViewController] {
    roots + pushed.map(\.screen) + (beside?.behind.map(\.screen) ?? [])
      + [beside?.screen, sidebar, placeholder].compactMap { $0 }
  }

  var root: (any ViewController)? { roots.indices.contains(focusedRoot) ? roots[focusedRoot] : nil }

  /// The one that takes the keys.
  var top: (any ViewController)? { isSidebarFocused ? sidebar : pushed.last?.screen ?? root }

  var isAtRoot: Bool { pushed.isEmpty && !isSidebarFocused }

  /// The pane of the screen that takes the keys.
  var focusedPane: Int { panes.firstIndex { $0.screen === top } ?? 0 }

  /// Whether the first screen may have others beside it.
  var canSplit: Bool { isSplit && pushed.last.map { $0.detail != nil } ?? true }

  /// How the screens stand now.
  var standing: PaneLayout {
    guard canSplit else { return .single }
    switch layout {
    case .single: return .single
    case .columns: return .columns
    case .split: return size.width >= PaneWidths.minWantedSplit ? .split : .single
    case .auto where roots.count > 1: return .columns
    case .auto: return size.width >= PaneWidths.minSplit ? .split : .single
    }
  }
}

// MARK: - From one screen to the next

extension ScreenStack {
  /// - Parameter isSplit: whether others may stand beside it.
  func setRoots(_ screens: [any ViewController], focused: Int, isSplit: Bool) {
    let isSame = isSplit == self.isSplit && screens.elementsEqual(roots) { $0 === $1 }
    (roots, focusedRoot, self.isSplit) = (screens, min(max(0, focused), max(0, screens.count - 1)), isSplit)
    if isSame {
      // What is selected there is so still.
      focus(.root(focusedRoot))
    } else {
      (pushed, beside, selection, isSidebarFocused) = ([], nil, nil, false)
      arrange()
    }
  }

  func push(_ screen: any ViewController) {
    push(Pushed(screen: screen, detail: nil))
  }

  /// Opens what is selected; where it stands beside the list already, that is it.
  /// - Parameter isPinned: whether it stays beside the list when the list takes the keys, whatever is selected there.
  func showDetail(_ id: AnyHashable, isPinned: Bool = false, _ make: @MainActor () -> any ViewController) {
    let known = beside?.id == id && (pushed.isEmpty || beside?.isPinned == true) ? beside?.screen : nil
    if known != nil {
      if pushed.isEmpty { pushed = beside?.behind ?? [] }
      beside = nil
    }
    let before = top
    push(Pushed(screen: known ?? make(), detail: id, isPinned: isPinned))
    before?.endEditing()
  }

  /// Goes back to the screen before; the first one stays.
  func pop() {
    if isSidebarFocused {
      isSidebarFocused = false
    } else if let last = pushed.popLast(), pushed.isEmpty {
      keepBeside(last)
    }
    arrange()
  }

  /// Takes away what was opened under an id, wherever it stands.
  func removeDetail(_ id: AnyHashable) {
    pushed.removeAll { $0.detail == id }
    beside?.behind.removeAll { $0.detail == id }
    if let detail = beside, detail.id == id {
      beside = nil
      if let last = detail.behind.last { keepBeside(last) }
    }
    arrange()
  }

  /// Says what is selected in the first screen; nil where nothing is.
  func select(_ selection: Selection?) {
    self.selection = selection
  }

  /// Whether something else stands beside the list than is selected in it.
  var isDetailBehind: Bool {
    standing == .split && pushed.isEmpty && beside?.isPinned != true && beside?.id != selection?.id
  }

  /// What is pinned, and there is no room for; nil where there is none.
  var hiddenPinned: (any ViewController)? {
    guard pushed.isEmpty, !isSidebarFocused, let beside, beside.isPinned, !isToBeSeen(beside.screen) else { return nil }
    return beside.screen
  }

  /// Whether nothing stands beside the list yet.
  var isDetailMissing: Bool { beside == nil }

  /// Has what is selected stand beside the list.
  func updateDetail() {
    guard isDetailBehind else { return }
    beside = selection.flatMap { selection in
      selection.make().map { Detail(id: selection.id, screen: $0) }
    }
    if beside == nil { selection = nil }
    arrange()
  }

  private func push(_ new: Pushed) {
    isSidebarFocused = false
    pushed.append(new)
    arrange()
  }

  func keepBeside(_ last: Pushed) {
    guard beside?.isPinned != true else { return }
    if let id = last.detail, id == selection?.id { beside = Detail(id: id, screen: last.screen) }
  }
}
