import Domain
import FoundationEssentials
import Testing

struct DraftCreationTests {
  private let me = Profile(handle: "ada@timeline.example")

  private func reply(to post: Post) -> Draft {
    .reply(
      to: post, by: .mastodon("ada@timeline.example"), me: me, local: LocalDomains(["timeline.example"]),
      at: .distantPast)
  }

  @Test func `A reply mentions the author and all mentioned accounts except oneself`() {
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

  @Test func `A reply keeps the content warning`() {
    let post = Post(id: PostID("7"), author: me, warning: "bird", visibility: .public)
    #expect(reply(to: post).warning == "bird")
    #expect(reply(to: post).text == "")
  }

  @Test func `White space is empty and an attachment is not`() {
    var draft = Draft(account: .demo("ada"), text: " \n", poll: DraftPoll(), changedAt: .distantPast)
    #expect(draft.isEmpty)
    draft.media = [DraftMedia(path: "/tmp/tern.png")]
    #expect(!draft.isEmpty)
  }
}

extension DraftCreationTests {
  @Test func `An edit has all parts of the post`() {
    let media = [DraftMedia(path: "", description: "a cat", remoteID: "31")]
    let poll = DraftPoll(options: ["a", "b"], duration: 600, allowsMultiple: true)
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

  @Test(arguments: [
    (Quote.unavailable(id: PostID("9"), reason: .pending), Optional("9"), false),
    (.unavailable(id: PostID("9"), reason: .unauthorized), "9", false),
    (.unavailable(id: nil, reason: .pending), nil, true),
    (.unavailable(id: PostID("9"), reason: .rejected), nil, false),
    (.unavailable(id: nil, reason: .revoked), nil, false),
  ])
  func `A new post in place of one keeps its quote, or its loss is known before`(
    quote: Quote, quoted: String?, isLost: Bool
  ) {
    var post = Post(id: PostID("1"))
    post.quote = quote
    post.visibility = .public
    let edit = Draft.edit(
      post, source: PostSource(text: "hi", warning: ""), by: .mastodon("ada@timeline.example"), at: .distantPast)
    let subject = edit.redrafting(post).purpose.subject
    #expect(subject?.id.rawValue == quoted)
    // A quote of a post that is not loaded can be as public as before.
    #expect(subject == nil || subject?.visibility == .public)
    #expect((post.redraftLoss != nil) == isLost)
    post.replyTo = PostID("2")
    #expect((post.redraftLoss != nil) == (isLost || quoted != nil))
  }
}

extension DraftCreationTests {
  private func account(_ handle: String, id: String?, at address: String) -> Account {
    Account(
      id: .mastodon(handle), profile: Profile(id: id, handle: handle),
      origin: .server(ServerOrigin(host: "apex.example", address: address)))
  }

  private func replyText(_ post: Post, by account: Account) -> String {
    Draft.reply(
      to: post, by: account.id, me: account.profile, local: account.localDomains, at: .distantPast
    ).text
  }

  @Test func `A reply uses the handles that the source lists`() {
    let post = Post(
      id: PostID("7"), author: Profile(id: "1", handle: "grace@other.example"),
      text: PostText([.link(Link(url: "https://www.loop.example/@ann", text: "@ann", kind: .mention))]),
      mentions: [Mention(id: "9", handle: "ann@loop.example", url: "https://www.loop.example/@ann")])
    #expect(reply(to: post).text == "@grace@other.example @ann@loop.example ")
  }

  @Test(arguments: ["@ada", "@ada@apex.example", "@ada@social.apex.example", "@Ada@Social.Apex.example"])
  func `A reply does not mention oneself under another domain`(name: String) {
    let me = account("ada@apex.example", id: "1", at: "https://social.apex.example")
    let link = Link(url: "https://social.apex.example/@ada", text: name, kind: .mention)
    let alan = Link(url: "https://social.apex.example/@alan", text: "@alan", kind: .mention)
    let post = Post(
      id: PostID("7"), author: Profile(id: "2", handle: "grace@far.example"),
      text: PostText([.link(link), .link(alan)]))
    #expect(replyText(post, by: me) == "@grace@far.example @alan ")
  }

  @Test func `A reply does not mention oneself by ID`() {
    let me = account("ada@apex.example", id: "1", at: "https://social.apex.example")
    let mentions = [Mention(id: "1", handle: "ada@elsewhere.example"), Mention(id: "3", handle: "alan@apex.example")]
    let post = Post(id: PostID("7"), author: Profile(id: "1", handle: "ada@elsewhere.example"), mentions: mentions)
    #expect(replyText(post, by: me) == "@alan ")
  }

  @Test func `Accounts are mentioned once`() {
    let me = account("ada@apex.example", id: "1", at: "https://social.apex.example")
    let post = Post(
      id: PostID("7"), author: Profile(id: "2", handle: "grace@far.example"),
      mentions: [
        Mention(id: "2", handle: "grace@www.far.example"), Mention(handle: "alan@apex.example"),
        Mention(handle: "alan@social.apex.example"),
      ])
    #expect(replyText(post, by: me) == "@grace@far.example @alan ")
  }

  @Test func `An update without mentions keeps the known ones`() {
    let mentions = [Mention(id: "9", handle: "ann@loop.example")]
    let post = Post(id: PostID("7"), text: PostText([.text("@ann")]), mentions: mentions)
    #expect(post.updated(from: Post(id: PostID("7"), text: PostText([.text("@ann")]))).mentions == mentions)
    #expect(post.updated(from: Post(id: PostID("7"), text: PostText([.text("@bob")]))).mentions == [])
  }
}
