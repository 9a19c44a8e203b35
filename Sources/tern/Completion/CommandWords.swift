/// A command line as far as it has been typed, in a shell’s own spelling.
struct CommandWords {
  private let words: [String]

  init(_ words: [String]) {
    self.words = words.map(Self.unquoted)
  }

  func has(_ option: String) -> Bool { words.contains(option) }

  /// Whether the accounts of the demo are all that there are.
  var isDemo: Bool { words.dropFirst().first == "demo" || has("--demo") }

  /// nil where it is not given, or not yet.
  func value(of option: String) -> String? {
    for (index, word) in words.enumerated() {
      if word == option, words.indices.contains(index + 1), !words[index + 1].isEmpty { return words[index + 1] }
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
    }
    return nil
  }

  /// What is typed by itself, or behind an option and a sign of equality.
  static func valueTyped(in word: String) -> String {
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return unquoted(word) }
    return unquoted(String(word[word.index(after: sign)...]))
  }

  /// What a shell makes of quotes and backslashes.
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
