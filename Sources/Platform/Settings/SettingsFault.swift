/// A position in text. Line and column count from 1; a column is a character.
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

/// A fault in the settings, and its position.
public struct SettingsFault: Error, Hashable, Sendable {
  /// nil if it concerns the whole file.
  public let position: TextPosition?
  /// “unknown setting “thme”; did you mean “theme”?”
  public let message: String
  /// The path of the theme file; nil for the settings file.
  public internal(set) var file: String?

  public init(at position: TextPosition?, _ message: String, in file: String? = nil) {
    self.position = position
    self.file = file
    // Keep the message on one line.
    self.message = String(message.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}

extension SettingsFault: CustomStringConvertible {
  /// `4:9: unknown setting “thme”; did you mean “theme”?`
  public var description: String { position.map { "\($0): \(message)" } ?? message }
}
