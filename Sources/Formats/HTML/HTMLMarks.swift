/// What stands around the content of an element in plain text, so that it keeps its meaning.
enum HTMLMarks {
  /// Elements of which the marks depend on what they hold.
  static let dependOnContent: Set<String> = ["code", "kbd", "samp", "tt", "sup", "sub"]

  /// - Parameters:
  ///   - content: the plain text that the element holds; nil where that is long, or not known.
  ///   - isPreformatted: whether it stands in a block of code.
  /// - Returns: nil where nothing stands around it.
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

  /// As in Markdown: one more than any that stand together in the code (CommonMark, “Code spans”).
  private static func backquotes(around code: String) -> (opening: String, closing: String) {
    var (longest, current) = (0, 0)
    for byte in code.utf8 {
      current = byte == UInt8(ascii: "`") ? current + 1 : 0
      longest = max(longest, current)
    }
    let quotes = String(repeating: "`", count: longest + 1)
    return longest == 0 ? (quotes, quotes) : ("\(quotes) ", " \(quotes)")
  }

  /// `10^6`, `x^(n+1)`: one number, one word or one character needs no parentheses.
  private static func script(_ sign: String, _ content: String?) -> (opening: String, closing: String) {
    let content = (content ?? " ").drop { "+-−".contains($0) }
    let isOne =
      content.count == 1 || content.allSatisfy(\.isNumber) || content.allSatisfy(\.isLetter)
      || content.first == "(" && content.last == ")" || content.first == "[" && content.last == "]"
    return isOne ? (sign, "") : ("\(sign)(", ")")
  }
}
