import Foundation

/// A file of the Unicode Character Database, as installed by Debian's package unicode-data.
public enum UnicodeFile: String, CaseIterable, Sendable {
  case graphemeBreakTest = "auxiliary/GraphemeBreakTest.txt"
  case emojiTest = "emoji/emoji-test.txt"
  case eastAsianWidth = "EastAsianWidth.txt"
  case lineBreak = "LineBreak.txt"
  case lineBreakTest = "auxiliary/LineBreakTest.txt"

  private static let folder = "/usr/share/unicode/"

  public var path: String { Self.folder + rawValue }

  /// Numbered lines without comments and empty lines.
  public func lines() throws(MissingUnicodeData) -> [(number: Int, content: Substring)] {
    guard let data = FileManager.default.contents(atPath: path) else { throw MissingUnicodeData(path: path) }
    return String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { (number: $0 + 1, content: $1.prefix { $0 != "#" }) }
      .filter { !$0.content.allSatisfy(\.isWhitespace) }
  }
}
