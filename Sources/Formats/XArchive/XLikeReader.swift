import Domain

/// Reads what somebody liked: `like.js`. It knows the tweet's text, mostly, and neither who wrote it nor what it shows.
struct XLikeReader {
  func read(_ element: JSONValue) -> PostReading {
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
