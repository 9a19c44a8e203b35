import InMemoryTimelines
import Domain
import FoundationEssentials

/// The timelines that show the user's own posts and marks.
extension WritableDemoRepository {
  /// The posts that the user added to a timeline, the newest first.
  func added(to timeline: TimelineID) async throws(TimelineError) -> [Post] {
    // The first timeline has all of the user's posts.
    let isFirst = try await base.overview(.cached).timelines.first?.id == timeline
    var posts = writtenPosts.filter { isFirst || timeline.receives($0, by: .published) == true }.compactMap(now)
    for (id, addition) in markedPosts where timeline.receives(Post.placeholder, by: addition) == true {
      if let post = await post(id).flatMap(now) { posts.append(post) }
    }
    return posts
  }

  /// A page of the posts of all timelines that match a condition, newest first.
  func page(
    _ request: PageRequest, where isIncluded: (Post) -> Bool
  ) async throws(TimelineError) -> TimelinePage {
    try await base.simulateRequest()
    var seen: Set<PostKey> = []
    let all = try await base.allPosts().filter { $0.repost == nil && seen.insert($0.key).inserted }
    let posts = (writtenPosts + all).filter(isIncluded).compactMap(now)
    let sorted = posts.sorted { ($0.createdAt ?? .distantPast) > ($1.createdAt ?? .distantPast) }
    return await InMemoryTimeline(posts: sorted, skipped: nil, isTruncated: false).page(request)
  }

  /// Stores or removes a mark of the user.
  func mark(_ action: UserAction, _ id: PostID) {
    guard let addition = action.addition ?? action.removal else { return }
    markedPosts.removeAll { $0.id == id && $0.addition == addition }
    if action.addition != nil { markedPosts.insert((id, addition), at: 0) }
  }

  /// Notifies observers of the parent of a reply, because its reply count changed.
  func notifyParent(of reply: Post) async {
    if let parent = reply.replyTo, let post = await post(parent) { notify(of: post) }
  }
}

extension Post {
  /// A placeholder to test whether a timeline shows all posts with a mark.
  static let placeholder = Post(id: PostID(""))
}
