import TerminalKit

/// The words and the bird.
@MainActor
struct AboutText {
  static let bird = [
    #"      _                    _"#,
    #"       `-._            _.-'"#,
    #"           `-._    _.-'"#,
    #"   -=<_________`--'__(o>-"#,
    #"      ~  ~~   ~   ~~~  ~   ~"#,
  ].map { StyledText($0, .accent) }
  static let birdWidth = 30

  private let version: String

  init(version: String) {
    self.version = version
  }

  func lines(width: Int) -> [StyledText] {
    let sentence = "A timeline client for the terminal that never shows a blank screen."
    return [StyledText("Tern ", .bold) + StyledText(version, .muted), StyledText()]
      + TextLayout.wrap(StyledText(sentence), width: width) + [StyledText()]
      + fact("Home page", StyledText("https://tern.example", .link), width: width)
      + fact("Licence", StyledText("MIT"), width: width)
      + fact("Stands on", StyledText("ncurses, zlib, swift-argument-parser"), width: width)
  }

  /// Side by side where there is room.
  private func fact(_ name: String, _ value: StyledText, width: Int) -> [StyledText] {
    let label = name.padding(to: 11)
    if label.count + TextLayout.width(of: value.plain) <= width { return [StyledText(label, .muted) + value] }
    return [StyledText(name, .muted)] + TextLayout.wrap(value, width: width)
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
