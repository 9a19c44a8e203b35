import Domain
import PostCell
import TerminalKit
import TestSupport

/// The text of a line in a Unicode data file.
public struct UnicodeText: Sendable {
  public var file: UnicodeFile
  public var line: Int
  public var text: String
  /// The text in parts that can be tested separately.
  public var parts: [String] = []
  /// Whether the last scalar of each part is wide according to the line.
  public var isWide = false
}

extension UnicodeText: CustomStringConvertible {
  /// File, line and scalars of the text.
  public var description: String {
    let scalars = text.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
    return "\(file.rawValue):\(line): \(scalars.joined(separator: " "))"
  }
}

extension UnicodeText {
  /// The lines of the text in a post, with cells to the left and right.
  @MainActor public func lines(width: Int) -> [StyledText] {
    let post = Post.fixture(text: "before \(text) after")
    return Array(PostCellViewModel(post, now: .noon).lines(width: width).dropFirst())
  }
}

extension UnicodeText {
  /// The parts as separate strings; the text itself if it has none.
  public var single: [UnicodeText] {
    parts.isEmpty ? [self] : parts.map { UnicodeText(file: file, line: line, text: $0) }
  }
}
