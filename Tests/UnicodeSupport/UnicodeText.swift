import Domain
import PostCell
import TerminalKit
import TestSupport

/// What one line of a file of Unicode's is about.
public struct UnicodeText: Sendable {
  public var file: UnicodeFile
  public var line: Int
  public var text: String
  /// The text in parts that can be looked at one by one.
  public var parts: [String] = []
  /// Whether the line says that each part's last scalar is wide.
  public var isWide = false
}

extension UnicodeText: CustomStringConvertible {
  /// The file, the line and the scalars of the text.
  public var description: String {
    let scalars = text.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
    return "\(file.rawValue):\(line): \(scalars.joined(separator: " "))"
  }
}

extension UnicodeText {
  /// The lines that the text takes in a post of a list; there are cells to its left and to its right.
  @MainActor public func lines(width: Int) -> [StyledText] {
    let post = Post.fixture(text: "before \(text) after")
    return Array(PostCellViewModel(post, now: .noon).lines(width: width).dropFirst())
  }
}

extension UnicodeText {
  /// Its parts as texts of their own; the text itself where it has none.
  public var single: [UnicodeText] {
    parts.isEmpty ? [self] : parts.map { UnicodeText(file: file, line: line, text: $0) }
  }
}
