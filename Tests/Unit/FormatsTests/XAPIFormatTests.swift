import Domain
import TestSupport
import Testing

struct XAPIFormatTests {
  let user = #""user": {"id_str": "7", "screen_name": "ada", "name": "Ada Lovelace"}"#

  func tweet(_ id: String, _ members: String..., by handle: String = "ada") -> String {
    let user = #""user": {"id_str": "7", "screen_name": "\#(handle)", "name": "Someone"}"#
    return "{"
      + ([#""id_str": "\#(id)", "created_at": "Wed Jul 20 17:50:10 +0000 2016", "truncated": false"#, user] + members)
      .joined(separator: ", ") + "}"
  }

  func url(_ short: String, _ long: String, _ start: Int) -> String {
    """
    {"url": "\(short)", "expanded_url": "\(long)", "display_url": "\(long.dropFirst(8).prefix(12))",
     "indices": [\(start), \(start + short.count)]}
    """
  }

  @Test func `a tweet has all fields`() throws {
    let post = try parseOne(
      #"""
      {"created_at": "Wed Jul 20 17:50:10 +0000 2016", "id": 755822121331281921, "id_str": "755822121331281920",
       "full_text": "@grace a &amp; b", "truncated": false, "display_text_range": [7, 16], "is_quote_status": false,
       "entities": {"hashtags": [], "urls": []}, "in_reply_to_status_id": 12, "in_reply_to_status_id_str": "11",
       "user": {"id": 7, "screen_name": "ada", "name": "Ada Lovelace", "protected": true},
       "reply_count": "1", "retweet_count": 2, "favorite_count": 3, "unheard_of": {"of": []}}
      """#)
    #expect(
      post
        == Post(
          id: PostID("755822121331281920"), author: Profile(id: "7", handle: "ada", name: "Ada Lovelace"),
          createdAt: date("2016-07-20T17:50:10Z"), text: PostText([.text("a & b")]),
          url: "https://twitter.com/ada/status/755822121331281920", replyTo: PostID("11"),
          counts: Counts(replies: 1, reposts: 2, likes: 3), visibility: .followers))
  }

  @Test func `tweets are read from an array, alone, from a search, or lines`() throws {
    let one = tweet("1", #""text": "a""#)
    let two = tweet("2", #""text": "b""#)
    #expect(try parseOne(one).id == PostID("1"))
    for text in [
      "[\(one), \(two)]", "\(one)\n\(two)\n", "{\"statuses\": [\(one), \(two)], \"search_metadata\": {\"count\": 2}}",
      "{\"search_metadata\": {}, \"statuses\": [\(one)]}\n{\"search_metadata\": {}, \"statuses\": [\(two)]}",
      "{\"statuses\": [\(one), \(two)]}",
    ] {
      let document = try parse(text)
      #expect(ids(document.timelines[0].posts) == ["1", "2"])
      #expect(document.timelines.map(\.id.title) == ["Posts"])
      #expect(document.skipped == nil)
    }
  }

  @Test(arguments: [#"{"statuses": [], "search_metadata": {"count": 0}}"#, #"{"statuses": []}"#])
  func `an empty search is an empty timeline`(text: String) throws {
    let document = try parse(text)
    #expect(document.timelines.map(\.posts) == [[]])
    #expect(document.skipped == nil)
  }

  @Test func `Mastodon's search is distinguished by its content`() throws {
    let status = #"{"id": "1", "content": "<p>hi</p>", "account": {"acct": "ada"}}"#
    #expect(try parseOne("{\"statuses\": [\(status)]}").text.plain == "hi")
  }

  @Test func `stream messages are neither posts nor damage`() throws {
    let document = try parse(
      """
      {"delete": {"status": {"id": 1, "id_str": "1"}}}

      \(tweet("2", #""text": "b""#))
      {"limit": {"track": 5}}
      """)
    #expect(ids(document.timelines[0].posts) == ["2"])
    #expect(document.skipped == nil)
  }

  @Test func `a truncated tweet has its extended text and entities`() throws {
    let long = "https://long.example/page"
    let post = try parseOne(
      tweet(
        "1", #""text": "@bob the beginn… https://t.co/self", "display_text_range": [0, 16], "truncated": true"#,
        #""entities": {"urls": [\#(url("https://t.co/self", "https://twitter.com/i/web/status/1", 17))]}"#,
        #"""
        "extended_tweet": {"full_text": "@bob the beginning and the end https://t.co/aa https://t.co/pic",
          "display_text_range": [5, 46], "entities": {"urls": [\#(url("https://t.co/aa", long, 31))], "media": []},
          "extended_entities": {"media": [{"type": "photo", "url": "https://t.co/pic", "indices": [47, 63],
            "media_url_https": "https://pbs.example/1.jpg", "ext_alt_text": "a tern"}]}}
        """#))
    #expect(
      post.text.runs == [.text("the beginning and the end "), .link(Link(url: long, label: "long.example"))])
    #expect(post.media == [Media(kind: .image, url: "https://pbs.example/1.jpg", description: "a tern")])
  }

  @Test func `a truncated tweet without extension shows its beginning and a link`() throws {
    let post = try parseOne(
      tweet(
        "1", #""text": "the beginn… https://t.co/self", "display_text_range": [20, 140], "truncated": true"#,
        #""entities": {"urls": [\#(url("https://t.co/self", "https://twitter.com/i/web/status/1", 12))]}"#))
    #expect(post.text.plain == "the beginn… https://twitter.com/i/web/status/1")
  }

  @Test func `a display range may hide everything, or end within an address`() throws {
    let hidden = #""full_text": "@alice https://t.co/abc", "display_text_range": [7, 7]"#
    #expect(try parseOne(tweet("1", hidden)).text.plain == "")
    let link = #""entities": {"urls": [\#(url("https://t.co/abc", "https://a.example", 10))]}"#
    let cut = #""full_text": "@alice hi https://t.co/abc", "display_text_range": [7, 15]"#
    #expect(try parseOne(tweet("1", cut, link)).text.plain == "hi https://a.example")
  }

  @Test func `indices count code points of the escaped text`() throws {
    let text = "👩‍💻 &amp;&lt; é @Grace https://t.co/abc"
    let scalars = Array(text.unicodeScalars)
    let mention = scalars.firstIndex(of: "@") ?? 0
    let post = try parseOne(
      tweet(
        "1", "\"full_text\": \"\(text)\"",
        """
        "entities": {"urls": [\(url("https://t.co/abc", "https://a.example/long/path", mention + 7))],
          "user_mentions": [{"screen_name": "grace", "id_str": "9", "indices": [\(mention), \(mention + 6)]}]}
        """))
    #expect(
      post.text.runs == [
        .text("👩‍💻 &< é @Grace "),
        .link(Link(url: "https://a.example/long/path", label: "a.example/lo")),
      ])
  }
}
