import Domain
import Testing

struct UserActionTests {
  private let id = PostID("7")
  private let post = Post(id: PostID("7"), counts: Counts(replies: 1, reposts: 2, likes: 0), viewer: ViewerState())

  @Test func `Undoing an action restores the post`() {
    let actions: [UserAction] = [
      .favourite(true, id), .repost(true, id, visibility: nil), .bookmark(true, id), .pin(true, id),
      .muteThread(true, id),
    ]
    for action in actions {
      let done = post.applying(action)
      #expect(done != post)
      #expect(done.applying(action) == done, "twice is once")
      #expect(action.inverse.map(done.applying) == post)
    }
  }

  @Test func `Counts are updated and never negative`() {
    #expect(post.applying(.favourite(true, id)).counts?.likes == 1)
    var odd = post
    odd.viewer = ViewerState(isFavourite: true)
    #expect(odd.applying(.favourite(false, id)).counts?.likes == 0)
  }

  @Test func `A poll accepts one vote with valid options`() {
    let poll = Poll(options: [.init(title: "a", votes: 3), .init(title: "b")], isClosed: false, voters: 3, id: "9")
    let asked = Post(id: id, poll: poll)
    let voted = asked.applying(.vote([0, 1, 5, -1], poll: "9", id))
    #expect(voted.poll?.ownVotes == [0, 1])
    #expect(voted.poll?.options.map(\.votes) == [4, nil] && voted.poll?.voters == 4)
    #expect(voted.applying(.vote([1], poll: "9", id)) == voted)
  }

  @Test func `Actions on the same thing have the same slot`() {
    #expect(UserAction.favourite(true, id).slot == UserAction.favourite(false, id).slot)
    #expect(UserAction.favourite(true, id).slot != UserAction.favourite(true, PostID("8")).slot)
    #expect(UserAction.favourite(true, id).slot != UserAction.bookmark(true, id).slot)
    #expect(UserAction.follow(true, account: "7").slot == UserAction.follow(false, account: "7").slot)
    #expect(UserAction.vote([0], poll: "9", id).slot == nil)
    #expect(UserAction.note("a", account: "7").slot == UserAction.note("b", account: "7").slot)
    #expect(UserAction.blockServer(true, "A.example").slot == UserAction.blockServer(false, "a.example").slot)
  }
}
