import FoundationEssentials
import SampleArchives

/// A post of the timeline that all programs show: 20 to 280 characters, some in Japanese, some with emoji or a link,
/// each a few minutes older than the one before.
public struct SamplePost: Sendable {
  /// The number of newer posts.
  public let index: Int
  public let handle: String
  public let name: String
  public let date: Date
  public let text: String

  /// The start of its text, which can be found in the output of a program.
  public var marker: String { Self.marker(index) }

  public static func marker(_ index: Int) -> String {
    let digits = String(index)
    return "p" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// The posts from the newest to the oldest. The same count always gives the same posts.
  public static func timeline(count: Int) -> [SamplePost] {
    var generator = SampleGenerator(seed: 1)
    // 2026-11-20T12:00:00Z
    var seconds = 1_795_176_000.0
    return (0..<count).map { index in
      seconds -= Double.random(in: 20...600, using: &generator).rounded()
      let author = SampleWords.authors[Int.random(in: 0..<SampleWords.authors.count, using: &generator)]
      return SamplePost(
        index: index, handle: author.handle, name: author.name, date: Date(timeIntervalSince1970: seconds),
        text: marker(index) + " " + SampleWords.text(index: index, using: &generator))
    }
  }
}
