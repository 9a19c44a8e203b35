import Domain
import FoundationEssentials

/// Whoever wrote a tweet.
struct XUser {
  let profile: Profile
  /// Whether only those whom they let may read them.
  let isProtected: Bool

  /// nil where it says neither name nor handle.
  init?(_ user: JSONValue?) {
    let handle = user?["screen_name"]?.text ?? user?["username"]?.text
    let name = user?["name"]?.name
    guard handle != nil || name != nil else { return nil }
    profile = Profile(handle: handle ?? "", name: name)
    isProtected = user?["protected"]?.bool == true
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
