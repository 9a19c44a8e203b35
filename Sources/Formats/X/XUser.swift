import Domain
import FoundationEssentials

/// Whoever wrote a tweet.
struct XUser {
  let profile: Profile
  /// Whether only those whom they let may read them.
  let isProtected: Bool

  /// nil where it says neither name nor handle.
  init?(_ user: JSONValue?, among people: KnownProfiles) {
    let handle = user?["screen_name"]?.text ?? user?["username"]?.text
    let name = user?["name"]?.name
    guard handle != nil || name != nil else { return nil }
    profile = people.profile(id: (user?["id_str"] ?? user?["id"])?.text, handle: handle ?? "", name: name) {
      user.flatMap(Self.details)
    }
    isProtected = user?["protected"]?.bool == true
  }

  /// Version 1.1 says it of the user, version 2 among its metrics.
  private static func details(of user: JSONValue) -> ProfileDetails? {
    let metrics = user["public_metrics"]
    return .told(
      bio: user["description"]?.text.map { XText.unescape($0[...]) }, joinedAt: user["created_at"]?.date,
      followers: (user["followers_count"] ?? metrics?["followers_count"])?.count,
      following: (user["friends_count"] ?? metrics?["following_count"])?.count,
      posts: (user["statuses_count"] ?? metrics?["tweet_count"])?.count)
  }

  var visibility: Visibility? { isProtected ? .followers : nil }
}

extension Post {
  /// The post as an entry that somebody's repost of it made. Where nobody says whose, only the repost's own id tells it
  /// from other reposts of the same post.
  func reposted(by profile: Profile?, at date: Date?, as id: PostID) -> Post {
    var post = self
    post.repost = Repost(by: profile, at: date)
    if profile?.handle.isEmpty ?? true { post.ref.id = id }
    return post
  }
}

/// The people whom a tweet mentions: `entities.user_mentions` in version 1.1 and archives, `entities.mentions` in version 2.
enum XMentions {
  static func mentions(of tweet: JSONValue) -> [Mention] {
    let entities = tweet["entities"]
    let elements = (entities?["user_mentions"] ?? entities?["mentions"])?.elements ?? []
    // Most mention nobody.
    guard !elements.isEmpty else { return [] }
    var seen: Set<String> = []
    return elements.prefix(XTextEntity.maxCount).compactMap { person in
      guard let handle = (person["screen_name"] ?? person["username"])?.text, seen.insert(handle.lowercased()).inserted
      else { return nil }
      return Mention(id: (person["id_str"] ?? person["id"])?.text, handle: handle)
    }
  }
}

/// Whom a tweet answers, as version 1.1 and archives say it.
enum XReply {
  /// The name stands with the mention, where there is one.
  /// - Parameter author: who may answer a tweet of their own.
  static func author(of tweet: JSONValue, by author: Profile?) -> Profile? {
    let id = (tweet["in_reply_to_user_id_str"] ?? tweet["in_reply_to_user_id"])?.text
    let handle = tweet["in_reply_to_screen_name"]?.text
    guard id != nil || handle != nil else { return nil }
    func isMeant(_ person: JSONValue) -> Bool {
      if let id, let other = (person["id_str"] ?? person["id"])?.text { return id == other }
      return handle != nil && handle?.lowercased() == person["screen_name"]?.text?.lowercased()
    }
    let mention = tweet["entities"]?["user_mentions"]?.elements.prefix(XTextEntity.maxCount).first(where: isMeant)
    if let id, let author, author.id == id { return author }
    guard let handle = handle ?? mention?["screen_name"]?.text else { return nil }
    if let author, author.id == nil || id == nil, author.handle.lowercased() == handle.lowercased() { return author }
    return Profile(id: id, handle: handle, name: mention?["name"]?.name)
  }
}
