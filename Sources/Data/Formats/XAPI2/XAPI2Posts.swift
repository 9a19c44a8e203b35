import Domain

/// Converts a page's tweets to posts.
struct XAPI2Posts {
  private let page: XAPI2Page
  private let tweets: [PostID: XAPI2Tweet]

  init(page: XAPI2Page) {
    self.page = page
    tweets = Dictionary((page.entries + page.threadOnlyTweets).map { ($0.id, $0) }) { first, _ in first }
  }

  func collect(into posts: inout PostCollector) {
    for tweet in page.entries { posts.add(entry(tweet)) }
    let entries = Set(page.entries.map(\.id))
    for tweet in page.threadOnlyTweets where !entries.contains(tweet.id) { posts.addThreadOnly(post(tweet, depth: 0)) }
  }

  /// The post of a tweet. A retweet's own text is truncated: the original is used, with its reposter.
  func entry(_ tweet: XAPI2Tweet) -> Post {
    guard let id = tweet.retweeted else { return post(tweet, depth: 0) }
    let original = tweets[id].map { post($0, depth: 0) } ?? truncatedPost(of: id, in: tweet)
    return original.reposted(by: user(of: tweet)?.profile, at: tweet.createdAt, as: tweet.id)
  }
}

extension XAPI2Posts {
  private func user(of tweet: XAPI2Tweet) -> XUser? {
    tweet.authorID.flatMap { page.users[$0] }
  }

  private func replyToAuthor(of tweet: XAPI2Tweet) -> Profile? {
    guard let id = tweet.replyToUserID else { return nil }
    return page.users[id]?.profile ?? tweet.replyToHandle.map { Profile(id: id, handle: $0) }
  }

  /// - Parameter depth: the quote depth of the tweet.
  private func post(_ tweet: XAPI2Tweet, depth: Int) -> Post {
    let user = user(of: tweet)
    let quote = depth < Quote.maxDepth ? tweet.quoted.map { self.quote($0, depth: depth) } : nil
    let media = tweet.mediaKeys.compactMap { page.media[$0] }
    let showsMedia = !media.isEmpty && media.count == tweet.mediaKeys.count
    return Post(
      id: tweet.id, author: user?.profile, createdAt: tweet.createdAt,
      text: tweet.text.droppingTrailingLinks {
        XText.isShown($0, in: quote) || showsMedia && XAddress.isMediaLink($0.url)
      },
      url: XAddress.tweet(tweet.id.rawValue, by: user?.profile.handle), replyTo: tweet.replyTo,
      replyToAuthor: replyToAuthor(of: tweet), quote: quote,
      counts: tweet.counts, media: media, poll: tweet.pollID.flatMap { page.polls[$0] },
      visibility: user?.visibility, states: tweet.isEdited ? [.edited] : [], details: tweet.details,
      mentions: tweet.mentions)
  }

  private func quote(_ id: PostID, depth: Int) -> Quote {
    if let quoted = tweets[id] { return .shown(post(quoted, depth: depth + 1)) }
    return .unavailable(id: id, reason: page.reasons[id] ?? .notInSource)
  }

  /// A missing original, as far as a retweet's text has it.
  private func truncatedPost(of id: PostID, in retweet: XAPI2Tweet) -> Post {
    let reason = page.reasons[id] ?? .notInSource
    let url = XAddress.tweet(id.rawValue, by: retweet.retweetedHandle)
    return Post(
      id: id, author: retweet.retweetedHandle.map { Profile(handle: $0) },
      text: retweet.text, url: url, states: reason == .deleted ? [.deleted] : [],
      details: PostDetails(language: retweet.details?.language),
      mentions: retweet.mentions.filter { $0.handle.lowercased() != retweet.retweetedHandle?.lowercased() })
  }
}
