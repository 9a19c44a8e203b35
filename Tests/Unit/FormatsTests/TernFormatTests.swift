import Domain
import TestSupport
import Testing

struct TernFormatTests {
  @Test func `a document has an account, timelines in order and others`() throws {
    let document = try parse(
      """
      {"tern": 1, "future": [{}], "account": {"handle": "@ada@demo", "name": "Ada Lovelace"},
       "timelines": [
        {"name": "Home", "posts": [{"id": "old", "createdAt": "2026-11-20T10:00:00Z"}, {"id": "new", "createdAt": "now"}]},
        {"name": "Mentions", "posts": []}],
       "others": [{"id": "parent"}]}
      """)
    #expect(document.profile == Profile(handle: "ada@demo", name: "Ada Lovelace"))
    #expect(document.timelines.map(\.id.title) == ["Home", "Mentions"])
    #expect(ids(document.timelines[0].posts) == ["new", "old"])
    #expect(ids(document.threadOnlyPosts) == ["parent"])
    #expect(document.skipped == nil)
  }

  @Test func `a post has all fields`() throws {
    let post = try parseOne(
      #"""
      {"tern": 1, "timelines": [{"name": "Home", "posts": [{
        "id": 12345678901234567890, "author": {"handle": "grace", "name": "Grace Hopper"}, "createdAt": "now-14m",
        "text": "first\nhttps://example.com/a.", "url": "https://t.example/1",
        "repostedBy": {"handle": "ada", "name": ""}, "repostedAt": "2026-11-20T12:00:00.123+01:00", "replyTo": "p",
        "quote": {"id": "q", "state": "shown", "post": {"id": "q", "text": "quoted"}}, "warning": "spoiler",
        "counts": {"replies": "3", "reposts": 12, "likes": null},
        "media": [{"kind": "image", "url": "https://t.example/i.png", "description": "a tern"}, {"kind": "smell"}],
        "poll": {"options": [{"title": "yes", "votes": 3}, {"title": "no"}], "closed": true},
        "visibility": "followers", "state": "edited"}]}]}
      """#)
    #expect(post.id == PostID("12345678901234567890"))
    #expect(post.author == Profile(handle: "grace", name: "Grace Hopper"))
    #expect(post.createdAt == date("2026-11-20T11:46:00Z"))
    #expect(post.text.runs == [.text("first\n"), .link(Link(url: "https://example.com/a")), .text(".")])
    #expect(post.url == "https://t.example/1")
    #expect(post.repost?.by == Profile(handle: "ada", name: "ada"))
    #expect(post.repost?.at == date("2026-11-20T11:00:00.123Z"))
    #expect(post.replyTo == PostID("p"))
    #expect(post.quote == .shown(Post(id: PostID("q"), text: PostText([.text("quoted")]))))
    #expect(post.warning == "spoiler")
    #expect(post.counts == Counts(replies: 3, reposts: 12))
    #expect(
      post.media == [Media(kind: .image, url: "https://t.example/i.png", description: "a tern"), Media(kind: .other)])
    #expect(post.poll == Poll(options: [.init(title: "yes", votes: 3), .init(title: "no")], isClosed: true))
    #expect(post.visibility == .followers)
    #expect(post.states == [.edited])
  }

  @Test func `a post needs only an ID, and wrong types are ignored`() throws {
    let wrong = """
      {"id": "1", "author": [], "createdAt": {}, "text": null, "counts": 3, "media": "x", "poll": [], "quote": true,
       "visibility": "secret", "state": 7, "links": 1}
      """
    #expect(
      try parse("{\"tern\": 1, \"timelines\": [{\"name\": \"Home\", \"posts\": [{\"id\": \"2\"}, \(wrong)]}]}")
        .timelines[0].posts == [Post(id: PostID("2")), Post(id: PostID("1"), visibility: .other("secret"))])
  }

  @Test func `a quote is resolved among all posts`() throws {
    let document = try parse(
      #"""
      {"tern": 1, "timelines": [{"name": "Home", "posts": [
        {"id": "a", "quote": {"id": "b", "state": "shown"}}, {"id": "c", "quote": {"id": "gone", "state": "shown"}},
        {"id": "d", "quote": {"id": "b", "state": "blocked"}}]}], "others": [{"id": "b", "text": "found"}]}
      """#)
    let quotes = document.timelines[0].posts.map(\.quote)
    #expect(quotes[0] == .shown(Post(id: PostID("b"), text: PostText([.text("found")]))))
    #expect(quotes[1] == .unavailable(id: PostID("gone"), reason: .notInSource))
    #expect(quotes[2] == .unavailable(id: PostID("b"), reason: .blocked))
  }

  @Test func `cyclic quotes end`() throws {
    let document = try parse(
      #"""
      {"id": "a", "text": "", "quote": {"id": "b", "state": "shown"}}
      {"id": "b", "text": "", "quote": {"id": "a", "state": "shown"}}
      {"id": "c", "text": "", "quote": {"id": "c", "state": "shown"}}
      """#)
    #expect(document.timelines[0].posts.map(\.quote?.id?.rawValue) == ["b", "a", "c"])
  }

  @Test func `later entries of a demo are marked`() throws {
    let document = try parse(
      #"{"tern": 1, "timelines": [{"name": "Home", "posts": [{"id": "a"}, {"id": "b", "fromLoad": 2}, {"id": "c", "fromLoad": 1}]}]}"#
    )
    #expect(document.firstLoads == [PostKey(id: PostID("b"), account: nil): 2])
  }

  @Test func `there is always a timeline, with unique names`() throws {
    #expect(try parse(#"{"tern": 1, "timelines": []}"#).timelines.map(\.id.title) == ["Home"])
    let document = try parse(
      #"{"tern": 1, "timelines": [{"posts": [{"id": "a"}]}, {"name": "X", "posts": null}, {"name": "X", "posts": [{"id": "b"}]}]}"#
    )
    #expect(document.timelines.map(\.id.title) == ["Timeline 1", "X"])
  }

  @Test func `a document without timelines is damaged`() {
    let place = FileLocation(path: "file", line: 1, column: 28, expected: "\"timelines\"")
    #expect(throws: TimelineError.fileDamaged(place)) { try parse(#"{"tern": 1, "timeline": []}"#) }
  }

  @Test func `a list of accounts is reported as such`() {
    let place = FileLocation(path: "file", line: 1, column: 28, expected: "a timeline; this is a list of accounts")
    #expect(throws: TimelineError.fileDamaged(place)) { try parse(#"{"tern": 1, "accounts": []}"#) }
  }

  @Test func `lines of posts form a timeline`() throws {
    let document = try parse("{\"id\": \"1\", \"text\": \"a\"}\n\n{\"id\": \"2\", \"text\": \"b\"}\r\n")
    #expect(document.timelines.map(\.id.title) == ["Posts"])
    #expect(ids(document.timelines[0].posts) == ["1", "2"])
    #expect(document.skipped == nil)
  }

  @Test func `a damaged line is skipped`() throws {
    let document = try parse(
      "{\"id\": \"1\", \"text\": \"a\"}\n{\"id\": \"2\", \"text: \"b\"}\n{\"text\": \"no id\"}\n{\"id\": \"3\"}\n{\"id\": \"4"
    )
    #expect(ids(document.timelines[0].posts) == ["1", "3"])
    #expect(document.skipped?.count == 3)
    #expect(document.skipped?.first.line == 2)
  }

  @Test func `a truncated file yields the posts before`() throws {
    let text =
      "{\"tern\": 1, \"timelines\": [{\"name\": \"Home\", \"posts\": [\n{\"id\": \"a\"},\n{\"id\": \"b\"},\n{\"id\": \"c"
    let document = try parse(text)
    #expect(document.timelines.map(\.id.title) == ["Home"])
    #expect(ids(document.timelines[0].posts) == ["a", "b"])
    let place = FileLocation(path: "file", line: 4, column: 10, expected: "a closing quote")
    #expect(document.skipped == SkippedPosts(count: 1, first: place, isCutOff: true))
  }

  @Test(arguments: 1..<200)
  func `any truncation keeps the posts before`(length: Int) {
    let text =
      #"{"tern": 1, "timelines": [{"name": "Home", "posts": [{"id": "a", "text": "x"}, {"id": "b"}]}], "others": []}"#
    let document = try? parse(String(text.prefix(length)))
    let firstPost = #"{"tern": 1, "timelines": [{"name": "Home", "posts": [{"id": "a", "text": "x"}"#
    #expect((document?.timelines[0].posts.first?.text.plain == "x") == (length >= firstPost.count))
    #expect((document != nil && document?.skipped == nil) == (length >= text.count))
  }

  private func textOfPost(_ members: String) throws -> PostText {
    try parseOne(#"{"id": "1", "media": [], \#(members)}"#).text
  }

  @Test func `links without positions are found in the text or hidden`() throws {
    let text = try textOfPost(
      #""text": "@bob see https://a.example", "links": ["https://h.example/@bob", "https://a.example"]"#)
    #expect(
      text.runs == [
        .link(Link(url: "https://h.example/@bob", text: "")), .text("@bob see "), .link(Link(url: "https://a.example")),
      ])
  }

  @Test(arguments: [
    #"[{"kind": "mention", "at": 4, "text": "@bob"}]"#, #"[{"kind": "mention", "at": 1, "text": "@bob"}]"#,
    #"[{"kind": "mention", "at": -1, "text": ""}]"#, #"[{"kind": "mention", "at": 9223372036854775807, "text": ""}]"#,
    #"[{"kind": "mention", "text": "@bob"}]"#, #"[{"at": 0}]"#, "[]", "null", "{}", "7", #"[7]"#,
    #"[{"at": 0, "text": "@bob"}, {"at": 4, "text": ""}]"#,
  ])
  func `positions that do not fit the text are ignored`(places: String) throws {
    #expect(
      try textOfPost(#""text": "@bob", "links": ["https://h.example/@bob"], "linkTexts": \#(places)"#)
        == textOfPost(#""text": "@bob", "links": ["https://h.example/@bob"]"#))
  }

  @Test func `links do not overlap`() throws {
    let links = #""links": ["https://a.example", "https://b.example"]"#
    #expect(
      try textOfPost(#""text": "abc", \#(links), "linkTexts": [{"at": 0, "text": "ab"}, {"at": 1, "text": "bc"}]"#)
        == textOfPost(#""text": "abc", \#(links)"#))
  }

  @Test func `a link of unknown kind is an address`() throws {
    let text = try textOfPost(
      #""text": "x", "links": ["https://a.example"], "linkTexts": [{"kind": "smell", "at": 0, "text": "x"}]"#)
    #expect(text.runs == [.link(Link(url: "https://a.example", text: "x"))])
  }

  @Test func `posts outside timelines are marked, in lines and in an array`() throws {
    let posts = [
      #"{"id": "1", "text": "a", "other": true}"#, #"{"id": "2", "text": "b", "other": false}"#, #"{"id": "3"}"#,
    ]
    for text in [posts.joined(separator: "\n"), "[" + posts.joined(separator: ",") + "]"] {
      let document = try parse(text)
      #expect(document.timelines.map { ids($0.posts) } == [["2", "3"]])
      #expect(ids(document.threadOnlyPosts) == ["1"])
    }
    let alone = try parse(posts[0])
    #expect(alone.timelines.map(\.posts) == [[]])
    #expect(ids(alone.threadOnlyPosts) == ["1"])
  }

  @Test func `surplus links are not searched again`() throws {
    let count = 100_000
    let text = "http://u " + String(repeating: "http://a ", count: count)
    let links = Array(repeating: #""http://u""#, count: count).joined(separator: ",")
    let post = try parseOne(
      #"{"tern": 1, "timelines": [{"posts": [{"id": "1", "text": "\#(text)", "links": [\#(links)]}]}]}"#)
    #expect(post.text.plain == text)
    #expect(post.text.links.count == 1_000)
  }
}
