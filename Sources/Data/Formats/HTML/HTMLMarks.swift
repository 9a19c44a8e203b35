/// The marks around the content of an element in plain text.
enum HTMLMarks {
  /// Elements whose marks depend on their content.
  static let dependOnContent: Set<String> = ["code", "kbd", "samp", "tt", "sup", "sub"]

  /// - Parameters:
  ///   - content: the plain text of the element; nil if it is long or unknown.
  ///   - isPreformatted: whether it is in a code block.
  /// - Returns: nil if there are no marks.
  static func around(_ name: String, holding content: String?, isPreformatted: Bool) -> (
    opening: String, closing: String
  )? {
    switch name {
    case "del", "s", "strike": return ("~~", "~~")
    case "q": return ("“", "”")
    case "code", "kbd", "samp", "tt": return isPreformatted ? nil : backquotes(around: content ?? "")
    case "sup": return script("^", content)
    case "sub": return script("_", content)
    default: return nil
    }
  }

  /// As in Markdown: one more than the longest run in the code (CommonMark, “Code spans”).
  private static func backquotes(around code: String) -> (opening: String, closing: String) {
    var (longest, current) = (0, 0)
    for byte in code.utf8 {
      current = byte == UInt8(ascii: "`") ? current + 1 : 0
      longest = max(longest, current)
    }
    let quotes = String(repeating: "`", count: longest + 1)
    return longest == 0 ? (quotes, quotes) : ("\(quotes) ", " \(quotes)")
  }

  /// `10^6`, `x^(n+1)`: a number, a word or a character needs no parentheses.
  private static func script(_ sign: String, _ content: String?) -> (opening: String, closing: String) {
    let content = (content ?? " ").drop { "+-−".contains($0) }
    let isOne =
      content.count == 1 || content.allSatisfy(\.isNumber) || content.allSatisfy(\.isLetter)
      || content.first == "(" && content.last == ")" || content.first == "[" && content.last == "]"
    return isOne ? (sign, "") : ("\(sign)(", ")")
  }
}
