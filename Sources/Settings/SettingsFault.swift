/// A place in a text. Both begin with 1; a column is a character.
public struct TextPosition: Hashable, Sendable {
  public let line: Int
  public let column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension TextPosition: Comparable {
  public static func < (one: TextPosition, other: TextPosition) -> Bool {
    (one.line, one.column) < (other.line, other.column)
  }
}

extension TextPosition: CustomStringConvertible {
  /// `4:9`.
  public var description: String { "\(line):\(column)" }
}

/// What is wrong with the settings, and where.
public struct SettingsFault: Error, Hashable, Sendable {
  /// nil where it is the file as a whole.
  public let position: TextPosition?
  /// “there is no setting “thme”; did you mean “theme”?”
  public let words: String
  /// The file that it is in; nil where that is the file of settings itself.
  public internal(set) var file: String?

  public init(at position: TextPosition?, _ words: String, in file: String? = nil) {
    self.position = position
    self.file = file
    // One line, whatever the file holds.
    self.words = String(words.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}

extension SettingsFault: CustomStringConvertible {
  /// `4:9: there is no setting “thme”; did you mean “theme”?`
  public var description: String { position.map { "\($0): \(words)" } ?? words }
}
