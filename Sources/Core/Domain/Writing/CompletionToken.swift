/// The text at the cursor that can be completed: `@gra`, `#lo`, `:sm`.
public struct CompletionToken: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case mention, tag, emoji
  }

  /// In characters. Longer tokens are not completed.
  private static let maxLength = 60

  public var kind: Kind
  /// The text after the sign.
  public var typed: String
  /// The UTF-8 range in the text, including the sign.
  public var bytes: Range<Int>

  /// - Parameter cursor: The end of the token as a UTF-8 offset.
  /// - Returns: nil if there is nothing to complete.
  public init?(in text: String, at cursor: Int) {
    let utf8 = text.utf8
    guard let end = utf8.index(utf8.startIndex, offsetBy: cursor, limitedBy: utf8.endIndex) else { return nil }
    var start = end
    for _ in 0..<Self.maxLength {
      guard start > text.startIndex else { return nil }
      let before = text.index(before: start)
      let character = text[before]
      if let kind = Kind(sign: character), Self.canStart(kind, before: before, in: text) {
        typed = String(text[start..<end])
        guard kind != .emoji || !typed.isEmpty else { return nil }
        self.kind = kind
        bytes = cursor - utf8.distance(from: before, to: end)..<cursor
        return
      }
      guard character.isLetter || character.isNumber || "_.-@".contains(character) else { return nil }
      start = before
    }
    return nil
  }

  /// Whether the sign at an index starts a token: not within a word, and not as the `@` between a handle's name and its
  /// domain.
  private static func canStart(_ kind: Kind, before index: String.Index, in text: String) -> Bool {
    guard index > text.startIndex else { return true }
    let last = text[text.index(before: index)]
    return kind == .emoji ? !last.isNumber && !last.isLetter && last != "/" : !last.continuesHandle && last != "&"
  }
}

extension CompletionToken.Kind {
  fileprivate init?(sign: Character) {
    switch sign {
    case "@": self = .mention
    case "#": self = .tag
    case ":": self = .emoji
    default: return nil
    }
  }
}
