import Domain
import TestSupport
import Testing

/// The timelines that show a post after an action.
@Suite struct PostAdditionTests {
  private static let ada = Profile(id: "1", handle: "ada@server.example", name: "Ada")
  private static let tea = Link(url: "https://server.example/tags/tea", text: "#Tea", kind: .tag)

  private func post(
    replyTo author: Profile? = nil, tag: Bool = false, media: Bool = false, visibility: Visibility? = .public
  ) -> Post {
    var post = Post.fixture(
      id: "9", author: Self.ada, links: tag ? [Self.tea] : [], replyTo: author == nil ? nil : "5",
      media: media ? [Media(kind: .image)] : [], visibility: visibility)
    post.replyToAuthor = author
    return post
  }

  private func published(_ post: Post, in timeline: TimelineID) -> Bool? { timeline.receives(post, by: .published) }

  @Test(arguments: [Visibility.public, .unlisted, .followers, .direct])
  func `A published post is in Home and, if public, in public timelines`(visibility: Visibility) {
    let post = post(tag: true, visibility: visibility)
    #expect(published(post, in: .home) == true)
    for timeline in [TimelineID.local, .federated, .tag("tea")] {
      #expect(published(post, in: timeline) == (visibility == .public))
    }
    #expect(published(post, in: .profile("1")) == true)
    for timeline in [TimelineID.notifications, .favourites, .bookmarks, .tag("coffee"), .named("Mentions")] {
      #expect(published(post, in: timeline) == false)
    }
    #expect(published(post, in: .profile("2")) == false)
    #expect(published(post, in: .conversations) == (visibility == .direct ? nil : false))
  }

  @Test func `Replies to oneself count as posts`() {
    let (toOther, toSelf) = (post(replyTo: .fixture(), tag: true), post(replyTo: Self.ada))
    #expect(published(toOther, in: .home) == true)
    #expect(published(toOther, in: .tag("TEA")) == true)
    #expect(published(toOther, in: .local) == false)
    #expect(published(toOther, in: .profile("1")) == false)
    #expect(published(toOther, in: .profile("1", .withReplies)) == true)
    #expect(published(toOther, in: .list("7")) == false)
    #expect(published(toSelf, in: .local) == true)
    #expect(published(toSelf, in: .profile("1")) == true)
  }

  @Test func `Lists and searches are unknown`() {
    #expect(published(post(), in: .list("7")) == nil)
    #expect(published(post(), in: .search("tea")) == nil)
    #expect(published(post(media: true), in: .profile("1", .media)) == true)
    #expect(published(post(), in: .profile("1", .media)) == false)
  }

  @Test func `Liked and bookmarked posts are in their timelines`() {
    #expect(TimelineID.bookmarks.receives(post(), by: .bookmarked) == true)
    #expect(TimelineID.favourites.receives(post(), by: .favourited) == true)
    #expect(TimelineID.named("Favourites").receives(post(), by: .favourited) == true)
    #expect(TimelineID.favourites.receives(post(), by: .bookmarked) == false)
    #expect(TimelineID.home.receives(post(), by: .favourited) == false)
  }

  @Test func `A repost is in Home unless the post is near the top`() {
    var repost = Post.fixture(id: "40")
    repost.repost = Repost(by: Self.ada, at: .noon)
    #expect(TimelineID.home.receives(repost, by: .reposted, above: Post.fixtures(count: 40)) == false)
    #expect(TimelineID.home.receives(repost, by: .reposted, above: Post.fixtures(count: 39)) == true)
    #expect(TimelineID.profile("1").receives(repost, by: .reposted) == true)
    #expect(TimelineID.profile("2").receives(repost, by: .reposted) == false)
  }

  @Test func `A reply is inserted below the other replies`() {
    var thread = PostThread(
      ancestors: [.post(.fixture(id: "0"))], post: .fixture(id: "1", replyTo: "0"),
      replies: [
        .init(entry: .post(.fixture(id: "2", replyTo: "1")), depth: 0),
        .init(entry: .post(.fixture(id: "3", replyTo: "2")), depth: 1),
        .init(entry: .post(.fixture(id: "4", replyTo: "1")), depth: 0),
      ])
    func order() -> [String] { thread.replies.map { "\($0.entry.post?.id.rawValue ?? "")/\($0.depth)" } }
    let isInserted = [("5", "1"), ("6", "2"), ("7", "6"), ("5", "1"), ("8", "0"), ("9", "99")].map { id, parent in
      thread.insert(reply: .fixture(id: id, replyTo: parent))
    }
    #expect(isInserted == [true, true, true, false, false, false])
    #expect(order() == ["2/0", "3/1", "6/1", "7/2", "4/0", "5/0"])
  }
}
