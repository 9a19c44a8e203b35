import Domain

/// What version 2 of X's API answers: a page `{"data": […], "includes": {…}}`, one page a line, or tweets that somebody
/// took out of such pages.
struct XAPI2Format: FormatReader {
  let name = "X API v2"

  func recognises(_ shape: FileShape) -> Bool {
    switch shape.top {
    case .array: isTweet(shape)
    case .object: isPage(shape) || isTweet(shape)
    default: false
    }
  }

  func read(
    _ reader: inout JSONReader, into posts: inout PostCollector, of file: SourceFile
  ) throws(JSONError) {
    if reader.next == UInt8(ascii: "[") { return try posts.collectArray(&reader, tweet) }
    guard isPage(file.shape) else { return try posts.collectValue(&reader, tweet) }
    var page = XAPI2Page(now: file.now)
    // What was read before damage stays.
    defer { XAPI2Posts(page: page).collect(into: &posts) }
    try page.read(&reader, noting: &posts)
  }
}

extension XAPI2Format {
  /// A tweet that stands by itself.
  private func tweet(_ value: JSONValue) -> PostParseResult {
    guard let tweet = XAPI2Tweet(value) else { return .unreadable(expected: "a tweet with an id") }
    return .post(XAPI2Posts(page: XAPI2Page()).entry(tweet))
  }

  private func isTweet(_ shape: FileShape) -> Bool {
    shape.has(allOf: "id", "text")
      && shape.has(
        anyOf: "edit_history_tweet_ids", "author_id", "conversation_id", "public_metrics", "referenced_tweets",
        "note_tweet")
  }

  /// Where there is nothing, there is no `data`; what is in `data` may be users, or anything, in other programs' files.
  private func isPage(_ shape: FileShape) -> Bool {
    if shape.keysBelow["data"] != nil {
      return shape.has(anyOf: "id", below: "data")
        && shape.has(anyOf: "text", "edit_history_tweet_ids", below: "data")
    }
    return shape.has(anyOf: "result_count", below: "meta")
  }
}
