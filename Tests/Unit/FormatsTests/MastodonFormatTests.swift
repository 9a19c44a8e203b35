import Domain
import TestSupport
import Testing

struct MastodonFormatTests {
  private func status(_ id: String, _ more: String = "", by handle: String = "ada@h.example") -> String {
    """
    {"id": "\(id)", "created_at": "2026-11-20T12:00:00.000Z", "spoiler_text": "", "reblog": null,
     "account": {"username": "x", "acct": "\(handle)", "display_name": "Someone"}\(more.isEmpty ? "" : ", " + more)}
    """
  }

  @Test func `a status has all fields`() throws {
    let post = try parseOne(
      #"""
      {"id": "117020582925004921", "created_at": "2026-08-01T13:53:10.824Z", "in_reply_to_id": "117",
       "spoiler_text": "careful", "visibility": "private", "uri": "https://h.example/u/1", "url": "https://h.example/1",
       "replies_count": 1, "reblogs_count": "2", "favourites_count": null, "edited_at": "2026-08-02T00:00:00Z",
       "content": "<p>a &amp; b</p><p>c</p>", "account": {"username": "ada", "acct": "ada@h.example", "display_name": ""},
       "media_attachments": [
         {"type": "image", "url": "https://h.example/i", "description": "a tern",
          "meta": {"original": {"width": 640, "height": 480}}}, {"type": "gifv", "url": "https://h.example/g"},
         {"type": "unknown", "url": null, "remote_url": "https://h.example/r", "description": null}, {"type": "audio"}],
       "card": {"url": "https://c.example", "title": "A page", "description": "long",
        "provider_name": "Pages", "author_name": "", "authors": [{"name": "Grace"}]},
       "poll": {"expired": true, "options": [{"title": "yes", "votes_count": 2}, {"title": "no", "votes_count": null}]}}
      """#)
    #expect(
      post
        == Post(
          id: PostID("117020582925004921"), author: Profile(handle: "ada@h.example", name: "ada"),
          createdAt: date("2026-08-01T13:53:10.824Z"), text: PostText([.text("a & b\n\nc")]),
          url: "https://h.example/1",
          replyTo: PostID("117"), warning: "careful", counts: Counts(replies: 1, reposts: 2),
          media: [
            Media(
              kind: .image, url: "https://h.example/i", description: "a tern",
              size: PixelSize(width: 640, height: 480)),
            Media(kind: .gif, url: "https://h.example/g"), Media(kind: .other, url: "https://h.example/r"),
            Media(kind: .audio),
            Media(
              kind: .link, url: "https://c.example", description: "A page",
              card: LinkCard(site: "Pages", author: "Grace", summary: "long")),
          ], poll: Poll(options: [.init(title: "yes", votes: 2), .init(title: "no")], isClosed: true),
          visibility: .followers, states: [.edited]))
  }

  @Test func `without an address the URI is used`() throws {
    #expect(try parseOne(status("1", #""url": null, "uri": "https://h.example/u/1""#)).url == "https://h.example/u/1")
  }

  @Test func `a reblog shows the original and its reposter`() throws {
    let inner = status("9", #""content": "<p>mine</p>", "visibility": "public""#, by: "grace")
    // The key occurs twice in this fixture; the last one counts.
    let post = try parseOne("[" + status("10", "\"reblog\": \(inner)") + "]")
    #expect(post.id == PostID("9"))
    #expect(post.author?.handle == "grace")
    #expect(post.text.plain == "mine")
    #expect(
      post.repost == Repost(by: Profile(handle: "ada@h.example", name: "Someone"), at: date("2026-11-20T12:00:00Z")))
  }

  @Test(arguments: [
    ("pending", UnavailableReason.pending), ("rejected", .rejected), ("revoked", .revoked), ("deleted", .deleted),
    ("unauthorized", .unauthorized), ("blocked_account", .blocked), ("accepted", .notInSource),
    ("something new", .unauthorized),
  ])
  func `an unavailable quote has its reason`(state: String, reason: UnavailableReason) throws {
    let post = try parseOne(status("1", #""quote": {"state": "\#(state)", "quoted_status": null}"#))
    #expect(post.quote == .unavailable(id: nil, reason: reason))
  }

  @Test func `an accepted quote is shown, without its line`() throws {
    let content = #""content": "<p class=\"quote-inline\">RE: x</p><p>so true</p>""#
    let quoted = #""quote": {"state": "accepted", "quoted_status": \#(status("2", #""content": "first""#))}"#
    let post = try parseOne(status("1", content + ", " + quoted))
    #expect(post.quote?.id == PostID("2"))
    #expect(post.text.plain == "so true")
    let pending = try parseOne(status("1", content + #", "quote": {"state": "pending"}"#))
    #expect(pending.text.plain == "RE: x\n\nso true")
  }

  @Test func `without content the text is used`() throws {
    #expect(try parseOne(status("1", #""text": "a < b""#)).text.plain == "a < b")
  }

  @Test func `a duplicate status is shown once, and a reblog of it separately`() throws {
    let post = status("1", #""content": "a""#)
    let reblog = status("2", "\"reblog\": \(post)", by: "grace")
    let document = try parse("[\(post), \(reblog), \(post), \(reblog)]")
    #expect(ids(document.timelines[0].posts) == ["1", "1"])
    #expect(document.timelines.map(\.id.title) == ["Posts"])
  }

  @Test func `posts of a single author belong to that profile`() throws {
    let reblog = status("3", "\"reblog\": \(status("4", by: "grace"))")
    #expect(try parse("[\(status("1")), \(reblog)]").profile == Profile(handle: "ada@h.example", name: "Someone"))
    #expect(try parse("[\(status("1")), \(status("2", by: "grace"))]").profile == nil)
  }

  @Test func `a context is a thread`() throws {
    let document = try parse("{\"ancestors\": [\(status("1"))], \"descendants\": [\(status("2")), \(status("3"))]}")
    #expect(document.timelines.map(\.id.title) == ["Thread"])
    #expect(ids(document.timelines[0].posts) == ["1", "2", "3"])
    #expect(try parse(#"{"ancestors":[],"descendants":[]}"#).timelines.map(\.id.title) == ["Thread"])
  }

  @Test func `a search and notifications yield their statuses`() throws {
    #expect(try parseOne("{\"accounts\": [], \"statuses\": [\(status("1"))], \"hashtags\": []}").id == PostID("1"))
    let account = #""created_at": "2026-11-20T12:00:00Z", "account": {"acct": "bob"}"#
    let document = try parse(
      #"[{"id": "7", "type": "follow", \#(account)}, {"id": "8", "type": "mention", \#(account), "status": \#(status("1"))}]"#
    )
    #expect(ids(document.timelines[0].posts) == ["1"])
    #expect(document.skipped == nil)
  }

  @Test func `a search may have only statuses`() throws {
    #expect(try parseOne("{\"statuses\": [\(status("1", #""content": "a""#))]}").text.plain == "a")
  }

  @Test func `a context may be incomplete`() throws {
    let document = try parse("{\"ancestors\": null, \"descendants\": [\(status("1"))]}")
    #expect(ids(document.timelines[0].posts) == ["1"])
  }

  @Test func `media fall back to another address`() throws {
    func url(_ fields: String) throws -> String? {
      try parseOne(status("1", "\"media_attachments\": [{\"type\": \"image\", \(fields)}]")).media.first?.url
    }
    #expect(try url(#""url": "", "remote_url": "r", "preview_url": "p""#) == "r")
    #expect(try url(#""url": null, "remote_url": null, "preview_url": "p""#) == "p")
    #expect(try url(#""url": null"#) == nil)
  }

  @Test(
    arguments: [
      (#""type": "image", "url": "u", "preview_url": "p""#, "p"), (#""type": "image", "url": "u""#, nil),
      (#""type": "image", "url": "u", "preview_url": "u""#, nil), (#""type": "image", "preview_url": "p""#, nil),
      (#""type": "gifv", "url": "u", "preview_url": "p""#, nil),
    ] as [(String, String?)])
  func `a picture may have a smaller version`(attachment: String, preview: String?) throws {
    let media = try parseOne(status("1", "\"media_attachments\": [{\(attachment)}]")).media
    #expect(media.map(\.previewURL) == [preview])
  }

  @Test(arguments: [
    (#"<p class=\"quote-inline\">RE: <a href=\"https://h.example/2\">h.example/2</a></p><p>mine</p>"#, "mine"),
    (#"<p>mine<span class=\"quote-inline\"><br>RE: <a href=\"https://h.example/2\">2</a></span></p>"#, "mine"),
    (#"<p class=\"quote-inline\">RE: <a href=\"https://h.example/2\">h.example/2</a></p>"#, ""),
    (#"<p>RE: <a href=\"https://h.example/2\">2</a> is true</p>"#, "RE: 2 is true"),
    (#"<p>RE: <a href=\"https://h.example/3\">3</a></p><p>mine</p>"#, "RE: 3\n\nmine"),
  ])
  func `the line of a quote is removed if the quote is in the file`(content: String, text: String) throws {
    let quoting = status("1", #""content": "\#(content)", "quote": {"state": "accepted", "quoted_status_id": "2"}"#)
    let document = try parse("[\(quoting), \(status("2", #""url": "https://h.example/2""#))]")
    #expect(document.timelines[0].posts[0].text.plain == text)
  }

  @Test func `an empty array is an empty timeline`() throws {
    #expect(try parse("[]").timelines.map(\.posts) == [[]])
  }

  @Test func `other values are skipped`() throws {
    let document = try parse("[null, \(status("1")), 7, {\"content\": \"no id\"}, \(status("2")) \(status("3"))]")
    #expect(ids(document.timelines[0].posts) == ["1", "2"])
    #expect(document.skipped?.count == 4)
    #expect(document.skipped?.first == FileLocation(path: "file", line: 1, column: 2, expected: "a status"))
  }

  @Test func `a truncated file yields the posts before`() throws {
    let text = "[\(status("1")),\n\(status("2"))]"
    let document = try parse(String(text.dropLast(5)))
    #expect(ids(document.timelines[0].posts) == ["1"])
    #expect(document.skipped?.first.line == 4)
    #expect(throws: (any Error).self) { try parse(String(text.prefix(80))) }
  }

  @Test(
    arguments: [
      (#""visibility": "local""#, Visibility.other("local")), (#""visibility": "limited""#, .other("limited")),
      (#""visibility": "list:12""#, .other("list:12")), (#""visibility": "private""#, .followers),
      (#""visibility": "private", "visibility_ex": "mutual""#, .other("mutual")),
      (#""visibility": "public", "local_only": true"#, .other("local-only:public")),
      (#""visibility": "public", "local_only": false"#, .public), (#""visibility": 7"#, .other("7")),
      (#""visibility": null"#, nil), (#""visibility": """#, nil),
    ] as [(String, Visibility?)])
  func `an unknown visibility is preserved and never public`(field: String, visibility: Visibility?) throws {
    #expect(try parseOne(status("9", field)).visibility == visibility)
  }
}
