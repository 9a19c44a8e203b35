import Domain
import FoundationEssentials

/// The archive of X (Twitter): `tweets.js`, which is `window.YTD.tweets.part0 = […]`. The author is in `account.js` in
/// the same folder, and the full text of long tweets in `note-tweet.js`. Large archives continue in `tweets-part1.js`.
struct XArchiveFormat: FormatReader {
  let name = "X archive"
  var sorting = ArchiveSorting.none
  /// Tweets in communities are in separate files.
  private static let partsOfTweets: Set = [
    "tweets", "tweet", "community_tweet", "community_tweets", partOfCircle, "twitter_circle_tweets",
  ]
  /// Tweets visible only to one's Twitter Circle (2022 and 2023). The closest visibility in Tern is "followers".
  private static let partOfCircle = "twitter_circle_tweet"
  let archiveFiles = ["data/tweets.js", "tweets.js", "data/tweet.js", "tweet.js"]

  /// With or without the script's assignment.
  func recognizes(_ shape: FileShape) -> Bool {
    guard case .archivePart(let part) = shape.top else {
      return shape.has(anyOf: "id_str", "id", below: "tweet") || isLikesFile(shape)
    }
    return Self.partsOfTweets.contains(part) || isDeletedTweetsFile(shape) || isLikesFile(shape)
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
    let account = file.sibling("account.js", XAccount.init)
    posts.profile = posts.profile ?? account?.profile(describedBy: file.sibling("profile.js", XProfile.init))
    let read: (JSONValue, inout PostCollector) -> PostParseResult
    if isLikesFile(file.shape) {
      posts.beginTimeline(ArchiveTab.likes)
      read = { value, _ in XLikeReader().read(value) }
    } else {
      let tweets = XTweetReader(
        author: posts.profile, notes: file.sibling("note-tweet.js", XNoteTweets.init),
        isDeletedTweetsFile: isDeletedTweetsFile(file.shape),
        visibility: isCircleFile(file.shape) ? .followers : nil)
      read = { value, posts in
        guard let post = tweets.post(value) else { return .unreadable(expected: "a tweet with an id") }
        if let tab = sorting.tab(of: post, value, in: account) { posts.beginTimeline(tab) }
        return .post(post)
      }
    }
    if reader.next == UInt8(ascii: "{") { return try posts.collectValue(&reader, read) }
    try posts.collectArray(&reader, read)
    _ = reader.consume(";")
  }
}

extension XArchiveFormat {
  private func isDeletedTweetsFile(_ shape: FileShape) -> Bool {
    [.archivePart(of: "deleted_tweets"), .archivePart(of: "deleted_tweet")].contains(shape.top)
  }

  private func isCircleFile(_ shape: FileShape) -> Bool {
    [.archivePart(of: Self.partOfCircle), .archivePart(of: "\(Self.partOfCircle)s")].contains(shape.top)
  }

  private func isLikesFile(_ shape: FileShape) -> Bool {
    shape.top == .archivePart(of: "like") || shape.has(anyOf: "tweetId", below: "like")
  }
}

extension ArchiveSorting {
  /// The tab of a tweet. Retweets are recognized only by their text, which may be truncated, and the original author's
  /// handle may be outdated. So it stays a post of the archive's owner.
  fileprivate func tab(of post: Post, _ element: JSONValue, in account: XAccount?) -> TimelineID? {
    tab(
      isRepost: post.text.runs.first?.plain.utf8.starts(with: "RT @".utf8) == true,
      isReply: post.replyTo != nil && account?.isSelfReply(by: element["tweet"] ?? element) != true)
  }
}

/// The owner of the archive, from `account.js`. E-mail address and phone number in it are never decoded.
struct XAccount {
  let profile: Profile
  private let joinedAt: Date?

  /// nil if the file has none.
  init?(_ file: JSONValue) {
    guard let account = file.elements.first?["account"], let handle = account["username"]?.text else { return nil }
    profile = Profile(
      id: account["accountId"]?.text, handle: handle, name: account["accountDisplayName"]?.text)
    joinedAt = account["createdAt"]?.date
  }

  /// The profile with the owner's description.
  func profile(describedBy description: XProfile?) -> Profile {
    var profile = profile
    profile.details = .unlessEmpty(bio: description?.bio, joinedAt: joinedAt)
    return profile
  }

  /// Whether a tweet replies to the owner, whose handle may have changed since.
  func isSelfReply(by tweet: JSONValue) -> Bool {
    let parentAuthor = (tweet["in_reply_to_user_id_str"] ?? tweet["in_reply_to_user_id"])?.text
    if let parentAuthor, let id = profile.id { return parentAuthor == id }
    return tweet["in_reply_to_screen_name"]?.text?.lowercased() == profile.handle.lowercased()
  }
}

/// The owner's description, from `profile.js`.
struct XProfile {
  let bio: String?

  /// nil if the file has none.
  init?(_ file: JSONValue) {
    guard let profile = file.elements.first?["profile"] else { return nil }
    bio = profile["description"]?["bio"]?.text.map { XText.unescape($0[...]) }
  }
}
