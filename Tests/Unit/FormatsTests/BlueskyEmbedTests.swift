import Domain
import Testing

struct BlueskyEmbedTests {
  private func post(embed: String = "null", record: String = "{}", _ more: String = "") throws -> Post {
    try parseOne(
      """
      {"posts": [{"uri": "at://did:plc:ada/app.bsky.feed.post/1", "record": \(record), "embed": \(embed)
        \(more.isEmpty ? "" : ", " + more)}]}
      """)
  }

  private func quoting(_ record: String) throws -> Post {
    try post(embed: #"{"$type": "app.bsky.embed.record#view", "record": \#(record)}"#)
  }

  private let quoted = #"""
    {"$type": "app.bsky.embed.record#viewRecord", "uri": "at://did:plc:grace/app.bsky.feed.post/2",
     "author": {"handle": "grace.example"}, "indexedAt": "2026-11-20T12:00:00Z", "likeCount": 5,
     "value": {"text": "see it", "createdAt": "2026-11-20T11:00:00Z", "facets": [
       {"index": {"byteStart": 0, "byteEnd": 3}, "features": [{"uri": "https://a.example"}]}]},
     "embeds": [{"$type": "app.bsky.embed.images#view", "images": [{"fullsize": "https://c.example/f", "alt": "x"}]}]}
    """#

  // MARK: - Quotes

  @Test func `a quote is shown with its links and pictures`() throws {
    #expect(
      try quoting(quoted).quote
        == .shown(
          Post(
            id: PostID("at://did:plc:grace/app.bsky.feed.post/2"), author: Profile(handle: "grace.example"),
            createdAt: date("2026-11-20T11:00:00Z"), indexedAt: date("2026-11-20T12:00:00Z"),
            text: PostText([.link(Link(url: "https://a.example", text: "see")), .text(" it")]),
            url: "https://bsky.app/profile/grace.example/post/2", counts: Counts(likes: 5),
            media: [Media(kind: .image, url: "https://c.example/f", description: "x")])))
  }

  @Test(arguments: [
    (#""$type": "app.bsky.embed.record#viewNotFound", "notFound": true"#, UnavailableReason.deleted),
    (#""$type": "app.bsky.embed.record#viewBlocked", "blocked": true"#, .blocked),
    (#""$type": "app.bsky.embed.record#viewDetached", "detached": true"#, .detached), (#""notFound": true"#, .deleted),
    (#""blocked": true"#, .blocked), (#""detached": true"#, .detached), (#""cid": "c""#, .notInSource),
  ])
  func `an unavailable quote has its reason`(fields: String, reason: UnavailableReason) throws {
    let uri = "at://did:plc:grace/app.bsky.feed.post/2"
    #expect(
      try quoting("{\"uri\": \"\(uri)\", \(fields)}").quote == .unavailable(id: PostID(uri), reason: reason))
  }

  @Test func `a quote is resolved in the file`() throws {
    let named = #"{"embed": {"record": {"uri": "at://did:plc:ada/app.bsky.feed.post/2", "cid": "c"}}}"#
    let document = try parse(
      """
      {"posts": [{"uri": "at://did:plc:ada/app.bsky.feed.post/1", "record": \(named)},
        {"uri": "at://did:plc:ada/app.bsky.feed.post/2", "record": {"text": "found"}}]}
      """)
    guard case .shown(let post)? = document.timelines[0].posts[0].quote else {
      Issue.record("The quote is not shown")
      return
    }
    #expect(post.text.plain == "found")
  }

  @Test func `nested quotes end`() throws {
    var record = quoted
    for _ in 0..<20 {
      let embed = "{\"$type\": \"app.bsky.embed.record#view\", \"record\": \(record)}"
      record = """
        {"$type": "app.bsky.embed.record#viewRecord", "uri": "at://did:plc:ada/app.bsky.feed.post/3",
         "value": {"text": "q"}, "embeds": [\(embed)]}
        """
    }
    var depth = 0
    var quote = try quoting(record).quote
    while case .shown(let post)? = quote {
      depth += 1
      quote = post.quote
    }
    #expect(depth == Quote.maxDepth)
    #expect(quote != nil)
  }

  @Test(arguments: [
    (
      #""$type": "app.bsky.feed.defs#generatorView", "uri": "at://did:plc:a/app.bsky.feed.generator/cats", "displayName": "Cats""#,
      Media(kind: .link, url: "https://bsky.app/profile/did:plc:a/feed/cats", description: "Cats")
    ),
    (
      #""$type": "app.bsky.graph.defs#listView", "uri": "at://did:plc:a/app.bsky.graph.list/7", "name": "Poets""#,
      Media(kind: .link, url: "https://bsky.app/profile/did:plc:a/lists/7", description: "Poets")
    ),
    (
      #""$type": "app.bsky.graph.defs#starterPackViewBasic", "uri": "at://did:plc:a/app.bsky.graph.starterpack/8", "record": {"name": "Start"}"#,
      Media(kind: .link, url: "https://bsky.app/starter-pack/did:plc:a/8", description: "Start")
    ),
    (
      #""$type": "app.bsky.labeler.defs#labelerView", "uri": "at://did:plc:a/app.bsky.labeler.service/self", "creator": {"handle": "mods.example"}"#,
      Media(kind: .link, url: "https://bsky.app/profile/did:plc:a", description: "mods.example")
    ),
    (
      #""$type": "com.example.new#view", "uri": "at://did:plc:a/com.example.new/1", "name": "New""#,
      Media(kind: .link, description: "New")
    ),
    (
      #""uri": "at://did:plc:a/app.bsky.feed.generator/cats", "cid": "c""#,
      Media(kind: .link, url: "https://bsky.app/profile/did:plc:a/feed/cats")
    ),
  ])
  func `feeds, lists and starter packs are links with names`(record: String, media: Media) throws {
    let post = try quoting("{\(record)}")
    #expect(post.media == [media])
    #expect(post.quote == nil)
  }

  // MARK: - Media

  @Test func `a page is a link with its title`() throws {
    let page = #"{"uri": "https://a.example", "title": "A page", "description": "long", "thumb": "t"}"#
    let media = [Media(kind: .link, url: "https://a.example", description: "A page")]
    #expect(try post(embed: #"{"$type": "app.bsky.embed.external#view", "external": \#(page)}"#).media == media)
    #expect(try post(embed: #"{"external": \#(page)}"#).media == media)
    #expect(
      try post(embed: #"{"external": {"uri": "https://a.example", "title": "", "description": "long"}}"#)
        .media == [Media(kind: .link, url: "https://a.example", description: "long")])
  }

  @Test func `a video is its playlist, otherwise its thumbnail`() throws {
    func media(_ fields: String) throws -> [Media] {
      try post(embed: #"{"$type": "app.bsky.embed.video#view", \#(fields)}"#).media
    }
    #expect(
      try media(#""playlist": "https://v.example/l", "thumbnail": "https://v.example/t", "alt": "a tern""#) == [
        Media(kind: .video, url: "https://v.example/l", description: "a tern")
      ])
    #expect(try media(#""thumbnail": "https://v.example/t""#) == [Media(kind: .video, url: "https://v.example/t")])
    #expect(
      try media(#""playlist": "https://v.example/l", "presentation": "gif""#) == [
        Media(kind: .gif, url: "https://v.example/l")
      ])
  }

  @Test func `a quote may have pictures`() throws {
    let post = try post(
      embed: """
        {"$type": "app.bsky.embed.recordWithMedia#view",
         "record": {"$type": "app.bsky.embed.record#view", "record": \(quoted)},
         "media": {"$type": "app.bsky.embed.images#view", "images": [{"fullsize": "https://c.example/1", "alt": "one"}]}}
        """)
    #expect(post.quote?.id == PostID("at://did:plc:grace/app.bsky.feed.post/2"))
    #expect(post.media == [Media(kind: .image, url: "https://c.example/1", description: "one")])
  }

  @Test func `without a view the record is used`() throws {
    let images = #"{"$type": "app.bsky.embed.images", "images": [{"alt": "a tern", "image": {"$type": "blob"}}, {}]}"#
    #expect(
      try post(record: "{\"embed\": \(images)}").media == [
        Media(kind: .image, description: "a tern"), Media(kind: .image),
      ])
    #expect(
      try post(record: #"{"embed": {"$type": "app.bsky.embed.video", "video": {}, "alt": "a film"}}"#).media == [
        Media(kind: .video, description: "a film")
      ])
    let both = try post(
      record: """
        {"embed": {"$type": "app.bsky.embed.recordWithMedia", "media": \(images),
          "record": {"$type": "app.bsky.embed.record", "record": {"uri": "at://did:plc:g/app.bsky.feed.post/2"}}}}
        """)
    #expect(both.media.count == 2)
    #expect(both.quote == .unavailable(id: PostID("at://did:plc:g/app.bsky.feed.post/2"), reason: .notInSource))
  }

  @Test(arguments: [
    #"{"$type": "app.bsky.embed.new#view", "images": [{"alt": "x"}]}"#, "{}", "7", "[]", #"{"images": null}"#,
    #"{"$type": "app.bsky.embed.images#view"}"#, #"{"$type": "app.bsky.embed.record#view", "record": null}"#,
    #"{"$type": "app.bsky.embed.recordWithMedia#view", "record": 1, "media": 2}"#, #"{"external": {"title": "x"}}"#,
  ])
  func `an unknown embed is ignored`(embed: String) throws {
    let post = try post(embed: embed)
    #expect(post.media == [])
    #expect(post.quote == nil)
  }

  // MARK: - Labels

  @Test func `labels are warnings, except commands`() throws {
    let labels = #"""
      "labels": [{"val": "porn"}, {"val": "!no-unauthenticated"}, {"val": "porn"}, {"val": "gore"},
        {"val": "gore", "neg": true}, {"val": ""}, null, 7]
      """#
    let own = #"{"labels": {"$type": "com.atproto.label.defs#selfLabels", "values": [{"val": "graphic-media"}]}}"#
    #expect(try post(record: own, labels).warning == "porn, graphic-media")
    #expect(try post("\"labels\": [{\"val\": \"!warn\"}]").warning == "!warn")
    #expect(try post("\"labels\": [{\"val\": \"!hide\"}]").warning == "!hide")
    #expect(try post("\"labels\": []").warning == nil)
  }

  // MARK: - Damage

  @Test(arguments: [
    #""author": 7, "indexedAt": 9, "labels": "x", "replyCount": "many", "record": "text", "embed": "x""#,
    #""author": [], "indexedAt": "yesterday", "labels": {}, "likeCount": -1, "record": {"createdAt": 5, "reply": 7}"#,
    #""author": {"handle": null}, "record": {"facets": 7, "labels": 7, "embed": 7, "reply": {"parent": 7}}"#,
  ])
  func `fields of wrong types are ignored`(fields: String) throws {
    let post = try parseOne("{\"posts\": [{\"uri\": \"at://did:plc:ada/app.bsky.feed.post/1\", \(fields)}]}")
    #expect(post.id == PostID("at://did:plc:ada/app.bsky.feed.post/1"))
    #expect(post.createdAt == nil)
  }

  @Test func `other values are skipped`() throws {
    let post = #"{"post": {"uri": "at://did:plc:ada/app.bsky.feed.post/1", "record": {}}}"#
    let document = try parse("{\"feed\": [\(post), null, 7, {\"post\": {\"record\": {}}}, {\"post\": \"at://a\"}]}")
    #expect(document.timelines[0].posts.count == 1)
    #expect(document.skipped?.count == 4)
    #expect(document.skipped?.first.expected == "a post")
  }
}
