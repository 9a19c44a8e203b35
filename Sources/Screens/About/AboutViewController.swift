import TerminalKit

/// Shows the version, the licence and the libraries of Tern.
@MainActor
final class AboutViewController: ViewController {
  let title = "About"
  var needsDisplay: (@MainActor () -> Void)?

  private let version: String
  private let scrollableText = ScrollableText()

  init(version: String) {
    self.version = version
  }

  var availableCommands: [AvailableCommand] { scrollableText.availableCommands }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let column = area.textColumn
    let text = AboutText(version: version).lines(width: column.width)
    let withBird = TernPicture.lines + [StyledText()] + text
    let fits = column.width >= TernPicture.width && withBird.count < area.height
    let lines = fits ? withBird : text
    // Two fifths from the top look centred.
    let top = max(0, (area.height - lines.count) * 2 / 5)
    scrollableText.draw(lines, on: &canvas, in: column.inset(top: top))
  }
}

/// Builds the about screen. It makes no requests and no decisions, so it has no presenter.
@MainActor
public enum AboutAssembly {
  /// - Parameter version: “1.0”.
  public static func make(version: String) -> any ViewController {
    AboutViewController(version: version)
  }
}
