import InMemoryTimelines
import Domain
import FoundationEssentials

/// Where what the user writes and marks is shown.
extension WritableDemoRepository {
  /// What the user has added to a timeline, the newest first.
  func added(to timeline: TimelineID) async throws(TimelineError) -> [Post] {
    // The first one has all that they write, whatever it is called.
    let isFirst = try await base.overview(.cached).timelines.first?.id == timeline
    var posts = own.filter { isFirst || timeline.gains($0, by: .published) == true }.compactMap(now)
    for (id, addition) in marked where timeline.gains(Post.placeholder, by: addition) == true {
      if let post = await post(id).flatMap(now) { posts.append(post) }
    }
    return posts
  }

  /// The posts with a tag, of all the account's timelines.
  func tagPage(
    of timeline: TimelineID, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    try await base.playRequest()
    var seen: Set<PostKey> = []
    let all = try await base.allPosts().filter { $0.repost == nil && seen.insert($0.key).inserted }
    let posts = (own + all).filter { timeline.gains($0, by: .published) == true }.compactMap(now)
    let sorted = posts.sorted { ($0.createdAt ?? .distantPast) > ($1.createdAt ?? .distantPast) }
    return await InMemoryTimeline(posts: sorted, skipped: nil, isCutShort: false).page(at: position, limit: limit)
  }

  /// Remembers what has been marked, or is marked no longer.
  func mark(_ action: UserAction, _ id: PostID) {
    guard let addition = action.addition ?? action.removal else { return }
    marked.removeAll { $0.id == id && $0.addition == addition }
    if action.addition != nil { marked.insert((id, addition), at: 0) }
  }

  /// Tells what a post that is replied to says now: it has another count.
  func notifyParent(of reply: Post) async {
    if let parent = reply.replyTo, let post = await post(parent) { notify(of: post) }
  }
}

extension Post {
  /// Stands for any post: what is marked is in a timeline whatever it is.
  static let placeholder = Post(id: PostID(""))
}
