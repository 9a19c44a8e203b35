import Domain

/// Reads a tweet of API version 1.1.
struct XAPITweetReader {
  private let knownProfiles = KnownProfiles()

  func read(_ value: JSONValue) -> PostParseResult {
    guard value.isObject else { return .unreadable(expected: "a tweet") }
    if let post = entry(value) { return .post(post) }
    return isNotice(value) ? .nothing : .unreadable(expected: "a tweet with an id")
  }

  /// The post of a tweet. A retweet's own text is truncated, but it has the whole original, which is used, with its
  /// reposter.
  private func entry(_ tweet: JSONValue) -> Post? {
    guard let original = tweet["retweeted_status"],
      let post = post(original, quoted: original["quoted_status"] ?? tweet["quoted_status"], depth: 0)
    else { return post(tweet, quoted: tweet["quoted_status"], depth: 0) }
    return post.reposted(by: user(of: tweet)?.profile, at: tweet["created_at"]?.date, as: id(of: tweet) ?? post.id)
  }

  /// - Parameters:
  ///   - quoted: the quoted tweet.
  ///   - depth: the quote depth of the tweet.
  private func post(_ tweet: JSONValue, quoted: JSONValue?, depth: Int) -> Post? {
    guard let id = id(of: tweet) else { return nil }
    let user = user(of: tweet)
    let quote = depth < Quote.maxDepth ? quote(of: tweet, quoted, depth: depth) : nil
    let extendedTweet = extendedTweet(tweet)
    let media = XMedia.media(of: extendedTweet)
    return Post(
      id: id, author: user?.profile, createdAt: tweet["created_at"]?.date,
      text: XText.text(of: extendedTweet, quote: quote),
      url: XAddress.tweet(id.rawValue, by: user?.profile.handle),
      replyTo: self.id("in_reply_to_status_id", of: tweet),
      replyToAuthor: XReply.author(of: tweet, by: user?.profile),
      quote: quote,
      counts: Counts(
        replies: tweet["reply_count"], reposts: tweet["retweet_count"], likes: tweet["favorite_count"]),
      media: media.isEmpty ? XMedia.media(of: tweet) : media,
      poll: XAPIPoll.poll(of: tweet), visibility: user?.visibility, states: states(of: tweet),
      details: XDetails.details(of: tweet), mentions: mentions(of: tweet, extendedTweet))
  }
}

extension XAPITweetReader {
  /// Whether it is a stream message other than a tweet, `{"delete": …}`.
  private func isNotice(_ value: JSONValue) -> Bool {
    ["delete", "scrub_geo", "limit", "status_withheld", "user_withheld", "disconnect", "warning", "friends", "event"]
      .contains { value[$0] != nil }
  }

  private func user(of tweet: JSONValue) -> XUser? { XUser(tweet["user"], among: knownProfiles) }

  private func id(of tweet: JSONValue) -> PostID? { id("id", of: tweet) }

  /// An ID. Beside the number, which some programs round, there is the same ID as a string.
  private func id(_ key: String, of tweet: JSONValue) -> PostID? {
    (tweet["\(key)_str"]?.text ?? tweet[key]?.text).map { PostID($0) }
  }

  /// The extended tweet, with the full text and media of a tweet that is truncated for older programs.
  private func extendedTweet(_ tweet: JSONValue) -> JSONValue {
    guard tweet["full_text"]?.string == nil, let extended = tweet["extended_tweet"],
      extended["full_text"]?.string != nil
    else { return tweet }
    return extended
  }

  /// The extended tweet may have more mentions.
  private func mentions(of tweet: JSONValue, _ extendedTweet: JSONValue) -> [Mention] {
    let mentions = XMentions.mentions(of: extendedTweet)
    return mentions.isEmpty ? XMentions.mentions(of: tweet) : mentions
  }

  /// The quote. A missing quoted tweet is considered deleted. Quotes of quoted tweets are never included.
  private func quote(of tweet: JSONValue, _ quoted: JSONValue?, depth: Int) -> Quote? {
    if let quoted, let post = post(quoted, quoted: quoted["quoted_status"], depth: depth + 1) { return .shown(post) }
    let id = id("quoted_status_id", of: tweet)
    let quotes = tweet["is_quote_status"]?.bool == true
    guard quotes || id != nil else { return nil }
    return .unavailable(id: id, reason: quotes && depth == 0 ? .deleted : .notInSource)
  }

  private func states(of tweet: JSONValue) -> Set<PostState> {
    (tweet["edit_history"]?["edit_tweet_ids"]?.elements.count ?? 0) > 1 ? [.edited] : []
  }
}

/// A tweet's poll, which is a card: `choice1_label`, `choice1_count`, `choice2_label`, …
enum XAPIPoll {
  static func poll(of tweet: JSONValue) -> Poll? {
    guard let card = tweet["card"], card["name"]?.text?.hasPrefix("poll") == true,
      let values = card["binding_values"]
    else { return nil }
    let options = (1...4).compactMap { number -> Poll.Option? in
      guard let title = values["choice\(number)_label"]?["string_value"]?.text else { return nil }
      return Poll.Option(title: title, votes: values["choice\(number)_count"]?["string_value"]?.count)
    }
    guard !options.isEmpty else { return nil }
    return Poll(
      options: options, isClosed: values["counts_are_final"]?["boolean_value"]?.bool ?? false,
      endsAt: values["end_datetime_utc"]?["string_value"]?.date)
  }
}
