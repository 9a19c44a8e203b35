import Domain
import FoundationEssentials

/// The scheduled posts that a server last listed, as JSON.
struct StoredScheduledPosts: Codable {
  private struct Entry: Codable {
    var id: String
    var publishAt: Int64
    var draft: StoredDraft
  }

  private var asOf: Int64
  private var posts: [Entry]

  init(_ list: ScheduledPostList, of account: AccountID) {
    asOf = list.asOf.milliseconds
    posts = list.posts.map { post in
      Entry(
        id: post.id.rawValue, publishAt: post.publishAt.milliseconds,
        draft: StoredDraft(post.draft(by: account, at: list.asOf)))
    }
  }

  func list(of account: AccountID) -> ScheduledPostList {
    let posts = posts.compactMap { entry in
      entry.draft.draft(id: DraftID(entry.id), account: account).map {
        ScheduledPost(id: ScheduledPostID(entry.id), publishAt: Date(milliseconds: entry.publishAt), draft: $0)
      }
    }
    return ScheduledPostList(posts, asOf: Date(milliseconds: asOf))
  }
}
