import EmptyState
import TestSupport

@testable import TerminalKit

/// The rules checked after each step.
extension WalkSession {
  private static let minSizeForHelp = Size(width: 100, height: 50)
  /// The screen size at which the help shows all entries, and menus in full.
  private static let sizeOfHelp = Size(width: 1_000, height: 100)

  func check(_ program: WalkProgram) throws(WalkFailure) {
    guard let navigator = program.navigator else { return }
    try require(.staysInside, CanvasRules.incoherence(of: canvas))
    if let shown = terminal.show(canvas) {
      try require(.staysInside, CanvasRules.difference(between: canvas, and: shown))
    }
    if isTooSmall {
      try require(.hasHeading, ContentRules.problem(tooSmall: canvas))
    } else if let top = navigator.top {
      let isMenuOpen = navigator.isMenuOpen
      if let menu = navigator.menu { coverage["menu: \(menu.title)", default: 0] += 1 }
      if isTyping || isWriting { coverage["\(top.title): typing", default: 0] += 1 }
      try require(
        .hasHeading, ContentRules.problem(heading: canvas, title: top.title, isMenuOpen: isMenuOpen))
      if let host = top as? any EmptyStateHost {
        let isCovered = isMenuOpen || top.title == "Sign in"
        coverage["\(top.title): \(host.content.name)", default: 0] += 1
        try require(
          .oneContent,
          ContentRules.problem(
            of: host.content, on: canvas, width: navigator.focusedPaneWidth, isCovered: isCovered))
        if !isCovered, !isTyping {
          try require(
            .keysAgree, ContentRules.problem(actionsOf: host.content, availableCommands: navigator.activeCommands))
        }
      }
      // The user may give a key to several commands.
      if navigator.keymap == .standard {
        let conflicts = navigator.keymap.undeclaredConflicts(among: navigator.activeCommands)
        try require(.keysAgree, conflicts.first)
      }
      try checkBottomLine(navigator)
      if let helpedTitles, size.width >= Self.minSizeForHelp.width, size.height >= Self.minSizeForHelp.height {
        let whole = navigator.draw(size: Self.sizeOfHelp)
        try require(.keysAgree, ContentRules.problem(help: whole, titles: helpedTitles))
        _ = navigator.draw(size: size)
      }
    } else {
      try require(.hasHeading, canvas.text.contains("Opening…") ? nil : "neither a screen nor a message")
      try checkBottomLine(navigator)
    }
    try require(.listsReplies, program.published.problem(on: navigator.allScreens))
    try checkScreens(program)
    try checkStoredState()
  }

  private func checkBottomLine(_ navigator: Navigator) throws(WalkFailure) {
    // The typed text has precedence over key hints.
    let mayBeNone = navigator.hasPrompt && size.width < 50
    try require(
      .keysAgree,
      BottomLineRules.problem(
        keyHints: keyHints(of: navigator), bindings: navigator.activeBindings, mayBeNone: mayBeNone))
  }

  /// The key hints of the bottom line as last drawn.
  func keyHints(of navigator: Navigator) -> [BottomLineRules.KeyHint] {
    BottomLineRules.keyHints(on: canvas, hasPrompt: navigator.hasPrompt)
  }

  func checkScreens(_ program: WalkProgram) throws(WalkFailure) {
    let lingering = program.lingeringScreens
    guard lingering.isEmpty else {
      throw WalkFailure(rule: .nothingLeaks, details: "still in memory: " + lingering.joined(separator: ", "))
    }
    let orphans = program.runner.orphanCount
    try require(.nothingLeaks, orphans == 0 ? nil : "\(orphans) tasks without an owner")
  }

  func checkStoredState() throws(WalkFailure) {
    try require(.savesState, stored.problem())
  }

  func require(_ rule: WalkFailure.Rule, _ problem: String?) throws(WalkFailure) {
    if let problem { throw WalkFailure(rule: rule, details: problem) }
  }
}

extension Navigator {
  /// The width of the pane with the focus.
  fileprivate var focusedPaneWidth: Int? {
    stack.panes.indices.contains(stack.focusedPane) ? stack.panes[stack.focusedPane].columns.count : nil
  }

  /// Whether the bottom line starts with a prompt.
  fileprivate var hasPrompt: Bool {
    if case .prompt = bottomLine { true } else { false }
  }
}
