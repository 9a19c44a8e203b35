import TerminalKit

/// Says what Tern is, under which terms, and what it stands on.
@MainActor
final class AboutViewController: ViewController {
  private static let maxWidth = 60

  let title = "About"
  var needsDisplay: (@MainActor () -> Void)?

  private let version: String
  private let pager = ScrollableText()

  init(version: String) {
    self.version = version
  }

  var availableCommands: [AvailableCommand] { pager.availableCommands }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let width = min(area.width - 4, Self.maxWidth)
    let text = AboutText(version: version).lines(width: width)
    let withBird = AboutText.bird + [StyledText()] + text
    let hasRoom = width >= AboutText.birdWidth && withBird.count < area.height
    let lines = hasRoom ? withBird : text
    let column = area.column + max(2, (area.width - width) / 2)
    // A little above the middle looks like the middle.
    let top = max(0, (area.height - lines.count) * 2 / 5)
    pager.draw(lines, on: &canvas, in: area.inset(top: top, left: column - area.column))
  }
}

/// Builds the screen: a text and what draws it.
@MainActor
public enum AboutAssembly {
  /// - Parameter version: “1.0”.
  public static func make(version: String) -> any ViewController {
    AboutViewController(version: version)
  }
}
