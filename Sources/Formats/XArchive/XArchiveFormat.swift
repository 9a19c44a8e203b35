import Domain
import FoundationEssentials

/// The archive that X (Twitter) lets people download: `tweets.js`, which is `window.YTD.tweets.part0 = […]`. The author
/// is in `account.js` beside it, the whole text of long tweets in `note-tweet.js`, and large archives go on in
/// `tweets-part1.js`.
struct XArchiveFormat: FormatReader {
  let name = "X archive"
  var sorting = ArchiveSorting.none
  /// Those of communities lie apart.
  private static let partsOfTweets: Set = [
    "tweets", "tweet", "community_tweet", "community_tweets", partOfCircle, "twitter_circle_tweets",
  ]
  /// Those that only the people in one's circle may read (2022 and 2023). Of all that Tern knows, "followers" is closest.
  private static let partOfCircle = "twitter_circle_tweet"
  let archiveFiles = ["data/tweets.js", "tweets.js", "data/tweet.js", "tweet.js"]

  /// With the script's assignment in front, or without.
  func recognises(_ shape: FileShape) -> Bool {
    guard case .archivePart(let part) = shape.top else {
      return shape.has(anyOf: "id_str", "id", below: "tweet") || areLikes(shape)
    }
    return Self.partsOfTweets.contains(part) || areDeleted(shape) || areLikes(shape)
  }

  /// `tweets.js`, `tweets-part1.js`, `tweets-part2.js`, …
  func nextPart(after name: String) -> String? {
    guard name.hasSuffix(".js") else { return nil }
    let stem = name.dropLast(3)
    if ["tweets", "tweet"].contains(stem) { return "\(stem)-part1.js" }
    guard let mark = stem.firstRange(of: "-part"), let number = Int(stem[mark.upperBound...]), number < 1000 else {
      return nil
    }
    return "\(stem[..<mark.upperBound])\(number + 1).js"
  }

  func read(
    _ reader: inout JSONReader, into posts: inout PostCollector, of file: SourceFile
  ) throws(JSONError) {
    let account = file.beside("account.js", XAccount.init)
    posts.profile = posts.profile ?? account?.profile(saying: file.beside("profile.js", XProfile.init))
    let read: (JSONValue, inout PostCollector) -> PostParseResult
    if areLikes(file.shape) {
      posts.begin(ArchiveTab.likes)
      read = { value, _ in XLikeReader().read(value) }
    } else {
      let tweets = XTweetReader(
        author: posts.profile, notes: file.beside("note-tweet.js", XNoteTweets.init),
        areDeleted: areDeleted(file.shape),
        visibility: areOfCircle(file.shape) ? .followers : nil)
      read = { value, posts in
        guard let post = tweets.post(value) else { return .unreadable(expected: "a tweet with an id") }
        if let tab = sorting.tab(of: post, value, in: account) { posts.begin(tab) }
        return .post(post)
      }
    }
    if reader.next == UInt8(ascii: "{") { return try posts.collectValue(&reader, read) }
    try posts.collectArray(&reader, read)
    _ = reader.takes(";")
  }
}

extension XArchiveFormat {
  private func areDeleted(_ shape: FileShape) -> Bool {
    [.archivePart(of: "deleted_tweets"), .archivePart(of: "deleted_tweet")].contains(shape.top)
  }

  private func areOfCircle(_ shape: FileShape) -> Bool {
    [.archivePart(of: Self.partOfCircle), .archivePart(of: "\(Self.partOfCircle)s")].contains(shape.top)
  }

  private func areLikes(_ shape: FileShape) -> Bool {
    shape.top == .archivePart(of: "like") || shape.has(anyOf: "tweetId", below: "like")
  }
}

extension ArchiveSorting {
  /// A retweet is told by its text alone. What its author reposted may be cut off there, and who wrote it may be called
  /// otherwise by now: so it stays what the archive says, a post that quotes.
  fileprivate func tab(of post: Post, _ element: JSONValue, in account: XAccount?) -> TimelineID? {
    tab(
      isRepost: post.text.runs.first?.plain.utf8.starts(with: "RT @".utf8) == true,
      isReply: post.replyTo != nil && account?.isAnswered(by: element["tweet"] ?? element) != true)
  }
}

/// Whose archive it is: `account.js`. That holds e-mail address and phone number as well: they are never decoded.
struct XAccount {
  let profile: Profile
  private let joinedAt: Date?

  /// nil where it does not say so.
  init?(_ file: JSONValue) {
    guard let account = file.elements.first?["account"], let handle = account["username"]?.text else { return nil }
    profile = Profile(
      id: account["accountId"]?.text, handle: handle, name: account["accountDisplayName"]?.text)
    joinedAt = account["createdAt"]?.date
  }

  /// With what the person says of themselves.
  func profile(saying said: XProfile?) -> Profile {
    var profile = profile
    profile.details = .told(bio: said?.bio, joinedAt: joinedAt)
    return profile
  }

  /// Whether a tweet answers one by the same person, who may have been called otherwise then.
  func isAnswered(by tweet: JSONValue) -> Bool {
    let answered = (tweet["in_reply_to_user_id_str"] ?? tweet["in_reply_to_user_id"])?.text
    if let answered, let id = profile.id { return answered == id }
    return tweet["in_reply_to_screen_name"]?.text?.lowercased() == profile.handle.lowercased()
  }
}

/// What the person says of themselves: `profile.js`.
struct XProfile {
  let bio: String?

  /// nil where it does not say so.
  init?(_ file: JSONValue) {
    guard let profile = file.elements.first?["profile"] else { return nil }
    bio = profile["description"]?["bio"]?.text.map { XText.unescape($0[...]) }
  }
}
