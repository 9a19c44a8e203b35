import TerminalKit

/// A step of `--keys`.
enum ScreenStep: Hashable {
  case key(Key)
  case wait(seconds: Double)
  /// Pasted text, for example `paste:two\swords`.
  case paste(String)
  /// The mouse: `click:12,3` in column 12 of row 3, both counted from 1; `wheel:down`, or `wheel:up@12,3`. Without a
  /// position, nil, it is at the centre of the screen.
  case mouse(MouseEvent.Action, at: Point?)

  init?(_ word: String) {
    if word.count > 2, word.hasPrefix("+"), word.hasSuffix("s"), let seconds = Double(word.dropFirst().dropLast()),
      (0...1e6).contains(seconds)
    {
      self = .wait(seconds: seconds)
    } else if let key = Key(tmuxName: word) {
      self = .key(key)
    } else if word.hasPrefix(Self.paste) {
      self = .paste(Self.unescaped(word.dropFirst(Self.paste.count)))
    } else if let mouse = Self.mouse(word) {
      self = mouse
    } else {
      return nil
    }
  }

  private static let paste = "paste:"

  private static func mouse(_ word: String) -> ScreenStep? {
    if let match = word.wholeMatch(of: /click:(\d+),(\d+)/) {
      return point(match.1, match.2).map { .mouse(.press(.left), at: $0) }
    }
    guard let match = word.wholeMatch(of: /wheel:(up|down)(?:@(\d+),(\d+))?/) else { return nil }
    let action = MouseEvent.Action.scroll(match.1 == "up" ? .up : .down)
    guard let column = match.2, let row = match.3 else { return .mouse(action, at: nil) }
    return point(column, row).map { .mouse(action, at: $0) }
  }

  private static func point(_ column: Substring, _ row: Substring) -> Point? {
    guard let column = Int(column), let row = Int(row), min(column, row) > 0 else { return nil }
    return Point(row: row - 1, column: column - 1)
  }

  /// Replaces `\s` by a space, `\n` by a line end, `\t` by a tab, `\\` by a backslash and `\u{1B}` by the character
  /// with that number. Spaces separate the words of `--keys`.
  private static func unescaped(_ text: Substring) -> String {
    String(text).replacing(/\\(?:([snt\\])|u\{([0-9A-Fa-f]{1,6})\})/) { match in
      switch match.output {
      case (_, "s"?, _): " "
      case (_, "n"?, _): "\n"
      case (_, "t"?, _): "\t"
      case (_, "\\"?, _): "\\"
      case (_, _, let number):
        number.flatMap { UInt32($0, radix: 16) }.flatMap(Unicode.Scalar.init).map { String($0) } ?? String(match.0)
      }
    }
  }
}

extension Size {
  /// The default position of the mouse.
  var center: Point { Point(row: height / 2, column: width / 2) }
}
