/// The words of a partly typed command line, with the shell’s quoting removed.
struct CommandWords {
  private let words: [String]

  init(_ words: [String]) {
    self.words = words.map(Self.unquoted)
  }

  func has(_ option: String) -> Bool { words.contains(option) }

  /// Whether the command shows only the demo accounts.
  var isDemo: Bool { words.dropFirst().first == "demo" || has("--demo") }

  /// The value of an option; nil if missing or empty.
  func value(of option: String) -> String? {
    for (index, word) in words.enumerated() {
      if word == option, words.indices.contains(index + 1), !words[index + 1].isEmpty { return words[index + 1] }
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
    }
    return nil
  }

  /// The value in a word: the word itself, or the part after the equals sign of `--option=value`.
  static func valueTyped(in word: String) -> String {
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return unquoted(word) }
    return unquoted(String(word[word.index(after: sign)...]))
  }

  /// The word as a shell would pass it, without quotes and backslashes.
  static func unquoted(_ word: String) -> String {
    var (result, quote, isEscaped) = ("", Character?.none, false)
    for character in word {
      switch (character, quote) {
      case _ where isEscaped:
        result.append(character)
        isEscaped = false
      case ("\\", nil), ("\\", "\""): isEscaped = true
      case (_, let open?) where character == open: quote = nil
      case ("'", nil), ("\"", nil): quote = character
      default: result.append(character)
      }
    }
    return result
  }
}
