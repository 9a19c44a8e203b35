#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Domain

/// Reads a tweet of an archive. All its numbers are texts. A retweet is nothing but a text, `RT @name: …`.
struct XTweetReader {
  let author: Profile?

  func read(_ element: JSONValue) -> PostReading {
    let tweet = element["tweet"] ?? element
    guard let id = (tweet["id_str"] ?? tweet["id"])?.text else { return .unreadable(expected: "a tweet with an id") }
    return .post(
      Post(
        id: PostID(id), author: author, createdAt: tweet["created_at"]?.string.flatMap(Timestamp.parse),
        text: XText.text(of: tweet), url: url(of: id),
        replyTo: (tweet["in_reply_to_status_id_str"] ?? tweet["in_reply_to_status_id"])?.text.map { PostID($0) },
        quote: (tweet["quoted_status_id_str"] ?? tweet["quoted_status_id"])?.text
          .map { .unavailable(id: PostID($0), reason: .notInSource) },
        counts: counts(of: tweet), media: XMedia.media(of: tweet), state: state(of: tweet)))
  }

  /// Without the author's name, the address that leads there by the id alone.
  private func url(of id: String) -> String {
    guard let author else { return "https://twitter.com/i/status/\(id)" }
    return "https://twitter.com/\(author.handle)/status/\(id)"
  }

  private func counts(of tweet: JSONValue) -> Counts? {
    let counts = Counts(
      replies: tweet["reply_count"]?.count, reposts: tweet["retweet_count"]?.count,
      likes: tweet["favorite_count"]?.count)
    return counts == Counts() ? nil : counts
  }

  private func state(of tweet: JSONValue) -> PostState? {
    if tweet["deleted_at"] != nil { return .deleted }
    return tweet["edit_info"]?["edit"] == nil ? nil : .edited
  }
}
