import Domain
import Testing

struct MastodonArchiveFormatTests {
  private let ada = Profile(
    id: "https://h.example/users/ada", handle: "ada", name: "Ada Lovelace",
    details: ProfileDetails(url: "https://h.example/@ada"))
  private let everyone = "https://www.w3.org/ns/activitystreams#Public"
  private let actor = """
    {"type": "Person", "id": "https://h.example/users/ada", "url": "https://h.example/@ada",
     "preferredUsername": "ada", "name": "Ada Lovelace", "inbox": "https://h.example/users/ada/inbox",
     "followers": "https://h.example/followers-of/ada"}
    """

  private func outbox(_ items: String...) -> String {
    """
    {"@context": "https://www.w3.org/ns/activitystreams", "id": "outbox.json", "type": "OrderedCollection",
     "totalItems": 999, "orderedItems": [\(items.joined(separator: ", "))]}
    """
  }

  private func create(_ object: String, _ more: String = "") -> String {
    """
    {"id": "https://h.example/a/1", "type": "Create", "actor": "https://h.example/users/ada",
     "published": "2026-11-20T12:00:00Z", "object": \(object)\(more.isEmpty ? "" : ", " + more)}
    """
  }

  private func note(_ id: String, _ more: String = "") -> String {
    """
    {"id": "https://h.example/n/\(id)", "type": "Note", "published": "2026-11-20T11:00:0\(id)Z", "content": "<p>\(id)</p>",
     "attributedTo": "https://h.example/users/ada"\(more.isEmpty ? "" : ", " + more)}
    """
  }

  private func one(_ more: String) throws -> Post { try parseOne(outbox(create(note("1", more)))) }

  @Test func `a note has all fields`() throws {
    let post = try parseOne(
      outbox(
        create(
          note(
            "1",
            #"""
            "content": "<p>a &amp; b</p><p><a href=\"https://a.example\">x</a></p>", "summary": "careful",
            "url": "https://h.example/@ada/1", "inReplyTo": "https://g.example/9", "updated": "2026-11-21T00:00:00Z",
            "to": ["https://h.example/users/ada/followers"], "cc": ["\#(everyone)"],
            "attachment": [{"type": "Document", "mediaType": "image/png", "url": "/media/1.png", "name": "a tern"}],
            "replies": {"type": "Collection", "totalItems": 2}, "likes": {"totalItems": "3"}, "shares": {"totalItems": 4}
            """#))), beside: ["actor.json": actor])
    #expect(
      post
        == Post(
          id: PostID("https://h.example/n/1"),
          author: ada,
          createdAt: date("2026-11-20T11:00:01Z"),
          text: PostText([.text("a & b\n\n"), .link(Link(url: "https://a.example", text: "x"))]),
          url: "https://h.example/@ada/1", replyTo: PostID("https://g.example/9"), warning: "careful",
          counts: Counts(replies: 2, reposts: 4, likes: 3),
          media: [Media(kind: .image, url: "/media/1.png", description: "a tern")], visibility: .unlisted,
          states: [.edited]))
  }

  // MARK: - Documents

  @Test func `the outbox is oldest first, and its count is ignored`() throws {
    let document = try parse(outbox(create(note("1")), create(note("2")), create(note("3")), create(note("2"))))
    #expect(document.timelines.map(\.id.title) == ["Posts"])
    #expect(document.timelines[0].posts.map(\.text.plain) == ["3", "2", "1"])
  }

  @Test func `pages, activities and notes are read, also as an array or lines`() throws {
    let page = "{\"type\": \"OrderedCollectionPage\", \"orderedItems\": [\(create(note("1")))]}"
    let items = "{\"type\": \"Collection\", \"items\": [\(create(note("1")))]}"
    let first = "{\"type\": \"OrderedCollection\", \"totalItems\": 1, \"first\": \(page)}"
    for text in [page, items, first, create(note("1")), note("1"), "[\(create(note("1")))]", "[\(note("1"))]"] {
      #expect(try parseOne(text).text.plain == "1")
    }
    let values = [create(note("1")), note("2"), create(note("3"))].map { $0.replacing("\n", with: " ") }
    let document = try parse(values.joined(separator: "\n"), beside: ["actor.json": actor])
    #expect(document.timelines[0].posts.map(\.text.plain) == ["3", "2", "1"])
    #expect(document.timelines[0].posts.first?.author?.handle == "ada")
    let pages = [page, page.replacing("n/1", with: "n/2")].map { $0.replacing("\n", with: " ") }
    #expect(try parse(pages.joined(separator: "\n")).timelines[0].posts.count == 2)
  }

  @Test(arguments: [
    #"{"type": "OrderedCollection", "orderedItems": []}"#, #"{"type": "OrderedCollection", "orderedItems": null}"#,
  ])
  func `an outbox without items is an empty timeline`(text: String) throws {
    #expect(try parse(text).timelines.map(\.posts) == [[]])
  }

  @Test func `the actor's file is not a timeline`() {
    #expect(throws: (any Error).self) { try parse(actor) }
  }

  @Test(arguments: ["Like", "Follow", "Delete", "Undo", "Update", "Something"])
  func `other activities are skipped`(type: String) throws {
    let activity =
      "{\"type\": \"\(type)\", \"actor\": \"https://h.example/users/ada\", \"object\": \"https://g.example/1\"}"
    let document = try parse(outbox(activity))
    #expect(document.timelines.map(\.posts) == [[]])
    #expect(document.skipped == nil)
  }

  @Test func `favourites are the addresses of posts`() throws {
    let post = try parseOne(outbox("\"https://g.example/1\""))
    #expect(post.text.links.map(\.url) == ["https://g.example/1"])
    #expect(post.repost == nil)
  }

  // MARK: - People

  @Test func `the actor's file has the owner`() throws {
    let document = try parse(outbox(create(note("1"))), beside: ["actor.json": actor])
    #expect(document.profile == ada)
    #expect(document.timelines[0].posts[0].author == document.profile)
    #expect(try parse(outbox(), beside: ["actor.json": actor]).profile == document.profile)
    let nameless = #"{"preferredUsername": "ada", "name": "", "id": "https://h.example:8080/users/ada"}"#
    #expect(try parse(outbox(), beside: ["actor.json": nameless]).profile?.name == "ada")
    #expect(
      try parse(outbox(), beside: ["actor.json": #"{"preferredUsername": "ada", "id": null}"#]).profile
        == Profile(handle: "ada"))
  }

  @Test(arguments: [[:], ["actor.json": "{\"preferred"], ["actor.json": "[]"], ["actor.json": "{}"]])
  func `without a readable actor the end of the address is the handle`(siblings: [String: String]) throws {
    let document = try parse(outbox(create(note("1"))), beside: siblings)
    #expect(document.profile == Profile(handle: "ada"))
    #expect(document.timelines[0].posts[0].author == Profile(handle: "ada"))
  }

  @Test(arguments: [
    ("\"https://h.example/@grace\"", "grace"), ("\"https://h.example/users/grace/\"", "grace"),
    ("[\"https://h.example/users/grace\"]", "grace"), ("{\"id\": \"https://h.example/users/grace\"}", "grace"),
    ("{\"id\": \"https://h.example/1\", \"preferredUsername\": \"grace\"}", "grace"),
  ])
  func `an actor has several forms`(actor: String, handle: String) throws {
    #expect(try one("\"attributedTo\": \(actor)").author?.handle == handle)
  }

  // MARK: - Boosts

  @Test func `a boost is a repost of a link`() throws {
    let boost = """
      {"id": "https://h.example/a/2", "type": "Announce", "actor": "https://h.example/users/ada",
       "published": "2026-11-20T13:00:00Z", "to": ["\(everyone)"], "object": "https://g.example/users/grace/9"}
      """
    let url = "https://g.example/users/grace/9"
    #expect(
      try parseOne(outbox(boost), beside: ["actor.json": actor])
        == Post(
          id: PostID(url), text: PostText([.link(Link(url: url))]), url: url,
          repost: Repost(
            by: ada,
            at: date("2026-11-20T13:00:00Z")),
          visibility: .public))
    let document = try parse(outbox(create(note("1")), boost))
    #expect(document.timelines[0].posts.map(\.id.rawValue) == [url, "https://h.example/n/1"])
    #expect(document.profile == Profile(handle: "ada"))
  }

  @Test func `a boost with the post shows it`() throws {
    let grace = note("9", #""attributedTo": "https://g.example/users/grace""#)
    let boost = #"{"type": "Announce", "actor": "https://h.example/users/ada", "object": \#(grace)}"#
    let post = try parseOne(outbox(boost))
    #expect(post.text.plain == "9")
    #expect(post.author == Profile(handle: "grace"))
    #expect(post.repost == Repost(by: Profile(handle: "ada")))
    let named =
      #"{"type": "Announce", "actor": "https://h.example/users/ada", "object": {"id": "https://g.example/1"}}"#
    #expect(try parseOne(outbox(named)).text.links.map(\.url) == ["https://g.example/1"])
  }

  // MARK: - Fields

  @Test(arguments: [
    (#""to": ["https://www.w3.org/ns/activitystreams#Public"], "cc": []"#, Visibility.public),
    (#""to": "as:Public""#, .public), (#""to": ["https://h.example/u/followers", "Public"]"#, .public),
    (#""to": ["https://h.example/u/followers"], "cc": "as:Public""#, .unlisted),
    (#""to": ["https://h.example/u/followers"], "cc": ["https://h.example/bob"]"#, .followers),
    (#""to": null, "cc": ["https://h.example/followers-of/ada"]"#, .followers),
    (#""to": ["https://h.example/#Public"], "cc": ["https://h.example/u/followers"]"#, .other("local")),
    (#""to": ["https://h.example/bob"], "cc": []"#, .direct), (#""to": [], "cc": []"#, .direct), (#""x": 1"#, nil),
  ])
  func `the visibility follows the addressees`(fields: String, visibility: Visibility?) throws {
    let text = outbox(create(note("1", fields)))
    #expect(try parseOne(text, beside: ["actor.json": actor]).visibility == visibility)
  }

  @Test func `without addressees those of the activity count`() throws {
    #expect(try parseOne(outbox(create(note("1"), "\"to\": \"\(everyone)\""))).visibility == .public)
  }

  @Test func `ID and address replace each other`() throws {
    #expect(try one(#""url": null"#).url == "https://h.example/n/1")
    #expect(try one(#""url": [{"type": "Link", "href": "https://h.example/p"}, "x"]"#).url == "https://h.example/p")
    #expect(try one(#""id": null, "url": "https://h.example/p""#).id == PostID("https://h.example/p"))
    #expect(try one(#""id": null"#).id == PostID("https://h.example/a/1"))
  }

  @Test func `without a date that of the activity counts`() throws {
    #expect(try one(#""published": null"#).createdAt == date("2026-11-20T12:00:00Z"))
    #expect(try one(#""published": "then""#).createdAt == date("2026-11-20T12:00:00Z"))
  }

  @Test(arguments: [
    ("null", [PostState]()), ("\"2026-11-20T11:00:01Z\"", []), ("\"2026-11-20T11:00:02Z\"", [PostState.edited]),
    ("7", [.edited]),
  ])
  func `a note that was changed after it was published is edited`(updated: String, states: [PostState]) throws {
    #expect(try one("\"updated\": \(updated)").states == Set(states))
  }

  @Test func `an empty summary is not a warning`() throws {
    #expect(try one(#""summary": """#).warning == nil)
    #expect(try one(#""summary": null"#).warning == nil)
  }

  @Test(arguments: [
    (#"{"type": "Document", "mediaType": "image/gif", "url": "a"}"#, Media(kind: .image, url: "a")),
    (#"{"type": "Document", "mediaType": "video/mp4", "url": "a", "name": null}"#, Media(kind: .video, url: "a")),
    (#"{"type": "Document", "mediaType": "audio/ogg", "url": "a", "name": ""}"#, Media(kind: .audio, url: "a")),
    (#"{"type": "Image", "url": "a", "name": "n"}"#, Media(kind: .image, url: "a", description: "n")),
    (
      #"{"type": "Image", "url": "a", "width": 4, "height": 3}"#,
      Media(kind: .image, url: "a", size: PixelSize(width: 4, height: 3))
    ),
    (#"{"type": "Image", "url": "a", "width": -4, "height": 0}"#, Media(kind: .image, url: "a")),
    (#"{"type": "Video", "url": [{"href": "a", "mediaType": "text/html"}]}"#, Media(kind: .video, url: "a")),
    (#"{"url": {"href": "a", "mediaType": "image/png"}}"#, Media(kind: .image, url: "a")),
    (#"{"type": "Link", "href": "https://a.example"}"#, Media(kind: .link, url: "https://a.example")),
    (#"{"type": "Document", "mediaType": "application/pdf"}"#, Media(kind: .other)), (#"{}"#, Media(kind: .other)),
  ])
  func `attachments are recognized by their content`(attachment: String, media: Media) throws {
    #expect(try one("\"attachment\": [\(attachment), null, 7]").media.prefix(1) == [media])
    #expect(try one("\"attachment\": \(attachment)").media == [media])
  }

  @Test func `a question is a poll`() throws {
    let answers = #"[{"type": "Note", "name": "yes", "replies": {"totalItems": 2}}, {"name": "no"}]"#
    let options = [Poll.Option(title: "yes", votes: 2), Poll.Option(title: "no")]
    for (fields, isClosed) in [
      ("\"oneOf\": \(answers), \"endTime\": \"2026-11-20T11:59:59Z\"", true),
      ("\"anyOf\": \(answers), \"endTime\": \"2026-11-20T12:00:01Z\"", false),
      ("\"oneOf\": [], \"anyOf\": \(answers)", false),
      ("\"oneOf\": \(answers), \"closed\": \"2026-01-01T00:00:00Z\"", true),
      ("\"oneOf\": \(answers), \"closed\": true", true), ("\"oneOf\": \(answers), \"closed\": false", false),
    ] {
      let poll = try #require(try one("\"type\": \"Question\", \(fields)").poll)
      #expect(poll.options == options && poll.isClosed == isClosed)
      #expect(poll.allowsMultiple == fields.contains("anyOf\": ["))
      let end = fields.firstMatch(of: /20[-0-9]+T[0-9:]+Z/).map { String($0.output) }
      #expect(poll.endsAt == end.flatMap(date))
    }
    #expect(try one(#""type": "Question", "oneOf": null"#).poll == nil)
  }

  @Test func `an article has its title above it`() throws {
    #expect(try one(#""type": "Article", "name": "On terns""#).text.plain == "On terns\n\n1")
    #expect(try one(#""type": "Article", "name": "On terns", "content": null"#).text.plain == "On terns")
    #expect(try one(#""name": "a vote""#).text.plain == "1")
  }

  @Test(arguments: ["quote", "quoteUrl", "quoteUri", "_misskey_quote"])
  func `a quote is resolved in the file, without its line`(key: String) throws {
    let id = "https://h.example/n/1"
    let content = #""content": "<p class=\"quote-inline\">RE: <a href=\"\#(id)\">n/1</a></p><p>so true</p>""#
    let quoting = create(note("2", "\"\(key)\": \"\(id)\", \(content)"))
    let missing = try parseOne(outbox(quoting))
    #expect(missing.quote == .unavailable(id: PostID(id), reason: .notInSource))
    #expect(missing.text.plain == "RE: n/1\n\nso true")
    let found = try parse(outbox(create(note("1")), quoting)).timelines[0].posts[0]
    guard case .shown(let post)? = found.quote else {
      Issue.record("The quote is not shown")
      return
    }
    #expect(post.text.plain == "1")
    #expect(found.text.plain == "so true")
  }

  // MARK: - Damage

  @Test(arguments: [
    #""content": 7, "summary": {}, "published": [], "to": 7, "attachment": "x", "inReplyTo": [], "replies": 7"#,
    #""content": null, "attributedTo": null, "url": {}, "to": [7, null], "attachment": [[]], "likes": {"totalItems": -1}"#,
    #""type": [], "oneOf": 7, "closed": {}, "quote": {}, "updated": {}, "inReplyTo": {"id": null}"#,
  ])
  func `fields of wrong types are ignored`(fields: String) throws {
    let post = try one(fields)
    #expect(post.id == PostID("https://h.example/n/1"))
    #expect(post.author == Profile(handle: "ada"))
    #expect(post.replyTo == nil)
    #expect(post.counts == nil)
  }

  @Test func `other values are skipped`() throws {
    let document = try parse(outbox("null", create(note("1")), "7", "{}", "[]", create("null"), create(note("2"))))
    #expect(document.timelines[0].posts.map(\.text.plain) == ["2", "1"])
    #expect(document.skipped?.count == 5)
  }

  @Test func `a truncated outbox yields the posts before`() throws {
    let text = outbox(create(note("1")), create(note("2")))
    let document = try parse(String(text.dropLast(60)))
    #expect(document.timelines[0].posts.map(\.text.plain) == ["1"])
    #expect(document.skipped?.count == 1)
  }
}
