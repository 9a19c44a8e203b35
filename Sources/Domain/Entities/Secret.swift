/// A token or a code that opens an account. Whatever prints it prints no more than that it is one.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What it is, for the one who sends or stores it.
  public let revealed: String

  public init(_ revealed: String) {
    self.revealed = revealed
  }

  public var description: String { "(secret)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why what a person has typed or pasted can be no token and no code.
public enum TypedSecretError: Error, Hashable, Sendable {
  case empty
  /// In bytes, how long it may be.
  case tooLong(limit: Int)
  /// It holds a line end, a tab or another control character.
  case controlCharacter
}

extension Secret {
  /// In bytes. No server gives longer ones.
  public static let maxTypedLength = 4_096

  /// What a person has typed or pasted, without the blanks around it.
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
