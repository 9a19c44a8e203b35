import TerminalKit

/// One of the things that `--keys` can say.
enum ScreenStep: Hashable {
  case key(Key)
  case wait(seconds: Double)
  /// Pasted text: `paste:two\swords`.
  case paste(String)

  init?(_ word: String) {
    if word.count > 2, word.hasPrefix("+"), word.hasSuffix("s"), let seconds = Double(word.dropFirst().dropLast()),
      (0...1e6).contains(seconds)
    {
      self = .wait(seconds: seconds)
    } else if let key = Key(tmuxName: word) {
      self = .key(key)
    } else if word.hasPrefix(Self.paste) {
      self = .paste(Self.unescaped(word.dropFirst(Self.paste.count)))
    } else {
      return nil
    }
  }

  private static let paste = "paste:"

  /// With blanks for `\s`, line ends for `\n`, tabs for `\t` and any character for its number, `\u{1B}`: blanks part one
  /// word from the next.
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
