import EmptyState
import NcursesKit
import TerminalKit

/// What must always be true.
extension WalkSession {
  /// Curses is one for the whole process, and draws on a screen of one size.
  private static let terminal = try? OffscreenTerminal(size: Size(width: 80, height: 24))
  /// All that Tern's keys do can be read on a screen of that size.
  private static let sizeOfHelp = Size(width: 80, height: 50)

  func check(_ program: WalkProgram) throws(WalkFailure) {
    guard let navigator = program.navigator else { return }
    try require(.staysInside, CanvasRules.incoherence(of: canvas))
    if let terminal = Self.terminal, canvas.size == Size(width: 80, height: 24) {
      try require(.staysInside, CanvasRules.difference(between: canvas, and: terminal.show(canvas)))
    }
    if isTooSmall {
      try require(.saysWhatItIs, ContentRules.problem(tooSmall: canvas))
    } else if let top = navigator.top {
      let isMenuOpen = navigator.isMenuOpen
      try require(
        .saysWhatItIs, ContentRules.problem(heading: canvas, title: top.title, isMenuOpen: isMenuOpen))
      if let host = top as? any EmptyStateHost {
        let isCovered = isMenuOpen || top.title == "Sign in"
        coverage["\(top.title): \(host.content.name)", default: 0] += 1
        try require(.oneContent, ContentRules.problem(of: host.content, on: canvas, isCovered: isCovered))
        if !isCovered, !isTyping {
          try require(
            .keysAgree, ContentRules.problem(actionsOf: host.content, bindings: navigator.liveBindings))
        }
      }
      try checkBottomLine(navigator)
      if let helpedTitles, size.width >= Self.sizeOfHelp.width, size.height >= Self.sizeOfHelp.height {
        try require(.keysAgree, ContentRules.problem(help: canvas, titles: helpedTitles))
      }
    } else {
      try require(.saysWhatItIs, canvas.text.contains("Opening…") ? nil : "no screen, and no word about it")
      try checkBottomLine(navigator)
    }
    try checkScreens(program)
    try checkMemory()
  }

  private func checkBottomLine(_ navigator: Navigator) throws(WalkFailure) {
    var hasPrompt = false
    if !navigator.isMenuOpen, case .prompt? = navigator.top?.bottomLine { hasPrompt = true }
    let offers = BottomLineRules.offers(on: canvas, hasPrompt: hasPrompt)
    // What is typed matters more than the keys.
    let mayBeNone = hasPrompt && size.width < 50
    try require(
      .keysAgree,
      BottomLineRules.problem(offers: offers, bindings: navigator.liveBindings, mayBeNone: mayBeNone))
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

  private func require(_ rule: WalkFailure.Rule, _ problem: String?) throws(WalkFailure) {
    if let problem { throw WalkFailure(rule: rule, what: problem) }
  }
}
