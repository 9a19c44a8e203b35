/// A token or a code that gives access to an account. It never appears in printed or logged output.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The secret itself, for requests and the credential store.
  public let revealed: String

  public init(_ revealed: String) {
    self.revealed = revealed
  }

  public var description: String { "(secret)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason that a typed or pasted text cannot be a token or a code.
public enum TypedSecretError: Error, Hashable, Sendable {
  case empty
  /// In bytes.
  case tooLong(limit: Int)
  /// Contains a line break, a tab or another control character.
  case controlCharacter
}

extension Secret {
  /// In bytes; servers issue no longer ones.
  public static let maxTypedLength = 4_096

  /// Typed or pasted text, trimmed.
  public init(typed text: String) throws(TypedSecretError) {
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { throw .empty }
    let word = String(start[...last])
    guard word.utf8.count <= Self.maxTypedLength else { throw .tooLong(limit: Self.maxTypedLength) }
    guard word.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      throw .controlCharacter
    }
    self.init(word)
  }
}
