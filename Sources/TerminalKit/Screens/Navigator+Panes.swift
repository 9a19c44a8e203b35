/// Several screens side by side: which of them takes the keys, and how they share the width.
extension Navigator {
  /// Makes screens the first ones. Of several as many stand side by side as there is room for; beside a single one stands
  /// what is selected in it.
  public func setColumns(_ screens: [any ViewController], focused: Int = 0) {
    change { $0.setRoots(screens, focused: focused, isSplit: true) }
    firstScreensDidChange?()
  }

  /// Opens what is selected in a list: beside it where there is room, else in front of it.
  /// - Parameters:
  ///   - id: tells it from all else that can be selected.
  ///   - isPinned: whether it stays beside the list when the list takes the keys, whatever is selected there.
  public func showDetail(
    _ id: AnyHashable, isPinned: Bool = false, _ make: @MainActor () -> any ViewController
  ) {
    change { $0.showDetail(id, isPinned: isPinned, make) }
  }

  /// Takes away what was opened under an id, wherever it stands.
  public func removeDetail(_ id: AnyHashable) {
    change { $0.removeDetail(id) }
  }

  /// Says what is selected in the first screen; nil where nothing is. Its screen is made when there is room for it beside
  /// the list.
  /// - Returns: whether something else stands there, until `updateDetail` is called.
  public func select(_ selection: Selection?) -> Bool {
    stack.select(selection)
    guard stack.isDetailBehind else { return false }
    if stack.isDetailMissing { updateDetail() }
    return stack.isDetailBehind
  }

  /// Tells of another selection: at once where nothing stands beside the list yet that could give way to it, else when the
  /// list itself has been drawn.
  public func deferUntilIdle(_ follow: @escaping @MainActor () -> Void) {
    if stack.standing == .split, stack.isDetailMissing { follow() } else { afterNextFrame(follow) }
  }

  /// Has what is selected stand beside the list, where there is room.
  public func updateDetail() {
    guard stack.isDetailBehind else { return }
    stack.updateDetail()
    contentDidChange()
  }

  /// Has the first screen take the keys, then carries out a command of its own, where that is available.
  public func performInFirst(_ command: Command) {
    change { $0.focus(.root($0.focusedRoot)) }
    activeCommands.first { $0.command == command }.map(perform)
  }

  /// How screens share the width where there is a choice.
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

  /// Those that are to be seen, from left to right.
  public var visibleScreens: [any ViewController] { stack.panes.map(\.screen) }

  /// How they share it at this moment.
  public var standingLayout: PaneLayout { stack.standing }

  /// The first screens, side by side where there are several.
  public var columns: [any ViewController] { stack.roots }

  /// Which of them has the focus, or leads to what has it.
  public var focusedColumn: Int { stack.focusedRoot }

  /// Has the column take the keys that stands so many further to the right, where there is one.
  public func focusColumn(by step: Int) {
    change { $0.moveFocusToColumn(by: step) }
  }

  /// What stands at the left of a list where there is much room, and what beside it where nothing is selected.
  public func setSidebar(_ sidebar: any ViewController, placeholder: any ViewController) {
    (stack.sidebar, stack.placeholder) = (sidebar, placeholder)
  }

  /// What a screen says; of columns that are not all to be seen, which one it is comes first.
  func bottomLine(of screen: any ViewController) -> BottomLine {
    if let hidden = stack.hiddenPinned, let status = screen.bottomLine.status?.text {
      let remedy = keymap.sentence(PaneCommands.next, "goes on: \(hidden.title)")
      let text = [remedy, status].filter { !$0.isEmpty }.joined(separator: " · ")
      return .lasting(LastingStatus(text: text, brief: keymap.sentence(PaneCommands.next, "goes on")))
    }
    let columns = stack.roots.count
    let seen = stack.panes.count { if case .root = $0.part { true } else { false } }
    guard stack.standing == .columns, seen < columns, var status = screen.bottomLine.status else {
      return screen.bottomLine
    }
    let number = "column \(stack.focusedRoot + 1) of \(columns)"
    status.text = status.text.isEmpty ? number : "\(number) · \(status.text)"
    return .lasting(status)
  }

  var backCommands: [AvailableCommand] {
    isAtRoot ? [] : [AvailableCommand(ProgramCommands.back, hint: "back") { [weak self] in self?.pop() }]
  }

  var paneCommands: [AvailableCommand] {
    guard stack.canSplit else { return [] }
    if let hidden = stack.hiddenPinned {
      return [
        AvailableCommand(PaneCommands.next, title: "go on: \(hidden.title)") { [weak self] in
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

  /// Has a pane take the keys, then does what a click in it stands for.
  func perform(_ answer: MouseRegion.Answer, in part: ScreenStack.Part) {
    change { $0.focus(part) }
    switch answer {
    case .click(let action): action()
    case .target(.key(let key)): handle(key)
    case .target(.command(let command)): activeCommands.first { $0.command == command }.map(perform)
    case .target(.link), .place, .scroll: break
    }
  }
}

/// What can be done where screens stand side by side.
public enum PaneCommands {
  public static let next = Command("next-pane", "next pane", keys: ["w", "F6"], in: .panes)
  public static let previous = Command("previous-pane", "previous pane", keys: ["W"], in: .panes)

  public static let all = [next, previous]
}
