import Domain
import FoundationEssentials

/// Reads likes: `like.js`. It mostly has the tweet's text, but neither its author nor its media.
struct XLikeReader {
  func read(_ element: JSONValue) -> PostParseResult {
    let like = element["like"] ?? element
    guard let id = like["tweetId"]?.text else { return .unreadable(expected: "a like with a tweet's id") }
    let url = like["expandedUrl"]?.text ?? XAddress.tweet(id, by: nil)
    let text = like["fullText"]?.text.map { XText.unescape($0[...]) }
    return .post(
      Post(
        id: PostID(id), createdAt: XSnowflake.date(of: id),
        text: text.map(LinkDetector.text) ?? PostText([.link(Link(url: url))]), url: url))
  }
}

/// The date in X's IDs: since 4 November 2010 their upper bits count milliseconds (`twepoch` and `timestampLeftShift`
/// in IdWorker.scala of X's own twitter-archive/snowflake).
enum XSnowflake {
  private static let epoch = 1_288_834_974_657
  private static let shift = 22
  /// Earlier IDs were sequential, up to thirty billion.
  private static let smallest = 1 << 40

  /// The date of a tweet in milliseconds; nil for sequential IDs.
  static func date(of id: String) -> Date? {
    guard let number = Int(id), number >= smallest else { return nil }
    return Date(timeIntervalSince1970: Double(number >> shift + epoch) / 1000)
  }
}
