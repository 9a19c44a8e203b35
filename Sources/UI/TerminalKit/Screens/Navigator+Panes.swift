/// Panes: focus and layout of several screens side by side.
extension Navigator {
  /// Replaces the root screens. Several are shown as columns as far as they fit; a single one is shown next to the
  /// detail of its selection.
  public func setColumns(_ screens: [any ViewController], focused: Int = 0) {
    change { $0.setRoots(screens, focused: focused, isSplit: true) }
    rootsDidChange?()
  }

  /// Opens a detail screen: next to the list if there is space, otherwise in front of it.
  /// - Parameters:
  ///   - id: the unique id of the detail.
  ///   - isPinned: whether it stays next to the list after the list gets the focus, regardless of the selection.
  public func showDetail(
    _ id: AnyHashable, isPinned: Bool = false, _ make: @MainActor () -> any ViewController
  ) {
    change { $0.showDetail(id, isPinned: isPinned, make) }
  }

  /// Removes the detail with this id from all panes.
  public func removeDetail(_ id: AnyHashable) {
    change { $0.removeDetail(id) }
  }

  /// Sets the selection of the root screen; nil for none. The detail is created when there is space for it.
  /// - Returns: whether the detail pane is outdated until `updateDetail` is called.
  public func select(_ selection: Selection?) -> Bool {
    stack.select(selection)
    guard stack.isDetailOutdated else { return false }
    if stack.isDetailMissing { updateDetail() }
    return stack.isDetailOutdated
  }

  /// Performs work immediately if the detail pane is empty, otherwise after the list has been drawn.
  public func deferUntilIdle(_ work: @escaping @MainActor () -> Void) {
    if stack.effectiveLayout == .split, stack.isDetailMissing { work() } else { afterNextFrame(work) }
  }

  /// Shows the detail of the current selection next to the list, if there is space.
  public func updateDetail() {
    guard stack.isDetailOutdated else { return }
    stack.updateDetail()
    contentDidChange()
  }

  /// Focuses the root screen and performs one of its commands, if available.
  public func performInRoot(_ command: Command) {
    change { $0.focus(.root($0.focusedRoot)) }
    activeCommands.first { $0.command == command }.map(perform)
  }

  /// The layout requested by the user.
  public var layout: PaneLayout {
    get { stack.layout }
    set {
      stack.layout = newValue
      change { $0.arrange() }
    }
  }

  public var paneWidths: PaneWidths {
    get { stack.widths }
    set {
      stack.widths = newValue
      change { $0.arrange() }
    }
  }

  /// The visible screens, from left to right.
  public var visibleScreens: [any ViewController] { stack.panes.map(\.screen) }

  /// The layout in use for the current size.
  public var effectiveLayout: PaneLayout { stack.effectiveLayout }

  /// The layout for a single root screen that the width suggests.
  public var automaticLayout: PaneLayout { stack.automaticLayout }

  /// The root screens, side by side if there are several.
  public var columns: [any ViewController] { stack.roots }

  /// The index of the column that has the focus, or whose detail has it.
  public var focusedColumn: Int { stack.focusedRoot }

  /// Moves the focus to another column by an offset; ignored at both ends.
  public func focusColumn(by step: Int) {
    change { $0.moveFocusToColumn(by: step) }
  }

  /// Sets the sidebar, shown on wide screens, and the placeholder for an empty detail pane.
  public func setSidebar(_ sidebar: any ViewController, placeholder: any ViewController) {
    (stack.sidebar, stack.placeholder) = (sidebar, placeholder)
  }

  /// The bottom line of a screen, with the column number if not all columns are visible.
  func bottomLine(of screen: any ViewController) -> BottomLine {
    if let hidden = stack.hiddenPinnedDetail, let status = screen.bottomLine.status?.text {
      let hint = keymap.sentence(PaneCommands.next, "returns to \(hidden.title)")
      let text = [hint, status].filter { !$0.isEmpty }.joined(separator: " · ")
      return .persistent(PersistentStatus(text: text, brief: keymap.sentence(PaneCommands.next, "returns")))
    }
    let columns = stack.roots.count
    let seen = stack.panes.count { if case .root = $0.role { true } else { false } }
    guard stack.effectiveLayout == .columns, seen < columns, var status = screen.bottomLine.status else {
      return screen.bottomLine
    }
    let number = "column \(stack.focusedRoot + 1) of \(columns)"
    status.text = status.text.isEmpty ? number : "\(number) · \(status.text)"
    return .persistent(status)
  }

  var backCommands: [AvailableCommand] {
    isAtRoot ? [] : [AvailableCommand(ProgramCommands.back, hint: "back") { [weak self] in self?.pop() }]
  }

  var paneCommands: [AvailableCommand] {
    guard stack.canSplit else { return [] }
    if let hidden = stack.hiddenPinnedDetail {
      return [
        AvailableCommand(PaneCommands.next, title: "return to \(hidden.title)") { [weak self] in
          self?.change { $0.focus(.detail) }
        }
      ]
        + layoutCommands()
    }
    let moving = [
      AvailableCommand(PaneCommands.next) { [weak self] in self?.change { $0.moveFocus(by: 1) } },
      AvailableCommand(PaneCommands.previous) { [weak self] in self?.change { $0.moveFocus(by: -1) } },
    ]
    return (stack.panes.count > 1 ? moving : []) + layoutCommands()
  }

  /// Focuses a pane and performs the action of a click in it.
  func perform(_ action: MouseRegion.Action, in role: ScreenStack.PaneRole) {
    change { $0.focus(role) }
    switch action {
    case .click(let action): action()
    case .target(.key(let key)): handle(key)
    case .target(.command(let command)), .target(.keyHint(let command)):
      activeCommands.first { $0.command == command }.map(perform)
    case .target(.link), .position, .scroll: break
    }
  }
}

/// Commands for screens side by side.
public enum PaneCommands {
  public static let next = Command("next-pane", "next pane", keys: ["w", "F6"], in: .panes)
  public static let previous = Command("previous-pane", "previous pane", keys: ["W"], in: .panes)

  public static let all = [next, previous]
}
