import Domain
import FoundationEssentials

extension Post {
  /// The post as an entry that somebody's repost of it made. Where nobody says whose, only the repost's own id tells it
  /// from other reposts of the same post.
  func reposted(by profile: Profile?, at date: Date?, as id: PostID) -> Post {
    var post = self
    post.repost = Repost(by: profile, at: date)
    if profile?.handle.isEmpty ?? true { post.id = id }
    return post
  }
}
