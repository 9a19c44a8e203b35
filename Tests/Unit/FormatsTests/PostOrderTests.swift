import Domain
import FoundationEssentials
import Testing

@testable import Formats

struct PostOrderTests {
  private func order(_ posts: (String, Double?)...) -> String {
    let posts = posts.map { id, seconds in
      Post(id: PostID(id), createdAt: seconds.map(Date.init(timeIntervalSince1970:)))
    }
    return PostOrder.newestFirst(posts).map(\.id.rawValue).joined()
  }

  @Test func `posts are sorted newest first`() {
    #expect(order(("a", 3), ("b", 1), ("c", 2)) == "acb")
    #expect(order(("a", 1), ("b", 2), ("c", 3)) == "cba")
  }

  @Test func `posts with equal dates keep their order`() {
    #expect(order(("a", 1), ("b", 2), ("c", 2), ("d", 2), ("e", 3)) == "ebcda")
  }

  @Test func `a post without a date stays with its neighbors`() {
    #expect(order(("a", 9), ("x", nil), ("b", 8), ("c", 10)) == "caxb")
    #expect(order(("x", nil), ("a", 8), ("b", 9), ("c", 7)) == "bxac")
    #expect(order(("a", 7), ("x", nil), ("b", 8), ("c", 9)) == "cbxa")
    #expect(order(("x", nil), ("y", nil)) == "xy")
  }

  @Test func `a repost is sorted by its own date`() {
    var repost = Post(id: PostID("r"), createdAt: Date(timeIntervalSince1970: 1))
    repost.repost = Repost(by: Profile(handle: "ada"), at: Date(timeIntervalSince1970: 5))
    let post = Post(id: PostID("p"), createdAt: Date(timeIntervalSince1970: 3))
    #expect(PostOrder.newestFirst([post, repost]).map(\.id.rawValue) == ["r", "p"])
  }

  @Test func `an entry is shown once; a repost is a separate entry`() {
    let post = Post(id: PostID("p"))
    var byAda = post
    byAda.repost = Repost(by: Profile(handle: "ada"))
    var byAlan = post
    byAlan.repost = Repost(by: Profile(handle: "alan"))
    #expect(PostOrder.newestFirst([post, byAda, post, byAlan, byAda]) == [post, byAda, byAlan])
  }
}
