import Domain

/// Reads a tweet of an archive. All its numbers are texts. A retweet is nothing but a text, `RT @name: …`.
struct XTweetReader {
  let author: Profile?
  let notes: XNoteTweets?
  /// Whether the file is that of deleted tweets.
  var areDeleted = false

  /// nil where it has no id.
  func post(_ element: JSONValue) -> Post? {
    let tweet = element["tweet"] ?? element
    guard let id = (tweet["id_str"] ?? tweet["id"])?.text else { return nil }
    let date = tweet["created_at"]?.date
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
      media: XMedia.media(of: tweet), states: states(of: tweet))
    let versions = XEdits.versions(of: tweet, PostID(id))
    if !versions.isEmpty { post.versionIDs = versions }
    return post
  }

  private func states(of tweet: JSONValue) -> Set<PostState> {
    var states: Set<PostState> = areDeleted || tweet["deleted_at"] != nil ? [.deleted] : []
    // The first version of a tweet names the later ones.
    let versions = tweet["edit_info"]?["initial"]?["editTweetIds"]?.elements ?? []
    if tweet["edit_info"]?["edit"] != nil || versions.count > 1 { states.insert(.edited) }
    return states
  }
}
