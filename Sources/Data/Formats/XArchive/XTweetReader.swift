import Domain

/// Reads a tweet of an X archive. In archives, all numbers are strings, and a retweet is only text, `RT @name: …`.
struct XTweetReader {
  let author: Profile?
  let notes: XNoteTweets?
  /// Whether it is the archive's file of deleted tweets.
  var isDeletedTweetsFile = false
  /// The visibility of all tweets of the file; nil if unknown.
  var visibility: Visibility?

  /// The tweet as a post; nil if it has no ID.
  func post(_ element: JSONValue) -> Post? {
    let tweet = element["tweet"] ?? element
    guard let id = (tweet["id_str"] ?? tweet["id"])?.text else { return nil }
    let date = tweet["created_at"]?.date
    let edits = XEdits(tweet)
    var post = Post(
      id: PostID(id), author: author, createdAt: date,
      text: notes?.text(of: tweet, writtenAt: date) ?? XText.text(of: tweet),
      url: XAddress.tweet(id, by: author?.handle),
      replyTo: (tweet["in_reply_to_status_id_str"] ?? tweet["in_reply_to_status_id"])?.text.map { PostID($0) },
      replyToAuthor: XReply.author(of: tweet, by: author),
      quote: (tweet["quoted_status_id_str"] ?? tweet["quoted_status_id"])?.text
        .map { .unavailable(id: PostID($0), reason: .notInSource) },
      counts: Counts(
        replies: tweet["reply_count"], reposts: tweet["retweet_count"], likes: tweet["favorite_count"]),
      media: XMedia.media(of: tweet), visibility: visibility, states: states(of: tweet, edits),
      details: XDetails.details(of: tweet), mentions: XMentions.mentions(of: tweet))
    let versions = edits.versions(of: PostID(id))
    if !versions.isEmpty { post.versionIDs = versions }
    return post
  }

  private func states(of tweet: JSONValue, _ edits: XEdits) -> Set<PostState> {
    var states: Set<PostState> = isDeletedTweetsFile || tweet["deleted_at"] != nil ? [.deleted] : []
    if edits.isEdited { states.insert(.edited) }
    return states
  }
}
