import Domain
import Formats
import Testing

struct PostLineTests {
  private let full = Post(
    id: PostID("1"), author: Profile(handle: "grace", name: "Grace \"Amazing\" Hopper"),
    createdAt: date("2026-11-20T12:00:00Z"),
    text: PostText([.text("a\n\\b "), .link(Link(url: "https://example.com/a")), .text("!")]),
    url: "https://t.example/1",
    repost: Repost(by: Profile(handle: "ada", name: "Ada"), at: date("2026-11-20T13:00:00Z")), replyTo: PostID("p"),
    replyToAuthor: Profile(handle: "alan", name: "Alan Turing"),
    quote: .unavailable(id: PostID("q"), reason: .blocked), warning: "spoiler",
    counts: Counts(replies: 3, reposts: nil, likes: 40),
    media: [Media(kind: .image, url: "https://t.example/i", description: "a tern"), Media(kind: .other)],
    poll: Poll(options: [.init(title: "yes", votes: 3), .init(title: "no")], isClosed: false), visibility: .unlisted,
    states: [.pinned], details: PostDetails(language: "en", application: "Tern", isAutomated: true))

  @Test func `every key stands in its order`() {
    #expect(
      PostLine.json(full) == #"""
        {"id":"1","author":{"handle":"grace","name":"Grace \"Amazing\" Hopper"},"createdAt":"2026-11-20T12:00:00Z",\#
        "text":"a\n\\b https://example.com/a!","url":"https://t.example/1",\#
        "repostedBy":{"handle":"ada","name":"Ada"},"repostedAt":"2026-11-20T13:00:00Z","replyTo":"p",\#
        "replyToAuthor":{"handle":"alan","name":"Alan Turing"},\#
        "quote":{"id":"q","state":"blocked"},"warning":"spoiler","counts":{"replies":3,"reposts":null,"likes":40},\#
        "media":[{"kind":"image","url":"https://t.example/i","description":"a tern"},\#
        {"kind":"other","url":null,"description":null}],"links":["https://example.com/a"],\#
        "poll":{"options":[{"title":"yes","votes":3},{"title":"no","votes":null}],"closed":false},\#
        "visibility":"unlisted","state":"pinned","language":"en","application":"Tern","automated":true}
        """#)
  }

  @Test func `a post may be several things at once, in an order that is always the same`() throws {
    let post = Post(id: PostID("1"), states: [.deleted, .pinned, .edited])
    let line = PostLine.json(post)
    #expect(line.contains(#""state":"deleted edited pinned","#))
    #expect(try parseOne(line) == post)
  }

  @Test func `absent values are null`() {
    #expect(
      PostLine.json(Post(id: PostID("1"))) == #"""
        {"id":"1","author":null,"createdAt":null,"text":"","url":null,"repostedBy":null,"repostedAt":null,\#
        "replyTo":null,"replyToAuthor":null,"quote":null,"warning":null,"counts":null,"media":[],"links":[],"poll":null,\#
        "visibility":null,"state":null,"language":null,"application":null,"automated":false}
        """#)
  }

  @Test func `a line comes back as the post that it was`() throws {
    #expect(try parseOne(PostLine.json(full)) == full)
    #expect(try parseOne(PostLine.json(Post(id: PostID("1")))) == Post(id: PostID("1")))
  }

  @Test func `links that the text does not show come back in their order`() throws {
    let text = PostText([
      .link(Link(url: "https://h.example/@bob", text: "@bob")), .text(" see "),
      .link(Link(url: "https://example.com/a", label: "example.com/a")), .text(" "),
      .link(Link(url: "https://h.example/tags/x", text: "#x")),
    ])
    let line = PostLine.json(Post(id: PostID("1"), text: text))
    let again = try parseOne(line)
    #expect(again.text.plain == text.plain)
    #expect(again.text.links.map(\.url) == text.links.map(\.url))
    #expect(PostLine.json(again) == line)
  }

  @Test func `nothing in a line drives a terminal, and all of it comes back`() throws {
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
}
