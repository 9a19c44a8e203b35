import Domain

/// Responses of X's API version 2: a page `{"data": […], "includes": {…}}`, one page per line, or tweets taken from
/// such pages.
struct XAPI2Format: FormatReader {
  let name = "X API v2"

  func recognizes(_ shape: FileShape) -> Bool {
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
    // Tweets read before damage stay.
    defer { XAPI2Posts(page: page).collect(into: &posts) }
    try page.read(&reader, noting: &posts)
  }
}

extension XAPI2Format {
  /// A tweet outside a page.
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

  /// An empty page has no `data`. In files of other programs, `data` may have users or anything.
  private func isPage(_ shape: FileShape) -> Bool {
    if shape.nestedKeys["data"] != nil {
      return shape.has(anyOf: "id", below: "data")
        && shape.has(anyOf: "text", "edit_history_tweet_ids", below: "data")
    }
    return shape.has(anyOf: "result_count", below: "meta")
  }
}
