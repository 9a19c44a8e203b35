import Domain
import FoundationEssentials
import Runtime

/// The scheduled posts of a server. The last list is stored, so that it can be read offline.
struct ServerScheduledPosts: ScheduledPostRepository {
  private let remote: any ScheduledPostRepository
  private let cache: any PublishingCache
  private let clock: any WallClock

  init(_ remote: any ScheduledPostRepository, cache: any PublishingCache, clock: any WallClock) {
    self.remote = remote
    self.cache = cache
    self.clock = clock
  }

  /// Without the posts that have been published since.
  func storedScheduledPosts() async -> ScheduledPostList? {
    guard var list = (try? await cache.scheduledPosts()).flatMap(\.self) else { return nil }
    list.posts.removeAll { $0.publishAt <= clock.now }
    return list
  }

  func scheduledPosts() async throws(TimelineError) -> [ScheduledPost] {
    let posts = try await remote.scheduledPosts()
    // Without a copy, the list is only unavailable offline.
    try? await cache.store(ScheduledPostList(posts, asOf: clock.now))
    return posts
  }

  func reschedule(
    _ post: ScheduledPostID, to date: Date
  ) async throws(TimelineError) -> ScheduledPost? {
    let changed = try await remote.reschedule(post, to: date)
    await updateCopy(of: post, with: changed)
    return changed
  }

  func cancelScheduledPost(_ post: ScheduledPostID) async throws(TimelineError) -> Bool {
    let wasCancelled = try await remote.cancelScheduledPost(post)
    await updateCopy(of: post, with: nil)
    return wasCancelled
  }

  private func updateCopy(of id: ScheduledPostID, with post: ScheduledPost?) async {
    guard var list = (try? await cache.scheduledPosts()).flatMap(\.self) else { return }
    list.posts.removeAll { $0.id == id }
    if let post {
      list.posts.insert(post, at: list.posts.firstIndex { $0.publishAt > post.publishAt } ?? list.posts.endIndex)
    }
    try? await cache.store(list)
  }
}
