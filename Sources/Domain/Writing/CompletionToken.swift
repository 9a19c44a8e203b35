/// What is being typed at the cursor and can be completed: `@gra`, `#lo`, `:sm`.
public struct CompletionToken: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case person, tag, emoji
  }

  /// Nobody types more before they choose.
  private static let maxLength = 60

  public var kind: Kind
  /// What has been typed behind the sign.
  public var typed: String
  /// Where it stands, with its sign, in bytes of the text's UTF-8.
  public var bytes: Range<Int>

  /// - Parameter cursor: in bytes of the text's UTF-8; the token ends there.
  /// - Returns: nil where there is nothing to complete.
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

  /// Within a word a sign means nothing; the `@` before a server is part of a handle.
  private static func canStart(_ kind: Kind, before index: String.Index, in text: String) -> Bool {
    guard index > text.startIndex else { return true }
    let last = text[text.index(before: index)]
    return kind == .emoji ? !last.isNumber && !last.isLetter && last != "/" : !last.continuesHandle && last != "&"
  }
}

extension CompletionToken.Kind {
  fileprivate init?(sign: Character) {
    switch sign {
    case "@": self = .person
    case "#": self = .tag
    case ":": self = .emoji
    default: return nil
    }
  }
}
