/// Finds who is mentioned in what somebody writes (Mastodon, app/models/account.rb, MENTION_RE).
enum MentionScanner {
  /// - Parameter start: of the `@`.
  /// - Returns: the `@` of the server and what follows of its name; nil where no server is named.
  static func server(at start: String.Index, in text: Substring) -> Range<String.Index>? {
    let name = text.index(after: start)
    let nameEnd = text[name...].firstIndex { !$0.isHandleCharacter } ?? text.endIndex
    guard nameEnd > name, nameEnd < text.endIndex, text[nameEnd] == "@" else { return nil }
    let host = text.index(after: nameEnd)
    var end = text[host...].firstIndex { !$0.isHostCharacter } ?? text.endIndex
    // A full stop at its end ends the sentence.
    while end > host, [".", "-", ":"].contains(text[text.index(before: end)]) { end = text.index(before: end) }
    return end > host ? nameEnd..<end : nil
  }
}

extension Character {
  /// Whether an `@` behind it begins no mention.
  var continuesHandle: Bool { isHandleCharacter || self == "/" || self == "=" }

  var isHandleCharacter: Bool { isASCII && (isLetter || isNumber) || self == "_" || self == "." || self == "-" }

  var isHostCharacter: Bool { isLetter || isNumber || self == "." || self == "-" || self == ":" }
}
