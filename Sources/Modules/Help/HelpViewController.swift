import TerminalKit

/// Shows what the keys of another screen do, all of them or those that a person looks for.
@MainActor
final class HelpViewController: ViewController {
  private static let aboutMouse = """
    The mouse: a click selects, and opens what is selected; the wheel scrolls. Shift and drag selects text, as the \
    terminal does it.
    """

  let title = "Help"
  var needsDisplay: (@MainActor () -> Void)?

  private let screen: String
  private let bindings: @MainActor () -> [KeyBinding]
  private var groups: [HelpGroup]
  private let remark: String
  private let showAbout: @MainActor () -> Void
  private var pager = ScrollableText()
  /// What the entries have that are shown; empty shows all.
  private var words = ""
  private var field: TextField?

  init(
    screen: String, bindings: @escaping @MainActor () -> [KeyBinding], usesMouse: Bool,
    showAbout: @escaping @MainActor () -> Void
  ) {
    self.screen = screen
    self.bindings = bindings
    groups = HelpGroup.groups(of: bindings())
    remark = usesMouse ? Self.aboutMouse : ""
    self.showAbout = showAbout
  }

  var focusedField: TextField? { field }

  var bottomLine: BottomLine {
    field.map { .prompt("Find", $0) } ?? .status("")
  }

  var availableCommands: [AvailableCommand] {
    let all = AvailableCommand(ListCommands.leaveFilter, hint: "all") { self.find("", in: nil) }
    if field != nil { return [keeping, all] + pager.availableCommands }
    let find = AvailableCommand(ListCommands.filter, title: "find a key", hint: "find") {
      self.find("", in: TextField())
    }
    return (words.isEmpty ? [] : [all]) + [
      AvailableCommand(HelpCommands.about, hint: "about", perform: showAbout), find,
    ]
      + pager.availableCommands
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
    let which = words.isEmpty || field != nil ? "as they are now" : "with “\(TextLayout.sanitized(words))”"
    canvas.draw("of \(screen), \(which)", row: area.row, column: end + 1, width: area.width - end - 2)
    if hasRule {
      canvas.fill(Rect(row: area.row + 1, column: 0, width: area.width, height: 1), with: "─", style: .rule)
    }
    let body = area.inset(top: hasRule ? 2 : 1, left: 1, right: 1)
    pager.draw(lines(width: body.width), on: &canvas, in: body)
  }
}

extension HelpViewController {
  private var keeping: AvailableCommand {
    AvailableCommand(ListCommands.keepFilter, hint: "keep") { self.field = nil }
  }

  private func find(_ words: String, in field: TextField?) {
    self.words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.field = field
    // What is found is read from its beginning.
    pager = ScrollableText()
    needsDisplay?()
  }

  private func lines(width: Int) -> [StyledText] {
    guard !words.isEmpty else { return HelpText(groups, remark: remark, width: width).lines }
    let found = groups.compactMap { $0.matching(words) }
    guard found.isEmpty else { return HelpText(found, width: width).lines }
    let nothing = "No key here does anything called “\(TextLayout.sanitized(words))”."
    return TextLayout.wrap(StyledText(nothing, .muted), width: width)
  }
}

/// What can be done in the help.
public enum HelpCommands {
  public static let about = Command("about", "about Tern", keys: ["a"])

  public static let all = [about]
}

/// Builds the screen. Nothing is asked for and nothing is decided here, so there is no presenter.
@MainActor
public enum HelpAssembly {
  /// - Parameters:
  ///   - title: the screen whose keys these are.
  ///   - bindings: what its keys do at this moment, asked for again when the person's settings change.
  ///   - usesMouse: whether there is something to say of the mouse.
  public static func make(
    title: String, bindings: @escaping @MainActor () -> [KeyBinding], usesMouse: Bool,
    showAbout: @escaping @MainActor () -> Void
  ) -> any ViewController {
    HelpViewController(screen: title, bindings: bindings, usesMouse: usesMouse, showAbout: showAbout)
  }
}
