import Domain
import Testing

struct UserActionTests {
  private let id = PostID("7")
  private let post = Post(id: PostID("7"), counts: Counts(replies: 1, reposts: 2, likes: 0), viewer: ViewerState())

  @Test func `doing and undoing leaves a post as it was`() {
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

  @Test func `counts follow, and none falls below zero`() {
    #expect(post.applying(.favourite(true, id)).counts?.likes == 1)
    var odd = post
    odd.viewer = ViewerState(isFavourite: true)
    #expect(odd.applying(.favourite(false, id)).counts?.likes == 0)
  }

  @Test func `a poll is answered once, and with options that there are`() {
    let poll = Poll(options: [.init(title: "a", votes: 3), .init(title: "b")], isClosed: false, voters: 3, id: "9")
    let asked = Post(id: id, poll: poll)
    let answered = asked.applying(.vote([0, 1, 5, -1], poll: "9", id))
    #expect(answered.poll?.ownVotes == [0, 1])
    #expect(answered.poll?.options.map(\.votes) == [4, nil] && answered.poll?.voters == 4)
    #expect(answered.applying(.vote([1], poll: "9", id)) == answered)
  }

  @Test func `the later of two pendingActions about the same thing holds`() {
    #expect(UserAction.favourite(true, id).slot == UserAction.favourite(false, id).slot)
    #expect(UserAction.favourite(true, id).slot != UserAction.favourite(true, PostID("8")).slot)
    #expect(UserAction.favourite(true, id).slot != UserAction.bookmark(true, id).slot)
    #expect(UserAction.follow(true, person: "7").slot == UserAction.follow(false, person: "7").slot)
    #expect(UserAction.vote([0], poll: "9", id).slot == nil)
  }
}
