import TerminalKit

/// Shows the keys of another screen, optionally filtered.
@MainActor
final class HelpViewController: ViewController {
  private static let aboutMouse = """
    Mouse: click to select, click again to open, and scroll with the wheel. Hold Shift and drag to select text in the \
    terminal.
    """

  private static let modifiers: [(prefix: String, meaning: String)] = [
    (prefix: "^", meaning: "^ is Ctrl"), ("S-", "S- is Shift"),
    ("Alt-", "Alt- is Alt, or Escape before the key"),
  ]

  let title = "Help"
  var needsDisplay: (@MainActor () -> Void)?

  private let screen: String
  private let bindings: @MainActor () -> [KeyBinding]
  private var groups: [HelpGroup]
  private let usesMouse: Bool
  private let showAbout: @MainActor () -> Void
  private var scrollableText = ScrollableText()
  /// The filter text; empty to show all keys.
  private var filterText = ""
  private var field: TextField?

  init(
    screen: String, bindings: @escaping @MainActor () -> [KeyBinding], usesMouse: Bool,
    showAbout: @escaping @MainActor () -> Void
  ) {
    self.screen = screen
    self.bindings = bindings
    groups = HelpGroup.groups(of: bindings())
    self.usesMouse = usesMouse
    self.showAbout = showAbout
  }

  var focusedField: TextField? { field }

  var bottomLine: BottomLine {
    field.map { .prompt("Find", $0) } ?? .status("")
  }

  var availableCommands: [AvailableCommand] {
    let all = AvailableCommand(ListCommands.leaveFilter, hint: "all") { self.find("", in: nil) }
    if field != nil { return [keepFilterCommand, all] + scrollableText.availableCommands }
    let find = AvailableCommand(ListCommands.filter, title: "find a key", hint: "find") {
      self.find("", in: TextField())
    }
    return (filterText.isEmpty ? [] : [all]) + [
      AvailableCommand(HelpCommands.about, hint: "about", perform: showAbout), find,
    ]
      + scrollableText.availableCommands
  }

  func settingsDidChange() {
    groups = HelpGroup.groups(of: bindings())
    needsDisplay?()
  }

  func fieldDidChange() {
    if let field { find(field.text, in: field) }
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let hasRule = area.height >= 9
    let column = area.column + 1
    let end = canvas.draw("Keys", row: area.row, column: column, style: Style(.accent, [.bold, .underline]))
    let filter = filterText.isEmpty || field != nil ? "" : ", matching “\(TextLayout.sanitized(filterText))”"
    canvas.draw("for \(screen)\(filter)", row: area.row, column: end + 1, width: area.width - end - 2)
    if hasRule {
      canvas.fill(Rect(row: area.row + 1, column: 0, width: area.width, height: 1), with: "─", style: .rule)
    }
    let body = area.inset(top: hasRule ? 2 : 1, left: 1, right: 1)
    scrollableText.draw(lines(width: body.width), on: &canvas, in: body)
  }
}

extension HelpViewController {
  private var keepFilterCommand: AvailableCommand {
    AvailableCommand(ListCommands.keepFilter, hint: "keep") { self.field = nil }
  }

  private func find(_ words: String, in field: TextField?) {
    self.filterText = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.field = field
    // Scroll to the top.
    scrollableText = ScrollableText()
    needsDisplay?()
  }

  /// The paragraphs below the keys: how modified keys are written, and the mouse.
  private var remarks: [String] {
    let labels = bindings().flatMap(\.keys).map(\.label)
    let modifiers = Self.modifiers.filter { modifier in
      labels.contains { $0.hasPrefix(modifier.prefix) && $0.count > modifier.prefix.count }
    }
    return (modifiers.isEmpty ? [] : ["\(modifiers.map(\.meaning).joined(separator: ", "))."])
      + (usesMouse ? [Self.aboutMouse] : [])
  }

  private func lines(width: Int) -> [StyledText] {
    guard !filterText.isEmpty else { return HelpText(groups, remarks: remarks, width: width).lines }
    let found = groups.compactMap { $0.matching(filterText) }
    guard found.isEmpty else { return HelpText(found, isList: true, width: width).lines }
    // The quoted filter fits in one line, because scrolling through a long one would show nothing new.
    let filter = TextLayout.truncate(TextLayout.sanitized(filterText), to: max(1, width - "“”.".count))
    let nothing = "No key matches “\(filter)”."
    return TextLayout.wrap(StyledText(nothing, .muted), width: width)
  }
}

/// The commands of the help screen, except those for scrolling and filtering.
public enum HelpCommands {
  public static let about = Command("about", "about Tern", synonyms: ["version", "licence"], keys: ["a"])

  public static let all = [about]
}

/// Builds the help screen. It has no presenter, because it loads nothing and decides nothing.
@MainActor
public enum HelpAssembly {
  /// - Parameters:
  ///   - title: the title of the screen whose keys are shown.
  ///   - bindings: the current bindings of that screen. Called again when the settings change.
  ///   - usesMouse: whether to explain the mouse.
  public static func make(
    title: String, bindings: @escaping @MainActor () -> [KeyBinding], usesMouse: Bool,
    showAbout: @escaping @MainActor () -> Void
  ) -> any ViewController {
    HelpViewController(screen: title, bindings: bindings, usesMouse: usesMouse, showAbout: showAbout)
  }
}
