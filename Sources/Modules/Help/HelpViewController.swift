import TerminalKit

/// Shows what the keys of another screen do.
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
  private var entries: [HelpEntry]
  private let remark: String
  private let showAbout: @MainActor () -> Void
  private let pager = Pager()

  init(
    screen: String, bindings: @escaping @MainActor () -> [KeyBinding], usesMouse: Bool,
    showAbout: @escaping @MainActor () -> Void
  ) {
    self.screen = screen
    self.bindings = bindings
    entries = HelpEntry.entries(of: bindings())
    remark = usesMouse ? Self.aboutMouse : ""
    self.showAbout = showAbout
  }

  var offers: [Offer] {
    [Offer(HelpCommands.about, hint: "about", perform: showAbout)] + pager.offers
  }

  func settingsDidChange() {
    entries = HelpEntry.entries(of: bindings())
    needsDisplay?()
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let hasRule = area.height >= 9
    let column = area.column + 1
    let end = canvas.draw("Keys", row: area.row, column: column, style: Style(.accent, [.bold, .underline]))
    canvas.draw("of \(screen), as they are now", row: area.row, column: end + 1, width: area.width - end - 2)
    if hasRule {
      canvas.fill(Rect(row: area.row + 1, column: 0, width: area.width, height: 1), with: "─", style: .rule)
    }
    let body = area.inset(top: hasRule ? 2 : 1, left: 2, right: 1)
    pager.draw(HelpText(entries, remark: remark, width: body.width).lines, on: &canvas, in: body)
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
