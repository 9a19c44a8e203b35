import Domain
import TestSupport
import Testing
import TimelineCore

@MainActor @Suite struct PostCacheTests {
  private final class SpyObserver: PostCacheObserver {
    private(set) var changed: [Post] = []
    private(set) var deleted: [PostRef] = []

    func postDidChange(_ post: Post) { changed.append(post) }
    func postWasDeleted(_ ref: PostRef) { deleted.append(ref) }
  }

  private let cache = PostCache()
  private let timeline = SpyObserver()
  private let thread = SpyObserver()

  private func liked(_ likes: Int, id: String = "1", account: AccountID? = nil) -> Post {
    var post = Post.fixture(id: id, counts: Counts(replies: 0, reposts: 0, likes: likes))
    post.assign(to: account)
    return post
  }

  @Test func `A change from one screen reaches the others, but not the sender`() {
    cache.setPosts([liked(1)], for: timeline)
    cache.setPosts([liked(2)], for: thread)
    #expect(timeline.changed.map(\.counts?.likes) == [2])
    #expect(thread.changed.isEmpty)
    #expect(cache[liked(1).ref]?.counts?.likes == 2)
  }

  @Test func `A change from the source reaches all observers of the post, and only them`() {
    cache.setPosts([liked(1)], for: timeline)
    cache.setPosts([liked(1, id: "2")], for: thread)
    cache.update(liked(5))
    #expect(timeline.changed.map(\.counts?.likes) == [5])
    #expect(thread.changed.isEmpty)
    cache.update(liked(5))
    #expect(timeline.changed.count == 1)
  }

  @Test func `Posts of two accounts with the same ID are different`() {
    cache.setPosts([liked(1, account: .demo("ada"))], for: timeline)
    cache.setPosts([liked(2, account: .demo("grace"))], for: thread)
    cache.update(liked(9, account: .demo("grace")))
    #expect(timeline.changed.isEmpty)
    #expect(thread.changed.map(\.counts?.likes) == [9])
    cache.delete(PostRef(account: .demo("ada"), id: PostID("1")))
    #expect(timeline.deleted.count == 1)
    #expect(thread.deleted.isEmpty)
  }

  @Test func `It caches only posts with observers`() {
    cache.setPosts([liked(1), liked(1, id: "2")], for: timeline)
    #expect(cache.count == 2)
    cache.setPosts([liked(1, id: "2")], for: timeline)
    #expect(cache.count == 1)
    var released: SpyObserver? = SpyObserver()
    released.map { cache.setPosts([liked(1, id: "3")], for: $0) }
    #expect(cache.count == 2)
    released = nil
    cache.setPosts([], for: timeline)
    #expect(cache.count == 0)
  }

  @Test func `Observers are not notified of posts they no longer show`() {
    cache.setPosts([liked(1)], for: timeline)
    cache.setPosts([liked(1)], for: thread)
    cache.setPosts([], for: timeline)
    cache.update(liked(3))
    cache.delete(liked(1).ref)
    #expect(timeline.changed.isEmpty && timeline.deleted.isEmpty)
    #expect(thread.deleted.count == 1)
    #expect(cache.count == 0)
  }
}
