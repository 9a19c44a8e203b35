import Domain

/// The command in the setting `credential-helper`.
struct HelperCommand: Hashable {
  /// The first word, for messages. The arguments may be secret.
  let name: String
  private let text: String
  private let home: String?

  init(_ text: String, home: String?) {
    self.text = text.trimmingBlanks
    self.home = home
    name = String((self.text.split(whereSeparator: \.isWhitespace).first ?? "").prefix(80)).escapingControls
  }

  /// The program and its arguments. After `!` a shell runs the rest, as in git. Otherwise white space separates words,
  /// quotation marks group them, and `~/` is the user's home folder.
  /// - Parameter action: `get`, `store` or `erase`.
  /// - Returns: nil if a quotation mark is missing or there is no word.
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
