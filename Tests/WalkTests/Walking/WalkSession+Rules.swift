import EmptyState
import TestSupport

@testable import TerminalKit

/// What must always be true.
extension WalkSession {
  /// All that Tern's keys do can be read on a screen of that size.
  /// Where they stand in columns; on a narrower one they go on below it.
  private static let sizeOfHelp = Size(width: 100, height: 50)

  func check(_ program: WalkProgram) throws(WalkFailure) {
    guard let navigator = program.navigator else { return }
    try require(.staysInside, CanvasRules.incoherence(of: canvas))
    if let shown = terminal.show(canvas) {
      try require(.staysInside, CanvasRules.difference(between: canvas, and: shown))
    }
    if isTooSmall {
      try require(.saysWhatItIs, ContentRules.problem(tooSmall: canvas))
    } else if let top = navigator.top {
      let isMenuOpen = navigator.isMenuOpen || navigator.isPaletteOpen
      try require(
        .saysWhatItIs, ContentRules.problem(heading: canvas, title: top.title, isMenuOpen: isMenuOpen))
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
      let conflicts = navigator.keymap.undeclaredConflicts(among: navigator.activeCommands)
      try require(.keysAgree, conflicts.first)
      try checkBottomLine(navigator)
      if let helpedTitles, size.width >= Self.sizeOfHelp.width, size.height >= Self.sizeOfHelp.height {
        try require(.keysAgree, ContentRules.problem(help: canvas, titles: helpedTitles))
      }
    } else {
      try require(.saysWhatItIs, canvas.text.contains("Opening…") ? nil : "no screen, and no word about it")
      try checkBottomLine(navigator)
    }
    try require(.listsReplies, program.published.problem(on: navigator.allScreens))
    try checkScreens(program)
    try checkMemory()
  }

  private func checkBottomLine(_ navigator: Navigator) throws(WalkFailure) {
    // What is typed matters more than the keys.
    let mayBeNone = navigator.hasPrompt && size.width < 50
    try require(
      .keysAgree,
      BottomLineRules.problem(
        availableCommands: availableCommands(of: navigator), bindings: navigator.activeBindings, mayBeNone: mayBeNone))
  }

  /// What the bottom line offers as it was drawn last.
  func availableCommands(of navigator: Navigator) -> [BottomLineRules.AvailableCommand] {
    BottomLineRules.availableCommands(on: canvas, hasPrompt: navigator.hasPrompt)
  }

  func checkScreens(_ program: WalkProgram) throws(WalkFailure) {
    let lingering = program.lingeringScreens
    guard lingering.isEmpty else {
      throw WalkFailure(rule: .nothingOutlives, what: "still there: " + lingering.joined(separator: ", "))
    }
    let orphans = program.runner.orphanCount
    try require(.nothingOutlives, orphans == 0 ? nil : "\(orphans) tasks run on for nobody")
  }

  func checkMemory() throws(WalkFailure) {
    try require(.remembers, stored.problem())
  }

  func require(_ rule: WalkFailure.Rule, _ problem: String?) throws(WalkFailure) {
    if let problem { throw WalkFailure(rule: rule, what: problem) }
  }
}

extension Navigator {
  /// How wide the screen is that takes the keys.
  fileprivate var focusedPaneWidth: Int? {
    stack.panes.indices.contains(stack.focusedPane) ? stack.panes[stack.focusedPane].columns.count : nil
  }

  /// Whether the bottom line begins with a word that says what is typed there.
  fileprivate var hasPrompt: Bool {
    if case .prompt = bottomLine { true } else { false }
  }
}
