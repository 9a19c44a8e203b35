import Domain
import Formats
import Testing

struct PostLineTests {
  private static let text = PostText(
    [
      .text("a\n\\b "), .link(Link(url: "https://example.com/a")), .text(" é "),
      .link(Link(url: "https://h.example/@bob", text: "@bob", label: "Bob", kind: .mention)), .text("!"),
    ], emphasis: [.init(start: 2, length: 2, [.strong, .emphasized]), .init(start: 27, length: 2, .code)])

  private let full = Post(
    id: PostID("1"), author: Profile(handle: "grace", name: "Grace \"Amazing\" Hopper"),
    createdAt: date("2026-11-20T12:00:00Z"),
    text: Self.text,
    url: "https://t.example/1",
    repost: Repost(by: Profile(handle: "ada", name: "Ada"), at: date("2026-11-20T13:00:00Z")), replyTo: PostID("p"),
    replyToAuthor: Profile(handle: "alan", name: "Alan Turing"),
    quote: .unavailable(id: PostID("q"), reason: .blocked), warning: "spoiler",
    counts: Counts(replies: 3, reposts: nil, likes: 40),
    media: [
      Media(
        kind: .image, url: "https://t.example/i", description: "a tern", size: PixelSize(width: 640, height: 480),
        isSensitive: true), Media(kind: .other, card: LinkCard(site: "Terns", summary: "Birds")),
    ],
    poll: Poll(
      options: [.init(title: "yes", votes: 3), .init(title: "no")], isClosed: false,
      endsAt: date("2026-11-21T12:00:00Z"),
      voters: 3, allowsMultiple: true), visibility: .unlisted,
    states: [.pinned], details: PostDetails(language: "en", application: "Tern", isAutomated: true),
    mentions: [Mention(id: "9", handle: "bob@h.example", url: "https://h.example/@bob"), Mention(handle: "eve")])

  @Test func `keys are in a fixed order`() {
    #expect(
      PostLine.json(full) == #"""
        {"id":"1","author":{"handle":"grace","name":"Grace \"Amazing\" Hopper"},"createdAt":"2026-11-20T12:00:00Z",\#
        "text":"a\n\\b https://example.com/a é @bob!","url":"https://t.example/1",\#
        "repostedBy":{"handle":"ada","name":"Ada"},"repostedAt":"2026-11-20T13:00:00Z","replyTo":"p",\#
        "replyToAuthor":{"handle":"alan","name":"Alan Turing"},\#
        "quote":{"id":"q","state":"blocked","post":null},"warning":"spoiler",\#
        "counts":{"replies":3,"reposts":null,"likes":40},\#
        "media":[{"kind":"image","url":"https://t.example/i","description":"a tern","width":640,"height":480,\#
        "sensitive":true},\#
        {"kind":"other","url":null,"description":null,"site":"Terns","author":null,"summary":"Birds"}],"links":["https://example.com/a","https://h.example/@bob"],\#
        "linkTexts":[{"kind":"address","at":5,"text":null,"label":null},\#
        {"kind":"mention","at":29,"text":"@bob","label":"Bob"}],\#
        "emphasis":[{"kind":"strong em","at":2,"length":2},{"kind":"code","at":27,"length":1}],"poll":{"options":[{"title":"yes","votes":3},{"title":"no","votes":null}],"closed":false,\#
        "endsAt":"2026-11-21T12:00:00Z","several":true,"voters":3},\#
        "visibility":"unlisted","state":"pinned","language":"en","application":"Tern","automated":true,\#
        "mentions":[{"handle":"bob@h.example","id":"9","url":"https://h.example/@bob"},\#
        {"handle":"eve","id":null,"url":null}]}
        """#)
  }

  @Test func `states are in a fixed order`() throws {
    let post = Post(id: PostID("1"), states: [.deleted, .pinned, .edited])
    let line = PostLine.json(post)
    #expect(line.contains(#""state":"deleted edited pinned","#))
    #expect(try parseOne(line) == post)
  }

  @Test func `absent values are null`() {
    #expect(
      PostLine.json(Post(id: PostID("1"))) == #"""
        {"id":"1","author":null,"createdAt":null,"text":"","url":null,"repostedBy":null,"repostedAt":null,\#
        "replyTo":null,"replyToAuthor":null,"quote":null,"warning":null,"counts":null,"media":[],"links":[],\#
        "linkTexts":[],"emphasis":[],"poll":null,"visibility":null,"state":null,"language":null,"application":null,"automated":false,\#
        "mentions":[]}
        """#)
  }

  @Test func `a line is read back as the same post`() throws {
    #expect(try parseOne(PostLine.json(full)) == full)
    #expect(try parseOne(PostLine.json(Post(id: PostID("1")))) == Post(id: PostID("1")))
  }

  @Test func `links are read back with position, kind and label`() throws {
    let texts: [[PostText.Run]] = [
      [
        .link(Link(url: "https://h.example/@bob", text: "@bob", kind: .mention)), .text(" 日😀e\u{301} "),
        .link(Link(url: "https://example.com/a", label: "example.com/a")), .text(" "),
        .link(Link(url: "https://h.example/tags/x", text: "#x", kind: .tag)),
      ],
      // The same words with and without a link.
      [.text("@bob "), .link(Link(url: "https://h.example/@bob", text: "@bob", kind: .mention)), .text(" @bob")],
      [.text("https://example.com/no-link "), .link(Link(url: "https://example.com/no-link"))],
      [.text("https://example.com/no-link")],
      // Adjacent links, a hidden one, and an address with a space.
      [.link(Link(url: "https://a.example")), .link(Link(url: "https://b.example", text: ""))],
      [.link(Link(url: "https://b.example", text: "", label: "b")), .link(Link(url: "https://c.example/ d"))],
    ]
    for runs in texts {
      let post = Post(id: PostID("1"), text: PostText(runs))
      #expect(try parseOne(PostLine.json(post)) == post)
    }
  }

  @Test func `a quoted post is included completely`() throws {
    var quoted = full
    quoted.ref.id = PostID("2")
    let post = Post(id: PostID("1"), text: PostText([.text("look")]), quote: .shown(quoted))
    let line = PostLine.json(post)
    #expect(line.contains(#""quote":{"id":"2","state":"shown","post":{"id":"2","author":{"handle":"grace","#))
    #expect(try parseOne(line) == post)
  }

  @Test func `nested quotes are written to the depth that is read`() throws {
    var post = Post(id: PostID("9"))
    for number in (1...8).reversed() { post = Post(id: PostID("\(number)"), quote: .shown(post)) }
    let line = PostLine.json(post)
    var again = try parseOne(line)
    #expect(PostLine.json(again).contains(#""quote":{"id":"6","state":"notInSource","post":null}"#))
    for number in 1...Quote.maxDepth {
      #expect(again.id == PostID("\(number)"))
      guard case .shown(let quoted)? = again.quote else { break }
      again = quoted
    }
    #expect(again.id == PostID("5"))
    #expect(again.quote == .unavailable(id: PostID("6"), reason: .notInSource))
    #expect(line.contains(#""quote":{"id":"6","state":"shown","post":null}"#))
    #expect(!line.contains(#""id":"7""#))
  }

  @Test func `only posts outside timelines are marked`() throws {
    let (entry, other) = (Post(id: PostID("1")), Post(id: PostID("2")))
    #expect(PostLine.json(other, isOther: true) == String(PostLine.json(other).dropLast()) + #","other":true}"#)
    let document = try parse(PostLine.json(other, isOther: true) + "\n" + PostLine.json(entry) + "\n")
    #expect(document.timelines.map(\.posts) == [[entry]])
    #expect(document.threadOnlyPosts == [other])
  }

  @Test func `control characters are escaped and read back`() throws {
    let raw =
      "\u{1B}[2J\0\u{7}\r\t\u{7F}\u{85}\u{9B}\u{202E}\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}\u{2028}\u{2029}"
    let hostile = raw.escapingControls
    let post = Post(id: PostID(hostile), author: Profile(handle: hostile), text: PostText([.text(hostile + "é日😀")]))
    let line = PostLine.json(post)
    let isClean = line.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
      default: true
      }
    }
    #expect(isClean)
    #expect(line.contains(#"\u001b[2J\u0000"#))
    #expect(line.contains("é日😀"))
    #expect(try parseOne(line) == post)
    let careless = Post(id: PostID(raw), author: Profile(handle: raw), text: PostText([.text(raw + "é日😀")]))
    #expect(PostLine.json(careless) == line)
  }

  @Test func `a notification has its kind and people`() throws {
    var post = Post(id: PostID("1"))
    post.notification = PostNotification(
      id: "favourite-1", kind: .favourite, profiles: [Profile(handle: "ann@t.example", name: "Ann")], count: 3,
      at: date("2026-11-20T12:00:00Z"))
    #expect(
      PostLine.json(post).hasSuffix(
        #"""
        "notification":{"id":"favourite-1","kind":"favourite","at":"2026-11-20T12:00:00Z","count":3,\#
        "people":[{"handle":"ann@t.example","name":"Ann"}]}}
        """#))
    post.notification?.kind = .reaction
    post.notification?.emoji = "🦢"
    #expect(PostLine.json(post).contains(#""count":3,"emoji":"🦢","people""#))
    #expect(!PostLine.json(Post(id: PostID("1"))).contains("notification"))
  }
}
