import TerminalKit

/// Shows the version, the licence and the libraries of Tern.
@MainActor
final class AboutViewController: ViewController {
  private static let maxWidth = 60

  let title = "About"
  var needsDisplay: (@MainActor () -> Void)?

  private let version: String
  private let scrollableText = ScrollableText()

  init(version: String) {
    self.version = version
  }

  var availableCommands: [AvailableCommand] { scrollableText.availableCommands }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let width = min(area.width - 4, Self.maxWidth)
    let text = AboutText(version: version).lines(width: width)
    let withBird = TernPicture.lines + [StyledText()] + text
    let fits = width >= TernPicture.width && withBird.count < area.height
    let lines = fits ? withBird : text
    let column = area.column + max(2, (area.width - width) / 2)
    // Two fifths from the top look centred.
    let top = max(0, (area.height - lines.count) * 2 / 5)
    scrollableText.draw(lines, on: &canvas, in: area.inset(top: top, left: column - area.column))
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
