import Domain
import TestSupport
import Testing
import TimelineCore

@MainActor @Suite struct PostCacheTests {
  private final class Holder: PostCacheObserver {
    private(set) var changed: [Post] = []
    private(set) var deleted: [PostRef] = []

    func postDidChange(_ post: Post) { changed.append(post) }
    func postWasDeleted(_ ref: PostRef) { deleted.append(ref) }
  }

  private let cache = PostCache()
  private let timeline = Holder()
  private let thread = Holder()

  private func liked(_ likes: Int, id: String = "1", account: AccountID? = nil) -> Post {
    var post = Post.fixture(id: id, counts: Counts(replies: 0, reposts: 0, likes: likes))
    post.assign(to: account)
    return post
  }

  @Test func `What one screen learns of a post the others hear, and it does not`() {
    cache.hold([liked(1)], for: timeline)
    cache.hold([liked(2)], for: thread)
    #expect(timeline.changed.map(\.counts?.likes) == [2])
    #expect(thread.changed.isEmpty)
    #expect(cache[liked(1).ref]?.counts?.likes == 2)
  }

  @Test func `A change that comes from the source all holders hear, and nobody else`() {
    cache.hold([liked(1)], for: timeline)
    cache.hold([liked(1, id: "2")], for: thread)
    cache.change(liked(5))
    #expect(timeline.changed.map(\.counts?.likes) == [5])
    #expect(thread.changed.isEmpty)
    cache.change(liked(5))
    #expect(timeline.changed.count == 1)
  }

  @Test func `Posts of two accounts with the same id are two posts`() {
    cache.hold([liked(1, account: .demo("ada"))], for: timeline)
    cache.hold([liked(2, account: .demo("grace"))], for: thread)
    cache.change(liked(9, account: .demo("grace")))
    #expect(timeline.changed.isEmpty)
    #expect(thread.changed.map(\.counts?.likes) == [9])
    cache.delete(PostRef(account: .demo("ada"), id: PostID("1")))
    #expect(timeline.deleted.count == 1)
    #expect(thread.deleted.isEmpty)
  }

  @Test func `It holds what holders hold and nothing more`() {
    cache.hold([liked(1), liked(1, id: "2")], for: timeline)
    #expect(cache.count == 2)
    cache.hold([liked(1, id: "2")], for: timeline)
    #expect(cache.count == 1)
    var gone: Holder? = Holder()
    gone.map { cache.hold([liked(1, id: "3")], for: $0) }
    #expect(cache.count == 2)
    gone = nil
    cache.hold([], for: timeline)
    #expect(cache.count == 0)
  }

  @Test func `What a holder has let go it hears nothing of`() {
    cache.hold([liked(1)], for: timeline)
    cache.hold([liked(1)], for: thread)
    cache.hold([], for: timeline)
    cache.change(liked(3))
    cache.delete(liked(1).ref)
    #expect(timeline.changed.isEmpty && timeline.deleted.isEmpty)
    #expect(thread.deleted.count == 1)
    #expect(cache.count == 0)
  }
}
