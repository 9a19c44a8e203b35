import TerminalKit

@MainActor
struct AboutText {
  private static let labelWidth = 12

  private let version: String

  init(version: String) {
    self.version = version
  }

  func lines(width: Int) -> [StyledText] {
    let sentence = "A timeline client for the terminal that never shows a blank screen."
    return [StyledText("Tern ", .bold) + StyledText(version, .muted), StyledText()]
      + TextLayout.wrap(StyledText(sentence), width: width) + [StyledText()]
      + fact("Licence", "MIT", width: width)
      + fact("Written in", "Swift, with Foundation and Dispatch", width: width)
      + fact(
        "Built with", "swift-argument-parser, ncurses, SQLite, GRDB, libarchive, zlib and toml++", width: width)
  }

  /// Draws name and value side by side if they fit.
  private func fact(_ name: String, _ value: String, width: Int) -> [StyledText] {
    let label = name.padding(to: Self.labelWidth)
    guard width >= 2 * Self.labelWidth else {
      return [StyledText(name, .muted)] + TextLayout.wrap(StyledText(value), width: width)
    }
    return TextLayout.wrap(StyledText(value), width: width - Self.labelWidth).enumerated().map { index, line in
      StyledText(index == 0 ? label : "".padding(to: Self.labelWidth), .muted) + line
    }
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
