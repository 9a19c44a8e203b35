import Domain

/// The person's own command, as the setting has it.
struct HelperCommand: Hashable {
  /// For people: its first word, for what it is given may be secret.
  let name: String
  private let text: String
  private let home: String?

  init(_ text: String, home: String?) {
    self.text = text.trimmingBlanks
    self.home = home
    name = String((self.text.split(whereSeparator: \.isWhitespace).first ?? "").prefix(80)).escapingControls
  }

  /// The program and what it is given. Only what begins with `!` is for the shell, which gets the rest as git gives it;
  /// else blanks divide words, quotation marks hold them together, and `~/` is the person's folder.
  /// - Parameter action: `get`, `store` or `erase`.
  /// - Returns: nil where a quotation mark has no second one, or where there is no word.
  func arguments(for action: String) -> [String]? {
    if text.first == "!" {
      let script = String(text.dropFirst())
      return ["/bin/sh", "-c", script + " \"$@\"", script, action]
    }
    guard var words = Self.words(of: text), let program = words.first else { return nil }
    if program.hasPrefix("~/"), let home { words[0] = home + program.dropFirst() }
    return words + [action]
  }

  private static func words(of text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      switch character {
      case quote: quote = nil
      case _ where quote != nil: word?.append(character)
      case "\"", "'":
        quote = character
        word = word ?? ""
      case _ where character.isWhitespace:
        if let complete = word { words.append(complete) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
