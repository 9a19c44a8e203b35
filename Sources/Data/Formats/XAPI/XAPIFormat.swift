import Domain

/// Responses of X's API version 1.1: an array of tweets, a tweet, a search, or a stream of one tweet per line.
struct XAPIFormat: FormatReader {
  let name = "X API v1.1"

  func recognizes(_ shape: FileShape) -> Bool {
    switch shape.top {
    case .array: isTweet(shape)
    case .object: isTweet(shape) || isSearch(shape)
    default: false
    }
  }

  func read(
    _ reader: inout JSONReader, into posts: inout PostCollector, of file: SourceFile
  ) throws(JSONError) {
    let tweets = XAPITweetReader()
    if reader.next == UInt8(ascii: "[") { return try posts.collectArray(&reader, tweets.read) }
    if isTweet(file.shape) { return try posts.collectValue(&reader, tweets.read) }
    try reader.forEachMember { key, reader throws(JSONError) in
      if key == "statuses", reader.next == UInt8(ascii: "[") {
        try posts.collectArray(&reader, tweets.read)
      } else {
        try reader.skipValue()
      }
    }
  }
}

extension XAPIFormat {
  private func isTweet(_ shape: FileShape) -> Bool {
    shape.has(allOf: "id_str", "text")
      // As in 2007.
      || shape.has(allOf: "id", "text", "user", "created_at")
      || shape.has(anyOf: "id_str", "id")
        && shape.has(
          anyOf: "full_text", "truncated", "extended_tweet", "is_quote_status", "retweeted_status",
          "in_reply_to_status_id_str")
  }

  /// Mastodon's search has `statuses` as well.
  private func isSearch(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "statuses")
      && (shape.keys == ["statuses"] || shape.has(anyOf: "search_metadata")
        || shape.has(anyOf: "id_str", "full_text", "user", below: "statuses"))
  }
}
