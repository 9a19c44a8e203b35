/// What is selected in a list, and the screen that shows it.
public struct Selection {
  /// Tells it from all else that can be selected.
  let id: AnyHashable
  let make: @MainActor () -> (any ViewController)?

  /// - Parameter make: makes the screen, where there is room for it; nil where it is gone meanwhile.
  public init(id: AnyHashable, make: @escaping @MainActor () -> (any ViewController)?) {
    self.id = id
    self.make = make
  }
}

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
  private struct Detail {
    let id: AnyHashable
    let screen: any ViewController
    /// Whether it gives way to nothing that is only selected.
    var isPinned = false
    /// What it stands in front of, where it takes the keys.
    var behind: [Pushed] = []
  }

  private struct Pushed {
    let screen: any ViewController
    /// nil where it covers all that is behind.
    let detail: AnyHashable?
    var isPinned = false
  }

  private(set) var roots: [any ViewController] = []
  private(set) var focusedRoot = 0
  /// Whether others may stand beside the first screen.
  private var isSplit = false
  private var pushed: [Pushed] = []
  private var beside: Detail?
  private var selection: Selection?
  private(set) var isSidebarFocused = false
  /// What the sidebar knows of the list.
  private var followedHeader: ScreenHeader?
  /// The first column that is to be seen.
  private var firstColumn = 0

  /// Leads from one place to another; stands at the left where there is room.
  var sidebar: (any ViewController)?
  /// Stands where nothing is selected.
  var placeholder: (any ViewController)?
  var layout = PaneLayout.auto
  var widths = PaneWidths.standard
  /// Where nothing has been drawn yet, what is usual.
  private(set) var size = Size(width: 80, height: 24)

  /// From left to right.
  private(set) var panes: [Pane] = []
  /// Told which screen looks different now.
  private let needsDisplay: @MainActor (any ViewController) -> Void

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

  private func keepBeside(_ last: Pushed) {
    guard beside?.isPinned != true else { return }
    if let id = last.detail, id == selection?.id { beside = Detail(id: id, screen: last.screen) }
  }
}

// MARK: - The focus

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

// MARK: - Who is to be seen

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
