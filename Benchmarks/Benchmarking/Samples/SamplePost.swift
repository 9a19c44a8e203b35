import FoundationEssentials
import SampleArchives

/// One post of the timeline that every program is given: of 20 to 280 characters, some in Japanese, some with emoji,
/// some with an address, each a few minutes older than the one before.
public struct SamplePost: Sendable {
  /// How many are newer.
  public let index: Int
  public let handle: String
  public let name: String
  public let date: Date
  public let text: String

  /// Stands at the beginning of its text, and can be found in what a program writes to the terminal.
  public var marker: String { Self.marker(index) }

  public static func marker(_ index: Int) -> String {
    let digits = String(index)
    return "p" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// The posts from the newest to the oldest. The same number always makes the same posts.
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
