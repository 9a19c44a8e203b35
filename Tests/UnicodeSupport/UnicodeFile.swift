import Foundation

/// A file of the Unicode Character Database, as Debian's package unicode-data installs it.
public enum UnicodeFile: String, CaseIterable, Sendable {
  case graphemeBreakTest = "auxiliary/GraphemeBreakTest.txt"
  case emojiTest = "emoji/emoji-test.txt"
  case eastAsianWidth = "EastAsianWidth.txt"
  case lineBreak = "LineBreak.txt"
  case lineBreakTest = "auxiliary/LineBreakTest.txt"

  private static let folder = "/usr/share/unicode/"

  public var path: String { Self.folder + rawValue }

  /// Its lines with their numbers, without remarks and empty ones.
  public func lines() throws(MissingUnicodeData) -> [(number: Int, content: Substring)] {
    guard let data = FileManager.default.contents(atPath: path) else { throw MissingUnicodeData(path: path) }
    return String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { (number: $0 + 1, content: $1.prefix { $0 != "#" }) }
      .filter { !$0.content.allSatisfy(\.isWhitespace) }
  }
}
