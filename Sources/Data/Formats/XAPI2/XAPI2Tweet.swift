import Domain
import FoundationEssentials

/// A tweet. Its author, media and referenced tweets are IDs only.
struct XAPI2Tweet {
  /// The maximum number of mentions. A page may repeat them for each quoting tweet.
  private static let maxMedia = 100

  let id: PostID
  let authorID: String?
  let createdAt: Date?
  /// Without the prefix `RT @name: `.
  let text: PostText
  /// The handle in a retweet's prefix `RT @name: `.
  let retweetedHandle: String?
  let retweeted: PostID?
  let quoted: PostID?
  let replyTo: PostID?
  /// The ID of the author of the parent.
  let replyToUserID: String?
  /// The handle of the author of the parent, if the text mentions them.
  let replyToHandle: String?
  let mediaKeys: [String]
  let pollID: String?
  let counts: Counts?
  let mentions: [Mention]
  let isEdited: Bool
  let details: PostDetails?

  /// nil if it has no ID.
  init?(_ tweet: JSONValue) {
    guard let id = tweet["id"]?.text else { return nil }
    func referenced(as type: String) -> PostID? {
      tweet["referenced_tweets"]?.elements.first { $0["type"]?.string == type }?["id"]?.text.map { PostID($0) }
    }
    self.id = PostID(id)
    authorID = tweet["author_id"]?.text
    createdAt = tweet["created_at"]?.date
    retweeted = referenced(as: "retweeted")
    quoted = referenced(as: "quoted")
    replyTo = referenced(as: "replied_to")
    let userID = tweet["in_reply_to_user_id"]?.text
    replyToUserID = userID
    let mentions = tweet["entities"]?["mentions"]?.elements.prefix(XTextEntity.maxCount)
    replyToHandle = userID.flatMap { id in mentions?.first { $0["id"]?.text == id }?["username"]?.text }
    (retweetedHandle, text) = Self.text(of: tweet, isRetweet: retweeted != nil)
    mediaKeys = tweet["attachments"]?["media_keys"]?.elements.prefix(Self.maxMedia).compactMap(\.text) ?? []
    pollID = tweet["attachments"]?["poll_ids"]?.elements.first?.text
    let metrics = tweet["public_metrics"]
    counts = Counts(
      replies: metrics?["reply_count"], reposts: metrics?["retweet_count"], likes: metrics?["like_count"])
    let ofNote = tweet["note_tweet"].map(XMentions.mentions) ?? []
    self.mentions = ofNote.isEmpty ? XMentions.mentions(of: tweet) : ofNote
    details = XDetails.details(of: tweet)
    isEdited = (tweet["edit_history_tweet_ids"]?.elements.count ?? 0) > 1
  }
}

extension XAPI2Tweet {
  /// The `text` of a long tweet is truncated; the ranges of its entities are valid in the full text.
  private static func text(of tweet: JSONValue, isRetweet: Bool) -> (handle: String?, text: PostText) {
    let note = tweet["note_tweet"]?["text"]?.text
    let text = CodePoints(note ?? tweet["text"]?.string ?? "")
    var entities = XText.entities(of: tweet, in: text)
    if note != nil, let note = tweet["note_tweet"] { entities = XText.entities(of: note, in: text) + entities }
    if isRetweet, let mark = retweetPrefix(text) {
      return (mark.handle, XText.text(text, shown: mark.end..<text.count, entities: entities))
    }
    let shown = note == nil ? XTextEntity.shownRange(of: tweet) : nil
    return (nil, XText.text(text, shown: shown, entities: entities))
  }

  /// `RT @name: `
  private static func retweetPrefix(_ text: CodePoints) -> (handle: String, end: Int)? {
    let scalars = text.string.unicodeScalars
    let start = "RT @".unicodeScalars
    guard scalars.starts(with: start) else { return nil }
    let handle = scalars.dropFirst(start.count).prefix { $0 != ":" && !$0.properties.isWhitespace }
    let end = start.count + handle.count + 2
    guard !handle.isEmpty, end < text.count, scalars[handle.endIndex] == ":" else { return nil }
    return (XText.unescape(Substring(handle)), end)
  }
}
