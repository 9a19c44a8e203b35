import Domain
import FoundationEssentials

/// A user of X.
struct XUser {
  let profile: Profile
  /// Whether only approved followers can read the user's tweets.
  let isProtected: Bool

  /// nil if it has neither name nor handle.
  init?(_ user: JSONValue?, among knownProfiles: KnownProfiles) {
    let handle = user?["screen_name"]?.text ?? user?["username"]?.text
    let name = user?["name"]?.name
    guard handle != nil || name != nil else { return nil }
    profile = knownProfiles.profile(id: (user?["id_str"] ?? user?["id"])?.text, handle: handle ?? "", name: name) {
      user.flatMap(Self.details)
    }
    isProtected = user?["protected"]?.bool == true
  }

  /// Version 1.1 has the counts in the user, version 2 in its metrics.
  private static func details(of user: JSONValue) -> ProfileDetails? {
    let metrics = user["public_metrics"]
    return .unlessEmpty(
      bio: user["description"]?.text.map { XText.unescape($0[...]) }, joinedAt: user["created_at"]?.date,
      followers: (user["followers_count"] ?? metrics?["followers_count"])?.count,
      following: (user["friends_count"] ?? metrics?["following_count"])?.count,
      posts: (user["statuses_count"] ?? metrics?["tweet_count"])?.count)
  }

  var visibility: Visibility? { isProtected ? .followers : nil }
}

extension Post {
  /// The post as an entry of its repost. Without a reposter, the repost's ID distinguishes it from other reposts of the
  /// same post.
  func reposted(by profile: Profile?, at date: Date?, as id: PostID) -> Post {
    var post = self
    post.repost = Repost(by: profile, at: date)
    if profile?.handle.isEmpty ?? true { post.ref.id = id }
    return post
  }
}

/// The mentions of a tweet: `entities.user_mentions` in version 1.1 and archives, `entities.mentions` in version 2.
enum XMentions {
  static func mentions(of tweet: JSONValue) -> [Mention] {
    let entities = tweet["entities"]
    let elements = (entities?["user_mentions"] ?? entities?["mentions"])?.elements ?? []
    // Most tweets have no mentions.
    guard !elements.isEmpty else { return [] }
    return elements.prefix(XTextEntity.maxCount).compactMap { mention in
      (mention["screen_name"] ?? mention["username"])?.text.map { handle in
        Mention(id: (mention["id_str"] ?? mention["id"])?.text, handle: handle)
      }
    }.uniqued { $0.handle.lowercased() }
  }
}

/// The author of the parent of a tweet, in version 1.1 and archives.
enum XReply {
  /// The name is taken from the mention, if there is one.
  /// - Parameter author: the author of the tweet, who may reply to themselves.
  static func author(of tweet: JSONValue, by author: Profile?) -> Profile? {
    let id = (tweet["in_reply_to_user_id_str"] ?? tweet["in_reply_to_user_id"])?.text
    let handle = tweet["in_reply_to_screen_name"]?.text
    guard id != nil || handle != nil else { return nil }
    func isAuthor(_ user: JSONValue) -> Bool {
      if let id, let other = (user["id_str"] ?? user["id"])?.text { return id == other }
      return handle != nil && handle?.lowercased() == user["screen_name"]?.text?.lowercased()
    }
    let mention = tweet["entities"]?["user_mentions"]?.elements.prefix(XTextEntity.maxCount).first(where: isAuthor)
    if let id, let author, author.id == id { return author }
    guard let handle = handle ?? mention?["screen_name"]?.text else { return nil }
    if let author, author.id == nil || id == nil, author.handle.lowercased() == handle.lowercased() { return author }
    return Profile(id: id, handle: handle, name: mention?["name"]?.name)
  }
}
