import Domain
import FoundationEssentials
import Testing

struct DraftBeginningTests {
  private let me = Profile(handle: "ada@timeline.example")

  private func reply(to post: Post) -> Draft {
    .reply(to: post, by: .mastodon("ada@timeline.example"), me: me, host: "timeline.example", at: .distantPast)
  }

  @Test func `an answer speaks to its author and to all who are mentioned, and not to oneself`() {
    let post = Post(
      id: PostID("7"), author: Profile(handle: "grace@other.example"),
      text: PostText([
        .link(Link(url: "https://timeline.example/@ada", text: "@ada", kind: .mention)), .text(" and "),
        .link(Link(url: "https://timeline.example/@alan", text: "@alan", kind: .mention)), .text(" "),
        .link(Link(url: "https://other.example/@grace", text: "@grace", kind: .mention)),
      ]))
    #expect(reply(to: post).text == "@grace@other.example @alan ")
    #expect(reply(to: post).purpose == .reply(to: DraftSubject(post)))
  }

  @Test func `an answer keeps the warning`() {
    let post = Post(id: PostID("7"), author: me, warning: "bird", visibility: .public)
    #expect(reply(to: post).warning == "bird")
    #expect(reply(to: post).text == "")
  }

  @Test func `a draft of blanks is empty, one with a file is not`() {
    var draft = Draft(account: .demo("ada"), text: " \n", poll: DraftPoll(), changedAt: .distantPast)
    #expect(draft.isEmpty)
    draft.media = [DraftMedia(path: "/tmp/tern.png")]
    #expect(!draft.isEmpty)
  }
}

extension DraftBeginningTests {
  @Test func `a change begins with all that goes with the post`() {
    let media = [DraftMedia(path: "", description: "a cat", remoteID: "31")]
    let poll = DraftPoll(options: ["a", "b"], duration: 600, allowsSeveral: true)
    let source = PostSource(
      text: "hi", warning: "", media: media, poll: poll, visibility: .followers, language: "de", isSensitive: true)
    let draft = Draft.edit(
      Post(id: PostID("1")), source: source, by: .mastodon("ada@timeline.example"),
      at: Date(timeIntervalSince1970: 0))
    #expect(draft.media == media)
    #expect(draft.poll == poll)
    #expect(draft.visibility == .followers)
    #expect(draft.language == "de")
    #expect(draft.isSensitive)
  }
}
