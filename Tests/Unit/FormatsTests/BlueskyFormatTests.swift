import Domain
import TestSupport
import Testing

struct BlueskyFormatTests {
  private let uri = "at://did:plc:ada/app.bsky.feed.post/1"
  private let ada = #"{"did": "did:plc:ada", "handle": "ada.example", "displayName": "Ada"}"#
  private let grace = #"{"did": "did:plc:grace", "handle": "grace.example", "displayName": "Grace"}"#

  /// A post by Ada; later members override earlier ones.
  private func post(_ key: String = "1", record: String = "", _ more: String = "") -> String {
    """
    {"uri": "at://did:plc:ada/app.bsky.feed.post/\(key)", "cid": "c", "author": \(ada),
     "indexedAt": "2026-11-20T12:00:0\(key.suffix(1))Z",
     "record": {"$type": "app.bsky.feed.post", "text": "post \(key)", "createdAt": "2026-11-20T12:00:00Z"
       \(record.isEmpty ? "" : ", " + record)}\(more.isEmpty ? "" : ", " + more)}
    """
  }

  private func feed(_ items: String...) -> String {
    "{\"feed\": [" + items.map { "{\"post\": \($0)}" }.joined(separator: ",") + "], \"cursor\": \"x\"}"
  }

  @Test func `a post has all fields`() throws {
    let post = try parseOne(
      feed(
        #"""
        {"uri": "at://did:plc:ada/app.bsky.feed.post/3k5", "cid": "c", "author": \#(ada),
         "record": {"text": "a &amp; b\n<c>", "createdAt": "2026-11-20T11:00:00.123Z", "langs": ["en"],
           "reply": {"root": {"uri": "at://r"}, "parent": {"uri": "at://p"}}},
         "embed": {"$type": "app.bsky.embed.images#view", "images": [
           {"thumb": "https://c.example/t", "fullsize": "https://c.example/f", "alt": "a tern",
            "aspectRatio": {"width": 4, "height": 3}},
           {"thumb": "https://c.example/t2", "alt": ""}]},
         "replyCount": 1, "repostCount": "2", "likeCount": null, "indexedAt": "2026-11-20T12:00:00Z"}
        """#))
    #expect(
      post
        == Post(
          id: PostID("at://did:plc:ada/app.bsky.feed.post/3k5"),
          author: Profile(id: "did:plc:ada", handle: "ada.example", name: "Ada"),
          createdAt: date("2026-11-20T11:00:00.123Z"), indexedAt: date("2026-11-20T12:00:00Z"),
          text: PostText([.text("a &amp; b\n<c>")]), url: "https://bsky.app/profile/ada.example/post/3k5",
          replyTo: PostID("at://p"), counts: Counts(replies: 1, reposts: 2),
          media: [
            Media(
              kind: .image, url: "https://c.example/f", description: "a tern", size: PixelSize(width: 4, height: 3)),
            Media(kind: .image, url: "https://c.example/t2"),
          ], details: PostDetails(language: "en")))
  }

  // MARK: - Documents

  @Test func `feeds, posts and records are read`() throws {
    #expect(try parse(feed(post("1"), post("2"))).timelines.map(\.id.title) == ["Posts"])
    #expect(ids(try parse("{\"posts\": [\(post("1")), \(post("2"))]}").timelines[0].posts).count == 2)
    let record = #"{"uri": "at://did:plc:ada/app.bsky.feed.post/7", "cid": "c", "value": {"text": "hi"}}"#
    let bare = try parseOne("{\"cursor\": \"x\", \"records\": [\(record)]}")
    #expect(bare.text.plain == "hi")
    #expect(bare.url == "https://bsky.app/profile/did:plc:ada/post/7")
    #expect(bare.author == nil)
  }

  @Test(arguments: [#"{"feed": [], "cursor": "x"}"#, #"{"posts": []}"#, #"{"feed": null}"#])
  func `an empty list is an empty timeline`(text: String) throws {
    #expect(try parse(text).timelines.map(\.posts) == [[]])
  }

  @Test func `posts, entries and pages are read alone, as lines, or in an array`() throws {
    let entry = "{\"post\": \(post("2"))}"
    for text in [post("1"), "{\"post\": \(post("1"))}", "[\(post("1"))]", "[{\"post\": \(post("1"))}]"] {
      #expect(try parseOne(text).text.plain == "post 1")
    }
    let lines = [post("1"), post("3")].map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
    #expect(try parse(lines).timelines[0].posts.map(\.text.plain) == ["post 3", "post 1"])
    #expect(try parse("[\(entry), \(post("1"))]").timelines[0].posts.map(\.text.plain) == ["post 2", "post 1"])
    let pages = [feed(post("1")), feed(post("2"))].map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
    #expect(try parse(pages).timelines[0].posts.map(\.text.plain) == ["post 2", "post 1"])
  }

  @Test func `an error response is reported`() {
    #expect(throws: TimelineError.errorDocument(path: "file", message: "Token has expired")) {
      try parse(#"{"error": "ExpiredToken", "message": "Token has expired"}"#)
    }
  }

  @Test(arguments: [
    #"{"feed": {"title": "news"}}"#, #"{"posts": [{"id": 1, "title": "a blog"}]}"#, #"{"thread": {"id": 1}}"#,
    #"{"follows": [{"did": "did:plc:ada"}]}"#, #"{"uri": "x", "value": 1}"#,
  ])
  func `similar files have no known format`(text: String) {
    #expect(throws: (any Error).self) { try parse(text) }
  }

  @Test func `likes and follows are skipped`() throws {
    let like = #"{"uri": "at://a/app.bsky.feed.like/1", "cid": "c", "value": {"$type": "app.bsky.feed.like"}}"#
    let document = try parse("{\"records\": [\(like)]}")
    #expect(document.timelines.map(\.posts) == [[]])
    #expect(document.skipped == nil)
  }

  // MARK: - Order

  @Test func `posts are sorted by index date and show their own`() throws {
    let early = post("1", record: #""createdAt": "2030-01-01T00:00:00Z""#)
    let document = try parse(feed(early, post("3"), post("2")))
    #expect(document.timelines[0].posts.map(\.text.plain) == ["post 3", "post 2", "post 1"])
    #expect(document.timelines[0].posts[2].createdAt == date("2030-01-01T00:00:00Z"))
  }

  @Test func `without an index date the creation date counts`() throws {
    let one = post("1", record: #""createdAt": "2026-11-20T12:00:02.5Z""#, #""indexedAt": null"#)
    let posts = try parse(feed(post("2"), post("3"), one)).timelines[0].posts
    #expect(posts.map(\.text.plain) == ["post 3", "post 1", "post 2"])
  }

  @Test func `a repost has its reposter and date`() throws {
    let reason = """
      {"$type": "app.bsky.feed.defs#reasonRepost", "by": \(grace), "indexedAt": "2026-11-20T13:00:00Z"}
      """
    let document = try parse("{\"feed\": [{\"post\": \(post("9"))}, {\"post\": \(post("1")), \"reason\": \(reason)}]}")
    let first = document.timelines[0].posts[0]
    #expect(first.id == PostID(uri))
    #expect(first.author?.handle == "ada.example")
    #expect(
      first.repost
        == Repost(
          by: Profile(id: "did:plc:grace", handle: "grace.example", name: "Grace"), at: date("2026-11-20T13:00:00Z")))
  }

  @Test func `a post and its reposts are separate entries`() throws {
    let repost = "{\"post\": \(post("1")), \"reason\": {\"by\": \(grace)}}"
    let document = try parse("{\"feed\": [\(repost), {\"post\": \(post("1"))}, \(repost)]}")
    #expect(document.timelines[0].posts.map(\.repost?.by?.handle) == ["grace.example", nil])
  }

  @Test func `a pinned post is marked, unknown reasons are ignored`() throws {
    func state(_ reason: String) throws -> Post {
      try parseOne("{\"feed\": [{\"post\": \(post()), \"reason\": {\"$type\": \"app.bsky.feed.defs#\(reason)\"}}]}")
    }
    #expect(try state("reasonPin").states == [.pinned])
    #expect(try state("reasonNew").states.isEmpty)
    #expect(try state("reasonNew").repost == nil)
    #expect(try state("reasonRepost").repost == Repost(by: nil))
  }

  // MARK: - People

  @Test func `the name falls back to the handle, then the DID`() throws {
    func author(_ author: String) throws -> Post { try parseOne(post("1", #""author": \#(author)"#)) }
    #expect(try author(#"{"handle": "a.example", "displayName": ""}"#).author == Profile(handle: "a.example"))
    #expect(try author(#"{"handle": "a.example"}"#).author == Profile(handle: "a.example"))
    for lost in [#"{"did": "did:plc:a"}"#, #"{"did": "did:plc:a", "handle": "handle.invalid"}"#] {
      #expect(try author(lost).author == Profile(id: "did:plc:a", handle: "did:plc:a"))
      #expect(try author(lost).url == "https://bsky.app/profile/did:plc:a/post/1")
    }
    #expect(try author("null").author == nil)
    #expect(try author("null").url == "https://bsky.app/profile/did:plc:ada/post/1")
  }

  // MARK: - Threads

  @Test func `a parent is in the thread only`() throws {
    let reply = #""reply": {"root": {"uri": "at://r"}, "parent": {"uri": "at://did:plc:ada/app.bsky.feed.post/2"}}"#
    let document = try parse(
      "{\"feed\": [{\"post\": \(post("3", record: reply)), \"reply\": {\"root\": \(post("1")), \"parent\": \(post("2"))}}]}"
    )
    #expect(document.timelines[0].posts.map(\.text.plain) == ["post 3"])
    #expect(Set(document.threadOnlyPosts.map(\.text.plain)) == ["post 1", "post 2"])
    #expect(document.timelines[0].posts[0].replyTo == PostID("at://did:plc:ada/app.bsky.feed.post/2"))
  }

  @Test(arguments: ["notFoundPost", "blockedPost", "somethingNew"])
  func `an unavailable parent is named`(type: String) throws {
    let parent = #"{"$type": "app.bsky.feed.defs#\#(type)", "uri": "at://gone", "notFound": true}"#
    let document = try parse("{\"feed\": [{\"post\": \(post()), \"reply\": {\"parent\": \(parent), \"root\": 7}}]}")
    #expect(document.timelines[0].posts[0].replyTo == PostID("at://gone"))
    #expect(document.threadOnlyPosts.isEmpty)
  }

  @Test func `a thread is a timeline of all its posts`() throws {
    let view = "\"$type\": \"app.bsky.feed.defs#threadViewPost\""
    let gone = #"{"$type": "app.bsky.feed.defs#notFoundPost", "uri": "at://x", "notFound": true}"#
    let blocked = #"{"$type": "app.bsky.feed.defs#blockedPost", "uri": "at://y", "blocked": true}"#
    let tree = """
      {\(view), "post": \(post("3")),
       "parent": {\(view), "post": \(post("2")), "parent": {\(view), "post": \(post("1")), "parent": \(gone)}},
       "replies": [\(blocked), {\(view), "post": \(post("4")), "replies": [{"post": \(post("5")), "replies": []}]},
         null, {}, {\(view), "post": \(post("6")), "replies": null}], "threadContext": {}}
      """
    for text in ["{\"thread\": \(tree)}", tree] {
      let document = try parse(text)
      #expect(document.timelines.map(\.id.title) == ["Thread"])
      #expect(document.timelines[0].posts.map(\.text.plain) == (1...6).reversed().map { "post \($0)" })
      #expect(document.skipped == nil)
    }
    for text in [gone, "{\"thread\": \(blocked)}"] {
      #expect(try parse(text).timelines == [.init(id: TimelineID.named("Thread"), posts: [])])
    }
  }

  @Test func `a thread may be a list`() throws {
    func item(_ key: String, _ depth: Int) -> String {
      """
      {"uri": "at://did:plc:ada/app.bsky.feed.post/\(key)", "depth": \(depth),
       "value": {"$type": "app.bsky.unspecced.defs#threadItemPost", "post": \(post(key))}}
      """
    }
    let blocked = #"{"uri": "at://b", "depth": 1, "value": {"$type": "app.bsky.unspecced.defs#threadItemBlocked"}}"#
    let document = try parse("{\"thread\": [\(item("1", 0)), \(blocked), \(item("2", 1))]}")
    #expect(document.timelines.map(\.id.title) == ["Thread"])
    #expect(document.timelines[0].posts.map(\.text.plain) == ["post 2", "post 1"])
    #expect(document.skipped == nil)
  }

  @Test func `a thread may be of any depth`() throws {
    let depth = 20000
    let post = #"{"uri": "at://did:plc:ada/app.bsky.feed.post/N", "record": {"text": ""}}"#
    let answers = (0..<depth).map { "{\"post\": \(post.replacing("N", with: "\($0)")), \"replies\": [" }.joined()
    let document = try parse("{\"thread\": " + answers + String(repeating: "]}", count: depth) + "}")
    #expect(document.timelines[0].posts.count == depth)
    let parents = (0..<depth).map { "{\"post\": \(post.replacing("N", with: "\($0)")), \"parent\": " }.joined()
    let above = try parse("{\"thread\": " + parents + "null" + String(repeating: "}", count: depth) + "}")
    #expect(above.timelines[0].posts.count == depth)
  }

  @Test func `a truncated thread yields the posts before`() throws {
    let text = "{\"thread\": {\"post\": \(post("1")), \"replies\": [{\"post\": \(post("2"))}, {\"post\": \(post("3"))"
    let document = try parse(text)
    #expect(document.timelines[0].posts.count == 3)
    #expect(document.skipped?.count == 1)
  }
}
